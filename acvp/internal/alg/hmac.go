package alg

import (
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/wire"
)

func isHMAC(s *acvpjson.Set) bool {
	return strings.HasPrefix(s.Algorithm, "HMAC-") && s.Mode == ""
}

// parseHMAC takes both revisions: 1.0 has keyLen, msgLen and macLen on the group, 2.0 on each test.
func parseHMAC(in *Input, g *acvpjson.Group) []*Unit {
	testType(g, "AFT")
	u := in.unit(g, caps.Need{})
	u.Mode = strings.TrimSpace("AFT " + in.Set.Revision)
	for _, t := range g.Tests {
		lengths := t.Obj
		if g.Obj.Has("macLen") {
			lengths = g.Obj
		}
		key, msg := t.Obj.Hex("key"), t.Obj.Hex("msg")
		sameLen(t.Obj, lengths, "keyLen", key)
		sameLen(t.Obj, lengths, "msgLen", msg)
		macLen := lengths.Int("macLen")
		if macLen == 0 || macLen%8 != 0 {
			t.Obj.Fail("\"macLen\" of %d bits is not whole bytes", macLen)
		}
		test := MACTest(in.Set.Algorithm, key, msg, int(macLen/8))
		test.ID = t.ID
		if want := in.want(g, t); want != nil {
			test.Judge = same("mac", want.Hex("mac"))
		}
		u.Tests = append(u.Tests, test)
	}
	if len(g.Tests) == 0 {
		g.Obj.Skip("keyLen", "msgLen", "macLen")
	}
	return []*Unit{u}
}

// sameLen checks a length in bits against the bytes that it describes.
func sameLen(o, lengths *acvpjson.Object, key string, b []byte) {
	if n := lengths.Int(key); n != int64(len(b))*8 {
		o.Fail("%q is %d bits and the field has %d bytes", key, n, len(b))
	}
}

// MACTest asks for a full MAC and cuts it to macLen bytes.
func MACTest(algorithm string, key, msg []byte, macLen int) *Test {
	call := wire.Call{Name: algorithm, Args: [][]byte{msg, key}, Want: 1}
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		reply, err := c.Call(call)
		if err != nil {
			return nil, err
		}
		mac := reply[0]
		if h, known := bitsha.Lookup(strings.TrimPrefix(algorithm, "HMAC-")); known && len(mac) != h.Size() {
			return nil, wrong("the MAC has %d bytes, %s has %d", len(mac), algorithm, h.Size())
		}
		if len(mac) < macLen {
			return nil, wrong("the MAC has %d bytes, %d are asked for", len(mac), macLen)
		}
		return acvpjson.Fields{acvpjson.Hex("mac", mac[:macLen])}, nil
	}}
}

// SameMAC judges an answer by a known MAC.
func SameMAC(want []byte) func(acvpjson.Fields) error { return same("mac", want) }

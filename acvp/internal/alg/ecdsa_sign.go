package alg

import (
	"crypto/rand"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/judge"
	"cordon.example/acvp/internal/wire"
)

// randomized reads the random value of an SP 800-106 test and gives the signed data and its number of bits.
func randomized(o *acvpjson.Object, msg []byte) [][]byte {
	rv := o.Hex("randomValue")
	sameLen(o, o, "randomValueLen", rv)
	data, numBits, err := bitsha.Randomize(msg, rv)
	if err != nil {
		o.Fail("%v", err)
	}
	return [][]byte{data, wire.U64(numBits)}
}

// signer is a sigGen group: one key, many signatures.
type signer struct {
	curve, hash string
	component   bool
	randomize   bool
	d, x, y     []byte
	fresh       judge.Fresh
}

func parseSigGen(in *Input, g *acvpjson.Group) []*Unit {
	testType(g, "AFT")
	conformance := g.Obj.OptStr("conformance", "")
	s := &signer{curve: g.Obj.Str("curve"), hash: g.Obj.Str("hashAlg"),
		component: g.Obj.OptBool("componentTest"), randomize: conformance != ""}
	u := in.ecdsaUnit(g, "sigGen", sigLabel("sigGen", s.component, conformance),
		sigNeed(s.curve, s.hash, s.component, conformance))
	u.Start = s.start
	if _, known := bitsha.Lookup(s.hash); !known && !s.component && (in.Judging || s.randomize) {
		u.Need.Unjudged = "the driver cannot compute " + s.hash
	}
	if in.Judging && judge.Curve(s.curve) == nil {
		u.Need.Unjudged = "the driver cannot compute on " + s.curve
	}
	if a := in.Answers.Group(g.ID); a != nil {
		a.Skip("qx", "qy", "conformance")
	}
	for _, t := range g.Tests {
		test := &Test{ID: t.ID, Run: s.sign(t.Obj.Hex("message"))}
		if a := in.Answers.Test(g.ID, t.ID); a != nil {
			a.Skip("r", "s", "randomValue", "randomValueLen") // one right answer among many
		}
		if in.Judging {
			test.Judge = s.judge(t.Obj.Hex("message"))
		}
		u.Tests = append(u.Tests, test)
	}
	return []*Unit{u, in.givenK(g, conformance)}
}

// start makes the group's key.
func (s *signer) start(c Caller) (acvpjson.Fields, error) {
	reply, err := c.Call(wire.Call{Name: "ECDSA/keyGen", Args: [][]byte{[]byte(s.curve)}, Want: 3})
	if err != nil {
		return nil, err
	}
	s.d, s.x, s.y = reply[0], reply[1], reply[2]
	return acvpjson.Fields{acvpjson.Hex("qx", padded(s.curve, s.x)), acvpjson.Hex("qy", padded(s.curve, s.y))}, nil
}

func (s *signer) sign(msg []byte) func(Caller) (acvpjson.Fields, error) {
	return func(c Caller) (acvpjson.Fields, error) {
		call := wire.Call{Name: "ECDSA/sigGen", Want: 2}
		data, more := [][]byte{msg}, acvpjson.Fields(nil)
		switch {
		case s.component:
			call.Name += "/componentTest"
		case s.randomize:
			call.Name += "/bits"
			rv, err := randomValue(s.hash)
			if err != nil {
				return nil, err
			}
			signed, numBits, err := bitsha.Randomize(msg, rv)
			if err != nil {
				return nil, err
			}
			data = [][]byte{signed, wire.U64(numBits)}
			more = acvpjson.Fields{acvpjson.Hex("randomValue", rv), {Key: "randomValueLen", Value: 8 * len(rv)}}
		}
		call.Args = append([][]byte{[]byte(s.curve), s.d, []byte(s.hash)}, data...)
		reply, err := c.Call(call)
		if err != nil {
			return nil, err
		}
		return append(acvpjson.Fields{acvpjson.Hex("r", padded(s.curve, reply[0])),
			acvpjson.Hex("s", padded(s.curve, reply[1]))}, more...), nil
	}
}

// randomValue is as long as the digest.
func randomValue(hash string) ([]byte, error) {
	h, ok := bitsha.Lookup(hash)
	if !ok {
		return nil, wrong("no length of a random value is known for %s", hash)
	}
	rv := make([]byte, h.Size())
	_, err := rand.Read(rv)
	return rv, err
}

// judge verifies the signature by Go's own cryptography; two signatures of a key with one r would give the key away.
func (s *signer) judge(msg []byte) func(acvpjson.Fields) error {
	return func(f acvpjson.Fields) error {
		r, sig := f.Bytes("r"), f.Bytes("s")
		if err := judge.KeyPair(s.curve, s.d, s.x, s.y); err != nil {
			return wrong("the group's key: %v", err)
		}
		var err error
		switch {
		case s.component:
			err = judge.Signature(s.curve, s.x, s.y, msg, r, sig)
		case s.randomize:
			data, numBits, rErr := bitsha.Randomize(msg, f.Bytes("randomValue"))
			if rErr != nil {
				return rErr
			}
			err = judge.SignatureOver(s.curve, s.hash, data, numBits, s.x, s.y, r, sig)
		default:
			err = judge.SignatureOver(s.curve, s.hash, msg, 8*uint64(len(msg)), s.x, s.y, r, sig)
		}
		if err != nil {
			return err
		}
		return s.fresh.Check("r", r)
	}
}

// givenK makes a unit of exact comparisons where the internal projection tells d and k. It is nil where it does not.
func (in *Input) givenK(g *acvpjson.Group, conformance string) *Unit {
	group := in.Internal.Group(g.ID)
	if !in.Judging || group == nil || !group.Has("d") {
		return nil
	}
	curve, hash := g.Obj.Str("curve"), g.Obj.Str("hashAlg")
	component := g.Obj.OptBool("componentTest")
	u := in.ecdsaUnit(g, "sigGen", sigLabel("sigGen given k", component, conformance),
		sigNeed(curve, hash, component, conformance))
	u.Set = nil
	u.Need.Features = append(u.Need.Features, "testk")
	if component {
		u.Need.Unhandled = "the driver has no handler for component tests with a given k"
	}
	d := group.HexInt("d")
	for _, t := range g.Tests {
		o := in.Internal.Test(g.ID, t.ID)
		if o == nil || !o.Has("k") {
			continue
		}
		data := [][]byte{t.Obj.Hex("message")}
		if conformance != "" && u.Need.Unhandled == "" {
			data = randomized(o, data[0])
		}
		test := GivenKTest(curve, hash, d, data, o.HexInt("k"), o.HexInt("r"), o.HexInt("s"))
		test.ID = t.ID
		u.Tests = append(u.Tests, test)
	}
	return u
}

// GivenKTest signs with a given k and compares exactly. data is the message, and its number of bits if that is not
// whole bytes.
func GivenKTest(curve, hash string, d []byte, data [][]byte, k, r, s []byte) *Test {
	name := "ECDSA/sigGen/k"
	if len(data) > 1 {
		name += "/bits"
	}
	args := append([][]byte{[]byte(curve), d, []byte(hash)}, data...)
	args = append(args, k)
	return &Test{
		Run: func(c Caller) (acvpjson.Fields, error) {
			reply, err := c.Call(wire.Call{Name: name, Args: args, Want: 2})
			if err != nil {
				return nil, err
			}
			return acvpjson.Fields{acvpjson.Hex("r", reply[0]), acvpjson.Hex("s", reply[1])}, nil
		},
		Judge: all(sameInt("r", r), sameInt("s", s)),
	}
}

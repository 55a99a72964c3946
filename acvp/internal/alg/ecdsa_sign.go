package alg

// This file owns sigGen of ECDSA and of deterministic ECDSA.

import (
	"crypto/rand"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/judge"
	"cordon.example/acvp/internal/wire"
)

// randomized reads the random value of an SP 800-106 test and gives the signed data and its number of bits.
func randomized(hash string, o *acvpjson.Object, msg []byte) [][]byte {
	rv := o.Hex("randomValue")
	sameLen(o, o, "randomValueLen", rv)
	data, err := randomize(hash, msg, rv)
	if err != nil {
		o.Fail("%v", err)
	}
	return data
}

// randomize gives the data that SP 800-106 signs, as a hash function takes it, and its number of bits.
func randomize(hash string, msg, rv []byte) ([][]byte, error) {
	data, numBits, err := bitsha.Randomize(msg, rv)
	return [][]byte{bitsha.FromHigh(hash, data, numBits), wire.U64(numBits)}, err
}

// signer is a sigGen group: one key, many signatures.
type signer struct {
	algorithm   string // ECDSA or DetECDSA
	curve, hash string
	component   bool
	conformance string
	d, x, y     []byte
	fresh       judge.Fresh
}

// unit makes a unit of the group under a label.
func (s *signer) unit(in *Input, g *acvpjson.Group, label string) *Unit {
	u := in.ecdsaUnit(g, "sigGen", sigLabel(label, s.component, s.conformance),
		sigNeed(s.curve, s.hash, s.component, s.conformance))
	u.Algorithm, u.Need.Algorithm = s.algorithm, s.algorithm
	if s.algorithm == deterministic && s.component {
		u.Need.Unhandled = "the driver has no handler for component tests of DetECDSA"
	}
	return u
}

func parseSigGen(in *Input, g *acvpjson.Group) []*Unit {
	testType(g, "AFT")
	s := &signer{algorithm: "ECDSA", curve: g.Obj.Name("curve"), hash: g.Obj.Name("hashAlg"),
		component: g.Obj.OptBool("componentTest"), conformance: g.Obj.OptStr("conformance", "")}
	if isDetECDSA(in.Set) {
		s.algorithm = deterministic
	}
	u := s.unit(in, g, "sigGen")
	u.Start = s.start
	if _, known := bitsha.Lookup(s.hash); !known && !s.component && (in.Judging || s.conformance != "") {
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
	return []*Unit{u, in.given(g, s)}
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

// command gives the name of the command that signs, but for what follows it.
func (s *signer) command() string { return s.algorithm + "/sigGen" }

func (s *signer) sign(msg []byte) func(Caller) (acvpjson.Fields, error) {
	return func(c Caller) (acvpjson.Fields, error) {
		call := wire.Call{Name: s.command(), Want: 2}
		data, more := [][]byte{msg}, acvpjson.Fields(nil)
		switch {
		case s.component:
			call.Name += "/componentTest"
		case s.conformance != "":
			call.Name += "/bits"
			rv, err := randomValue(s.hash)
			if err != nil {
				return nil, err
			}
			if data, err = randomize(s.hash, msg, rv); err != nil {
				return nil, err
			}
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

// digest gives what is signed for an answer.
func (s *signer) digest(msg []byte, f acvpjson.Fields) ([]byte, error) {
	if s.component {
		return msg, nil
	}
	numBits := 8 * uint64(len(msg))
	if s.conformance != "" {
		data, n, err := bitsha.Randomize(msg, f.Bytes("randomValue"))
		if err != nil {
			return nil, err
		}
		msg, numBits = bitsha.FromHigh(s.hash, data, n), n
	}
	return bitsha.Sum(s.hash, msg, numBits)
}

// judge verifies the signature by Go's own cryptography. Two signatures of a key with one random nonce would give the key
// away; a deterministic signature has one right value.
func (s *signer) judge(msg []byte) func(acvpjson.Fields) error {
	return func(f acvpjson.Fields) error {
		r, sig := f.Bytes("r"), f.Bytes("s")
		if err := judge.KeyPair(s.curve, s.d, s.x, s.y); err != nil {
			return wrong("the group's key: %v", err)
		}
		digest, err := s.digest(msg, f)
		if err != nil {
			return err
		}
		if err := judge.Signature(s.curve, s.x, s.y, digest, r, sig); err != nil {
			return err
		}
		if s.algorithm != deterministic {
			return s.fresh.Check("r", r)
		}
		wantR, wantS, err := judge.Deterministic(s.curve, s.hash, s.d, digest)
		if err != nil {
			return err
		}
		return all(sameInt("r", wantR), sameInt("s", wantS))(f)
	}
}

// given makes a unit of exact comparisons where the internal projection tells d, and k unless the signature is
// deterministic. It is nil where it does not.
func (in *Input) given(g *acvpjson.Group, s *signer) *Unit {
	group := in.Internal.Group(g.ID)
	if !in.Judging || group == nil || !group.Has("d") {
		return nil
	}
	label := "sigGen given k"
	if s.algorithm == deterministic {
		label = "sigGen given d"
	}
	u := s.unit(in, g, label)
	u.Set = nil
	if s.algorithm != deterministic {
		u.Need.Features = append(u.Need.Features, "testk")
		if s.component {
			u.Need.Unhandled = "the driver has no handler for component tests with a given k"
		}
	}
	d := group.HexInt("d")
	for _, t := range g.Tests {
		o := in.Internal.Test(g.ID, t.ID)
		if o == nil || !o.Has("r") || !o.Has("k") && s.algorithm != deterministic {
			continue
		}
		data := [][]byte{t.Obj.Hex("message")}
		if s.conformance != "" && u.Need.Unhandled == "" {
			data = randomized(s.hash, o, data[0])
		}
		var test *Test
		if s.algorithm == deterministic {
			test = DeterministicTest(s.curve, s.hash, d, data, o.HexInt("r"), o.HexInt("s"))
		} else {
			test = GivenKTest(s.curve, s.hash, d, data, o.HexInt("k"), o.HexInt("r"), o.HexInt("s"))
		}
		test.ID = t.ID
		u.Tests = append(u.Tests, test)
	}
	return u
}

// GivenKTest signs with a given k and compares exactly. data is the message, and its number of bits if that is not
// whole bytes.
func GivenKTest(curve, hash string, d []byte, data [][]byte, k, r, s []byte) *Test {
	args := append([][]byte{[]byte(curve), d, []byte(hash)}, data...)
	return exactTest("ECDSA/sigGen/k", len(data) > 1, append(args, k), r, s)
}

// DeterministicTest signs by RFC 6979 and compares exactly. data is as for GivenKTest.
func DeterministicTest(curve, hash string, d []byte, data [][]byte, r, s []byte) *Test {
	args := append([][]byte{[]byte(curve), d, []byte(hash)}, data...)
	return exactTest("DetECDSA/sigGen", len(data) > 1, args, r, s)
}

func exactTest(name string, bits bool, args [][]byte, r, s []byte) *Test {
	if bits {
		name += "/bits"
	}
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

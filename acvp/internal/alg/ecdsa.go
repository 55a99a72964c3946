package alg

import (
	"bytes"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/judge"
	"cordon.example/acvp/internal/wire"
)

// deterministic is the algorithm of signatures without a random nonce (FIPS 186-5, A.3.3).
const deterministic = "DetECDSA"

func isDetECDSA(s *acvpjson.Set) bool {
	return strings.EqualFold(s.Algorithm, deterministic) && strings.EqualFold(s.Mode, "sigGen")
}

func isECDSA(mode string) func(*acvpjson.Set) bool {
	return func(s *acvpjson.Set) bool {
		return strings.EqualFold(s.Algorithm, "ECDSA") && strings.EqualFold(s.Mode, mode)
	}
}

// ecdsaUnit makes a unit of a mode, which the table shows under a label.
func (in *Input) ecdsaUnit(g *acvpjson.Group, mode, label string, need caps.Need) *Unit {
	u := in.unit(g, need)
	u.Algorithm, u.Mode = "ECDSA", label
	u.Need.Algorithm, u.Need.Mode = "ECDSA", mode
	return u
}

// padded brings an integer to the field width of the curve, for a response.
func padded(curve string, b []byte) []byte {
	c := judge.Curve(curve)
	if c == nil {
		return b
	}
	b = bytes.TrimLeft(b, "\x00")
	if n := judge.FieldLen(c); len(b) < n {
		b = append(make([]byte, n-len(b)), b...)
	}
	return b
}

func parseKeyGen(in *Input, g *acvpjson.Group) []*Unit {
	testType(g, "AFT")
	curve := g.Obj.Name("curve")
	mode := g.Obj.OptStr("secretGenerationMode", "")
	need := caps.Need{Curve: curve, SecretMode: mode}
	command := "ECDSA/keyGen"
	if mode == "extra bits" {
		command = "ECDSA/keyGen/extraBits"
		need.Features = []string{"extrabits"}
	}
	if in.Judging && judge.Curve(curve) == nil {
		need.Unjudged = "the driver cannot compute on " + curve
	}
	u := in.ecdsaUnit(g, "keyGen", "keyGen", need)
	fresh := &judge.Fresh{}
	for _, t := range g.Tests {
		test := &Test{ID: t.ID, Run: func(c Caller) (acvpjson.Fields, error) {
			reply, err := c.Call(wire.Call{Name: command, Args: [][]byte{[]byte(curve)}, Want: 3})
			if err != nil {
				return nil, err
			}
			return acvpjson.Fields{acvpjson.Hex("d", padded(curve, reply[0])),
				acvpjson.Hex("qx", padded(curve, reply[1])), acvpjson.Hex("qy", padded(curve, reply[2]))}, nil
		}}
		if a := in.Answers.Test(g.ID, t.ID); a != nil {
			a.Skip("d", "qx", "qy") // one right answer among many
		}
		if in.Judging {
			test.Judge = all(
				func(f acvpjson.Fields) error {
					return judge.KeyPair(curve, f.Bytes("d"), f.Bytes("qx"), f.Bytes("qy"))
				},
				func(f acvpjson.Fields) error { return fresh.Check("d", f.Bytes("d")) })
		}
		u.Tests = append(u.Tests, test)
	}
	return []*Unit{u}
}

func parseKeyVer(in *Input, g *acvpjson.Group) []*Unit {
	testType(g, "AFT")
	curve := g.Obj.Name("curve")
	u := in.ecdsaUnit(g, "keyVer", "keyVer", caps.Need{Curve: curve})
	for _, t := range g.Tests {
		test := KeyVerTest(curve, t.Obj.HexInt("qx"), t.Obj.HexInt("qy"))
		test.ID = t.ID
		if want := in.want(g, t); want != nil {
			test.Judge = testPassed(want.Bool("testPassed"))
		}
		u.Tests = append(u.Tests, test)
	}
	return []*Unit{u}
}

// KeyVerTest asks whether x, y is a valid public key.
func KeyVerTest(curve string, x, y []byte) *Test {
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		return yesNo(c, wire.Call{Name: "ECDSA/keyVer", Args: [][]byte{[]byte(curve), x, y}})
	}}
}

// KeyPairTest asks for the public key of a private one, and compares.
func KeyPairTest(curve string, d, x, y []byte) *Test {
	return &Test{
		Run: func(c Caller) (acvpjson.Fields, error) {
			reply, err := c.Call(wire.Call{Name: "ECDSA/keyPair", Args: [][]byte{[]byte(curve), d}, Want: 2})
			if err != nil {
				return nil, err
			}
			return acvpjson.Fields{acvpjson.Hex("qx", reply[0]), acvpjson.Hex("qy", reply[1])}, nil
		},
		Judge: all(sameInt("qx", x), sameInt("qy", y)),
	}
}

// Both is one test of two: the answer is that of the second.
func Both(a, b *Test) *Test {
	return &Test{
		Run: func(c Caller) (acvpjson.Fields, error) {
			f, err := a.Run(c)
			if err != nil {
				return nil, err
			}
			if err := a.Judge(f); err != nil {
				return nil, wrong("%v", err)
			}
			return b.Run(c)
		},
		Judge: b.Judge,
	}
}

// sameInt compares integers of any width.
func sameInt(key string, want []byte) func(acvpjson.Fields) error {
	return func(f acvpjson.Fields) error {
		if got := f.Bytes(key); !judge.SameInt(got, want) {
			return wrong("%s is %s, expected %s", key, short(got), short(want))
		}
		return nil
	}
}

// Passed judges a yes or no.
func Passed(want bool) func(acvpjson.Fields) error { return testPassed(want) }

func parseSigVer(in *Input, g *acvpjson.Group) []*Unit {
	testType(g, "AFT")
	curve, hash := g.Obj.Name("curve"), g.Obj.Name("hashAlg")
	component := g.Obj.OptBool("componentTest")
	conformance := g.Obj.OptStr("conformance", "")
	u := in.ecdsaUnit(g, "sigVer", sigLabel("sigVer", component, conformance),
		sigNeed(curve, hash, component, conformance))
	for _, t := range g.Tests {
		msg := t.Obj.Hex("message")
		x, y := t.Obj.HexInt("qx"), t.Obj.HexInt("qy")
		r, s := t.Obj.HexInt("r"), t.Obj.HexInt("s")
		name, data := "ECDSA/sigVer", [][]byte{msg}
		switch {
		case component:
			name += "/componentTest"
		case conformance != "":
			name += "/bits"
			data = randomized(hash, t.Obj, msg)
		}
		args := append([][]byte{[]byte(curve), []byte(hash)}, data...)
		args = append(args, x, y, r, s)
		test := &Test{ID: t.ID, Run: func(c Caller) (acvpjson.Fields, error) {
			return yesNo(c, wire.Call{Name: name, Args: args})
		}}
		if want := in.want(g, t); want != nil {
			test.Judge = testPassed(want.Bool("testPassed"))
		}
		u.Tests = append(u.Tests, test)
	}
	return []*Unit{u}
}

// SigVerTest verifies r, s over a message.
func SigVerTest(curve, hash string, msg, x, y, r, s []byte) *Test {
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		return yesNo(c, wire.Call{Name: "ECDSA/sigVer",
			Args: [][]byte{[]byte(curve), []byte(hash), msg, x, y, r, s}})
	}}
}

// SigFormTest verifies a whole signature in the form "der" or "raw".
func SigFormTest(form, curve, hash string, msg, x, y, sig []byte) *Test {
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		return yesNo(c, wire.Call{Name: "ECDSA/sigVer/" + form,
			Args: [][]byte{[]byte(curve), []byte(hash), msg, x, y, sig}})
	}}
}

// sigLabel labels a kind of group in the table.
func sigLabel(mode string, component bool, conformance string) string {
	if component {
		mode += " component"
	}
	if conformance != "" {
		mode += " " + conformance
	}
	return mode
}

// sigNeed is what a sigGen or sigVer group asks of a module.
func sigNeed(curve, hash string, component bool, conformance string) caps.Need {
	need := caps.Need{Curve: curve, Hash: hash, ComponentTest: component}
	switch {
	case conformance == "":
	case !strings.EqualFold(conformance, "SP800-106"):
		need.Unhandled = "the driver has no handler for conformance " + conformance
	case component:
		need.Unhandled = "the driver has no handler for component tests with SP800-106"
	default:
		need.Features = []string{"bits"}
	}
	return need
}

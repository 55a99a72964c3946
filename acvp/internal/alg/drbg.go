package alg

import (
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/wire"
)

func isHMACDRBG(s *acvpjson.Set) bool { return strings.EqualFold(s.Algorithm, "hmacDRBG") }

// parseHMACDRBG takes revisions 1.0 and SP800-90Ar1, whose prompts have one form.
func parseHMACDRBG(in *Input, g *acvpjson.Group) []*Unit {
	testType(g, "AFT")
	mode := g.Obj.Name("mode")
	pr, reseed := g.Obj.Bool("predResistance"), g.Obj.Bool("reSeed")
	outBits := g.Obj.Int("returnedBitsLen")
	if outBits == 0 || outBits%8 != 0 {
		g.Obj.Fail("\"returnedBitsLen\" of %d bits is not whole bytes", outBits)
	}
	g.Obj.Skip("derFunc")
	u := in.unit(g, caps.Need{DRBGMode: mode, PredResistance: &pr, Reseed: reseed})
	u.Mode = "no reseed"
	command, steps := "hmacDRBG/", []string{"generate", "generate"}
	switch {
	case pr:
		u.Mode, command = "pr", "hmacDRBG-pr/"
	case reseed:
		u.Mode, command = "reseed", "hmacDRBG-reseed/"
		steps = []string{"reSeed", "generate", "generate"}
	}
	for _, t := range g.Tests {
		entropy, nonce, pers := t.Obj.Hex("entropyInput"), t.Obj.Hex("nonce"), t.Obj.Hex("persoString")
		sameLen(t.Obj, g.Obj, "entropyInputLen", entropy)
		sameLen(t.Obj, g.Obj, "nonceLen", nonce)
		sameLen(t.Obj, g.Obj, "persoStringLen", pers)
		args := [][]byte{wire.U32(uint32(outBits / 8)), entropy, pers}
		args = append(args, otherInput(g, t, steps, pr)...)
		args = append(args, nonce)
		test := &Test{ID: t.ID, Run: drbgRun(command+mode, args, int(outBits/8))}
		if want := in.want(g, t); want != nil {
			test.Judge = same("returnedBits", want.Hex("returnedBits"))
		}
		u.Tests = append(u.Tests, test)
	}
	return []*Unit{u}
}

// otherInput checks the steps of a test and gives their inputs in the order of the command: additional input and
// entropy of a reseed, or of a generate with prediction resistance; additional input alone of another generate.
func otherInput(g *acvpjson.Group, t *acvpjson.Test, steps []string, pr bool) [][]byte {
	list := t.Obj.List("otherInput")
	if len(list) != len(steps) {
		t.Obj.Fail("\"otherInput\" has %d steps, expected %s", len(list), strings.Join(steps, ", "))
		return nil
	}
	var args [][]byte
	for i, o := range list {
		o.SetWhere(t.Obj.Where())
		if use := o.Str("intendedUse"); use != steps[i] {
			o.Fail("step %d of \"otherInput\" is %q, expected %q", i+1, use, steps[i])
		}
		ad, entropy := o.Hex("additionalInput"), o.Hex("entropyInput")
		sameLen(o, g.Obj, "additionalInputLen", ad)
		o.Done()
		args = append(args, ad)
		if pr || steps[i] == "reSeed" {
			args = append(args, entropy)
		} else if len(entropy) > 0 {
			o.Fail("entropy in a step that takes none")
		}
	}
	return args
}

func drbgRun(name string, args [][]byte, outLen int) func(Caller) (acvpjson.Fields, error) {
	return func(c Caller) (acvpjson.Fields, error) {
		reply, err := c.Call(wire.Call{Name: name, Args: args, Want: 1})
		if err != nil {
			return nil, err
		}
		if len(reply[0]) != outLen {
			return nil, wrong("%d bytes were returned, %d were asked for", len(reply[0]), outLen)
		}
		return acvpjson.Fields{acvpjson.Hex("returnedBits", reply[0])}, nil
	}
}

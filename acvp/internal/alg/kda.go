package alg

// This file owns the one-step KDF: KDA OneStep Sp800-56Cr2, and what KAS-ECC takes from it.

import (
	"bytes"
	"encoding/hex"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/judge"
	"cordon.example/acvp/internal/wire"
)

func isKDA(s *acvpjson.Set) bool {
	return strings.EqualFold(s.Algorithm, "KDA") && strings.EqualFold(s.Mode, "OneStep")
}

// oneStep is a group's kdfConfiguration.
type oneStep struct {
	aux       string // SHA2-256, HMAC-SHA2-256, ...
	pattern   []string
	outLen    int
	unhandled string // why the driver cannot do it
}

// patternFields are the parts of a fixedInfoPattern that stand in kdfParameter; the others are the parties, l, and
// literal[digits].
const patternFields = " algorithmId context label t "

// parseOneStep reads a kdfConfiguration.
func parseOneStep(o *acvpjson.Object, where string) *oneStep {
	k := &oneStep{}
	if o == nil {
		return k
	}
	o.SetWhere(where)
	kind := o.Str("kdfType")
	if kind != "oneStep" {
		k.unhandled = "the driver has no handler for kdfType " + kind
		skipAll(o)
		return k
	}
	k.aux = o.Name("auxFunction")
	k.pattern = strings.Split(o.Str("fixedInfoPattern"), "||")
	for _, part := range k.pattern {
		_, isLiteral := literal(part)
		if !isLiteral && part != "l" && part != "uPartyInfo" && part != "vPartyInfo" &&
			!strings.Contains(patternFields, " "+part+" ") {
			k.unhandled = "the driver has no handler for " + part + " in a fixedInfoPattern"
		}
	}
	if encoding := o.Str("fixedInfoEncoding"); encoding != "concatenation" {
		k.unhandled = "the driver has no handler for fixedInfoEncoding " + encoding
	}
	if o.Has("l") {
		k.setLen(o, o.Int("l"))
	}
	o.Skip("saltMethod", "saltLen")
	o.Done()
	return k
}

// literal gives the bytes of "literal[digits]".
func literal(part string) ([]byte, bool) {
	digits, ok := strings.CutPrefix(part, "literal[")
	if !ok || !strings.HasSuffix(digits, "]") {
		return nil, false
	}
	b, err := hex.DecodeString(strings.TrimSuffix(digits, "]"))
	return b, err == nil
}

// maxDerivedBits bounds the output: a fault of a file shall not cost memory.
const maxDerivedBits = 1 << 24

func (k *oneStep) setLen(o *acvpjson.Object, numBits int64) {
	if numBits == 0 || numBits%8 != 0 || numBits > maxDerivedBits {
		o.Fail("\"l\" of %d bits is out of range, or not whole bytes", numBits)
		return
	}
	k.outLen = int(numBits / 8)
}

// kdfParameter is what a test adds to its group.
type kdfParameter struct {
	salt   []byte
	fields map[string][]byte // parts of the FixedInfo
	z      []byte            // KDA alone
}

// parameter reads a test's kdfParameter; a nil KDF has none.
func (k *oneStep) parameter(t *acvpjson.Object) *kdfParameter {
	p := &kdfParameter{fields: map[string][]byte{}}
	if k == nil {
		return p
	}
	o := t.Obj("kdfParameter")
	if o == nil {
		return p
	}
	o.SetWhere(t.Where())
	if kind := o.Str("kdfType"); kind != "oneStep" {
		o.Fail("kdfType %q differs from the group's", kind)
	}
	p.salt, p.z = o.OptHex("salt"), o.OptHex("z")
	if o.Has("l") && int(o.Int("l")) != 8*k.outLen {
		o.Fail("\"l\" differs from the group's")
	}
	for _, part := range k.pattern {
		if strings.Contains(patternFields, " "+part+" ") {
			p.fields[part] = o.Hex(part)
		}
	}
	o.Done()
	return p
}

// fixedInfo puts the parts of the pattern together; l is a number of bits in 4 bytes.
func (k *oneStep) fixedInfo(p *kdfParameter, u, v []byte) []byte {
	var out []byte
	for _, part := range k.pattern {
		bits := uint32(8 * k.outLen)
		switch part {
		case "uPartyInfo":
			out = append(out, u...)
		case "vPartyInfo":
			out = append(out, v...)
		case "l":
			out = append(out, byte(bits>>24), byte(bits>>16), byte(bits>>8), byte(bits))
		default:
			if b, isLiteral := literal(part); isLiteral {
				out = append(out, b...)
			} else {
				out = append(out, p.fields[part]...)
			}
		}
	}
	return out
}

// derive asks the module to derive from a Z that the driver holds.
func (k *oneStep) derive(c Caller, z, salt, info []byte) ([]byte, error) {
	reply, err := c.Call(wire.Call{Name: "KDA/OneStep", Want: 1,
		Args: [][]byte{[]byte(k.aux), z, salt, info, wire.U32(uint32(k.outLen))}})
	if err != nil {
		return nil, err
	}
	return k.checked(reply[0])
}

func (k *oneStep) checked(dkm []byte) ([]byte, error) {
	if len(dkm) != k.outLen {
		return nil, wrong("%d bytes were derived, %d were asked for", len(dkm), k.outLen)
	}
	return dkm, nil
}

// partyInfo is an identifier and, if there are any, ephemeral data.
func partyInfo(t *acvpjson.Object, key string) []byte {
	o := t.Obj(key)
	if o == nil {
		return nil
	}
	o.SetWhere(t.Where())
	info := append(append([]byte(nil), o.Hex("partyId")...), o.OptHex("ephemeralData")...)
	o.Done()
	return info
}

func parseKDA(in *Input, g *acvpjson.Group) []*Unit {
	kind := testType(g, "AFT", "VAL")
	k := parseOneStep(g.Obj.Obj("kdfConfiguration"), g.Obj.Where())
	u := in.unit(g, caps.Need{Aux: k.aux, Unhandled: k.unhandled, Features: []string{"onestep"}})
	u.Mode = "OneStep " + kind
	hash, _ := bitsha.Lookup(strings.TrimPrefix(k.aux, "HMAC-"))
	judged := hash.Size() > 0 && !hash.IsXOF()
	if in.Judging && !judged && in.Answers == nil {
		u.Need.Unjudged = "the driver cannot compute " + k.aux
	}
	for _, t := range g.Tests {
		test := &Test{ID: t.ID}
		u.Tests = append(u.Tests, test)
		want := in.Answers.Test(g.ID, t.ID)
		if k.unhandled != "" {
			skipAll(t.Obj, want)
			continue
		}
		k.test(t.Obj, test, kind, want, in.Judging && judged)
	}
	return []*Unit{u}
}

// test makes one test of KDA. It is held to the published answer, and to Go's cryptography where that can compute it.
func (k *oneStep) test(o *acvpjson.Object, test *Test, kind string, want *acvpjson.Object, judged bool) {
	p := k.parameter(o)
	if len(p.z) == 0 {
		o.Fail("missing field %q", "z")
	}
	info := k.fixedInfo(p, partyInfo(o, "fixedInfoPartyU"), partyInfo(o, "fixedInfoPartyV"))
	var judges []func(acvpjson.Fields) error
	var computed []byte
	if judged {
		var err error
		if computed, err = judge.OneStep(k.aux, p.z, p.salt, info, k.outLen); err != nil {
			o.Fail("%v", err)
		}
	}
	if kind == "AFT" {
		test.Run = func(c Caller) (acvpjson.Fields, error) {
			dkm, err := k.derive(c, p.z, p.salt, info)
			return acvpjson.Fields{acvpjson.Hex("dkm", dkm)}, err
		}
		if want != nil {
			judges = append(judges, same("dkm", want.Hex("dkm")))
		}
		if judged {
			judges = append(judges, same("dkm", computed))
		}
	} else {
		given := o.Hex("dkm")
		test.Run = func(c Caller) (acvpjson.Fields, error) {
			dkm, err := k.derive(c, p.z, p.salt, info)
			return acvpjson.Fields{{Key: "testPassed", Value: bytes.Equal(dkm, given)}}, err
		}
		if want != nil {
			judges = append(judges, testPassed(want.Bool("testPassed")))
		}
		if judged {
			judges = append(judges, testPassed(bytes.Equal(computed, given)))
		}
	}
	if len(judges) > 0 {
		test.Judge = all(judges...)
	}
}

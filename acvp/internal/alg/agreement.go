package alg

// This file owns key agreement: KAS-ECC-SSC, KAS-ECC (1.0 without a KDF, Sp800-56Ar3 with the one-step KDF) and its
// component CDH.

import (
	"bytes"
	"errors"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/judge"
	"cordon.example/acvp/internal/wire"
)

func isAgreement(s *acvpjson.Set) bool {
	return s.Mode == "" && (strings.EqualFold(s.Algorithm, "KAS-ECC-SSC") || strings.EqualFold(s.Algorithm, "KAS-ECC"))
}

func isCDH(s *acvpjson.Set) bool {
	return strings.EqualFold(s.Algorithm, "KAS-ECC") && strings.EqualFold(s.Mode, "CDH-Component")
}

// agreement is a group: what is agreed, and what becomes of Z.
type agreement struct {
	curve, role string
	parts       []exchange
	secret      string   // the field of the result: z, hashZ, hashZIut or dkm
	hash        string   // hashes Z, if not empty
	kdf         *oneStep // derives from Z, if not nil
	iut, server []byte   // identifiers, for the KDF
	fresh       judge.Fresh
}

func parseAgreement(in *Input, g *acvpjson.Group) []*Unit {
	a := &agreement{secret: "z"}
	scheme := g.Obj.Name("scheme")
	a.role = g.Obj.Name("kasRole")
	a.parts = exchanges(scheme, a.role)
	need := caps.Need{Scheme: scheme}
	label := scheme
	switch {
	case strings.EqualFold(in.Set.Algorithm, "KAS-ECC-SSC"):
		a.curve = g.Obj.Name("domainParameterGenerationMode")
		if hash := g.Obj.OptStr("hashFunctionZ", "none"); !strings.EqualFold(hash, "none") {
			a.hash, a.secret = hash, "hashZ"
			need.Also = []string{hash}
		}
	case g.Obj.Has("kasMode"): // revision 1.0
		a.curve, a.hash, a.secret = g.Obj.Name("curve"), g.Obj.Name("hashAlg"), "hashZIut"
		g.Obj.Skip("parmSet")
		need.Hash, need.Also = a.hash, []string{a.hash}
		if mode := g.Obj.Name("kasMode"); mode != "noKdfNoKc" {
			need.Unhandled = "the driver has no handler for kasMode " + mode
		}
	default:
		a.withKDF(in, g, &need)
	}
	need.Curve = a.curve
	if a.parts == nil && need.Unhandled == "" {
		need.Unhandled = "the driver has no handler for scheme " + scheme
	}
	u := in.unit(g, need)
	u.Mode = label
	return []*Unit{a.fill(in, g, u)}
}

// withKDF reads a group of KAS-ECC Sp800-56Ar3.
func (a *agreement) withKDF(in *Input, g *acvpjson.Group, need *caps.Need) {
	a.curve, a.secret = g.Obj.Name("domainParameterGenerationMode"), "dkm"
	a.iut, a.server = g.Obj.Hex("iutId"), g.Obj.Hex("serverId")
	a.kdf = parseOneStep(g.Obj.Obj("kdfConfiguration"), g.Obj.Where())
	a.kdf.setLen(g.Obj, g.Obj.Int("l"))
	need.Aux, need.Unhandled = a.kdf.aux, a.kdf.unhandled
	need.Features = []string{"onestep"}
	noEphemeral := len(a.parts) == 1 && a.parts[0] == exchange{static, static}
	switch {
	case g.Obj.Has("keyConfirmationDirection") || g.Obj.Has("macConfiguration"):
		need.Unhandled = "the driver has no handler for key confirmation"
	case noEphemeral:
		need.Unhandled = "the driver has no handler for staticUnified with a KDF"
	}
}

func parseCDH(in *Input, g *acvpjson.Group) []*Unit {
	a := &agreement{curve: g.Obj.Name("curve"), secret: "z", parts: []exchange{{single, single}}}
	u := in.unit(g, caps.Need{Curve: a.curve})
	return []*Unit{a.fill(in, g, u)}
}

// fill adds the tests of a group. Of one that is not handled nothing more is read.
func (a *agreement) fill(in *Input, g *acvpjson.Group, u *Unit) *Unit {
	kind := testType(g, "AFT", "VAL")
	if in.Judging && judge.Curve(a.curve) == nil {
		u.Need.Unjudged = "the driver cannot compute on " + a.curve
	}
	if _, known := bitsha.Lookup(a.hash); in.Judging && a.hash != "" && !known {
		u.Need.Unjudged = "the driver cannot compute " + a.hash
	}
	for _, t := range g.Tests {
		test := &Test{ID: t.ID}
		u.Tests = append(u.Tests, test)
		switch {
		case u.Need.Unhandled != "":
			skipAll(t.Obj, in.Answers.Test(g.ID, t.ID))
		case kind == "AFT":
			a.functional(in, g, t, test)
		case kind == "VAL":
			a.validity(in, g, t, test)
		}
	}
	if u.Need.Unhandled != "" {
		skipAll(g.Obj)
	}
	return u
}

// skipAll marks all fields as read: what is in them is not used.
func skipAll(objects ...*acvpjson.Object) {
	for _, o := range objects {
		if o != nil {
			o.Skip(o.Keys()...)
		}
	}
}

// result does the whole of the agreement, but for keys of ours that are given; it gives all keys and the secret.
func (a *agreement) result(c Caller, our, their keys, p *kdfParameter) (keys, []byte, error) {
	if a.kdf != nil {
		return a.derive(c, our, their, p)
	}
	all, z, err := agree(c, a.curve, a.parts, our, their)
	if err != nil || a.hash == "" {
		return all, z, err
	}
	reply, err := c.Call(wire.Call{Name: a.hash, Args: [][]byte{z}, Want: 1})
	if err != nil {
		return nil, nil, err
	}
	return all, reply[0], nil
}

// derive lets the module derive without showing Z where the scheme has one exchange. Where it has two, Z is put together
// here.
func (a *agreement) derive(c Caller, our, their keys, p *kdfParameter) (keys, []byte, error) {
	all, err := complete(c, a.curve, a.parts, our)
	if err != nil {
		return nil, nil, err
	}
	info := a.info(all, their, p)
	if len(a.parts) > 1 {
		_, z, err := agree(c, a.curve, a.parts, all, their)
		if err != nil {
			return nil, nil, err
		}
		dkm, err := a.kdf.derive(c, z, p.salt, info)
		return all, dkm, err
	}
	pair, peer := all[a.parts[0].ours], their[a.parts[0].theirs]
	reply, err := c.Call(wire.Call{Name: "ECDH/OneStep", Want: 3, Args: [][]byte{[]byte(a.curve), pair.d, peer.x, peer.y,
		[]byte(a.kdf.aux), p.salt, info, wire.U32(uint32(a.kdf.outLen))}})
	if err != nil {
		return nil, nil, err
	}
	if len(reply[0])+len(reply[1])+len(reply[2]) == 0 {
		return nil, nil, errKeys{}
	}
	if !pair.samePublic(keyPair{x: reply[0], y: reply[1]}) {
		return nil, nil, errPair{}
	}
	dkm, err := a.kdf.checked(reply[2])
	return all, dkm, err
}

// info is the FixedInfo: each party is its identifier and, if it has one, its ephemeral public key.
func (a *agreement) info(our, their keys, p *kdfParameter) []byte {
	party := func(id []byte, k keys) []byte {
		if pair, ok := k[ephemeral]; ok {
			return bytes.Join([][]byte{id, padded(a.curve, pair.x), padded(a.curve, pair.y)}, nil)
		}
		return id
	}
	u, v := party(a.iut, our), party(a.server, their)
	if !strings.EqualFold(a.role, "initiator") {
		u, v = v, u
	}
	return a.kdf.fixedInfo(p, u, v)
}

// expected is result by Go's cryptography.
func (a *agreement) expected(our, their keys, p *kdfParameter, byServer bool) ([]byte, error) {
	z, err := expectedSecret(a.curve, a.parts, our, their, byServer)
	switch {
	case err != nil:
		return nil, err
	case a.kdf != nil:
		return judge.OneStep(a.kdf.aux, z, p.salt, a.info(our, their, p), a.kdf.outLen)
	case a.hash != "":
		return bitsha.Sum(a.hash, z, 8*uint64(len(z)))
	}
	return z, nil
}

// functional is an AFT test: the module makes its own keys. They are judged from the server's private keys where an
// internal projection tells them, else from keys that the driver knows.
func (a *agreement) functional(in *Input, g *acvpjson.Group, t *acvpjson.Test, test *Test) {
	their := serverKeys(t.Obj, a.parts)
	p := a.kdf.parameter(t.Obj)
	byServer := in.Judging && their.privateServer(in.Internal.Test(g.ID, t.ID))
	var made keys
	test.Run = func(c Caller) (acvpjson.Fields, error) {
		our := keys{}
		var err error
		if in.Judging && !byServer {
			if our, err = complete(c, a.curve, a.parts, our); err != nil {
				return nil, err
			}
		}
		all, secret, err := a.result(c, our, their, p)
		if refused(err) {
			return nil, wrong("%v", err)
		}
		if err != nil {
			return nil, err
		}
		made = all
		return append(all.publicFields(a.curve), acvpjson.Hex(a.secret, secret)), nil
	}
	skipAll(in.Answers.Test(g.ID, t.ID)) // one right answer among many
	if !in.Judging {
		return
	}
	test.Judge = func(f acvpjson.Fields) error {
		want, err := a.expected(made, their, p, byServer)
		if err != nil {
			return err
		}
		for kind, pair := range made {
			if err := a.fresh.Check("the public key "+string(kind), pair.x); err != nil {
				return err
			}
		}
		return same(a.secret, want)(f)
	}
}

// refused tells whether the module, asked in the right way, found the keys wrong.
func refused(err error) bool {
	var bad errKeys
	var pair errPair
	return errors.As(err, &bad) || errors.As(err, &pair)
}

// validity is a VAL test: keys and result are given, and may be wrong.
func (a *agreement) validity(in *Input, g *acvpjson.Group, t *acvpjson.Test, test *Test) {
	our, their := moduleKeys(t.Obj, a.parts), serverKeys(t.Obj, a.parts)
	p := a.kdf.parameter(t.Obj)
	given := t.Obj.Hex(a.secret)
	test.Run = func(c Caller) (acvpjson.Fields, error) {
		_, secret, err := a.result(c, our, their, p)
		if err != nil && !refused(err) {
			return nil, err
		}
		return acvpjson.Fields{{Key: "testPassed", Value: err == nil && bytes.Equal(secret, given)}}, nil
	}
	switch want := in.Answers.Test(g.ID, t.ID); {
	case want != nil:
		test.Judge = testPassed(want.Bool("testPassed"))
	case in.Judging:
		test.Judge = testPassed(a.valid(our, their, p, given))
	}
}

// valid is the verdict of Go's cryptography where none is published.
func (a *agreement) valid(our, their keys, p *kdfParameter, given []byte) bool {
	for _, pair := range our {
		if judge.KeyPair(a.curve, pair.d, pair.x, pair.y) != nil {
			return false
		}
	}
	want, err := a.expected(our, their, p, false)
	return err == nil && bytes.Equal(want, given)
}

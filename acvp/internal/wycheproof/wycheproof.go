// Package wycheproof owns the reading of Wycheproof's JSON, from files or from the Go module that embeds them.
package wycheproof

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"github.com/c2sp/wycheproof"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/judge"
)

// families are the prefixes of the files that concern a module like this one. The others (RSA, AES, ...) are left alone.
var families = []string{"ecdsa_", "ecdh_", "ec_", "hmac_sha"}

// Embedded reads the vectors of the Go module.
func Embedded() ([]*alg.Unit, []error) {
	var units []*alg.Unit
	var errs []error
	names, err := fs.Glob(wycheproof.TestVectors, "*_test.json")
	if err != nil {
		return nil, []error{err}
	}
	for _, name := range names {
		if !concerns(name) {
			continue
		}
		data, err := fs.ReadFile(wycheproof.TestVectors, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		u, e := Parse("wycheproof", "wycheproof/"+name, data)
		units, errs = append(units, u...), append(errs, e...)
	}
	return units, errs
}

func concerns(name string) bool {
	for _, f := range families {
		if strings.HasPrefix(name, f) {
			return true
		}
	}
	return false
}

// Load reads one file.
func Load(source, path string) ([]*alg.Unit, []error) {
	data, err := acvpjson.ReadFile(path)
	if err != nil {
		return nil, []error{err}
	}
	return Parse(source, path, data)
}

// Parse reads the text of one file.
func Parse(source, path string, data []byte) ([]*alg.Unit, []error) {
	v, src, err := acvpjson.Decode(path, data)
	if err != nil {
		return nil, []error{err}
	}
	root, ok := v.(*acvpjson.Object)
	if !ok || !root.Has("numberOfTests") {
		return nil, []error{&acvpjson.InputError{File: path, Msg: "not a Wycheproof file: no \"numberOfTests\""}}
	}
	root.Skip("header", "notes", "schema", "generatorVersion")
	number := root.Int("numberOfTests")
	f := &file{source: source, path: path, algorithm: root.Str("algorithm")}
	for i, g := range root.List("testGroups") {
		g.SetWhere(fmt.Sprintf("group %d", i+1))
		f.group(g, int64(i+1))
	}
	root.Done()
	if f.count != number {
		root.Fail("\"numberOfTests\" is %d, the groups have %d", number, f.count)
	}
	return f.units, src.Errs()
}

type file struct {
	source, path, algorithm string
	units                   []*alg.Unit
	count                   int64
}

func (f *file) group(g *acvpjson.Object, id int64) {
	u := &alg.Unit{Source: f.source, File: f.path, Algorithm: f.algorithm, Group: id}
	tests := g.List("tests")
	f.count += int64(len(tests))
	kind := g.Str("type")
	units := []*alg.Unit{u}
	switch {
	case ecdhForms[kind] != "":
		units = f.ecdh(u, g, tests, ecdhForms[kind])
	case kind == "EcCurveTest":
		units = f.curves(g, id, tests)
	case kind == "EcdsaVerify":
		f.ecdsa(u, g, tests, "der")
	case kind == "EcdsaP1363Verify":
		f.ecdsa(u, g, tests, "raw")
	case kind == "MacTest" && strings.HasPrefix(f.algorithm, "HMACSHA"):
		f.mac(u, g, tests)
	default:
		u.Mode = kind
		u.Need.Unhandled = fmt.Sprintf("the driver has no handler for %s", kind)
		for _, t := range tests {
			u.Tests = append(u.Tests, &alg.Test{ID: t.Int("tcId")})
		}
		f.units = append(f.units, u)
		return
	}
	g.Done()
	for _, t := range tests {
		t.Done()
	}
	for _, u := range units {
		if len(u.Tests) > 0 {
			f.units = append(f.units, u)
		}
	}
}

// begin reads what all tests have.
func begin(g, t *acvpjson.Object) *alg.Test {
	id := t.Int("tcId")
	t.SetWhere(fmt.Sprintf("%s, tcId %d", g.Where(), id))
	note := t.Str("comment")
	if flags := t.Strings("flags"); len(flags) > 0 {
		note += " [" + strings.Join(flags, " ") + "]"
	}
	return &alg.Test{ID: id, Note: note}
}

// verdict reads the result. What is merely acceptable may go either way.
func verdict(t *acvpjson.Object) func(acvpjson.Fields) error {
	switch result := t.Str("result"); result {
	case "valid":
		return alg.Passed(true)
	case "invalid":
		return alg.Passed(false)
	case "acceptable":
		return func(acvpjson.Fields) error { return nil }
	default:
		t.Fail("result %q is unknown", result)
		return nil
	}
}

func (f *file) ecdsa(u *alg.Unit, g *acvpjson.Object, tests []*acvpjson.Object, form string) {
	g.Skip("source", "publicKeyDer", "publicKeyPem", "publicKeyJwk")
	key := g.Obj("publicKey")
	if key == nil {
		return
	}
	key.SetWhere(g.Where())
	key.Skip("type", "keySize", "uncompressed")
	curve, hash := curveName(key.Str("curve")), hashName(g.Str("sha"))
	x, y := key.HexInt("wx"), key.HexInt("wy")
	key.Done()
	u.Mode = "sigVer " + map[string]string{"der": "DER", "raw": "P1363"}[form]
	u.Need = caps.Need{Algorithm: "ECDSA", Mode: "sigVer", Curve: curve, Hash: hash, Features: []string{"sigforms"}}
	for _, t := range tests {
		b := begin(g, t)
		test := alg.SigFormTest(form, curve, hash, t.Hex("msg"), x, y, t.Hex("sig"))
		test.ID, test.Note, test.Judge = b.ID, b.Note, verdict(t)
		u.Tests = append(u.Tests, test)
	}
}

// mac asks for the right MAC, which Go computes: comparing with the tag alone would pass a wrong answer to a wrong tag.
func (f *file) mac(u *alg.Unit, g *acvpjson.Object, tests []*acvpjson.Object) {
	g.Skip("source", "keySize")
	tagLen := int(g.Int("tagSize")) / 8
	hash := hashName(strings.TrimPrefix(f.algorithm, "HMAC"))
	u.Algorithm, u.Mode = "HMAC-"+hash, "MacTest"
	u.Need = caps.Need{Algorithm: u.Algorithm}
	if _, known := bitsha.Lookup(hash); !known {
		u.Need.Unjudged = "the driver cannot compute " + u.Algorithm
	}
	for _, t := range tests {
		b := begin(g, t)
		key, msg, tag, valid := t.Hex("key"), t.Hex("msg"), t.Hex("tag"), t.Str("result") == "valid"
		test := alg.MACTest(u.Algorithm, key, msg, tagLen)
		test.ID, test.Note = b.ID, b.Note
		if u.Need.Unjudged == "" {
			want := judge.HMAC(hash, key, msg)
			if len(want) < tagLen || bytes.Equal(want[:tagLen], tag) != valid {
				t.Fail("the tag contradicts the result")
				continue
			}
			test.Judge = alg.SameMAC(want[:tagLen])
		}
		u.Tests = append(u.Tests, test)
	}
}

// curveName gives the ACVP name where there is one.
func curveName(s string) string {
	switch s {
	case "secp192r1":
		return "P-192"
	case "secp224r1":
		return "P-224"
	case "secp256r1":
		return "P-256"
	case "secp384r1":
		return "P-384"
	case "secp521r1":
		return "P-521"
	}
	return s
}

// hashName gives the ACVP name: SHA-256 is SHA2-256, SHA512/224 is SHA2-512/224.
func hashName(s string) string {
	if strings.HasPrefix(s, "SHA3-") || strings.HasPrefix(s, "SHAKE") {
		return strings.Replace(s, "SHAKE", "SHAKE-", 1)
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "SHA"), "-")
	if s == "1" {
		return "SHA-1"
	}
	return "SHA2-" + s
}

package wycheproof

// Tests of the reader of Wycheproof files.

import (
	"bytes"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"strings"
	"testing"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/judge"
)

const sample = `{"algorithm": "ECDSA", "schema": "s", "numberOfTests": 2, "header": [], "notes": {},
 "testGroups": [{"type": "EcdsaVerify", "source": {}, "publicKeyDer": "", "publicKeyPem": "", "sha": "SHA-512",
  "publicKey": {"type": "EcPublicKey", "curve": "secp256r1", "keySize": 256, "uncompressed": "04", "wx": "00aa", "wy": "0bb"},
  "tests": [
   {"tcId": 1, "comment": "one", "flags": ["A", "B"], "msg": "00", "sig": "30", "result": "valid"},
   {"tcId": 2, "comment": "", "flags": [], "msg": "", "sig": "", "result": "invalid"}]}]}`

func TestParse(t *testing.T) {
	units, errs := Parse("wycheproof", "x_test.json", []byte(sample))
	if len(errs) > 0 || len(units) != 1 {
		t.Fatalf("%v %v", units, errs)
	}
	u := units[0]
	if u.Need.Curve != "P-256" || u.Need.Hash != "SHA2-512" || u.Mode != "sigVer DER" || len(u.Tests) != 2 ||
		u.Tests[0].Note != "one [A B]" {
		t.Errorf("%+v", u)
	}
	yes, no := acvpjson.Fields{{Key: "testPassed", Value: true}}, acvpjson.Fields{{Key: "testPassed", Value: false}}
	if u.Tests[0].Judge(yes) != nil || u.Tests[0].Judge(no) == nil || u.Tests[1].Judge(no) != nil || u.Tests[1].Judge(yes) == nil {
		t.Error("the verdicts are not those of the file")
	}
}

func TestRejects(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`"numberOfTests": 2`, `"numberOfTests": 3`, "the groups have 2"},
		{`"sig": "30"`, `"sig": "30", "surprise": 1`, `group 1, tcId 1: unknown field "surprise"`},
		{`"sha": "SHA-512"`, `"sha": "SHA-512", "surprise": 1`, `group 1: unknown field "surprise"`},
		{`"wx": "00aa"`, `"wx": "00aa", "surprise": 1`, `group 1: unknown field "surprise"`},
		{`"notes": {}`, `"surprise": {}`, `unknown field "surprise"`},
		{`"msg": "00", `, ``, `tcId 1: missing field "msg"`},
		{`"result": "valid"`, `"result": "fine"`, `result "fine"`},
		{`"wx": "00aa"`, `"wx": "zz"`, "not hexadecimal"},
		{`"numberOfTests": 2`, `"number": 2`, "not a Wycheproof file"},
		{`"algorithm"`, `algorithm`, "malformed JSON"},
	} {
		_, errs := Parse("wycheproof", "x_test.json", []byte(strings.Replace(sample, c.from, c.to, 1)))
		if err := acvpjson.Join(errs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
}

// TestNames covers every spelling of the module's files.
func TestNames(t *testing.T) {
	for in, want := range map[string]string{"SHA-1": "SHA-1", "SHA1": "SHA-1", "SHA-256": "SHA2-256", "SHA384": "SHA2-384",
		"SHA512/224": "SHA2-512/224", "SHA3-384": "SHA3-384", "SHAKE128": "SHAKE-128"} {
		if got := hashName(in); got != want {
			t.Errorf("%s is %s, expected %s", in, got, want)
		}
	}
}

// TestEveryCaseIsJudged counts the cases of ECDSA and ECDH on the four curves, and those that the module does not see.
func TestEveryCaseIsJudged(t *testing.T) {
	units, errs := Embedded()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	judged, unread := 0, 0
	for _, u := range units {
		if judge.Curve(u.Need.Curve) == nil || u.Mode == "base point" {
			continue
		}
		for _, test := range u.Tests {
			if test.Judge == nil || u.Need.Unhandled != "" || u.Need.Unjudged != "" {
				t.Fatalf("%s, tcId %d is not judged", u.File, test.ID)
			}
			judged++
		}
		if strings.Contains(u.Mode, "refused by the driver's reader") {
			unread += len(u.Tests)
		}
	}
	if judged != 24817 || unread != 1957 {
		t.Errorf("%d cases, %d of them without the module", judged, unread)
	}
}

const ecdhSample = `{"algorithm": "ECDH", "numberOfTests": 1, "testGroups": [{"type": "%s", "curve": "%s", "encoding": "e", "source": {},
 "tests": [{"tcId": 1, "comment": "", "flags": [%s], "public": %s, "private": %s, "shared": "0a", "result": "%s"}]}]}`

// The base point of P-256, as SPKI.
const spkiG = "3059301306072a8648ce3d020106082a8648ce3d030107034200046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" +
	"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"

// TestStrictKeys: what is not in the one strict form does not get as far as the module.
func TestStrictKeys(t *testing.T) {
	der, err := hex.DecodeString(spkiG)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := parseSPKI(der); err != nil || got.curve != "P-256" || len(got.encoded) != 65 {
		t.Errorf("%+v %v", got, err)
	}
	for what, s := range map[string]string{
		"trailing byte":     spkiG + "00",
		"long form":         "308159" + spkiG[4:],
		"another algorithm": strings.Replace(spkiG, "2a8648ce3d0201", "2a8648ce3d0202", 1),
		"another curve":     strings.Replace(spkiG, "2a8648ce3d030107", "2a8648ce3d030106", 1),
		"no parameters":     "304d300706072a8648ce3d0201" + spkiG[46:],
		"unused bits":       strings.Replace(spkiG, "03420004", "03420104", 1),
		"cut":               spkiG[:80],
		"empty":             "",
	} {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := parseSPKI(b); err == nil {
			t.Errorf("%s: %+v", what, got)
		}
	}
	text := string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	if got, err := decodePEM(text, "PUBLIC KEY"); err != nil || !bytes.Equal(got, der) {
		t.Errorf("%x %v", got, err)
	}
	for what, s := range map[string]string{
		"before":       "x\n" + text,
		"after":        text + "x",
		"two":          text + text,
		"another type": strings.ReplaceAll(text, "PUBLIC", "PRIVATE"),
		"a header":     strings.Replace(text, "\n", "\nA: b\n\n", 1),
		"a space":      strings.Replace(text, "MFk", "MF k", 1),
		"empty":        "",
	} {
		if _, err := decodePEM(s, "PUBLIC KEY"); err == nil {
			t.Errorf("PEM, %s: passes", what)
		}
	}
}

// TestAcceptable: compressed points are taken, all else that is merely acceptable is refused.
func TestAcceptable(t *testing.T) {
	taken := acvpjson.Fields{acvpjson.Hex("z", []byte{10})}
	refused := acvpjson.Fields{{Key: "refused", Value: true}}
	wrong := acvpjson.Fields{acvpjson.Hex("z", []byte{11})}
	for _, c := range []struct {
		result, flags string
		take          bool
	}{
		{"valid", "", true}, {"invalid", "", false}, {"invalid", `"CompressedPoint"`, false},
		{"acceptable", `"CompressedPublic", "CompressedPoint"`, true}, {"acceptable", `"InvalidAsn"`, false},
		{"acceptable", `"UnusedParam", "UnnamedCurve"`, false},
	} {
		text := fmt.Sprintf(ecdhSample, "EcdhEcpointTest", "secp256r1", c.flags, `"04"`, `"01"`, c.result)
		units, errs := Parse("w", "x_test.json", []byte(text))
		if len(errs) > 0 || len(units) != 1 {
			t.Fatalf("%v %v", units, errs)
		}
		judge := units[0].Tests[0].Judge
		if (judge(taken) == nil) != c.take || (judge(refused) == nil) == c.take || judge(wrong) == nil {
			t.Errorf("%+v", c)
		}
	}
}

func TestECDHRejects(t *testing.T) {
	jwk := `{"kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ"}`
	for _, c := range []struct{ kind, public, private, result, want string }{
		{"EcdhEcpointTest", `"zz"`, `"01"`, "valid", `group 1, tcId 1: field "public" is not hexadecimal`},
		{"EcdhEcpointTest", `"04"`, `1`, "valid", `"private" is not a string`},
		{"EcdhEcpointTest", `"04"`, `"01"`, "fine", `result "fine"`},
		{"EcdhPemTest", `""`, `"x"`, "valid", `tcId 1: the private key`},
		{"EcdhWebcryptoTest", `"04"`, jwk, "valid", `"public" is not an object`},
		{"EcdhWebcryptoTest", jwk, jwk, "valid", `tcId 1: missing field "d"`},
		{"EcdhWebcryptoTest", `{"kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ", "z": 1}`, `{"d": "AQ"}`, "valid", `unknown field "z"`},
	} {
		text := fmt.Sprintf(ecdhSample, c.kind, "secp256r1", "", c.public, c.private, c.result)
		_, errs := Parse("w", "x_test.json", []byte(text))
		if err := acvpjson.Join(errs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.kind, err, c.want)
		}
	}
}

// TestJWK: widths and base64url are strict.
func TestJWK(t *testing.T) {
	g := `{"kty": "EC", "crv": "P-256", "kid": "none", "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}`
	for text, ok := range map[string]bool{
		g:                                          true,
		strings.Replace(g, "P-256", "P-384", 1):    false,
		strings.Replace(g, "P-256", "P-256K", 1):   false,
		strings.Replace(g, `"EC"`, `"OKP"`, 1):     false,
		strings.Replace(g, "axfR8", "axf+8", 1):    false,
		strings.Replace(g, "iYwpY", "iYwpY=", 1):   false,
		strings.Replace(g, "iYwpY", "iYwpZ", 1):    false,
		strings.Replace(g, "axfR8u", "axfR8uA", 1): false,
	} {
		v, _, err := acvpjson.Decode("f", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseJWK(v.(*acvpjson.Object))
		if (err == nil) != ok || ok && (got.curve != "P-256" || len(got.encoded) != 65) {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
}

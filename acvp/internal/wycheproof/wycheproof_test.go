package wycheproof

// Tests of the reader of Wycheproof files.

import (
	"strings"
	"testing"

	"cordon.example/acvp/internal/acvpjson"
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

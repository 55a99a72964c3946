package caps

// Tests of the capabilities that a wrapper announces.

import "testing"

const config = `[
 {"algorithm": "acvptool", "features": ["bits", "ldt"]},
 {"algorithm": "SHA2-256", "revision": "1.0"},
 {"algorithm": "hmacDRBG", "reseedImplemented": true, "predResistanceEnabled": [false], "capabilities": [{"mode": "SHA2-256"}]},
 {"algorithm": "ECDSA", "mode": "keyGen", "curve": ["p-256"], "secretGenerationMode": ["testing candidates"]},
 {"algorithm": "ECDSA", "mode": "sigGen", "capabilities": [
   {"curve": ["P-256"], "hashAlg": ["SHA2-256"]}, {"curve": ["P-384"], "hashAlg": ["SHA2-384"]}]},
 {"algorithm": "ECDSA", "mode": "sigGen", "componentTest": true, "capabilities": [
   {"curve": ["P-384"], "hashAlg": ["SHA2-384"]}]},
 {"algorithm": "KAS-ECC-SSC", "domainParameterGenerationMethods": ["P-224"], "scheme": {"onePassDh": {"kasRole": ["initiator"]}}},
 {"algorithm": "KAS-ECC", "revision": "1.0", "scheme": {"onePassDh": {"noKdfNoKc": {"parameterSet": {
   "ec": {"curve": "P-256", "hashAlg": ["SHA2-256"]}}}}}},
 {"algorithm": "KAS-ECC", "revision": "Sp800-56Ar3", "domainParameterGenerationMethods": ["P-384"], "scheme": {"onePassDh": {
   "kdfMethods": {"oneStepKdf": {"auxFunctions": [{"auxFunctionName": "SHA2-384"}]}}}}},
 {"algorithm": "KDA", "mode": "OneStep", "auxFunctions": [{"auxFunctionName": "SHA2-224"}, {"auxFunctionName": "HMAC-SHA3-512"}]},
 {"algorithm": "odd", "scheme": {"a": 1}, "capabilities": 1, "auxFunctions": [1, {"auxFunctionName": 1}]}
]`

func TestMissing(t *testing.T) {
	c, err := ParseConfig("test", []byte(config))
	if err != nil {
		t.Fatal(err)
	}
	yes, no := true, false
	for _, k := range []struct {
		need Need
		want string // "" if covered
	}{
		{Need{Algorithm: "SHA2-256"}, ""},
		{Need{Algorithm: "SHA2-256", Features: []string{"bits"}}, ""},
		{Need{Algorithm: "SHA2-256", Features: []string{"mct2"}}, "feature mct2"},
		{Need{Algorithm: "SHA2-384"}, "algorithm SHA2-384"},
		{Need{Algorithm: "SHA2-256", Unhandled: "no handler"}, "no handler"},
		{Need{Algorithm: "SHA2-384", Unhandled: "no handler"}, "no handler"},
		{Need{Algorithm: "KAS-ECC-SSC", Scheme: "fullMqv", Unhandled: "no handler"}, "scheme fullMqv"},
		{Need{Algorithm: "SHA2-256", Unjudged: "no judge"}, "no judge"},
		{Need{Algorithm: "SHA2-384", Unjudged: "no judge"}, "algorithm SHA2-384"},
		{Need{Algorithm: "hmacDRBG", DRBGMode: "SHA2-256", Reseed: true, PredResistance: &no}, ""},
		{Need{Algorithm: "hmacDRBG", DRBGMode: "SHA2-512"}, "DRBG mode SHA2-512"},
		{Need{Algorithm: "hmacDRBG", DRBGMode: "SHA2-256", PredResistance: &yes}, "prediction resistance true"},
		{Need{Algorithm: "ECDSA", Mode: "keyGen", Curve: "P-256"}, ""},
		{Need{Algorithm: "ecdsa", Mode: "KeyGen", Curve: "P-256"}, ""},
		{Need{Algorithm: "ECDSA", Mode: "keyGen", Curve: "P-384"}, "curve P-384"},
		{Need{Algorithm: "ECDSA", Mode: "keyGen", Curve: "P-256", SecretMode: "extra bits"}, "secretGenerationMode extra bits"},
		{Need{Algorithm: "ECDSA", Mode: "keyVer", Curve: "P-256"}, "algorithm ECDSA keyVer"},
		{Need{Algorithm: "ECDSA", Mode: "sigGen", Curve: "P-256", Hash: "SHA2-256"}, ""},
		{Need{Algorithm: "ECDSA", Mode: "sigGen", Curve: "P-256", Hash: "SHA2-384"}, "hash SHA2-384"},
		{Need{Algorithm: "ECDSA", Mode: "sigGen", Curve: "P-384", Hash: "SHA2-384", ComponentTest: true}, ""},
		{Need{Algorithm: "ECDSA", Mode: "sigGen", Curve: "P-256", Hash: "SHA2-256", ComponentTest: true}, "component test"},
		{Need{Algorithm: "KAS-ECC-SSC", Scheme: "onePassDh", Curve: "P-224"}, ""},
		{Need{Algorithm: "KAS-ECC-SSC", Scheme: "onePassDh", Curve: "P-224", Also: []string{"SHA2-256"}}, ""},
		{Need{Algorithm: "KAS-ECC-SSC", Scheme: "onePassDh", Curve: "P-224", Also: []string{"SHA2-512"}}, "algorithm SHA2-512"},
		{Need{Algorithm: "KAS-ECC-SSC", Scheme: "fullMqv", Curve: "P-224"}, "scheme fullMqv"},
		{Need{Algorithm: "KAS-ECC-SSC", Scheme: "onePassDh", Curve: "K-233"}, "curve K-233"},
		{Need{Algorithm: "KAS-ECC", Scheme: "onePassDh", Curve: "P-256", Hash: "SHA2-256"}, ""},
		{Need{Algorithm: "KAS-ECC", Scheme: "onePassDh", Curve: "P-256", Hash: "SHA2-512"}, "hash SHA2-512"},
		{Need{Algorithm: "KAS-ECC", Scheme: "onePassDh", Curve: "P-384", Aux: "SHA2-384"}, ""},
		{Need{Algorithm: "KAS-ECC", Scheme: "onePassDh", Curve: "P-384", Aux: "SHA-1"}, "auxiliary function SHA-1"},
		{Need{Algorithm: "KDA", Mode: "OneStep", Aux: "HMAC-SHA3-512"}, ""},
		{Need{Algorithm: "KDA", Mode: "OneStep", Aux: "KMAC-128"}, "auxiliary function KMAC-128"},
	} {
		got := c.Missing(k.need)
		if text := ""; got != nil {
			if text = got.String(); text != k.want {
				t.Errorf("%+v: %q, expected %q", k.need, text, k.want)
			}
		} else if k.want != "" {
			t.Errorf("%+v: covered, expected %q", k.need, k.want)
		}
	}
}

func TestParseConfigRejects(t *testing.T) {
	for _, text := range []string{"", "{}", "[1]", `[{"mode": "x"}]`, `[{"algorithm": 3}]`,
		`[{"algorithm": "acvptool", "features": "bits"}]`} {
		if _, err := ParseConfig("test", []byte(text)); err == nil {
			t.Errorf("%q passes", text)
		}
	}
}

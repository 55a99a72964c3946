package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cordon.example/acvp/internal/report"
)

// spoil replaces the first match of a pattern in a file of a copied set.
func spoil(t *testing.T, set, file, pattern, with string) string {
	t.Helper()
	dir := copySet(t, set)
	path := filepath.Join(dir, file)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	loc := regexp.MustCompile(pattern).FindIndex(data)
	if loc == nil {
		t.Fatalf("%s is not in %s", pattern, path)
	}
	data = append(append(append([]byte{}, data[:loc[0]]...), with...), data[loc[1]:]...)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestBadInput: each fault is exit code 2 and a message with the file, the group and the test.
func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		name, set, file, pattern, with string
		want                           []string
	}{
		{"malformed JSON", "sigver", "prompt.json", `"tcId": (\d+),`, `"tcId": ,`, []string{"prompt.json:", "malformed JSON at byte"}},
		{"cut off", "sigver", "prompt.json", `(?s)"tcId".*`, ``, []string{"prompt.json:", "ends too early"}},
		{"field twice", "sigver", "prompt.json", `"curve": "P-256",`, `"curve": "P-256", "curve": "P-256",`, []string{`"curve" appears twice`}},
		{"missing message", "sigver", "prompt.json", `"message": "[^"]*",`, ``, []string{"tgId ", "tcId ", `missing field "message"`}},
		{"missing curve", "sigver", "prompt.json", `"curve": "[^"]*",`, ``, []string{"tgId ", `missing field "curve"`}},
		{"missing tcId", "sigver", "prompt.json", `"tcId": \d+,`, ``, []string{"tgId ", `missing field "tcId"`}},
		{"not hexadecimal", "sigver", "prompt.json", `"message": "..`, `"message": "zz`, []string{"tcId ", `"message" is not hexadecimal`}},
		{"wrong type", "sigver", "prompt.json", `"message": "[^"]*"`, `"message": 12`, []string{"tcId ", `"message" is not a string`}},
		{"unknown field in a test", "sigver", "prompt.json", `"tcId": `, `"surprise": 1, "tcId": `, []string{"tcId ", `unknown field "surprise"`}},
		{"unknown field in a group", "hmac-2.0", "prompt.json", `"tgId": `, `"surprise": 1, "tgId": `, []string{"tgId ", `unknown field "surprise"`}},
		{"unknown field in an answer", "sigver", "expected.json", `"testPassed": `, `"surprise": 1, "testPassed": `, []string{"expected.json", "tcId ", `unknown field "surprise"`}},
		{"unknown test type", "sha2-256", "prompt.json", `"AFT"`, `"XYZ"`, []string{"tgId ", `testType "XYZ"`}},
		{"answer missing", "hmac-2.0", "expected.json", `\{\s*"tcId": \d+,[^}]*\},`, ``, []string{"expected.json", "tgId ", "no answer for tcId"}},
		{"answer without its field", "hmac-2.0", "expected.json", `"mac"`, `"mic"`, []string{"expected.json", "tcId ", `missing field "mac"`}},
		{"answers of another set", "hmac-2.0", "expected.json", `"vsId": 0`, `"vsId": 5`, []string{"no answers for vsId 0"}},
		{"length", "hmac-2.0", "prompt.json", `"keyLen": `, `"keyLen": 8`, []string{"tcId ", `"keyLen" is 8`}},
		{"bit length", "sha2-224", "prompt.json", `"len": `, `"len": 1`, []string{"tcId ", `"len" is 1`}},
		{"same tcId twice", "keygen", "prompt.json", `"tcId": 7\b`, `"tcId": 8`, []string{"tcId 8", "the same tcId twice"}},
		{"steps of a DRBG", "drbg", "prompt.json", `"intendedUse": "generate"`, `"intendedUse": "reSeed"`, []string{"tcId ", `"otherInput" is "reSeed"`}},
		{"missing peer", "kas-ecc-ssc", "prompt.json", `"ephemeralPublicServerX": "[^"]*",`, ``, []string{"tgId 1", "tcId 1", `missing field "ephemeralPublicServerX"`}},
		{"missing private key", "kas-ecc-1.0", "prompt.json", `"staticPrivateIut": "[^"]*",`, ``, []string{"tgId ", "tcId ", `missing field "staticPrivateIut"`}},
		{"secret that is not hexadecimal", "kas-ecc-ssc", "prompt.json", `"z": "..`, `"z": "zz`, []string{"tgId 1", "tcId 1", `"z" is not hexadecimal`}},
		{"role of the wrong type", "kas-ecc-ssc", "prompt.json", `"kasRole": "[^"]*"`, `"kasRole": 1`, []string{"tgId 1", `"kasRole" is not a string`}},
		{"unknown field of an agreement", "kas-ecc-cdh", "prompt.json", `"tcId": 1,`, `"tcId": 1, "surprise": 1,`, []string{"tgId 1, tcId 1", `unknown field "surprise"`}},
		{"unknown test type of an agreement", "kas-ecc-cdh", "prompt.json", `"AFT"`, `"XYZ"`, []string{"tgId 1", `testType "XYZ"`}},
		{"no identifier", "kas-ecc-onestep", "prompt.json", `"iutId": "[^"]*",`, ``, []string{"tgId 1", `missing field "iutId"`}},
		{"no configuration", "kas-ecc-onestep", "prompt.json", `"kdfConfiguration"`, `"configuration"`, []string{"tgId 1", `missing field "kdfConfiguration"`}},
		{"no algorithmId", "kas-ecc-onestep", "prompt.json", `"algorithmId": "[^"]*"`, `"algorithm": ""`, []string{"tgId 1, tcId 1", `missing field "algorithmId"`, `unknown field "algorithm"`}},
		{"length of a key", "kas-ecc-onestep", "prompt.json", `"l": 320`, `"l": 321`, []string{"tgId 1", `"l" of 321 bits`}},
		{"no Z", "kda-onestep", "prompt.json", `"z": "[^"]*",`, ``, []string{"tgId ", "tcId ", `missing field "z"`}},
		{"other length", "kda-onestep", "prompt.json", `"l": 1024\s*\}`, `"l": 512}`, []string{"tgId ", "tcId ", `"l" differs`}},
		{"no length", "kda-onestep", "prompt.json", `"l": 1024,`, `"l": 0,`, []string{"tgId ", `"l" of 0 bits`}},
		{"no party", "kda-onestep", "prompt.json", `"fixedInfoPartyU"`, `"partyU"`, []string{"tcId ", `missing field "fixedInfoPartyU"`}},
		{"party without its identifier", "kda-onestep", "prompt.json", `"partyId"`, `"party"`, []string{"tcId ", `missing field "partyId"`}},
		{"unknown field of a KDF", "kda-onestep", "prompt.json", `"kdfParameter": \{`, `"kdfParameter": {"surprise": 1,`, []string{"tcId ", `unknown field "surprise"`}},
		{"other KDF in a test", "kda-onestep", "prompt.json", `(?s)("kdfParameter": \{\s*"kdfType": )"oneStep"`, `"kdfParameter": {"kdfType": "twoStep"`, []string{"tcId ", `kdfType "twoStep"`}},
		{"no hash", "detecdsa", "prompt.json", `"hashAlg": "[^"]*",`, ``, []string{"tgId ", `missing field "hashAlg"`}},
		{"random value's length", "detecdsa", "internal.json", `"randomValueLen": `, `"randomValueLen": 1`, []string{"internal.json", "tcId ", `"randomValueLen" is 1`}},
		{"bits beyond the message", "sha3-256", "prompt.json", `"len": 77`, `"len": 73`, []string{"tcId ", `bits beyond "len"`}},
		{"no output", "shake-128", "prompt.json", `"outLen": 128`, `"outLen": 0`, []string{"tcId ", `"outLen" of 0 bits`}},
		{"lengths of a chain", "shake-128", "prompt.json", `"minOutLen": 128`, `"minOutLen": 12800`, []string{"tgId 2", "lengths of output from 12800"}},
		{"a length of output in an answer", "shake-128", "expected.json", `"outLen": 128`, `"outLen": 136`, []string{"expected.json", "tcId ", `"outLen" differs`}},
		{"a capability file", "keygen", "prompt.json", `(?s).*`, `{"algorithm": "ECDSA", "algorithms": []}`, []string{"not a vector set"}},
		{"empty hash", "sigver", "prompt.json", `"hashAlg": "[^"]*"`, `"hashAlg": ""`, []string{"tgId ", `field "hashAlg" is empty`}},
		{"empty curve", "sigver", "prompt.json", `"curve": "[^"]*"`, `"curve": ""`, []string{"tgId ", `field "curve" is empty`}},
		{"isSample is no truth value", "sha2-256", "prompt.json", `"isSample": false`, `"isSample": {"a": 1}`, []string{`"isSample" is not true or false`}},
		{"unknown head", "keygen", "prompt.json", `(?s)^.*$`, `[{"surprise": 1}, {"algorithm": "ECDSA", "mode": "keyGen", "testGroups": []}]`, []string{"prompt.json:1", `unknown field "surprise"`}},
		{"no object", "keygen", "prompt.json", `(?s).*`, `12`, []string{"neither a vector set"}},
		{"empty", "keygen", "prompt.json", `(?s).*`, ``, []string{"ends too early"}},
		{"deep", "keygen", "prompt.json", `(?s).*`, strings.Repeat("[", 100000), []string{"nested too deeply"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := spoil(t, c.set, c.file, c.pattern, c.with)
			code, _, stderr := acvp(t, "check", "--wrapper", wrapper(t), "--vectors", dir)
			if code != report.BadInput {
				t.Errorf("exit code %d", code)
			}
			for _, want := range append(c.want, dir) {
				if !strings.Contains(stderr, want) {
					t.Errorf("the message has no %q: %s", want, stderr)
				}
			}
		})
	}
}

func TestNoAnswersPublished(t *testing.T) {
	dir := copySet(t, "hmac-2.0")
	if err := os.Remove(filepath.Join(dir, "expected.json")); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := acvp(t, "check", "--wrapper", wrapper(t), "--vectors", dir)
	if code != report.BadInput || !strings.Contains(stderr, "no published answers") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestNoTests: a set without tests is not said to be the work of a filter.
func TestNoTests(t *testing.T) {
	for _, tests := range []string{"null", "[]"} {
		dir := t.TempDir()
		for _, name := range []string{"prompt.json", "expected.json"} {
			text := `{"vsId": 1, "algorithm": "SHA2-256", "revision": "1.0", "testGroups": [{"tgId": 1, "testType": "AFT", "tests": ` +
				tests + `}]}`
			if name == "expected.json" {
				text = strings.Replace(text, `"testType": "AFT", `, "", 1)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		code, _, stderr := acvp(t, "check", "--wrapper", wrapper(t), "--vectors", dir)
		if code != report.BadInput || !strings.Contains(stderr, "the vector files hold no test") {
			t.Errorf("%s: exit code %d: %s", tests, code, stderr)
		}
	}
}

func TestAnswerFileAsPrompt(t *testing.T) {
	for _, command := range [][]string{{"run"}, {"check", "--vectors"}} {
		args := append([]string{command[0], "--wrapper", wrapper(t)}, command[1:]...)
		code, _, stderr := acvp(t, append(args, "testdata/sigver/expected.json")...)
		if code != report.BadInput || !strings.Contains(stderr, "an answer file where a prompt is wanted") ||
			!strings.Contains(stderr, "tgId ") {
			t.Errorf("%v: exit code %d: %s", command, code, stderr)
		}
	}
}

func TestIndexSums(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "keyver"), os.DirFS("testdata/keyver")); err != nil {
		t.Fatal(err)
	}
	index := `{"entries": [{"dir": "keyver", "files": [{"name": "prompt.json", "sha256_of_json": "00"}, {"name": "lost.json"}]}]}`
	if err := os.WriteFile(filepath.Join(root, "index.json"), []byte(index), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := acvp(t, "check", "--wrapper", wrapper(t), "--vectors", root)
	if code != report.BadInput || !strings.Contains(stderr, "differs from its sum") || !strings.Contains(stderr, "lost.json") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestUsage(t *testing.T) {
	notAWrapper := filepath.Join(t.TempDir(), "dies")
	if err := os.WriteFile(notAWrapper, []byte("#!/bin/sh\necho no >&2\nexit 7\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "a command is missing"},
		{[]string{"--help"}, 0, ""},
		{[]string{"nonsense"}, 2, "unexpected argument"},
		{[]string{"check"}, 2, "nothing to test"},
		{[]string{"check", "--wrapper", "/nonexistent"}, 2, "cannot be run"},
		{[]string{"check", "--wrapper", notAWrapper, "--vectors", "testdata"}, 3, "exit status 7), its last words: no"},
		{[]string{"check", "--wrapper", wrapper(t), "--vectors", "/nonexistent"}, 2, "no such file"},
		{[]string{"check", "--wrapper", wrapper(t), "--vectors", t.TempDir()}, 2, "no vector file found"},
		{[]string{"check", "--wrapper", wrapper(t), "--vectors", "main.go"}, 2, "neither an ACVP set"},
		{[]string{"check", "--wrapper", wrapper(t), "--filter", "("}, 2, "--filter"},
		{[]string{"check", "--wrapper", wrapper(t), "--vectors", "testdata", "--filter", "nothing like it"}, 2, "leaves no test"},
		{[]string{"check", "--wrapper", wrapper(t), "--max-large", "many"}, 2, "not a size"},
		{[]string{"check", "--wrapper", wrapper(t), "--timeout", "0s"}, 2, "--timeout"},
		{[]string{"run", "--wrapper", wrapper(t)}, 2, "in.json"},
		{[]string{"run", "testdata/keygen/prompt.json"}, 2, "--wrapper"},
		{[]string{"run", "--wrapper", wrapper(t), "/nonexistent.json"}, 2, "no such file"},
		{[]string{"run", "--wrapper", wrapper(t), "testdata/keygen/prompt.json"}, 2, "tgId 17, ECDSA keyGen: not supported"},
	} {
		code, stdout, stderr := acvp(t, c.args...)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%v: exit code %d, expected %d with %q: %s", c.args, code, c.code, c.want, stdout+stderr)
		}
	}
}

func TestUnknownAlgorithm(t *testing.T) {
	dir := spoil(t, "sha2-256", "prompt.json", `"SHA2-256"`, `"SHA4-256"`)
	if err := os.Remove(filepath.Join(dir, "expected.json")); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := acvp(t, "check", "--wrapper", wrapper(t), "--vectors", dir)
	if code != report.BadInput || !strings.Contains(stdout, "no handler for SHA4-256 (5)") {
		t.Errorf("check: exit code %d: %s%s", code, stdout, stderr)
	}
	path := filepath.Join(dir, "prompt.json")
	code, _, stderr = acvp(t, "run", "--wrapper", wrapper(t), path)
	if code != report.BadInput || !strings.Contains(stderr, path+": tgId 1, SHA4-256") {
		t.Errorf("run: exit code %d: %s", code, stderr)
	}
}

// TestNotHandled: what the driver cannot do is no fault of the file; it is listed with the reason.
func TestNotHandled(t *testing.T) {
	for _, c := range []struct{ set, pattern, with, want string }{
		{"kas-ecc-ssc", `"scheme": "ephemeralUnified"`, `"scheme": "fullMqv"`, "scheme fullMqv (7)"},
		{"kas-ecc-1.0", `"kasMode": "noKdfNoKc"`, `"kasMode": "kdfNoKc", "macType": "CMAC"`, "no handler for kasMode kdfNoKc (1)"},
		{"kas-ecc-onestep", `"kdfType": "oneStep",\s*"fixedInfoPattern"`, `"kdfType": "twoStep", "fixedInfoPattern"`,
			"no handler for kdfType twoStep (5)"},
		{"kas-ecc-onestep", `literal\[CAFE\]`, `entropyBits`, "no handler for entropyBits in a fixedInfoPattern (5)"},
		{"kas-ecc-onestep", `literal\[CAFE\]`, `literal[CAF]`, "in a fixedInfoPattern (5)"},
		{"kas-ecc-onestep", `"concatenation"`, `"ASN1"`, "no handler for fixedInfoEncoding ASN1 (5)"},
		{"kas-ecc-onestep", `"l": 320,`, `"l": 320, "macConfiguration": {"macType": "KMAC-128"},`, "no handler for key confirmation (5)"},
		{"kda-onestep", `"fixedInfoEncoding": "concatenation",\s*"auxFunction": "SHA2-512"`,
			`"fixedInfoEncoding": "ASN1", "auxFunction": "SHA2-512"`, "no handler for fixedInfoEncoding ASN1 (1)"},
		{"shake-128", `"mctVersion": "standard"`, `"mctVersion": "alternate"`, "no handler for mctVersion alternate of SHAKE (1)"},
		{"detecdsa", `"componentTest": false`, `"componentTest": true`, "component test (2)"},
	} {
		dir := spoil(t, c.set, "prompt.json", c.pattern, c.with)
		code, r, text := check(t, "--wrapper", wrapper(t), "--unsupported", "--vectors", dir)
		if code != report.OK || !strings.Contains(text, c.want) || !strings.Contains(text, "not supported: "+dir) {
			t.Errorf("%s with %s: exit code %d, not %q\n%s", c.set, c.with, code, c.want, text)
		}
		if r.Total.Failed+r.Total.Errors > 0 || len(r.Unsupported) == 0 {
			t.Errorf("%s with %s: %d failed", c.set, c.with, r.Total.Failed)
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cordon.example/acvp/internal/corpus"
	"cordon.example/acvp/internal/report"
)

// wantTests is how many tests of testdata there are for a wrapper that does all SHA-2 and all P curves.
const wantTests = 82

func TestAllPass(t *testing.T) {
	code, r, text := check(t, "--wrapper", wrapper(t), "--vectors", "testdata")
	if code != report.OK || r.Total.Passed != wantTests || r.Total.Answered != 0 {
		t.Errorf("exit code %d, %d passed, %d without a verdict\n%s", code, r.Total.Passed, r.Total.Answered, text)
	}
	for _, row := range r.Rows {
		if row.Object != "go-test.o" {
			t.Errorf("%s %s ran on %q", row.Source, row.Mode, row.Object)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("escape sequences where there is no terminal")
	}
}

// TestChoosesTheShippingObject: only what needs given entropy or a given nonce runs on the test object.
func TestChoosesTheShippingObject(t *testing.T) {
	_, r, _ := check(t, "--wrapper", shipping(t), "--test-wrapper", wrapper(t), "--vectors", "testdata")
	for _, row := range r.Rows {
		want := "go.o"
		if row.Algorithm == "hmacDRBG" || strings.Contains(row.Mode, "given k") {
			want = "go-test.o"
		}
		if row.Object != want && row.Source != "keyver" {
			t.Errorf("%s %s ran on %s", row.Source, row.Mode, row.Object)
		}
	}
	if r.Total.Passed != wantTests {
		t.Errorf("%d passed", r.Total.Passed)
	}
}

func TestNotSupportedComesFromCapabilities(t *testing.T) {
	code, r, text := check(t, "--wrapper", shipping(t), "--vectors", "testdata")
	if code != report.OK {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"algorithm hmacDRBG (", "curve K-233 (", "P-521 (3)", "feature testk (", "hash SHA3-256 (1)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not say %q:\n%s", want, text)
		}
	}
	if r.Total.Passed+r.Total.NotSupported < wantTests {
		t.Errorf("%d passed and %d not supported: some are lost", r.Total.Passed, r.Total.NotSupported)
	}
}

// TestPlantedWrongAnswers: for each algorithm and mode, one wrong answer is one failed test of that mode.
func TestPlantedWrongAnswers(t *testing.T) {
	for _, c := range []struct {
		fault, source, mode string
		fails               int // 0: at least one
	}{
		{"wrong,SHA2-256,1", "sha2-256", "SHA2-256 AFT", 1},
		{"wrong,SHA2-224/bits,2", "sha2-224", "SHA2-224 AFT bits", 1},
		{"wrong,SHA2-224/MCT,100", "sha2-224", "SHA2-224 MCT", 1},
		{"wrong,SHA2-256/MCT/alternate,37", "sha2-256", "SHA2-256 MCT alternate", 1},
		{"wrong,SHA2-384/LDT,1", "sha2-384-ldt", "SHA2-384 LDT", 1},
		{"zero,HMAC-SHA2-512,3", "hmac-1.0", "HMAC-SHA2-512 AFT 1.0", 1},
		{"zero,HMAC-SHA2-224,2", "hmac-2.0", "HMAC-SHA2-224 AFT 2.0", 1},
		{"wrong,hmacDRBG-pr/,1", "drbg", "hmacDRBG pr", 1},
		{"wrong,hmacDRBG-reseed/,1", "drbg", "hmacDRBG reseed", 1},
		{"wrong,hmacDRBG/,1", "drbg-no-reseed", "hmacDRBG no reseed", 1},
		{"wrong,ECDSA/keyGen,1", "keygen", "ECDSA keyGen", 1},
		{"zero,ECDSA/keyGen,1", "keygen", "ECDSA keyGen", 1},
		{"same,ECDSA/keyGen,1", "keygen", "ECDSA keyGen", 0},
		{"wrong,ECDSA/keyVer,2", "keyver", "ECDSA keyVer", 1},
		{"wrong,ECDSA/sigGen,1", "siggen", "ECDSA sigGen", 1},
		{"same,ECDSA/sigGen,1", "siggen-component", "ECDSA sigGen component", 1},
		{"wrong,ECDSA/sigGen/bits,1", "siggen", "ECDSA sigGen SP800-106", 1},
		{"wrong,ECDSA/sigGen/componentTest,1", "siggen-component", "ECDSA sigGen component", 1},
		{"wrong,ECDSA/keyGen,1", "siggen-component", "ECDSA sigGen component", 2},
		{"wrong,ECDSA/sigGen/k/bits,1", "siggen", "ECDSA sigGen given k SP800-106", 1},
		{"zero,ECDSA/sigGen/k,1", "siggen", "ECDSA sigGen given k", 1},
		{"wrong,ECDSA/sigVer,4", "sigver", "ECDSA sigVer", 1},
		{"wrong,ECDSA/sigVer/componentTest,1", "sigver-component", "ECDSA sigVer component", 1},
		{"wrong,ECDSA/sigVer/bits,1", "sigver-sp800-106", "ECDSA sigVer SP800-106", 1},
	} {
		t.Run(c.fault+" in "+c.source, func(t *testing.T) {
			t.Setenv("TESTWRAPPER_FAULT", c.fault)
			code, r, text := check(t, "--wrapper", wrapper(t), "--jobs", "1", "--vectors", filepath.Join("testdata", c.source))
			if code != report.WrongAnswer {
				t.Errorf("exit code %d\n%s", code, text)
			}
			if len(r.Failures) == 0 || c.fails > 0 && len(r.Failures) != c.fails {
				t.Errorf("%d failures, expected %d", len(r.Failures), c.fails)
			}
			for _, f := range r.Failures {
				if f.Mode != c.mode || f.Kind != "wrong answer" || !strings.Contains(f.File, c.source) || f.Test == 0 {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

// TestModuleFailures: a process that fails at one test costs that test, by its id, and nothing else.
func TestModuleFailures(t *testing.T) {
	set := filepath.Join("testdata", "sigver")
	for fault, text := range map[string]string{
		"die": "exit status 3", "hang": "no reply", "garbage": "strings", "cut": "ends inside", "count": "2 strings in the reply",
		"refuse": "told to refuse"} {
		t.Run(fault, func(t *testing.T) {
			id, digits := someMessage(t, set)
			t.Setenv("TESTWRAPPER_FAULT", fault+",ECDSA/sigVer:"+digits+",1")
			code, r, out := check(t, "--wrapper", wrapper(t), "--jobs", "1", "--timeout", "1s", "--vectors", set)
			if code != report.ModuleFailed || len(r.Failures) != 1 || r.Total.Passed != 6 {
				t.Fatalf("exit code %d, %d failures, %d passed\n%s", code, len(r.Failures), r.Total.Passed, out)
			}
			f := r.Failures[0]
			if f.Test != id || f.Kind != "module failed" || !strings.Contains(f.Msg, text) {
				t.Errorf("expected tcId %d: %+v", id, f)
			}
		})
	}
}

func TestFaultsWithoutATest(t *testing.T) {
	for _, fault := range []string{"leave", "extra"} {
		t.Setenv("TESTWRAPPER_FAULT", fault+",SHA2-384/LDT,1")
		code, r, out := check(t, "--wrapper", wrapper(t), "--vectors", "testdata/sha2-384-ldt")
		if code != report.ModuleFailed || len(r.Faults) != 1 || r.Total.Passed != 1 {
			t.Errorf("%s: exit code %d, faults %v\n%s", fault, code, r.Faults, out)
		}
	}
}

// TestModuleFailureOutweighsWrongAnswer: both in one run is exit code 3.
func TestModuleFailureOutweighsWrongAnswer(t *testing.T) {
	dir := copySet(t, "sigver")
	path := filepath.Join(dir, "expected.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = []byte(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(string(data), "false", "x"), "true", "false"), "x", "true"))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TESTWRAPPER_FAULT", "die,ECDSA/sigVer,3")
	code, r, _ := check(t, "--wrapper", wrapper(t), "--jobs", "1", "--vectors", dir)
	if code != report.ModuleFailed || r.Total.Failed == 0 || r.Total.Errors == 0 {
		t.Errorf("exit code %d, %d failed, %d errors", code, r.Total.Failed, r.Total.Errors)
	}
}

// TestDefaultSources runs Wycheproof, and Debian's CAVP files where they are installed.
func TestDefaultSources(t *testing.T) {
	_, r, text := check(t, "--wrapper", shipping(t), "--vectors", "wycheproof", "--filter", "ECDSA sigVer")
	if r.Total.Passed != 1632 || r.Total.Failed+r.Total.Errors != 0 {
		t.Errorf("%d of 1632 Wycheproof cases passed\n%s", r.Total.Passed, text)
	}
	if _, err := os.Stat(corpus.DebianCAVP); err != nil {
		t.Fatal("the CAVP files are missing: install python3-cryptography-vectors")
	}
	_, r, text = check(t, "--wrapper", shipping(t), "--test-wrapper", wrapper(t), "--vectors", "cavp", "--filter", "FIPS_186-3")
	want := map[string]int{"keyPair": 10, "keyVer": 12, "sigGen given k": 60, "sigVer": 60}
	for _, row := range r.Rows {
		if n, ok := want[row.Mode]; ok && row.Object == "go.o" && row.Passed != n {
			t.Errorf("%s: %d passed, expected %d", row.Mode, row.Passed, n)
		}
	}
	if r.Total.Failed+r.Total.Errors != 0 {
		t.Error(text)
	}
}

// TestSpoiledWycheproof: the judge of both signature forms can fail.
func TestSpoiledWycheproof(t *testing.T) {
	for command, mode := range map[string]string{"ECDSA/sigVer/der": "ECDSA sigVer DER", "ECDSA/sigVer/raw": "ECDSA sigVer P1363"} {
		t.Setenv("TESTWRAPPER_FAULT", "wrong,"+command+",5")
		code, r, _ := check(t, "--wrapper", shipping(t), "--jobs", "1", "--vectors", "wycheproof", "--filter", mode+"$")
		if code != report.WrongAnswer || len(r.Failures) != 1 || r.Failures[0].Mode != mode || r.Failures[0].Note == "" {
			t.Errorf("%s: exit code %d, %+v", command, code, r.Failures)
		}
	}
	t.Setenv("TESTWRAPPER_FAULT", "zero,HMAC-SHA2-256,9")
	code, r, _ := check(t, "--wrapper", shipping(t), "--jobs", "1", "--vectors", "wycheproof", "--filter", "HMAC-SHA2-256 ")
	if code != report.WrongAnswer || len(r.Failures) != 1 {
		t.Errorf("HMAC: exit code %d, %d failures", code, len(r.Failures))
	}
}

// TestMaxLarge: what is left out is counted, and nothing judged is no success.
func TestMaxLarge(t *testing.T) {
	code, r, text := check(t, "--wrapper", wrapper(t), "--vectors", "testdata/sha2-384-ldt", "--max-large", "1KiB")
	if code != report.BadInput || r.Total.NotRun != 1 || !strings.Contains(text, "larger than --max-large") {
		t.Errorf("exit code %d, %d not run\n%s", code, r.Total.NotRun, text)
	}
}

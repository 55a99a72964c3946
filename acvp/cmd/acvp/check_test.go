package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/c2sp/wycheproof"

	"cordon.example/acvp/internal/corpus"
	"cordon.example/acvp/internal/report"
)

// wantTests is how many tests of testdata there are for a wrapper that does all hash functions and all P curves.
const wantTests = 242

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
		onOtherCurves := row.Source == "keyver" || row.Algorithm == "DetECDSA" || strings.HasPrefix(row.Algorithm, "KAS-ECC")
		if row.Object != want && !onOtherCurves {
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
	for _, want := range []string{"algorithm hmacDRBG (", "curve K-233 (", "P-521 (3)", "feature testk (", "auxiliary function KMAC-128 (4)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not say %q:\n%s", want, text)
		}
	}
	if r.Total.Passed+r.Total.NotSupported < wantTests {
		t.Errorf("%d passed and %d not supported: some are lost", r.Total.Passed, r.Total.NotSupported)
	}
}

// These are in one test alone: detD in a private key of detecdsa/internal.json, kdaZ in a Z of kda-onestep, votMsg in a
// message of shake-128, macMessage in a valid test of hmac_sha256_test.json, sscD, sscStaticD, oneStepD and oneStepInfo in
// tests of kas-ecc-ssc and kas-ecc-onestep whose keys are right.
const (
	sscD        = "119a72d174c9df6acc01"
	sscStaticD  = "1eb20109a91c2439d5ab"
	oneStepD    = "0fcf31ca8e752fdf1ece"
	oneStepInfo = "16761e8142df87915a78"
	votMsg      = "7a739f9daff69353826a"
	detD        = "00b44ede194b56554130"
	macMessage  = "2fa43a14ae500507deb95ab5bd32b0fe"
	kdaZ        = "bfbfc3865a3656e9e88d"
)

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
		{"wrong,SHA3-256,2", "sha3-256", "SHA3-256 AFT", 1},
		{"wrong,SHA3-256/bits,7", "sha3-256", "SHA3-256 AFT bits", 1},
		{"wrong,SHA3-256/MCT,1", "sha3-256", "SHA3-256 MCT", 1},
		{"zero,SHAKE-128,1", "shake-128", "SHAKE-128 AFT", 1},
		{"wrong,SHAKE-128/bits,2", "shake-128", "SHAKE-128 AFT bits", 1},
		{"zero,SHAKE-128:" + votMsg + ",1", "shake-128", "SHAKE-128 VOT", 1},
		{"wrong,SHAKE-128/MCT,5", "shake-128", "SHAKE-128 MCT", 1},
		{"zero,SHAKE-256,4", "shake-256-fips202", "SHAKE-256 AFT", 1},
		{"zero,DetECDSA/sigGen,1", "detecdsa", "DetECDSA sigGen", 1},
		{"wrong,DetECDSA/sigGen/bits,1", "detecdsa", "DetECDSA sigGen SP800-106", 1},
		{"wrong,DetECDSA/sigGen:" + detD + ",1", "detecdsa", "DetECDSA sigGen given d", 1},
		{"same,ECDSA/keyGen,1", "kas-ecc-cdh", "KAS-ECC CDH-Component", 0},
		{"wrong,ECDH/P-384,1", "kas-ecc-cdh", "KAS-ECC CDH-Component", 1},
		{"zero,ECDH/P-224,2", "kas-ecc-1.0", "KAS-ECC fullUnified", 1},
		{"wrong,ECDH/P-521,1", "kas-ecc-1.0", "KAS-ECC staticUnified", 1},
		{"wrong,SHA2-512,1", "kas-ecc-1.0", "KAS-ECC staticUnified", 1},
		{"wrong,ECDH/P-384:" + sscD + ",2", "kas-ecc-ssc", "KAS-ECC-SSC onePassUnified", 1},
		{"wrong,ECDH/P-256:" + sscStaticD + ",1", "kas-ecc-ssc", "KAS-ECC-SSC staticUnified", 1},
		{"wrong,ECDH/OneStep:" + oneStepD + ",1", "kas-ecc-onestep", "KAS-ECC ephemeralUnified", 1},
		{"wrong,KDA/OneStep:" + oneStepInfo + ",1", "kas-ecc-onestep", "KAS-ECC fullUnified", 1},
		{"wrong,KDA/OneStep:" + kdaZ + ",1", "kda-onestep", "KDA OneStep AFT", 1},
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
			code, r, out := check(t, "--wrapper", wrapper(t), "--jobs", "1", "--timeout", "3s", "--vectors", set)
			if code != report.ModuleFailed || len(r.Failures) != 1 || r.Total.Passed != 7 {
				t.Fatalf("exit code %d, %d failures, %d passed\n%s", code, len(r.Failures), r.Total.Passed, out)
			}
			f := r.Failures[0]
			if f.Test != id || f.Kind != "module failed" || !strings.Contains(f.Msg, text) {
				t.Errorf("expected tcId %d: %+v", id, f)
			}
		})
	}
}

// TestRefusedKeys: a module that refuses good keys fails the test; one that takes bad ones does so too.
func TestRefusedKeys(t *testing.T) {
	t.Setenv("TESTWRAPPER_FAULT", "empty,ECDH/P-384,1")
	code, r, _ := check(t, "--wrapper", wrapper(t), "--jobs", "1", "--vectors", "testdata/kas-ecc-cdh")
	if code != report.WrongAnswer || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Msg, "refuses the keys") {
		t.Errorf("exit code %d, %+v", code, r.Failures)
	}
	t.Setenv("TESTWRAPPER_FAULT", "empty,ECDH/point,7")
	code, r, _ = check(t, "--wrapper", wrapper(t), "--jobs", "1", "--vectors", wycheproofFile(t, "ecdh_secp256r1_ecpoint_test.json"))
	if code != report.WrongAnswer || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Msg, "the keys are refused") {
		t.Errorf("exit code %d, %+v", code, r.Failures)
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
	if r.Total.Passed != 3400 || r.Total.Failed+r.Total.Errors != 0 {
		t.Errorf("%d of 3400 Wycheproof cases passed\n%s", r.Total.Passed, text)
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

// TestAgreementInCAVP judges every case of the four curves in the KAS files.
func TestAgreementInCAVP(t *testing.T) {
	_, r, text := check(t, "--wrapper", wrapper(t), "--vectors", "cavp", "--filter", "KAS")
	if r.Total.Passed != 840 || r.Total.NotSupported != 60 || r.Total.Failed+r.Total.Errors != 0 {
		t.Errorf("%d passed, %d not supported\n%s", r.Total.Passed, r.Total.NotSupported, text)
	}
	// Each key derived is the first one: all valid cases that use that command fail but one at most.
	t.Setenv("TESTWRAPPER_FAULT", "same,ECDH/OneStep,2")
	code, r, _ := check(t, "--wrapper", wrapper(t), "--jobs", "1", "--vectors", "cavp", "--filter", "KAS")
	if code != report.WrongAnswer || r.Total.Failed < 2 || r.Total.Errors != 0 {
		t.Errorf("exit code %d, %d failures, %d errors", code, r.Total.Failed, r.Total.Errors)
	}
}

// TestECDHPoints runs Wycheproof's raw points on the four curves.
func TestECDHPoints(t *testing.T) {
	_, r, text := check(t, "--wrapper", wrapper(t), "--vectors", "wycheproof", "--filter", "ECDH (point|JWK, refused)")
	if r.Total.Passed != 2271 || r.Total.NotSupported != 0 || r.Total.Failed+r.Total.Errors != 0 {
		t.Errorf("%d passed, %d not supported\n%s", r.Total.Passed, r.Total.NotSupported, text)
	}
}

// wycheproofFile puts a file of the embedded module into a folder.
func wycheproofFile(t *testing.T, name string) string {
	t.Helper()
	data, err := fs.ReadFile(wycheproof.TestVectors, name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSpoiledWycheproof: the judge of every form can fail.
func TestSpoiledWycheproof(t *testing.T) {
	for _, c := range []struct{ file, fault, mode string }{
		{"ecdsa_secp256r1_sha256_test.json", "wrong,ECDSA/sigVer/der,5", "ECDSA sigVer DER"},
		{"ecdsa_secp256r1_sha256_p1363_test.json", "wrong,ECDSA/sigVer/raw,5", "ECDSA sigVer P1363"},
		{"ecdh_secp256r1_ecpoint_test.json", "zero,ECDH/point,5", "ECDH point"},
		{"ecdh_secp256r1_test.json", "wrong,ECDH/point,5", "ECDH SPKI"},
		{"ecdh_secp256r1_pem_test.json", "zero,ECDH/point,5", "ECDH PEM"},
		{"ecdh_secp256r1_webcrypto_test.json", "wrong,ECDH/point,5", "ECDH JWK"},
		{"hmac_sha256_test.json", "zero,HMAC-SHA2-256:" + macMessage + ",1", "HMAC-SHA2-256 MacTest"},
		{"ec_prime_order_curves_test.json", "wrong,ECDSA/keyPair,2", "ECDSA base point"},
	} {
		t.Setenv("TESTWRAPPER_FAULT", c.fault)
		code, r, _ := check(t, "--wrapper", shipping(t), "--jobs", "1", "--vectors", wycheproofFile(t, c.file))
		if code != report.WrongAnswer || len(r.Failures) != 1 || r.Failures[0].Mode != c.mode {
			t.Errorf("%s: exit code %d, %+v", c.file, code, r.Failures)
		}
	}
}

// TestMaxLarge: what is left out is counted, and nothing judged is no success.
func TestMaxLarge(t *testing.T) {
	code, r, text := check(t, "--wrapper", wrapper(t), "--vectors", "testdata/sha2-384-ldt", "--max-large", "1KiB")
	if code != report.BadInput || r.Total.NotRun != 1 || !strings.Contains(text, "larger than --max-large") {
		t.Errorf("exit code %d, %d not run\n%s", code, r.Total.NotRun, text)
	}
}

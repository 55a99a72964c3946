package corpus

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFindsEveryKindInAFolder(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a", "PKV.rsp"), "[P-256]\n\nQx = 1\nQy = 2\nResult = F (2 - Point not on curve)\n")
	write(t, filepath.Join(root, "b", "x_test.json"), `{"algorithm": "X", "numberOfTests": 0, "testGroups": []}`)
	write(t, filepath.Join(root, "c", "prompt.json"),
		`{"algorithm": "ECDSA", "mode": "keyGen", "testGroups": [{"tgId": 1, "testType": "AFT", "curve": "P-256", "tests": [{"tcId": 1}]}]}`)
	write(t, filepath.Join(root, "c", "registration.json"), `{"algorithm": "ECDSA"}`)
	write(t, filepath.Join(root, "README.md"), "text")
	units, errs := Load([]string{root}, nil)
	if len(errs) > 0 || len(units) != 2 {
		t.Errorf("%d units, %v", len(units), errs)
	}
	units, errs = Load([]string{root}, regexp.MustCompile("^c ECDSA keyGen$"))
	if len(errs) > 0 || len(units) != 1 || units[0].Source != "c" {
		t.Errorf("filtered: %v, %v", units, errs)
	}
}

// TestPairsByNumberAndMode: a file of two sets of one algorithm.
func TestPairsByNumberAndMode(t *testing.T) {
	root := t.TempDir()
	group := func(inner string) string {
		return `"testGroups": [{"tgId": 1, ` + inner + `}]`
	}
	write(t, filepath.Join(root, "prompt.json"), `[{"acvVersion": "1.0"},
	 {"vsId": 1, "algorithm": "ECDSA", "mode": "keyVer", `+group(`"testType": "AFT", "curve": "P-256", "tests": [{"tcId": 1, "qx": "01", "qy": "02"}]`)+`},
	 {"vsId": 2, "algorithm": "ECDSA", "mode": "keyVer", `+group(`"testType": "AFT", "curve": "P-256", "tests": [{"tcId": 1, "qx": "01", "qy": "02"}]`)+`}]`)
	answer := func(id, verdict string) string {
		return `{"vsId": ` + id + `, "algorithm": "ECDSA", ` + group(`"tests": [{"tcId": 1, "testPassed": `+verdict+`}]`) + `}`
	}
	write(t, filepath.Join(root, "expected.json"), `[{"acvVersion": "1.0"}, `+answer("2", "true")+`, `+answer("1", "false")+`]`)
	units, errs := Load([]string{root}, nil)
	if len(errs) > 0 || len(units) != 2 {
		t.Fatalf("%v %v", units, errs)
	}
	write(t, filepath.Join(root, "expected.json"), `[{"acvVersion": "1.0"}, `+answer("2", "true")+`]`)
	_, errs = Load([]string{root}, nil)
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "no answers for vsId 1") {
		t.Errorf("%v", errs)
	}
}

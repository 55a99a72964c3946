package main

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"

	"cordon.example/acvp/internal/report"
)

func readJSON(t *testing.T, path string) any {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return upper(v)
}

// upper brings all strings to upper case: tools differ in the case of hexadecimal digits.
func upper(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ToUpper(v)
	case []any:
		for i := range v {
			v[i] = upper(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = upper(v[k])
		}
	}
	return v
}

// TestRunGivesThePublishedAnswers: where the answers are fixed, the response file is the published one.
func TestRunGivesThePublishedAnswers(t *testing.T) {
	for _, set := range []string{"drbg-no-reseed", "hmac-1.0", "hmac-2.0", "keyver", "sha2-224", "sha2-256", "sha2-384-ldt",
		"sha2-512-256", "sha3-256", "shake-256-fips202", "sigver-component", "sigver-sp800-106"} {
		out := filepath.Join(t.TempDir(), "response.json")
		code, _, stderr := acvp(t, "run", "--wrapper", wrapper(t), "testdata/"+set+"/prompt.json", out)
		if code != report.OK {
			t.Errorf("%s: exit code %d: %s", set, code, stderr)
			continue
		}
		got, want := readJSON(t, out), readJSON(t, "testdata/"+set+"/expected.json")
		if list, ok := want.([]any); ok { // published answers of enveloped sets lack the revision
			gotSet, wantSet := got.([]any)[1].(map[string]any), list[1].(map[string]any)
			wantSet["revision"], wantSet["isSample"] = gotSet["revision"], gotSet["isSample"]
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the response is not what was published", set)
		}
	}
}

// TestRunForms looks at the form of random answers.
func TestRunForms(t *testing.T) {
	out := filepath.Join(t.TempDir(), "response.json")
	code, _, stderr := acvp(t, "run", "--wrapper", wrapper(t), "--partial", "testdata/siggen/prompt.json", out)
	if code != report.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	set := readJSON(t, out).(map[string]any)
	for _, g := range set["testGroups"].([]any) {
		group := g.(map[string]any)
		if group["tgId"] == nil || len(group["qx"].(string)) != 64 || len(group["qy"].(string)) != 64 {
			t.Errorf("group %v", group)
		}
		for _, test := range group["tests"].([]any) {
			fields := test.(map[string]any)
			if len(fields["r"].(string)) != 64 || len(fields["s"].(string)) != 64 || fields["tcId"] == nil {
				t.Errorf("test %v", fields)
			}
			if rv, ok := fields["randomValue"].(string); ok && fields["randomValueLen"] != float64(4*len(rv)) {
				t.Errorf("random value %v", fields)
			}
		}
	}
}

// runSet answers a set of testdata and gives the tests of the response by group, group fields included.
func runSet(t *testing.T, set string, more ...string) []map[string]any {
	t.Helper()
	out := filepath.Join(t.TempDir(), "response.json")
	args := append([]string{"run", "--wrapper", wrapper(t)}, more...)
	code, _, stderr := acvp(t, append(args, "testdata/"+set+"/prompt.json", out)...)
	if code != report.OK {
		t.Fatalf("%s: exit code %d: %s", set, code, stderr)
	}
	var groups []map[string]any
	for _, g := range readJSON(t, out).(map[string]any)["testGroups"].([]any) {
		groups = append(groups, g.(map[string]any))
	}
	return groups
}

// TestRunKDA: the answers of run are the published ones, where the module does the auxiliary function.
func TestRunKDA(t *testing.T) {
	want := map[any]any{}
	for _, g := range readJSON(t, "testdata/kda-onestep/expected.json").(map[string]any)["testGroups"].([]any) {
		for _, test := range g.(map[string]any)["tests"].([]any) {
			want[test.(map[string]any)["tcId"]] = test
		}
	}
	n := 0
	for _, g := range runSet(t, "kda-onestep", "--partial") {
		for _, test := range g["tests"].([]any) {
			n++
			if !reflect.DeepEqual(test, want[test.(map[string]any)["tcId"]]) {
				t.Errorf("%v, expected %v", test, want[test.(map[string]any)["tcId"]])
			}
		}
	}
	if n != 27 {
		t.Errorf("%d answers", n)
	}
}

// TestRunAgreement looks at the fields of answers that are random, by group.
func TestRunAgreement(t *testing.T) {
	for set, want := range map[string][]string{
		"kas-ecc-ssc": {"testPassed", "ephemeralPublicIutX ephemeralPublicIutY z", "testPassed", "hashZ staticPublicIutX staticPublicIutY",
			"testPassed", "hashZ staticPublicIutX staticPublicIutY"},
		"kas-ecc-cdh": {"publicIutX publicIutY z", "publicIutX publicIutY z"},
		"kas-ecc-onestep": {"testPassed", "dkm ephemeralPublicIutX ephemeralPublicIutY", "testPassed", "dkm staticPublicIutX staticPublicIutY",
			"testPassed", "dkm ephemeralPublicIutX ephemeralPublicIutY staticPublicIutX staticPublicIutY"},
	} {
		groups := runSet(t, set)
		if len(groups) != len(want) {
			t.Fatalf("%s: %d groups", set, len(groups))
		}
		for i, g := range groups {
			var keys []string
			for key := range g["tests"].([]any)[0].(map[string]any) {
				if key != "tcId" {
					keys = append(keys, key)
				}
			}
			sort.Strings(keys)
			if got := strings.Join(keys, " "); got != want[i] {
				t.Errorf("%s, group %d: %s, expected %s", set, i+1, got, want[i])
			}
		}
	}
}

// TestRunDeterministic: every group has a key, and no answer a random value but under SP 800-106.
func TestRunDeterministic(t *testing.T) {
	for _, g := range runSet(t, "detecdsa", "--partial") {
		if g["qx"] == nil || g["qy"] == nil {
			t.Errorf("group %v", g)
		}
		for _, test := range g["tests"].([]any) {
			fields := test.(map[string]any)
			if fields["r"] == nil || fields["s"] == nil {
				t.Errorf("test %v", fields)
			}
		}
	}
}

func TestRunToStandardOutputFromGzip(t *testing.T) {
	data, err := os.ReadFile("testdata/sha2-256/prompt.json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "prompt.json.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	z.Write(data)
	z.Close()
	f.Close()
	code, stdout, stderr := acvp(t, "run", "--wrapper", wrapper(t), path)
	if code != report.OK || !strings.Contains(stdout, `"resultsArray"`) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestRunKeepsEarlierAnswers: the response has the answers of all tests but the one at which the wrapper died.
func TestRunKeepsEarlierAnswers(t *testing.T) {
	id, digits := someMessage(t, "testdata/sigver")
	t.Setenv("TESTWRAPPER_FAULT", "die,ECDSA/sigVer:"+digits+",1")
	out := filepath.Join(t.TempDir(), "response.json")
	code, _, stderr := acvp(t, "run", "--wrapper", wrapper(t), "--partial", "testdata/sigver/prompt.json", out)
	if code != report.ModuleFailed || !strings.Contains(stderr, "tcId ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	groups := readJSON(t, out).(map[string]any)["testGroups"].([]any)
	tests := groups[0].(map[string]any)["tests"].([]any)
	if len(tests) != 6 {
		t.Errorf("%d answers", len(tests))
	}
	for _, test := range tests {
		if test.(map[string]any)["tcId"] == float64(id) {
			t.Errorf("an answer for tcId %d", id)
		}
	}
}

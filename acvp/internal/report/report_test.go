package report

// Tests of the table and of its JSON form.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/runner"
)

func result(object string, statuses ...runner.Status) *runner.Result {
	r := &runner.Result{Unit: &alg.Unit{Source: "s", File: "f.json", Algorithm: "A", Mode: "m", Group: 3}}
	for i, s := range statuses {
		test := &alg.Test{ID: int64(i + 1)}
		r.Unit.Tests = append(r.Unit.Tests, test)
		r.Outcomes = append(r.Outcomes, runner.Outcome{Test: test, Status: s, Msg: "why"})
	}
	if object == "" {
		r.Missing, r.Outcomes = &caps.Reason{Kind: "curve", Value: "P-224"}, nil
	} else {
		r.Module = &runner.Module{Object: object, Config: &caps.Config{}}
	}
	return r
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		results []*runner.Result
		faults  []string
		want    int
	}{
		{[]*runner.Result{result("o", runner.Passed)}, nil, OK},
		{[]*runner.Result{result("o", runner.Passed), result("", runner.Passed)}, nil, OK},
		{[]*runner.Result{result("o", runner.Passed, runner.Failed)}, nil, WrongAnswer},
		{[]*runner.Result{result("o", runner.Passed, runner.Error)}, nil, ModuleFailed},
		{[]*runner.Result{result("o", runner.Failed, runner.Error)}, nil, ModuleFailed},
		{[]*runner.Result{result("o", runner.Passed)}, []string{"it died"}, ModuleFailed},
		{[]*runner.Result{result("", runner.Passed)}, nil, BadInput},
		{[]*runner.Result{result("o", runner.NotRun)}, nil, BadInput},
		{[]*runner.Result{result("o", runner.Answered)}, nil, BadInput},
		{nil, nil, BadInput},
	} {
		if got := New(nil, c.results, c.faults).ExitCode; got != c.want {
			t.Errorf("%d, expected %d", got, c.want)
		}
	}
}

func TestTableAndFailures(t *testing.T) {
	r := New(nil, []*runner.Result{result("cordon.o", runner.Passed, runner.Failed), result("", runner.Passed)}, nil)
	if len(r.Rows) != 1 || r.Rows[0].Passed != 1 || r.Rows[0].Failed != 1 || r.Rows[0].NotSupported != 1 {
		t.Errorf("%+v", r.Rows)
	}
	var b bytes.Buffer
	r.Print(&b)
	for _, want := range []string{"f.json: tgId 3, tcId 2: A m: cordon.o, wrong answer: why", "curve P-224 (1)", "1 of 2 tests failed",
		"cordon.o", "total"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestJSONIsReplacedAsAWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := New(nil, nil, nil).WriteJSON(path); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	entries, _ := os.ReadDir(filepath.Dir(path))
	if !bytes.Contains(data, []byte(`"exitCode": 2`)) || len(entries) != 1 {
		t.Errorf("%s, %d files", data, len(entries))
	}
}

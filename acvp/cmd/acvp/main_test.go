package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"cordon.example/acvp/internal/report"
	"cordon.example/acvp/internal/testbin"
)

func TestMain(m *testing.M) { testbin.Main(m) }

// acvp runs the program inside the test.
func acvp(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(args, &world{context.Background(), &out, &err, false})
	return code, out.String(), err.String()
}

// check runs "acvp check" with --json and gives the report too.
func check(t *testing.T, args ...string) (int, *report.Report, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.json")
	code, stdout, stderr := acvp(t, append([]string{"check", "--json", path}, args...)...)
	r := &report.Report{}
	data, err := os.ReadFile(path)
	if err != nil {
		return code, r, stdout + stderr
	}
	if err := json.Unmarshal(data, r); err != nil {
		t.Fatal(err)
	}
	if r.ExitCode != code {
		t.Errorf("the JSON says exit code %d, the program %d", r.ExitCode, code)
	}
	return code, r, stdout + stderr
}

// wrapper gives the wrapper that can do all.
func wrapper(t *testing.T) string { return testbin.Wrapper(t) }

// shipping gives a wrapper without given entropy and nonce, for P-256 alone.
func shipping(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "shipping")
	script := "#!/bin/sh\nTESTWRAPPER_PROFILE=ship TESTWRAPPER_CURVES=P-256 exec " + testbin.Wrapper(t) + " \"$@\"\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// copySet copies a set of testdata so that a test can spoil it.
func copySet(t *testing.T, name string) string {
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// someMessage gives the tcId and the first digits of the message of the third test of a set.
func someMessage(t *testing.T, dir string) (int64, string) {
	data, err := os.ReadFile(filepath.Join(dir, "prompt.json"))
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		TestGroups []struct {
			Tests []struct {
				TcID    int64
				Message string
			}
		}
	}
	if err := json.Unmarshal(data, &set); err != nil {
		t.Fatal(err)
	}
	test := set.TestGroups[0].Tests[2]
	return test.TcID, test.Message[:40]
}

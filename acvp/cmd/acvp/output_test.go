package main

// Tests of what is said of the modules, and of what becomes of an output that cannot be written.

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cordon.example/acvp/internal/report"
)

// runTo runs the program inside the test, with standard output at an opened file.
func runTo(t *testing.T, path string, flag int, args ...string) (int, string) {
	t.Helper()
	out, err := os.OpenFile(path, flag, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var errs bytes.Buffer
	return run(args, &world{context.Background(), out, &errs, false}), errs.String()
}

func TestOutputThatIsLost(t *testing.T) {
	prompt := "testdata/keyver/prompt.json"
	check := []string{"check", "--wrapper", wrapper(t), "--vectors", "testdata/keyver"}
	answer := []string{"run", "--wrapper", wrapper(t), prompt}
	for _, c := range []struct {
		path string
		flag int
		args []string
		code int
		want string
	}{
		{"/dev/full", os.O_WRONLY, check, report.BadInput, "the table cannot be written"},
		{"/dev/full", os.O_WRONLY, append(check, "--unsupported"), report.BadInput, "the table cannot be written"},
		{os.DevNull, os.O_WRONLY, append(check, "--json", "/dev/full"), report.BadInput, "no space left"},
		{os.DevNull, os.O_RDWR, check, report.OK, ""},
		{"/dev/full", os.O_WRONLY, answer, report.BadInput, "no space left"},
		{os.DevNull, os.O_RDWR, answer, report.BadInput, "standard output is closed"},
		{os.DevNull, os.O_WRONLY, answer, report.OK, ""},
		{os.DevNull, os.O_RDWR, append(answer, filepath.Join(t.TempDir(), "out.json")), report.OK, ""},
		{os.DevNull, os.O_WRONLY, append(answer, "/dev/full"), report.BadInput, "no space left"},
	} {
		code, stderr := runTo(t, c.path, c.flag, c.args...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v to %s: exit code %d, expected %d with %q: %s", c.args, c.path, code, c.code, c.want, stderr)
		}
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatal("/dev/full is no device any more")
	}
}

// TestNamesTheBackEnd: each module's own, in the line above the table and in JSON; nothing where the wrapper does not say.
func TestNamesTheBackEnd(t *testing.T) {
	dir := t.TempDir()
	silent, jsonFile := filepath.Join(dir, "silent"), filepath.Join(dir, "report.json")
	script := "#!/bin/sh\n[ \"$1\" = --version ] && exec echo object: silent.o\nexec " + wrapper(t) + "\n"
	if err := os.WriteFile(silent, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	code, text, stderr := acvp(t, "check", "--wrapper", wrapper(t), "--test-wrapper", silent, "--vectors", "testdata/keyver",
		"--json", jsonFile)
	if code != report.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var r struct {
		Modules []map[string]any `json:"modules"`
	}
	data, err := os.ReadFile(jsonFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &r); err != nil || len(r.Modules) != 2 {
		t.Fatalf("%v: %s", err, data)
	}
	for i, want := range []struct{ object, backEnd string }{{"go-test.o", "go"}, {"silent.o", ""}} {
		if m := r.Modules[i]; m["object"] != want.object || m["backEnd"] != want.backEnd {
			t.Errorf("%v, expected %v", m, want)
		}
	}
	above, _, _ := strings.Cut(text, "┌")
	lines := strings.Split(strings.TrimSpace(above), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "; back-end: go)") || strings.Contains(lines[1], "back-end") {
		t.Errorf("above the table: %q", lines)
	}
}

// TestOutputsThatMayNotBe: refused before anything is run, with nothing written.
func TestOutputsThatMayNotBe(t *testing.T) {
	dir := copySet(t, "keyver")
	prompt, out := filepath.Join(dir, "prompt.json"), filepath.Join(t.TempDir(), "out.json")
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink(prompt, link); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(prompt)
	if err != nil {
		t.Fatal(err)
	}
	ran := filepath.Join(t.TempDir(), "ran")
	notToRun := filepath.Join(t.TempDir(), "wrapper")
	if err := os.WriteFile(notToRun, []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"run", prompt, prompt}, "exists among the inputs"},
		{[]string{"run", prompt, link}, "exists among the inputs"},
		{[]string{"run", prompt, out, "--json", prompt}, "exists among the inputs"},
		{[]string{"run", prompt, out, "--json", out}, "two outputs"},
		{[]string{"run", prompt, "/nonexistent/out.json"}, "/nonexistent/out.json cannot be written: no such file"},
		{[]string{"run", prompt, dir}, "it is a folder"},
		{[]string{"check", "--vectors", dir, "--json", prompt}, "exists among the inputs"},
		{[]string{"check", "--vectors", prompt, "--json", link}, "exists among the inputs"},
		{[]string{"check", "--vectors", dir, "--json", "/nonexistent/r.json"}, "/nonexistent/r.json cannot be written: no such file"},
	} {
		code, stdout, stderr := acvp(t, append(c.args, "--wrapper", notToRun)...)
		if code != report.BadInput || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, expected %q: %s%s", c.args, code, c.want, stdout, stderr)
		}
	}
	if after, err := os.ReadFile(prompt); err != nil || !bytes.Equal(before, after) {
		t.Error("the prompt is not what it was")
	}
	for _, path := range []string{ran, out} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s exists", path)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(out)); err != nil || len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
}

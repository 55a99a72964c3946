package main

// Tests of what becomes of an output that cannot be written.

import (
	"bytes"
	"context"
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

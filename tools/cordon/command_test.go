package main

// What the tests share: they run the command that the build made, and openssl, as programs.

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cordon.example/cordon/internal/keyfile"
)

// opensslCurves are the names of openssl for every curve of the command.
var opensslCurves = map[string]string{"P-224": "secp224r1", "P-256": "prime256v1", "P-384": "secp384r1",
	"P-521": "secp521r1"}

// buildFile finds a file of the build under test.
func buildFile(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("CORDON_BUILD")
	if dir == "" {
		t.Fatal("CORDON_BUILD is not set: it names the build folder; run these tests through ctest")
	}
	name = filepath.Join(dir, name)
	if _, err := os.Stat(name); err != nil {
		t.Fatalf("the build is not complete: %v", err)
	}
	return name
}

// outcome is how a program ended.
type outcome struct {
	code           int
	stdout, stderr string
}

func runProgram(t *testing.T, stdin []byte, dir, name string, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	c := exec.Command(name, args...)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, bytes.NewReader(stdin), &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", name, err)
	}
	return outcome{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

// bench is a folder in which a test runs programs.
type bench struct {
	*testing.T
	dir     string
	command string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	return &bench{t, t.TempDir(), buildFile(t, "bin/cordon")}
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

func (b *bench) write(name string, data []byte) string {
	b.Helper()
	if err := os.WriteFile(b.path(name), data, 0o644); err != nil {
		b.Fatal(err)
	}
	return name
}

func (b *bench) read(name string) []byte {
	b.Helper()
	data, err := os.ReadFile(b.path(name))
	if err != nil {
		b.Fatal(err)
	}
	return data
}

func (b *bench) exists(name string) bool {
	_, err := os.Lstat(b.path(name))
	return err == nil
}

// cordon runs the command and wants success; it returns what went to standard output.
func (b *bench) cordon(args ...string) string {
	b.Helper()
	o := runProgram(b.T, nil, b.dir, b.command, args...)
	if o.code != exitOK {
		b.Fatalf("cordon %q: exit code %d\n%s%s", args, o.code, o.stdout, o.stderr)
	}
	return o.stdout
}

// fails runs the command and wants an exit code, and texts in its message.
func (b *bench) fails(code int, want []string, args ...string) {
	b.Helper()
	o := runProgram(b.T, nil, b.dir, b.command, args...)
	if o.code != code {
		b.Errorf("cordon %q: exit code %d, not %d\n%s%s", args, o.code, code, o.stdout, o.stderr)
	}
	for _, text := range want {
		if !strings.Contains(o.stderr, text) {
			b.Errorf("cordon %q: the message does not say %q:\n%s", args, text, o.stderr)
		}
	}
	if strings.Contains(o.stderr, "panic") || strings.Contains(o.stderr, "goroutine ") {
		b.Errorf("cordon %q: it crashed:\n%s", args, o.stderr)
	}
}

// openssl runs openssl and wants success.
func (b *bench) openssl(args ...string) string {
	b.Helper()
	o := runProgram(b.T, nil, b.dir, "openssl", args...)
	if o.code != 0 {
		b.Fatalf("openssl %q: exit code %d\n%s%s", args, o.code, o.stdout, o.stderr)
	}
	return o.stdout
}

// json runs the command with --json and decodes its report.
func (b *bench) json(code int, args ...string) map[string]any {
	b.Helper()
	o := runProgram(b.T, nil, b.dir, b.command, append(args, "--json")...)
	var r map[string]any
	if err := json.Unmarshal([]byte(o.stdout), &r); err != nil {
		b.Fatalf("cordon %q: %v\n%s%s", args, err, o.stdout, o.stderr)
	}
	if o.code != code || r["exit"] != float64(code) || o.stderr != "" {
		b.Errorf("cordon %q: exit code %d, %v in the report, %d expected\n%s", args, o.code, r["exit"], code, o.stderr)
	}
	return r
}

// eachCurve runs a test for every curve.
func eachCurve(t *testing.T, f func(b *bench, c *keyfile.Curve)) {
	for _, c := range keyfile.Curves {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if opensslCurves[c.Name] == "" {
				t.Fatalf("the tests do not know openssl's name of %s", c.Name)
			}
			f(newBench(t), c)
		})
	}
}

func TestUsageErrors(t *testing.T) {
	b := newBench(t)
	b.write("file", []byte("text"))
	for _, args := range [][]string{
		{}, {"nonsense"}, {"version", "more"}, {"--nonsense"}, {"keygen"}, {"keygen", "--curve", "P-256"},
		{"keygen", "--curve", "P-257", "--out", "new"}, {"keygen", "--curve", "", "--out", "new"},
		{"keygen", "--curve", "P-256", "--out", ""},
		{"keygen", "--curve", "P-256", "--out", "new", "--public", "new"},
		{"keygen", "--curve", "P-256", "--out", "-", "--public", "-"},
		{"keygen", "--curve", "P-256", "--out", "new", "--method", "guess"},
		{"keygen", "--curve", "P-256", "--out", "new", "--use", "nothing"},
		{"keygen", "--curve", "P-256", "--out", "new", "--form", "jwk"},
		{"keygen", "--curve", "P-256", "--out", "missing/new"}, {"keygen", "--curve", "P-256", "--out", "."},
		{"sign"}, {"verify"}, {"pubout"}, {"ecdh"}, {"dgst"}, {"dgst", "file"}, {"dgst", "--hash", "SHA-1", "file"},
		{"dgst", "--hash", "MD5", "file"}, {"dgst", "--hash", "", "file"}, {"dgst", "--hash", "SHA-256", "missing"},
		{"dgst", "--hash", "SHA-256", "--length", "32", "file"}, {"dgst", "--hash", "SHAKE128", "--length", "0", "file"},
		{"dgst", "--hash", "SHAKE128", "--length", "1048577", "file"}, {"dgst", "--hash", "SHA-256", "."}, {"dgst", "--hash", "SHA-256", ""}, {"dgst", "--hash", "SHA-256", "-", "-"},
		{"selftest", "--list", "--run", "all"}, {"selftest", "--run", "nonsense"}, {"verify-seal"},
		{"verify-seal", ""}, {"break"}, {"break", "sha256"}, {"break", "--list", "sha256"},
	} {
		b.fails(exitInput, []string{"cordon"}, args...)
		if o := runProgram(t, nil, b.dir, b.command, append(args, "--json")...); o.code != exitInput ||
			!json.Valid([]byte(o.stdout)) && !json.Valid([]byte(o.stderr)) {
			t.Errorf("%q with --json: exit code %d\n%s%s", args, o.code, o.stdout, o.stderr)
		}
		if b.exists("new") {
			t.Fatalf("%q left an output", args)
		}
	}
}

func TestHelpNamesEverySubcommand(t *testing.T) {
	b := newBench(t)
	out := b.cordon("--help")
	for _, name := range []string{"version", "status", "selftest", "verify-seal", "break", "keygen", "pubout", "sign",
		"verify", "ecdh", "dgst"} {
		if !strings.Contains(out, "\n  "+name) {
			t.Errorf("--help does not name %s", name)
		}
		b.cordon(name, "--help")
	}
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// R1, R2: version and status, of the module that the build sealed.
func TestVersionAndStatus(t *testing.T) {
	b := newBench(t)
	r := b.json(exitOK, "version")["result"].(map[string]any)
	m := r["module"].(map[string]any)
	if m["name"] != "Cordon" || m["object"] != "cordon.o" || m["integrity"] != "verified" || len(m["digest"].(string)) != 64 {
		t.Errorf("%v", r)
	}
	// What the module says of itself is what a look at the object says.
	seal := b.json(exitOK, "verify-seal", buildFile(t, "cordon.o"))["result"].(map[string]any)
	if m["digest"] != seal["digest"] || m["build_identity"] != seal["build_identity"] {
		t.Errorf("the command's module is not that of the build: %v, %v", m, seal)
	}
	if out := b.cordon("version"); !strings.Contains(out, m["digest"].(string)) {
		t.Errorf("%s", out)
	}
	if out := b.cordon("status"); !strings.Contains(out, "state:      operational") || !strings.Contains(out, " 0 failed") {
		t.Errorf("%s", out)
	}
	status := b.json(exitOK, "status")
	s := status["result"].(map[string]any)
	if s["failed"] != 0.0 || s["module"].(map[string]any)["state"] != "operational" || status["services"] != nil {
		t.Errorf("%v", status)
	}
}

// names lists the self-tests.
func (b *bench) names() (names []string) {
	for _, v := range b.json(exitOK, "selftest", "--list")["result"].(map[string]any)["self_tests"].([]any) {
		names = append(names, v.(map[string]any)["name"].(string))
	}
	return names
}

// TestSelftestRunsEach on its own, by name, and all of them with their times and the eager total (R10, R20).
func TestSelftestRunsEach(t *testing.T) {
	b := newBench(t)
	names := b.names()
	if len(names) < 10 {
		t.Fatalf("only %d self-tests", len(names))
	}
	for _, name := range names {
		r := b.json(exitOK, "selftest", "--run", name)["result"].(map[string]any)
		list := r["self_tests"].([]any)
		one := list[0].(map[string]any)
		if len(list) != 1 || one["name"] != name || one["result"] != "passed" || one["runs"].(float64) < 1 {
			t.Errorf("%s: %v", name, list)
		}
	}
	for _, args := range [][]string{{"selftest"}, {"selftest", "--run", "all"}} {
		out := b.cordon(args...)
		for _, want := range append(names, "power-on set:", "eager total", "state: operational") {
			if !strings.Contains(out, want) {
				t.Errorf("%q does not print %q:\n%s", args, want, out)
			}
		}
		r := b.json(exitOK, args...)["result"].(map[string]any)
		if r["not_run"] != 0.0 || r["failed"] != 0.0 || r["eager_total_nanoseconds"].(float64) <= 0 {
			t.Errorf("%v", r)
		}
	}
	b.fails(exitInput, append(names, "nonsense"), "selftest", "--run", "nonsense")
}

// TestBrokenCopies: for each self-test, a copy of this command that fails it; its status, its tests, what it refuses
// (R1, R8, R18, R21, R46).
func TestBrokenCopies(t *testing.T) {
	b := newBench(t)
	names := strings.Fields(b.cordon("break", "--list"))
	if len(names) < 10 {
		t.Fatalf("only %d self-tests can be broken: %q", len(names), names)
	}
	for _, name := range names {
		broken := b.path("broken-" + name)
		r := b.json(exitOK, "break", name, b.command, broken)["result"].(map[string]any)
		if r["self_test"] != name || r["out"] != broken {
			t.Errorf("%v", r)
		}
		b.cordon("verify-seal", broken) // the seal is right, for the lab's copy
		copied := &bench{t, b.dir, broken}
		copied.cordon("version")
		copied.fails(exitFalse, []string{name}, "selftest", "--run", "all")
		o := runProgram(t, nil, b.dir, broken, "status")
		switch {
		case strings.Contains(o.stdout, "state:      error"): // what the integrity test builds on
			copied.fails(exitModule, []string{`"error"`}, "status")
			copied.fails(exitModule, []string{"CORDON_ERR_STATE"}, "dgst", "--hash", "SHA-256", broken)
			if name != "hmac-sha256" {
				t.Errorf("%s: the module is in the final error state", name)
			}
		case strings.Contains(o.stdout, "state:      degraded"):
			copied.fails(exitFalse, []string{"degraded", name}, "status")
			if !strings.Contains(o.stdout, "failed:     "+name) {
				t.Errorf("%s: %s", name, o.stdout)
			}
		default: // a test that runs at first use or on each key
			if o.code != exitOK || !strings.Contains(o.stdout, "operational") {
				t.Errorf("%s: exit code %d\n%s", name, o.code, o.stdout)
			}
		}
		if err := os.Remove(broken); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBrokenServicesRefuse: the status names what a failed self-test blocks, and the command reports the refusal (R6,
// R18, R46).
func TestBrokenServicesRefuse(t *testing.T) {
	b := newBench(t)
	b.write("msg", []byte("a message"))
	b.cordon("keygen", "--curve", "P-256", "--out", "key", "--public", "pub")
	b.cordon("sign", "--key", "key", "--hash", "SHA-256", "--in", "msg", "--out", "sig")
	b.cordon("break", "ecdsa-sign-p256", b.command, "no-sign")
	b.cordon("break", "ecdsa-verify-p256", b.command, "no-verify")
	sign := []string{"sign", "--key", "key", "--hash", "SHA-256", "--in", "msg", "--out", "new"}
	verify := []string{"verify", "--key", "pub", "--hash", "SHA-256", "--in", "msg", "--signature", "sig"}
	noSign, noVerify := &bench{t, b.dir, b.path("no-sign")}, &bench{t, b.dir, b.path("no-verify")}
	noSign.fails(exitModule, []string{"CORDON_ERR_BLOCKED", "NOT approved: "}, sign...)
	noSign.cordon(verify...)
	noVerify.fails(exitModule, []string{"CORDON_ERR_BLOCKED", "NOT approved: "}, verify...)
	if b.exists("new") {
		t.Error("a refused signature left an output")
	}
	if r := noVerify.json(exitModule, verify...); r["approved"] != false || !strings.Contains(fmt.Sprint(r["error"]),
		"CORDON_ERR_BLOCKED") {
		t.Errorf("%v", r)
	}
}

// TestNoCoreDump: a process that holds keys leaves none.
func TestNoCoreDump(t *testing.T) {
	b := newBench(t)
	script := "ulimit -c unlimited; exec 3<>fifo; " + b.command + " dgst --hash SHA-256 fifo & sleep 0.3; " +
		"grep 'core file size' /proc/$!/limits; kill $!"
	out, err := exec.Command("sh", "-c", "cd "+b.dir+" && mkfifo fifo && "+script).CombinedOutput()
	if f := strings.Fields(string(out)); err != nil || len(f) < 6 || f[4] != "0" || f[5] != "0" {
		t.Errorf("%v: %s", err, out)
	}
}

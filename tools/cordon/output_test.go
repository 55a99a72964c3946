package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sh runs a script, in which cordon is the command.
func (b *bench) sh(script string) outcome {
	b.Helper()
	return runProgram(b.T, nil, b.dir, "sh", "-c", `cordon() { "`+b.command+`" "$@"; }; `+script)
}

func (b *bench) link(target, name string) {
	b.Helper()
	if err := os.Symlink(target, b.path(name)); err != nil {
		b.Fatal(err)
	}
}

// noTemporaries: nothing is left under a temporary name.
func (b *bench) noTemporaries() {
	b.Helper()
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			b.Errorf("a temporary file remains: %s", e.Name())
		}
	}
}

// TestOneFileUnderTwoNames: whatever it is called, an output does not take the place of another.
func TestOneFileUnderTwoNames(t *testing.T) {
	b := newBench(t)
	if err := os.Mkdir(b.path("sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	b.link("sub", "dir")
	b.link("k", "link")
	for _, names := range [][2]string{{"k", "./k"}, {"k", "sub/../k"}, {"k", b.path("k")}, {"sub/k", "dir/k"},
		{"link", "k"}, {"k", "link"}} {
		b.fails(exitInput, []string{"same output"}, "keygen", "--curve", "P-256", "--out", names[0], "--public", names[1],
			"--force")
	}
	if b.exists("k") || b.exists("sub/k") {
		t.Error("a refused command left a file")
	}
	b.cordon("keygen", "--curve", "P-256", "--out", "k", "--public", "p")
	before := b.read("k")
	if err := os.Link(b.path("k"), b.path("hard")); err != nil {
		t.Fatal(err)
	}
	b.fails(exitInput, []string{"same output"}, "keygen", "--curve", "P-256", "--out", "k", "--public", "hard", "--force")
	for _, script := range []string{"keygen --curve P-256 --out /dev/stdout --public -",
		"keygen --curve P-256 --out - --public /dev/stdout", "keygen --curve P-256 --out - --public p --force >>p"} {
		if o := b.sh("cordon " + script); o.code != exitInput || strings.Contains(o.stdout, "BEGIN") {
			t.Errorf("%s: exit code %d\n%s%s", script, o.code, o.stdout, o.stderr)
		}
	}
	if !bytes.Equal(before, b.read("k")) {
		t.Error("a refused command changed a file")
	}
}

// TestForceSparesInputs: --force overwrites no file that the command reads.
func TestForceSparesInputs(t *testing.T) {
	b := newBench(t)
	b.cordon("keygen", "--curve", "P-256", "--out", "k", "--public", "p")
	b.write("m", []byte("a message"))
	b.link("k", "link")
	key, public := b.read("k"), b.read("p")
	for _, script := range []string{
		"sign --key k --hash SHA-256 --in m --out k", "sign --key k --hash SHA-256 --in m --out ./m",
		"sign --key link --hash SHA-256 --in m --out k", "sign --key k --hash SHA-256 --in m --out link",
		"sign --key - --hash SHA-256 --in m --out k <k", "pubout --key k --out k", "ecdh --key k --peer p --out p",
		"ecdh --key k --peer p --out k", "break sha256 k k", "break sha256 m k --object k",
	} {
		if o := b.sh("cordon " + script + " --force"); o.code != exitInput || !strings.Contains(o.stderr, "the input") {
			t.Errorf("%s: exit code %d\n%s", script, o.code, o.stderr)
		}
	}
	if !bytes.Equal(key, b.read("k")) || !bytes.Equal(public, b.read("p")) || string(b.read("m")) != "a message" {
		t.Error("an input was overwritten")
	}
}

// TestForceAllOrNothing: what could not be replaced as a whole stays.
func TestForceAllOrNothing(t *testing.T) {
	b := newBench(t)
	b.write("old", []byte("old"))
	for _, public := range []string{"nodir/p", "/dev/full", "loop"} {
		if public == "loop" {
			b.link("loop", "loop")
		}
		b.fails(exitInput, []string{public}, "keygen", "--curve", "P-256", "--out", "old", "--public", public, "--force")
		if string(b.read("old")) != "old" {
			t.Errorf("--public %s: the old file is lost", public)
		}
	}
	b.noTemporaries()
	// The second name cannot be had: the first is as it was.
	for _, first := range []string{"old", "new"} {
		a, err := stage(output{b.path(first), []byte("new"), 0o600})
		if err != nil {
			t.Fatal(err)
		}
		c, err := stage(output{b.path("second"), []byte("new"), 0o600})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(b.path("second/full"), 0o755); err != nil {
			t.Fatal(err)
		}
		if f, err := commit([]*stagedFile{a, c}, true); err == nil || f != c {
			t.Errorf("%v, %v", f, err)
		}
		discard([]*stagedFile{a, c})
		if string(b.read("old")) != "old" || b.exists("new") {
			t.Errorf("after a failure, %s has changed", first)
		}
		if err := os.RemoveAll(b.path("second")); err != nil {
			t.Fatal(err)
		}
	}
	b.noTemporaries()
}

// TestLinksAndDevicesStay: an output goes where they lead to.
func TestLinksAndDevicesStay(t *testing.T) {
	b := newBench(t)
	b.write("file", nil)
	b.link("file", "link")
	b.cordon("keygen", "--curve", "P-256", "--out", "link", "--public", "/dev/null", "--force")
	info, err := os.Lstat(b.path("link"))
	if err != nil || info.Mode()&os.ModeSymlink == 0 || !bytes.Contains(b.read("file"), []byte("PRIVATE KEY")) {
		t.Errorf("%v, %v, %q", info, err, b.read("file"))
	}
	if o := b.sh("cordon keygen --curve P-256 --out ./std --force >/dev/null; ln -s /proc/self/fd/1 stdout; " +
		"cordon keygen --curve P-256 --out stdout --force >redirected"); o.code != exitOK {
		t.Errorf("exit code %d\n%s", o.code, o.stderr)
	}
	if info, err := os.Lstat(b.path("stdout")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestClosedStreams: data is neither read from nor lost in a stream that does not exist.
func TestClosedStreams(t *testing.T) {
	b := newBench(t)
	b.cordon("keygen", "--curve", "P-256", "--out", "k", "--public", "p")
	b.write("m", []byte("a message"))
	sign := "cordon sign --key k --hash SHA-256 "
	for _, script := range []string{
		sign + "--in m --out - >&-", "cordon keygen --curve P-256 --out - >&-", sign + "--in - --out s <&-",
		sign + "--in /dev/stdin --out s <&-", "cordon dgst --hash SHA-256 - <&-", "cordon dgst --hash SHA-256 m >&-",
		"cordon dgst --hash SHA-256 /dev/stdin <&-", "cordon keygen --curve P-256 --out /dev/stdout --force >&-",
		"cordon version >&-", "cordon version --json >&-", sign + "--in m --out - <&- >&-", "cordon verify-seal - <&-",
		"cordon pubout --key - --out s <&-",
	} {
		o := b.sh(script)
		if o.code != exitInput || o.stderr == "" || b.exists("s") {
			t.Errorf("%s: exit code %d\n%s%s", script, o.code, o.stdout, o.stderr)
		}
	}
	for _, script := range []string{"cordon version <&-", "cordon version 2>&-", sign + "--in - --out t </dev/null",
		sign + "--in m --out - >/dev/null <&-"} {
		if o := b.sh(script); o.code != exitOK {
			t.Errorf("%s: exit code %d\n%s%s", script, o.code, o.stdout, o.stderr)
		}
	}
}

// TestSignalWhileAPipeWaits: no private key without its public one.
func TestSignalWhileAPipeWaits(t *testing.T) {
	b := newBench(t)
	if err := syscall.Mkfifo(b.path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(b.command, "keygen", "--curve", "P-256", "--out", "k", "--public", "pipe")
	c.Dir = b.dir
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < 500; i++ { // until the private key is under its temporary name
		entries, err := os.ReadDir(b.dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) > 1 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond)
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err == nil {
		t.Error("the signal did not end it")
	}
	if b.exists("k") {
		t.Error("the private key is left without its public one")
	}
	b.noTemporaries()
}

// TestLongSignatureIsFalse: a malformed signature is a verdict, however long it is.
func TestLongSignatureIsFalse(t *testing.T) {
	b := newBench(t)
	b.cordon("keygen", "--curve", "P-256", "--out", "k", "--public", "p")
	b.write("m", []byte("a message"))
	for _, size := range []int{0, maxSignature, maxSignature + 1, 1 << 20} {
		b.write("s", make([]byte, size))
		b.fails(exitFalse, []string{"no signature"}, "verify", "--key", "p", "--hash", "SHA-256", "--in", "m", "--signature", "s")
	}
}

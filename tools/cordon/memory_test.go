package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"cordon.example/cordon/internal/keyfile"
)

// holds tells which of some byte strings are in the writable memory of a process.
func holds(t *testing.T, pid int, wanted map[string][]byte) map[string]bool {
	t.Helper()
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		t.Fatal(err)
	}
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	found := make(map[string]bool)
	for _, line := range strings.Split(string(maps), "\n") {
		var from, to int64
		var mode string
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &from, &to, &mode); n != 3 || !strings.HasPrefix(mode, "rw") {
			continue
		}
		region := make([]byte, to-from)
		n, _ := mem.ReadAt(region, from)
		for name, w := range wanted {
			if bytes.Contains(region[:n], w) {
				found[name] = true
			}
		}
	}
	return found
}

// TestScalarLeavesNoTrace: while a message is read, neither the scalar as the file has it nor its base64 text is in the
// memory of the process. The message itself is, which shows that the scan finds what is there (R22).
func TestScalarLeavesNoTrace(t *testing.T) {
	b := newBench(t)
	d, _ := b.pairOf(keyfile.Curves[1])
	b.openssl("pkey", "-in", "key", "-outform", "DER", "-out", "key.der")
	b.openssl("ec", "-in", "key", "-out", "key.sec1")
	if err := syscall.Mkfifo(b.path("message"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"key", "key.der", "key.sec1"} {
		wanted := map[string][]byte{"message": []byte("a message that is in a buffer"), "start": d[:12], "end": d[20:]}
		if key != "key.der" {
			// The second line of the text lies within d and the public key, or within d alone.
			text := strings.Split(string(b.read(key)), "\n")
			wanted["line 1"], wanted["line 2"] = []byte(text[1]), []byte(text[2])
			if raw, err := base64.StdEncoding.DecodeString(text[1]); err != nil || !bytes.Contains(raw, d[:4]) {
				t.Fatal("the layout of a key is not what the test knows")
			}
		}
		c := exec.Command(b.command, "sign", "--key", key, "--hash", "SHA-256", "--in", "message", "--out", "/dev/null")
		c.Dir = b.dir
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		w, err := os.OpenFile(b.path("message"), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(wanted["message"]); err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for end := time.Now().Add(10 * time.Second); !found["message"] && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
			found = holds(t, c.Process.Pid, wanted)
		}
		w.Close()
		if err := c.Wait(); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		if len(found) != 1 || !found["message"] {
			t.Errorf("%s: found in memory: %v", key, found)
		}
	}
}

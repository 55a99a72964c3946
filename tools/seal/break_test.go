package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cordon.example/tools/seal/sealfile"
)

func TestBreakListsAndBreaksEachTest(t *testing.T) {
	dir := t.TempDir()
	object := sealGood(t, dir, "gcc")
	program := goodProgram(t, dir, object)
	code, out, _ := call("break", "--object", object, "--list")
	if code != exitOK || out != "hmac-sha256\nsha2\n" &&
		out != "sha2\nhmac-sha256\n" {
		t.Fatalf("exit %d: %s", code, out)
	}
	for _, in := range []string{object, program} {
		for _, name := range []string{"hmac-sha256", "hmac_sha256", "sha2"} {
			broken := filepath.Join(dir, "broken")
			code, _, errs := call("break", "--object", object, name, in, broken)
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, errs)
			}
			checkBroken(t, object, in, broken)
		}
	}
}

// checkBroken wants one changed byte in the range, a right digest, and nothing
// else changed in the file.
func checkBroken(t *testing.T, object, in, broken string) {
	t.Helper()
	if code, _, errs := call("verify", broken); code != exitOK {
		t.Errorf("the broken copy does not verify: %s", errs)
	}
	if code, _, _ := call("verify", "--against", object, broken); code !=
		exitFalse {
		t.Error("the broken copy equals the object")
	}
	a, b := read(t, in), read(t, broken)
	m, err := sealfile.FindModule(a)
	if err != nil || len(a) != len(b) {
		t.Fatalf("%v, lengths %d and %d", err, len(a), len(b))
	}
	slot := m.Offset + int(m.Header.Slot)
	changed := 0
	for i := range a {
		if a[i] != b[i] && (i < slot || i >= slot+sealfile.SlotLen) {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d bytes outside the slot changed", changed)
	}
	x, err1 := os.Stat(in)
	y, err2 := os.Stat(broken)
	if err1 != nil || err2 != nil || x.Mode() != y.Mode() {
		t.Error("the mode was not kept")
	}
}

func TestBreakRejectsBadInput(t *testing.T) {
	dir := t.TempDir()
	object := sealGood(t, dir, "gcc")
	program := goodProgram(t, dir, object)
	other := sealGood(t, t.TempDir(), "clang")
	modified := append([]byte(nil), read(t, program)...)
	m, err := sealfile.FindModule(modified)
	if err != nil {
		t.Fatal(err)
	}
	modified[m.Offset+250] ^= 1
	out := filepath.Join(dir, "out")
	for _, c := range []struct{ name, in, want string }{
		{"nonsense", program, "it has: "},
		{"sha2", other, "does not hold the module"},
		{"sha2", write(t, dir, "modified", modified), "does not hold the module"},
		{"sha2", write(t, dir, "text", []byte("text")), "not an ELF file"},
		{"sha2", filepath.Join(dir, "nothing"), "nothing"},
	} {
		code, _, errs := call("break", "--object", object, c.name, c.in, out)
		if code != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit %d: %s", c.in, code, errs)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: output was written", c.in)
		}
	}
}

// TestMapListsWhatIsThere checks the entries that other tools build on.
func TestMapListsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	object := sealGood(t, dir, "gcc")
	raw, m, err := sealfile.ReadModule(object)
	if err != nil {
		t.Fatal(err)
	}
	lm, err := readLdMap(filepath.Join(dir, "out.map"))
	if err != nil {
		t.Fatal(err)
	}
	mm, err := makeMap(raw, m, lm)
	if err != nil {
		t.Fatal(err)
	}
	if len(mm.Functions) != 4 || len(mm.Stubs) != sealfile.NumStubs ||
		len(mm.Expected) != 2 || len(mm.Undefined) != sealfile.NumStubs-1 ||
		len(mm.Public) != 1 {
		t.Errorf("wrong counts: %+v", mm)
	}
	for _, e := range mm.Expected {
		want := []byte{1, 2, 3, 4}
		if e.Name == "sha2" {
			want = []byte{5, 6, 7, 8}
		}
		if !bytes.HasPrefix(m.Bytes[e.Offset:], want) ||
			!strings.HasSuffix(e.Object, "good.c.o") {
			t.Errorf("%+v does not point to its value", e)
		}
	}
	covered := uint64(0)
	for _, p := range mm.Pieces {
		covered += p.Size
	}
	if covered+64*8 < uint64(m.Header.End()) {
		t.Errorf("the map explains only %d of %d bytes", covered, m.Header.End())
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cordon.example/tools/seal/sealfile"
)

// call runs the command line and returns the exit code and both outputs.
func call(args ...string) (int, string, string) {
	var out, errs bytes.Buffer
	code := run(args, &out, &errs)
	return code, out.String(), errs.String()
}

func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.WriteFile(name, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// goodProgram links a program around a sealed object.
func goodProgram(t *testing.T, dir, object string) string {
	t.Helper()
	host := write(t, dir, "host.c", []byte(hostSource))
	program := filepath.Join(dir, "program")
	runTool(t, "gcc", "-I../../fipsmodule", "-I../../fipsmodule/include",
		"-o", program, host, object)
	return program
}

func TestVerifyRejectsBadFiles(t *testing.T) {
	dir := t.TempDir()
	object := sealGood(t, dir, "gcc")
	program := goodProgram(t, dir, object)
	good, obj := read(t, program), read(t, object)
	m, err := sealfile.FindModule(good)
	if err != nil {
		t.Fatal(err)
	}
	at, slot := m.Offset, m.Offset+int(m.Header.Slot)
	edit := func(raw []byte, at int, v byte) []byte {
		c := append([]byte(nil), raw...)
		c[at] ^= v
		return c
	}
	plain := filepath.Join(dir, "plain")
	write(t, dir, "plain.c", []byte("int main(void) { return 0; }"))
	runTool(t, "gcc", "-o", plain, filepath.Join(dir, "plain.c"))
	runTool(t, "ar", "rcsD", filepath.Join(dir, "lib.a"), object)
	l := link(t, dir, "gcc", "")
	for name, c := range map[string]struct {
		data []byte
		code int
		want string
	}{
		"Empty":       {nil, exitUsage, "not an ELF file"},
		"Text":        {[]byte("hello, world\n"), exitUsage, "not an ELF file"},
		"Archive":     {read(t, filepath.Join(dir, "lib.a")), exitUsage, "archive"},
		"Magic":       {good[:4], exitUsage, "truncated"},
		"HeaderOnly":  {good[:64], exitUsage, "truncated"},
		"Half":        {good[:len(good)/2], exitUsage, "truncated"},
		"LastByte":    {good[:len(good)-1], exitUsage, "truncated"},
		"HalfObject":  {obj[:len(obj)/2], exitUsage, "truncated"},
		"Class32":     {edit(good, 4, 3), exitUsage, "64-bit"},
		"BigEndian":   {edit(good, 5, 3), exitUsage, "little-endian"},
		"Machine":     {edit(good, 18, 0x80), exitUsage, "x86-64"},
		"CoreFile":    {edit(good, 16, 7), exitUsage, "neither"},
		"NoModule":    {read(t, plain), exitUsage, "no sealed module"},
		"LostMagic":   {edit(good, at, 1), exitUsage, "no sealed module"},
		"Version":     {edit(good, at+sealfile.OffVersion, 1), exitFalse, "bad header"},
		"RangeLength": {edit(good, at+sealfile.OffRangeLen, 1), exitFalse, "bad header"},
		"SlotOffset":  {edit(good, at+sealfile.OffSlot+2, 4), exitFalse, "bad header"},
		"TailLength":  {edit(good, at+sealfile.OffTailLen, 8), exitFalse, "bad header"},
		"Flags":       {edit(good, at+sealfile.OffFlags, 1), exitFalse, "modified"},
		"Identity":    {edit(good, at+sealfile.OffIdentity, 1), exitFalse, "modified"},
		"Code":        {edit(good, at+200, 1), exitFalse, "modified"},
		"Slot":        {edit(good, slot, 1), exitFalse, "modified"},
		"TailOpcode":  {edit(good, slot+sealfile.SlotLen, 1), exitFalse, "modified"},
		"Unsealed":    {l.raw, exitFalse, "not been sealed"},
	} {
		c := c
		t.Run(name, func(t *testing.T) {
			file := write(t, t.TempDir(), "file", c.data)
			code, out, errs := call("verify", file)
			if code != c.code || !strings.Contains(errs, c.want) ||
				!strings.Contains(errs, file) {
				t.Errorf("exit %d, want %d and %q\n%s%s", code, c.code, c.want, out,
					errs)
			}
		})
	}
}

// TestVerifyNeverPanics cuts and damages the headers of a program and of an
// object at many places; any verdict will do.
func TestVerifyNeverPanics(t *testing.T) {
	dir := t.TempDir()
	object := sealGood(t, dir, "gcc")
	for _, file := range []string{object, goodProgram(t, dir, object)} {
		good := read(t, file)
		for n := 0; n < len(good); n += 1 + len(good)/300 {
			_, _ = sealfile.FindModule(good[:n])
		}
		shoff := int(good[40]) | int(good[41])<<8
		for at := 0; at < 64+sealfile.ShdrSize*40; at++ {
			for _, v := range []byte{1, 0x80, 0xff} {
				c := append([]byte(nil), good...)
				i := at
				if at >= 64 {
					i = (shoff + at - 64) % len(c)
				}
				c[i] ^= v
				if m, err := sealfile.FindModule(c); err == nil && m.Fault == nil {
					m.Holds()
					_, _ = makeMap(c, m, nil)
				}
			}
		}
	}
}

func TestSealNeverPanicsOnDamage(t *testing.T) {
	l := link(t, t.TempDir(), "gcc", "")
	shoff := int(le32(l.raw[40:]))
	for at := 0; at < len(l.raw); at++ {
		if at >= 64 && at < shoff-2000 && at%7 != 0 {
			continue
		}
		c := append([]byte(nil), l.raw...)
		c[at] ^= 0xff
		_, _, _ = sealObject(c, sealOptions{ldmap: l.ldmap})
	}
}

// TestVerifyNamesBothCopies: two modules in one file have no one digest.
func TestVerifyNamesBothCopies(t *testing.T) {
	dir := t.TempDir()
	object := sealGood(t, dir, "gcc")
	second := filepath.Join(dir, "second.o")
	runTool(t, "objcopy", "--prefix-symbols=second_",
		"--redefine-sym=cordon_one=x", object, second)
	both := filepath.Join(dir, "both.o")
	runTool(t, "ld.bfd", "-r", "-o", both, object, second)
	code, _, errs := call("verify", both)
	if code != exitUsage || !strings.Contains(errs, "2 copies") ||
		strings.Count(errs, "0x") != 2 {
		t.Errorf("exit %d: %s", code, errs)
	}
}

func TestVerifyAgainstAnotherObject(t *testing.T) {
	dir := t.TempDir()
	program := goodProgram(t, dir, sealGood(t, dir, "gcc"))
	other := sealGood(t, t.TempDir(), "clang")
	code, _, errs := call("verify", "--against", other, program)
	if code != exitFalse || !strings.Contains(errs, "differs from") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

func TestVerifyJSON(t *testing.T) {
	object := sealGood(t, t.TempDir(), "gcc")
	code, out, _ := call("verify", "--json", object)
	var r sealfile.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitOK ||
		r.Verdict != sealfile.Intact || r.Digest != r.Stored ||
		!strings.HasPrefix(r.Version, "Cordon ") {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
}

func TestUsageErrors(t *testing.T) {
	for _, args := range [][]string{
		{}, {"nonsense"}, {"verify"}, {"verify", "a", "b"},
		{"verify", "--nonsense", "a"}, {"seal", "a"}, {"identity"},
		{"map"}, {"break"}, {"break", "--object", "x"},
		{"break", "--object", "x", "--list", "y"},
		{"verify", "/nonexistent"}, {"verify", "/"}, {"map", "/nonexistent"},
		{"seal", "--identity", "12", "a", "b"},
		{"seal", "--map", "/nonexistent", "a", "b"},
		{"seal", "--map", "layout.go", "a", "b"},
		{"seal", "/nonexistent", "/tmp/never"},
		{"identity", "/nonexistent"}, {"identity", "layout.go", "layout.go"},
		{"identity", "--root", "/nonexistent", "layout.go"},
	} {
		if code, _, errs := call(args...); code != exitUsage || errs == "" {
			t.Errorf("%q: exit %d, %q", args, code, errs)
		}
	}
}

// TestRejectedObjectLeavesNoOutput: neither a new file nor a changed old one.
func TestRejectedObjectLeavesNoOutput(t *testing.T) {
	dir := t.TempDir()
	object := compile(t, dir, "gcc", "planted.c", readsExtern)
	link(t, dir, "gcc", "", object)
	out := write(t, dir, "sealed.o", []byte("old"))
	code, _, errs := call("seal", "--map", filepath.Join(dir, "out.map"),
		filepath.Join(dir, "out.o"), out)
	if code != exitFalse || !strings.Contains(errs, "planted.c.o: other") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if string(read(t, out)) != "old" {
		t.Error("the old output was changed")
	}
	left, err := filepath.Glob(filepath.Join(dir, ".sealed.o*"))
	if err != nil || len(left) != 0 {
		t.Errorf("temporary files remain: %q, %v", left, err)
	}
}

func TestIdentityDependsOnNamesAndContents(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	id := func(dir string, names ...string) string {
		args := []string{"identity", "--root", dir}
		for _, n := range names {
			args = append(args, filepath.Join(dir, n))
		}
		code, out, errs := call(args...)
		if code != exitOK || len(out) != 2*sealfile.IdentityLen+1 {
			t.Fatalf("exit %d: %s%s", code, out, errs)
		}
		return out
	}
	for _, dir := range []string{a, b} {
		write(t, dir, "x", []byte("one"))
		write(t, dir, "y", []byte("two"))
	}
	first := id(a, "x", "y")
	if first != id(b, "y", "x") {
		t.Error("it depends on the folder or the order")
	}
	write(t, b, "y", []byte("twO"))
	if first == id(b, "x", "y") {
		t.Error("it does not depend on the contents")
	}
	write(t, b, "x", []byte("two"))
	write(t, b, "y", []byte("one"))
	if first == id(b, "x", "y") {
		t.Error("it does not depend on the names")
	}
}

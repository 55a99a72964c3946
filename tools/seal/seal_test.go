package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"cordon.example/tools/seal/sealfile"
)

// TestSealedProgramRuns seals, links a program both ways, and finds the same
// bytes in it after strip.
func TestSealedProgramRuns(t *testing.T) {
	for _, cc := range []string{"gcc", "clang"} {
		cc := cc
		t.Run(cc, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			object := sealGood(t, dir, cc)
			host := filepath.Join(dir, "host.c")
			if err := os.WriteFile(host, []byte(hostSource), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, mode := range []string{"-static", "-pie"} {
				program := filepath.Join(dir, "program"+mode)
				runTool(t, cc, "-I../../fipsmodule", "-I../../fipsmodule/include",
					"-fPIE", mode, "-o", program, host, object)
				if err := exec.Command(program).Run(); err != nil {
					t.Errorf("the program did not get the service's answer: %v", err)
				}
				mustVerify(t, program, object)
				runTool(t, "strip", "--strip-all", program)
				mustVerify(t, program, object)
			}
		})
	}
}

func mustVerify(t *testing.T, program, object string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run([]string{"verify", "--against", object, program}, &out,
		&errs); code != exitOK {
		t.Errorf("verify: exit %d\n%s%s", code, &out, &errs)
	}
}

// TestSealLeavesOnlyTailRelocations reads the sealed object with debug/elf,
// not with this tool's own reader.
func TestSealLeavesOnlyTailRelocations(t *testing.T) {
	f, err := elf.Open(sealGood(t, t.TempDir(), "gcc"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := f.Section(".rela" + sealSection).Data()
	if err != nil {
		t.Fatal(err)
	}
	if len(data) != sealfile.NumStubs*relaSize {
		t.Errorf("%d bytes of relocations remain", len(data))
	}
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if elf.ST_BIND(s.Info) == elf.STB_GLOBAL &&
			s.Section != elf.SHN_UNDEF && s.Name != "cordon_one" {
			t.Errorf("%s is global", s.Name)
		}
	}
}

// TestSealIsRepeatable: the same input gives the same output, and sealing a
// sealed object is refused.
func TestSealIsRepeatable(t *testing.T) {
	l := link(t, t.TempDir(), "gcc", "")
	a := append([]byte(nil), l.raw...)
	b := append([]byte(nil), l.raw...)
	opt := sealOptions{ldmap: l.ldmap, flags: sealfile.FlagTestObject}
	for _, raw := range [][]byte{a, b} {
		if _, _, err := sealObject(raw, opt); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a, b) {
		t.Error("two seals differ")
	}
	if _, _, err := sealObject(a, opt); err == nil {
		t.Error("a sealed object was sealed again")
	}
	m, err := sealfile.FindModule(a)
	if err != nil || m.Fault != nil || !m.Header.IsTest() {
		t.Errorf("module %+v, %v", m.Header, err)
	}
}

// TestLayoutAgreesWithHeader evaluates seal_layout.h with the compiler.
func TestLayoutAgreesWithHeader(t *testing.T) {
	want := map[string]uint64{
		"SEAL_HEADER_LEN": sealfile.HeaderLen, "SEAL_MAGIC_LEN": uint64(len(sealfile.HeaderMagic)),
		"SEAL_LAYOUT_VERSION": sealfile.LayoutVersion, "SEAL_OFF_VERSION": sealfile.OffVersion,
		"SEAL_OFF_FLAGS": sealfile.OffFlags, "SEAL_OFF_RANGE_LEN": sealfile.OffRangeLen,
		"SEAL_OFF_SLOT": sealfile.OffSlot, "SEAL_OFF_TAIL": sealfile.OffTail,
		"SEAL_OFF_TAIL_LEN": sealfile.OffTailLen, "SEAL_OFF_IDENTITY": sealfile.OffIdentity,
		"SEAL_IDENTITY_LEN": sealfile.IdentityLen, "SEAL_SLOT_LEN": sealfile.SlotLen,
		"SEAL_FLAG_TEST_OBJECT": sealfile.FlagTestObject,
		"SEAL_VERSION_LEN":      sealfile.VersionLen, "SEAL_KEY_LEN": uint64(len(sealfile.Key)),
		"SEAL_STUB_LEN": sealfile.StubLen, "SEAL_NUM_STUBS": sealfile.NumStubs,
		"SEAL_TAIL_LEN": sealfile.TailLen, "SEAL_STUB0_FIELD": sealfile.Stub0Field,
		"SEAL_STUB_FIELD": sealfile.StubField, "SEAL_FIELD_LEN": sealfile.FieldLen,
		"SEAL_STATE_LEN": stateLen, "SEAL_STATE_MAGIC_BEGIN": stateMagicBegin,
		"SEAL_STATE_MAGIC_END": stateMagicEnd,
	}
	text, err := os.ReadFile(moduleDir + "/seal_layout.h")
	if err != nil {
		t.Fatal(err)
	}
	define := regexp.MustCompile(
		`(?m)^#define (SEAL_[A-Z0-9_]+) (0x[0-9a-f]+|[0-9]+)\b`)
	seen := 0
	for _, m := range define.FindAllStringSubmatch(string(text), -1) {
		value, err := strconv.ParseUint(m[2], 0, 64)
		if w, ok := want[m[1]]; ok && (err != nil || value != w) {
			t.Errorf("%s is %s there and %d here", m[1], m[2], w)
		} else if ok {
			seen++
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d constants found", seen, len(want))
	}
	if !bytes.Contains(text, []byte(fmt.Sprintf("SEAL_KEY %q\n", sealfile.Key))) {
		t.Error("the key differs")
	}
}

// TestStubErrorDecodesToErrState: the value loaded before the body runs.
func TestStubErrorDecodesToErrState(t *testing.T) {
	text, err := os.ReadFile(moduleDir + "/seal_layout.h")
	if err != nil {
		t.Fatal(err)
	}
	get := func(name string) uint32 {
		m := regexp.MustCompile(`#define ` + name + ` (0x[0-9a-f]{8})\b`).
			FindSubmatch(text)
		if m == nil {
			t.Fatalf("no %s", name)
		}
		v, err := strconv.ParseUint(string(m[1]), 0, 32)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(v)
	}
	for _, class := range []string{"GATE", "GATE_ANY"} {
		v := int32(get(class+"_MAGIC") ^ get(class+"_STUB_ERROR"))
		if v != -9 {
			t.Errorf("%s: it decodes to %d, not CORDON_ERR_STATE", class, v)
		}
	}
}

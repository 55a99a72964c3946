package seal

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const stubStride = 192

// layoutConstant reads a 32-bit word of seal_layout.h.
func layoutConstant(t *testing.T, b build, name string) uint32 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.root,
		"fipsmodule/module/seal_layout.h"))
	if err != nil {
		t.Fatal(err)
	}
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

// anyServices are the services marked as working in every state.
func anyServices(t *testing.T, b build) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.root,
		"fipsmodule/module/services.list"))
	if err != nil {
		t.Fatal(err)
	}
	list := make(map[string]bool)
	for _, line := range strings.Fields(string(text)) {
		if strings.HasPrefix(line, "any:") {
			list[strings.TrimPrefix(line, "any:")] = true
		}
	}
	return list
}

// stubBytes is the whole of a stub whose call goes to a distance.
func stubBytes(magic, preload uint32, distance int) []byte {
	s := []byte{0xf3, 0x0f, 0x1e, 0xfa}
	for i := 0; i < 8; i++ {
		s = append(s, 0x90)
	}
	word := func(v uint32) {
		var w [4]byte
		binary.LittleEndian.PutUint32(w[:], v)
		s = append(s, w[:]...)
	}
	s = append(s, 0xb8)
	word(preload)
	s = append(s, 0x51, 0xe8)
	word(uint32(distance - len(s) - 4))
	s = append(s, 0x59, 0x35)
	word(magic)
	s = append(s, 0xc3)
	for len(s) < stubStride {
		s = append(s, 0xcc)
	}
	return s
}

// TestEveryPublicFunctionIsItsStub compares the sealed bytes of each public
// function, up to the next one, with the only form that a stub may have.
func TestEveryPublicFunctionIsItsStub(t *testing.T) {
	b := findBuild(t)
	anyState := anyServices(t, b)
	for _, object := range []string{b.object, b.testObject} {
		m := b.sealMap(t, object, "")
		at := make(map[string]entry)
		for _, f := range m.Functions {
			at[f.Name] = f
		}
		raw, err := os.ReadFile(object)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range m.Public {
			service := strings.TrimPrefix(name, "cordon_")
			class := "GATE"
			if anyState[service] {
				class = "GATE_ANY"
			}
			body, ok := at["svc_"+service]
			stub := at[name]
			if !ok {
				t.Errorf("%s has no body", name)
				continue
			}
			want := stubBytes(layoutConstant(t, b, class+"_MAGIC"),
				layoutConstant(t, b, class+"_STUB_ERROR"),
				body.Offset-stub.Offset)
			got := raw[m.RangeOffset+stub.Offset:][:stubStride]
			if string(got) != string(want) {
				t.Errorf("%s: bytes\n%x, not\n%x", name, got, want)
			}
		}
		t.Logf("%s: %d public functions are stubs", filepath.Base(object),
			len(m.Public))
	}
}

// TestStubGeneratorRejectsBadLists wants a message with file and line, and no
// output.
func TestStubGeneratorRejectsBadLists(t *testing.T) {
	needTools(t, "perl")
	root := setting(t, "CORDON_ROOT")
	for name, c := range map[string]struct{ text, want string }{
		"Empty":      {"# nothing\n\n", "no services"},
		"BadName":    {"digest\nHash-Init\n", ":2: \"Hash-Init\""},
		"BadMark":    {"every:digest\n", ":1: \"every:digest\""},
		"Space":      {"digest hash\n", ":1:"},
		"Twice":      {"digest\nany:digest\n", ":2: \"digest\" stands twice"},
		"OnlyOfTest": {"test:clear\n", "no services"},
	} {
		dir := t.TempDir()
		list := filepath.Join(dir, "services.list")
		if err := os.WriteFile(list, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "stubs.S")
		text, err := exec.Command("perl", filepath.Join(root, "asm/stubs.pl"),
			"--list", list, "--output", out).CombinedOutput()
		if err == nil || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %v: %s", name, err, text)
		}
		if files, _ := filepath.Glob(out + "*"); len(files) != 0 {
			t.Errorf("%s: output %q", name, files)
		}
	}
}

// TestArchiveHoldsModuleAndHostApart: a program with host functions of its own
// takes the module alone.
func TestArchiveHoldsModuleAndHostApart(t *testing.T) {
	b := findBuild(t)
	members := strings.Fields(mustTool(t, "ar", "t", b.archive))
	if strings.Join(members, " ") != "cordon.o host_linux.o" {
		t.Errorf("members %q", members)
	}
}

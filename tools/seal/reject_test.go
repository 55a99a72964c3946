package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// fault is something that must not get into the seal: a source text or flags,
// and what the rejection has to name.
type fault struct {
	name   string
	source string
	flags  []string
	symbol string // part of it
	kind   string // relocation type or kind of fault, part of it
	cc     string // "" for both compilers
	asm    bool
}

func flags(list ...string) []string { return list }

const (
	readsExtern = `extern int other; int planted(void); ` +
		`int planted(void) { return other; }`
	callsExtern = `#pragma GCC visibility push(hidden)
		int other(int); int planted(int a);
		int planted(int a) { return other(a) + 1; }`
	readsThread = `_Thread_local int planted_tls; int planted(void);
		int planted(void) { return planted_tls++; }`
	readsTable = `const int planted_table[4] = {1, 2, 3, 4}; int planted(int);
		int planted(int i) { return planted_table[i]; }`
	manyCases = `int planted(int); int planted(int i) { switch (i) {
		case 0: return 31; case 1: return 7; case 2: return 99; case 3: return 4;
		case 4: return 8; case 5: return 77; } return 0; }`
	inAsm = "#include <cet.h>\n.text\n.globl planted\n.hidden planted\n" +
		".type planted,@function\nplanted: ret\n"
)

var faults = []fault{
	{name: "ExternNotHidden", source: readsExtern, symbol: "other",
		kind: "GOTPCREL"},
	{name: "UndefinedVariable", source: readsExtern, symbol: "other",
		kind: "undefined symbol"},
	{name: "UndefinedFunction", source: callsExtern, symbol: "other",
		kind: "R_X86_64_PLT32"},
	{name: "UndefinedFunctionNoPLT", source: `int other(int); int planted(int);
		int planted(int a) { return other(a) + 1; }`, flags: flags("-fno-plt"),
		symbol: "other", kind: "GOTPCREL"},
	{name: "UndefinedOnlyInData", source: "#include <cet.h>\n" +
		".section .debug_info\n.quad other\n", asm: true,
		symbol: "other", kind: "undefined symbol"},
	{name: "AddressOfDefaultVisibility", source: `
		__attribute__((visibility("default"))) int shown(void);
		__attribute__((visibility("default"))) int shown(void) { return 1; }
		void *planted(void); void *planted(void) { return shown; }`,
		symbol: "shown", kind: "GOTPCREL"},
	{name: "StaticVariable", source: `int planted(void);
		int planted(void) { static int n; return ++n; }`,
		symbol: ".bss", kind: "loaded section"},
	{name: "StaticVariableRelocation", source: `int planted(void);
		int planted(void) { static int n; return ++n; }`,
		symbol: "", kind: "R_X86_64_PC32"},
	{name: "InitialisedVariable", source: `int planted(void);
		int planted(void) { static int n = 5; return ++n; }`,
		symbol: ".data", kind: "loaded section"},
	{name: "PointerTable", source: `extern const char *const planted[3];
		const char *const planted[3] = {"a", "b", "c"};`,
		symbol: ".data.rel.ro", kind: "loaded section"},
	{name: "ComputedGoto", source: `int planted(int);
		int planted(int i) { static void *const t[] = {&&a, &&b}; goto *t[i];
		a: return 1; b: return 2; }`, symbol: ".data.rel.ro",
		kind: "loaded section"},
	{name: "Absolute32", source: readsTable,
		flags: flags("-fno-pic", "-fno-pie"), symbol: "", kind: "R_X86_64_32"},
	{name: "AbsoluteJumpTable", source: manyCases, cc: "gcc",
		flags: flags("-fno-pic", "-fno-pie", "-fno-tree-switch-conversion"),
		kind:  "R_X86_64_64"},
	{name: "Absolute64", source: inAsm + ".quad planted\n", asm: true,
		symbol: "planted", kind: "R_X86_64_64"},
	{name: "LargeModel", source: readsTable, flags: flags("-mcmodel=large"),
		kind: "GOT"},
	{name: "MediumModel", source: `const int planted_table[40000] = {1, 2};
		int planted(int); int planted(int i) { return planted_table[i]; }`,
		flags: flags("-mcmodel=medium", "-mlarge-data-threshold=64"), cc: "gcc",
		symbol: ".lrodata", kind: "loaded section"},
	{name: "ThreadGlobalDynamic", source: readsThread,
		flags: flags("-ftls-model=global-dynamic"), kind: "TLS"},
	{name: "ThreadDefinition", source: readsThread, symbol: "planted_tls",
		kind: "thread-local"},
	{name: "ThreadLocalDynamic", source: readsThread,
		flags: flags("-ftls-model=local-dynamic"), kind: "TLSLD"},
	{name: "ThreadInitialExec", source: readsThread,
		flags: flags("-ftls-model=initial-exec"), kind: "TPOFF"},
	{name: "ThreadLocalExec", source: readsThread,
		flags: flags("-ftls-model=local-exec"), kind: "TPOFF"},
	{name: "ThreadDescriptor", source: readsThread, cc: "gcc",
		flags: flags("-mtls-dialect=gnu2", "-ftls-model=global-dynamic"),
		kind:  "TLSDESC"},
	{name: "Ifunc", source: `static int real(void) { return 1; }
		static void *choose(void) { return real; }
		int chosen(void) __attribute__((ifunc("choose")));
		int planted(void); int planted(void) { return chosen() + 1; }`,
		symbol: "chosen", kind: "ifunc"},
	{name: "IfuncCall", source: `static int real(void) { return 1; }
		static void *choose(void) { return real; }
		int chosen(void) __attribute__((ifunc("choose")));
		int planted(void); int planted(void) { return chosen() + 1; }`,
		symbol: "chosen", kind: "R_X86_64_PLT32"},
	{name: "WeakDefinition", source: `
		__attribute__((weak)) int planted(void) { return 1; }`,
		symbol: "planted", kind: "weak symbol"},
	{name: "WeakReference", source: `__attribute__((weak)) int other(void);
		int planted(void); int planted(void) { return other ? 1 : 2; }`,
		symbol: "other", kind: "weak symbol"},
	{name: "UniqueSymbol", source: "#include <cet.h>\n.text\n.globl planted\n" +
		".type planted,@gnu_unique_object\nplanted: .byte 1\n", asm: true,
		symbol: "planted", kind: "unique symbol"},
	{name: "CommonSymbol", source: `int planted; int user(void);
		int user(void) { return planted++; }`, flags: flags("-fcommon"),
		symbol: "planted", kind: "common symbol"},
	{name: "Division128", source: `unsigned __int128 planted(
		unsigned __int128 a, unsigned __int128 b);
		unsigned __int128 planted(unsigned __int128 a, unsigned __int128 b) {
		return a / b; }`, symbol: "__udivti3", kind: "R_X86_64_PLT32"},
	{name: "StackProtector", source: `int planted(int); void fill(char *);
		int planted(int i) { volatile char b[64]; b[i] = 1; return b[0]; }`,
		flags: flags("-fstack-protector-all"), symbol: "__stack_chk_fail"},
	{name: "Profiling", source: helperOf("planted"), flags: flags("-pg"),
		symbol: "mcount"},
	{name: "SlimLTO", source: helperOf("planted"), cc: "gcc",
		flags: flags("-flto"), symbol: ".gnu.lto_", kind: "LTO section"},
	{name: "FatLTO", source: helperOf("planted"), cc: "gcc",
		flags:  flags("-flto", "-ffat-lto-objects"),
		symbol: ".gnu.lto_", kind: "LTO section"},
	{name: "EmbeddedBitcode", source: helperOf("planted"), cc: "clang",
		flags: flags("-fembed-bitcode"), symbol: ".llvm"},
	{name: "Constructor", source: `__attribute__((constructor))
		static void planted(void) { __asm__ volatile("nop"); }`,
		symbol: ".init_array",
		kind:   "loaded section"},
	{name: "Group", source: "#include <cet.h>\n" +
		".section .text.g,\"axG\",@progbits,planted,comdat\n.globl planted\n" +
		".hidden planted\n.type planted,@function\nplanted: ret\n", asm: true,
		kind: "section group"},
	{name: "UnknownSection", source: `
		__attribute__((section("planted_section"), used))
		static const int planted = 3;`, symbol: "planted_section",
		kind: "loaded section"},
	{name: "ReadOnlyAfterRelocation", source: `
		__attribute__((section(".data.rel.ro"), used))
		static int planted = 3;`, symbol: ".data.rel.ro",
		kind: "loaded section"},
	{name: "StateSectionOfAnotherFile", source: `
		__attribute__((section(".data.cordon"), used))
		static int planted = 3;`, symbol: ".data.cordon",
		kind: "loaded section"},
	{name: "CodeInTail", source: "#include <cet.h>\n" +
		".section .cordon.tail,\"ax\",@progbits\nplanted: ret\n", asm: true,
		symbol: "seal_tail", kind: "tail"},
}

func helperOf(name string) string {
	return "int " + name + "(int); int " + name + "(int a) { return a + 1; }"
}

// TestRejectsEachPlantedFault shows that no fault passes, and that the
// message names symbol, kind and source object.
func TestRejectsEachPlantedFault(t *testing.T) {
	for _, f := range faults {
		for _, cc := range []string{"gcc", "clang"} {
			if f.cc != "" && f.cc != cc {
				continue
			}
			f, cc := f, cc
			t.Run(f.name+"/"+cc, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				file := "planted_file.c"
				if f.asm {
					file = "planted_file.S"
				}
				object := compile(t, dir, cc, file, f.source, f.flags...)
				l := link(t, dir, cc, "", object)
				mustReject(t, l, f.symbol, f.kind, file+".o")
			})
		}
	}
}

// TestRejectsLostCETMarker: one input without it disarms the whole program.
func TestRejectsLostCETMarker(t *testing.T) {
	dir := t.TempDir()
	object := compile(t, dir, "gcc", "bare.S", ".text\nnop\n")
	mustReject(t, link(t, dir, "gcc", "", object), ".note.gnu.property",
		"missing CET marker", "")
}

// TestRejectsMergeableSealedSection: a linker may drop equal strings of it.
func TestRejectsMergeableSealedSection(t *testing.T) {
	for _, flag := range []string{"merge", "strings"} {
		dir := t.TempDir()
		link(t, dir, "gcc", "")
		out := filepath.Join(dir, "out.o")
		runTool(t, "objcopy", "--set-section-flags",
			sealSection+"=alloc,code,readonly,contents,"+flag, out)
		mustReject(t, readLinked(t, out, filepath.Join(dir, "out.map")),
			sealSection, "mergeable section", "good.c.o")
	}
}

// TestRejectsChangedTail plants tails that differ in one respect.
func TestRejectsChangedTail(t *testing.T) {
	for name, edit := range map[string]string{
		"OtherHost":      `s/tail_jump ticks/tail_jump yield2/`,
		"SwappedStubs":   `s/tail_jump ticks/tail_jump generation_/`,
		"OtherBytes":     `s/0xcc, 0xcc, 0xcc/0xcc, 0xcc, 0x90/`,
		"MissingStub":    `/tail_jump declassify/d`,
		"AdditionalCode": `s/^  tail_jump yield/  tail_jump yield\n  nop/`,
		"StateElsewhere": `s/lea module_state_storage/lea seal_tail/`,
		"StateOffset":    `s/lea module_state_storage/lea 8+module_state_storage/`,
		"StateNotZero": `s/\.zero SEAL_STATE_LEN - 16/` +
			`.fill SEAL_STATE_LEN - 16, 1, 1/`,
		"StateLonger": `s/\.zero SEAL_STATE_LEN - 16/.zero SEAL_STATE_LEN - 8/`,
		"OwnText": `s/^seal_tail:/seal_tail:\n.pushsection .text\n` +
			`nop\n.popsection/`,
	} {
		name, edit := name, edit
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			text, err := exec.Command("sed", edit, moduleDir+"/tail.S").Output()
			if err != nil {
				t.Fatal(err)
			}
			tail := compile(t, dir, "gcc", "tail.S", string(text))
			mustReject(t, link(t, dir, "gcc", tail), "", "", "tail.S.o")
		})
	}
}

// Tests of what this tool reads: lists, sources, disassembly, profiles.
package main

import (
	"strings"
	"testing"
)

func TestParseInstruction(t *testing.T) {
	for text, want := range map[string]string{
		"    1a20:\tmov    rax,rbx":                   "mov",
		"    1a20:\trep movs QWORD PTR es:[rdi],rsi":  "rep-movs",
		"    1a20:\trepz ret ":                        "ret",
		"    1a20:\tdata16 cs nop WORD PTR [rax]":     "nop",
		"    1a20:\tnotrack jmp rax":                  "jmp",
		"    1a20:\tlock cmpxchg DWORD PTR [rdi],edx": "cmpxchg",
		"    1a20:\trex.W call 40 <f>":                "call",
		"    1a20:\tdiv    rcx":                       "div",
		"0000000000001a20 <f>:":                       "",
		"Disassembly of section .text.cordon:":        "",
		"    1a20:\tvsqrtsd xmm0,xmm0,xmm1":           "vsqrtsd",
		"    1a20:\t(bad)":                            "(bad)",
	} {
		i, ok := parseInstruction(text)
		if i.mnemonic != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", text, i.mnemonic, want)
		}
	}
}

func TestScanRejectsWhatIsNotListed(t *testing.T) {
	m := &moduleMap{Functions: []entry{{Name: "f", Offset: 0, Size: 16},
		{Name: "g_vartime.constprop.0", Offset: 16, Size: 16}}}
	classes := map[string]class{"mov": {"move", false},
		"bsr": {"bit-scan", true}}
	for _, c := range []struct {
		i    instruction
		pass bool
	}{
		{instruction{offset: 1, mnemonic: "mov"}, true},
		{instruction{offset: 1, mnemonic: "div"}, false},
		{instruction{offset: 1, mnemonic: "bsr"}, false},
		{instruction{offset: 17, mnemonic: "bsr"}, true},
	} {
		k := &check{Pass: true}
		scanCode(k, m, []instruction{c.i}, classes)
		if k.Pass != c.pass {
			t.Errorf("%s at %d: pass is %v: %v", c.i.mnemonic, c.i.offset,
				k.Pass, k.Faults)
		}
	}
}

func source(text string) []sourceFile {
	return []sourceFile{{"fipsmodule/a.c", strings.Split(text, "\n")}}
}

func TestFindSites(t *testing.T) {
	k := &check{Pass: true}
	sites := findSites(k, source("static void f(int a) {\n"+
		"  /* declassify: the reason */\n  CT_DECLASSIFY(&a, sizeof a);\n}"))
	if !k.Pass || len(sites) != 1 || sites[0].entry() !=
		"fipsmodule/a.c | f | &a, sizeof a | the reason" {
		t.Errorf("%v %v", sites, k.Faults)
	}
}

func TestFindSitesRejectsMissingReason(t *testing.T) {
	for _, text := range []string{
		"void f(void) {\n  int a;\n  CT_DECLASSIFY(&a, 4);\n}",
		"void f(void) {\n  /* the reason */\n  CT_DECLASSIFY(&a, 4);\n}",
		"void f(void) {\n  /* declassify: x */\n  tail_declassify(&a, 4);\n}",
		"void f(void) {\n  /* declassify: x */\n  CT_DECLASSIFY(&a,\n 4);\n}",
	} {
		k := &check{Pass: true}
		if findSites(k, source(text)); k.Pass {
			t.Errorf("accepted: %s", text)
		}
	}
}

func TestDifferenceCountsRepeats(t *testing.T) {
	got := difference([]string{"a", "b", "a"}, []string{"a"})
	if strings.Join(got, " ") != "a b" {
		t.Errorf("%q", got)
	}
}

// testGraph is svc_f -> h -> x_vartime, with a call through a register in h.
func testGraph() *graph {
	m := &moduleMap{Functions: []entry{{Name: "svc_f", Offset: 0, Size: 16},
		{Name: "h", Offset: 16, Size: 16},
		{Name: "x_vartime", Offset: 32, Size: 16}}}
	return makeGraph(m, []instruction{
		{offset: 1, mnemonic: "lea", operands: "rax,[rip+0xf]        # 10 <h>"},
		{offset: 4, mnemonic: "jne", operands: "8 <svc_f+0x8>"},
		{offset: 17, mnemonic: "jmp", operands: "20 <x_vartime>"},
		{offset: 20, mnemonic: "call", operands: "rax"},
	})
}

func TestGraphFindsVartime(t *testing.T) {
	g := testGraph()
	paths, _ := g.reach(0, &policy{})
	if len(paths) != 1 || paths[0] != "svc_f -> h -> x_vartime" {
		t.Errorf("%q", paths)
	}
	if g.indirect["h"] != 1 {
		t.Errorf("indirect calls: %v", g.indirect)
	}
	p := &policy{allow: map[edge]bool{{"h", "x_vartime"}: false}}
	if paths, _ := g.reach(0, p); len(paths) != 0 ||
		!p.allow[edge{"h", "x_vartime"}] {
		t.Errorf("exception not taken: %q", paths)
	}
}

func TestCountCalls(t *testing.T) {
	got := countCalls("fn=(1) main\ncfn=(2) f\ncalls=3 0\n1 2\n" +
		"cfn=(2)\ncalls=4 0\n1 2\ncfn=(1)\ncalls=1 0\n")
	if got["f"] != 7 || got["main"] != 1 {
		t.Errorf("%v", got)
	}
}

func TestCompareSeries(t *testing.T) {
	for _, c := range []struct {
		list []counted
		pass bool
	}{
		{[]counted{{"s", "a", "Ir 1"}, {"s", "b", "Ir 1"}}, true},
		{[]counted{{"s", "a", "Ir 1"}, {"s", "b", "Ir 2"}}, false},
		{[]counted{{"s", "a", "Ir 1"}}, false},
	} {
		k := &check{Pass: true}
		compareSeries(k, "s", 2, c.list)
		if k.Pass != c.pass {
			t.Errorf("%v: pass is %v", c.list, k.Pass)
		}
	}
}

func TestParseLines(t *testing.T) {
	l := parseLines("scenario name=\"a b\" errors=12\nnoise\n")
	if len(l) != 1 || l[0].kind != "scenario" ||
		l[0].fields["name"] != "a b" || l[0].number("errors") != 12 {
		t.Errorf("%v", l)
	}
}

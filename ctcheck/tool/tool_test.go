// Tests of what this tool reads: lists, sources, disassembly, profiles.
package main

import (
	"regexp"
	"strings"
	"testing"
	"time"
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

func TestShaCodeRejectsWhatDependsOnData(t *testing.T) {
	good := []string{"sha256rnds2 xmm2,xmm1,xmm0", "movdqu xmm5,XMMWORD PTR [rsi+0x10]",
		"movdqu XMMWORD PTR [rdi],xmm1", "movdqa xmm4,XMMWORD PTR [rip+0x7a1e2]",
		"add rsi,0x40", "dec rdx", "jne 10 <f+0x10>", "test rdx,rdx", "ret"}
	for _, bad := range []string{"movd eax,xmm1", "movq rax,xmm0", "pmovmskb eax,xmm2",
		"mov rax,QWORD PTR [rsi]", "add rdx,QWORD PTR [rdi+0x8]",
		"movdqu xmm1,XMMWORD PTR [rsi+rax*1]", "movdqu xmm1,XMMWORD PTR [rsi+rax*8+0x4]",
		"cmovne rax,rdx", "test BYTE PTR [rsi],0x1"} {
		for _, list := range [][]string{good, append(good[:len(good):len(good)], bad)} {
			var code []instruction
			for _, text := range list {
				i, ok := parseInstruction("    10:\t" + text)
				if !ok {
					t.Fatalf("%q is not understood", text)
				}
				code = append(code, i)
			}
			k := &check{Pass: true}
			judgeShaCode(k, "f_sha", code)
			if k.Pass != (len(list) == len(good)) {
				t.Errorf("with %q: pass is %v: %v", list[len(list)-1], k.Pass, k.Faults)
			}
		}
	}
}

func TestRoutinesAreJudged(t *testing.T) {
	good := "routine name=f vartime=0 errors=0 secret_out=32\n" +
		"routine name=g_vartime vartime=1 errors=3 secret_out=32\n"
	for text, pass := range map[string]bool{
		good: true,
		good + "routine name=h vartime=0 errors=1 secret_out=32\n":         false,
		good + "routine name=h vartime=0 errors=0 secret_out=0\n":          false,
		good + "routine name=h_vartime vartime=1 errors=0 secret_out=1\n":  false,
		good + "failed scenario=\"s\" expected=\"the file of routines\"\n": false,
		"": false,
	} {
		k := &check{Pass: true}
		judgeRoutines(k, &driverRun{lines: parseLines(text)})
		if k.Pass != pass {
			t.Errorf("%q: pass is %v: %v", text, k.Pass, k.Faults)
		}
	}
}

func TestStepsAreJudged(t *testing.T) {
	all := func(change func(map[string][]counted)) bool {
		series := map[string][]counted{}
		add := func(name string, n int) {
			for i := 0; i < n; i++ {
				series[name] = append(series[name], counted{name, "x", "9 steps"})
			}
		}
		for name, n := range stepSeries {
			add(name, n)
		}
		add("f", stepsOfRoutine)
		change(series)
		k := &check{Pass: true}
		if err := judgeSteps(k, series); err != nil {
			t.Error(err)
		}
		return k.Pass
	}
	if !all(func(map[string][]counted) {}) {
		t.Error("equal counts do not pass")
	}
	for name, change := range map[string]func(map[string][]counted){
		"another count":  func(s map[string][]counted) { s["f"][1].sums = "10 steps" },
		"a missing one":  func(s map[string][]counted) { s["f"] = s["f"][1:] },
		"no functions":   func(s map[string][]counted) { delete(s, "f") },
		"no whole calls": func(s map[string][]counted) { delete(s, "sign-by-key-P-256") },
	} {
		if all(change) {
			t.Errorf("%s passes", name)
		}
	}
}

func TestForeignFunctions(t *testing.T) {
	for _, b := range backends {
		foreign := strings.Join(b.foreign(), " ") + " "
		for _, other := range backends {
			shared := strings.Contains(foreign, "divsteps_x86_64 ")
			if shared != (b.name == "portable") {
				t.Errorf("%s: divsteps_x86_64 is foreign: %v", b.name, shared)
			}
			own := strings.Contains(foreign, other.functions[1]+" ")
			if own != (other.name != b.name) {
				t.Errorf("%s: %s is foreign: %v", b.name, other.functions[1], own)
			}
		}
	}
}

// TestPartOfTheAudit: a run of some steps says so, and claims nothing of the others.
func TestPartOfTheAudit(t *testing.T) {
	list := []step{{"the one", nil}, {"the other", nil}, {"a third", nil}}
	r := newReport()
	chosen, err := r.choose(list, regexp.MustCompile("^the"))
	if err != nil || len(chosen) != 2 || r.Left != 1 {
		t.Fatalf("%v, %d chosen, %d left", err, len(chosen), r.Left)
	}
	var out strings.Builder
	r.finish(&out, time.Second)
	if !strings.Contains(out.String(), "PASS, IN PART") || strings.Contains(out.String(), "the scan finds none") {
		t.Error(out.String())
	}
	if _, err = r.choose(list, regexp.MustCompile("nothing")); err == nil || !strings.Contains(err.Error(), "a third") {
		t.Errorf("no list of the steps: %v", err)
	}
	r, out = newReport(), strings.Builder{}
	if chosen, err = r.choose(list, nil); err != nil || len(chosen) != 3 {
		t.Errorf("%v, %d chosen", err, len(chosen))
	}
	r.finish(&out, time.Second)
	if strings.Contains(out.String(), "IN PART") || !strings.Contains(out.String(), "the scan finds none") {
		t.Error(out.String())
	}
}

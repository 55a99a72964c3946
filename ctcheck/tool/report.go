package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// check is the outcome of one step.
type check struct {
	Name    string   `json:"name"`
	Pass    bool     `json:"pass"`
	Facts   []string `json:"facts"`             // what was seen
	Faults  []string `json:"faults,omitempty"`  // why it did not pass
	Numbers counters `json:"numbers,omitempty"` // the counts among the facts
	Seconds float64  `json:"seconds"`
}

type counters map[string]int64

func (k *check) fact(format string, args ...any) {
	k.Facts = append(k.Facts, fmt.Sprintf(format, args...))
}

func (k *check) fault(format string, args ...any) {
	k.Pass = false
	k.Faults = append(k.Faults, fmt.Sprintf(format, args...))
}

func (k *check) number(name string, n int64) {
	if k.Numbers == nil {
		k.Numbers = counters{}
	}
	k.Numbers[name] = n
}

// report is what a run prints, and writes as JSON.
type report struct {
	Tool       string   `json:"tool"`
	Digest     string   `json:"digest"`
	Identity   string   `json:"build_identity"`
	Valgrind   string   `json:"valgrind"`
	Compiler   string   `json:"compiler"`
	Result     string   `json:"result"`
	Only       string   `json:"only,omitempty"` // the expression that chose the checks: no proof of the whole
	Left       int      `json:"left_out"`       // checks that were not run
	Checks     []*check `json:"checks"`
	NotCovered []gap    `json:"not_covered,omitempty"` // of a whole audit
	Seconds    float64  `json:"seconds"`
}

// gap is something that Valgrind does not show, and what stands in for it.
type gap struct {
	What    string `json:"what"`
	Instead string `json:"instead"`
}

var gaps = []gap{
	{"a division whose time depends on its operands",
		"the scan finds none in the sealed bytes, in any function"},
	{"multipliers, shifters and moves with data-dependent latency",
		"taken from the processor makers: none on x86-64 for the classes " +
			"that the scan lists"},
	{"ADX, which Valgrind runs but hides from CPUID",
		"that back end is forced, and counted, as the others are"},
	{"the SHA extensions, which Valgrind does not decode: sha256_compress_sha",
		"its disassembly has no branch or address that could depend on data, " +
			"and single steps of the processor count the same over secrets; " +
			"its callers were audited with another form of it"},
	{"conditional moves and set instructions, which Valgrind takes as data",
		"they are data: their time does not depend on the condition"},
	{"paths that no run of cordon.o takes: a rejected candidate (2^-32 or less)",
		"run in cordon-leaks.o, where a plant makes the candidate all ones; " +
			"with a deterministic nonce not run: the same bit is declassified"},
	{"r = 0, s = 0, an ECDH result at infinity",
		"behind a declassified bit; s = 0 is run on cordon-test.o"},
	{"speculation, data-dependent prefetchers, caches shared with others, " +
		"power, faults", "not covered"},
	{"other compilers and flags than cordon.o's",
		"--matrix; the digest above names the bytes that were audited"},
	{"the host functions (entropy, thread state), which lie outside the seal",
		"they see entropy only; the audit replaces them"},
	{"the 32-bit and the unsealed development builds",
		"not covered: they never say approved"},
}

func newReport() *report {
	return &report{Tool: "ctcheck", Result: "pass", NotCovered: gaps}
}

func (r *report) begin(w io.Writer) {
	fmt.Fprintf(w, "Constant-time audit of cordon.o\n"+
		"digest   %s\nidentity %s\nbuilt by %s\nrun by   %s\n\n",
		r.Digest, r.Identity, r.Compiler, r.Valgrind)
}

func (r *report) add(w io.Writer, k *check) {
	r.Checks = append(r.Checks, k)
	verdict := "pass"
	if !k.Pass {
		verdict = "FAIL"
		r.Result = "fail"
	}
	fmt.Fprintf(w, "%s  %s (%.1f s)\n", verdict, k.Name, k.Seconds)
	for _, s := range k.Facts {
		printWrapped(w, "      ", s)
	}
	for _, s := range k.Faults {
		printWrapped(w, "    ! ", s)
	}
}

func (r *report) finish(w io.Writer, d time.Duration) {
	r.Seconds = d.Seconds()
	if r.Only != "" {
		fmt.Fprintf(w, "\nResult: %s, IN PART: no proof of the whole "+
			"(%d checks of --only %s, %d left out, %.0f s)\n",
			strings.ToUpper(r.Result), len(r.Checks), r.Only, r.Left, r.Seconds)
		return
	}
	fmt.Fprintf(w, "\nWhat Valgrind did not cover, and how it was shown:\n")
	for _, g := range r.NotCovered {
		printWrapped(w, "  - ", g.What+": "+g.Instead)
	}
	fmt.Fprintf(w, "\nResult: %s (%d checks, %.0f s)\n",
		strings.ToUpper(r.Result), len(r.Checks), r.Seconds)
}

// printWrapped breaks text at 78 columns and hangs it behind the lead.
func printWrapped(w io.Writer, lead, text string) {
	line := lead
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && len(line)+1+len(word) > 78 {
			fmt.Fprintln(w, line)
			line = strings.Repeat(" ", len(lead))
			empty = true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	fmt.Fprintln(w, line)
}

func (r *report) writeJSON(name string) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(b, '\n'), 0o644)
}

package main

import (
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
)

// The steps of this file look at the generated functions one by one, in the
// bytes of cordon.o.

// The back end that the machine has, with what Valgrind does not run.
var ownBackend = backend{name: "sha", id: "5"}

// writeRoutines writes the names and the offsets of all functions of the sealed
// section, for the driver.
func (a *audit) writeRoutines() (string, error) {
	m, err := readMap(a.seal(), a.object("cordon.o"))
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp(a.work, "routines-*.txt")
	if err != nil {
		return "", environmentError{err.Error()}
	}
	defer f.Close()
	for _, e := range m.Functions {
		if _, err := fmt.Fprintf(f, "%s %d\n", e.Name, e.Offset); err != nil {
			return "", environmentError{err.Error()}
		}
	}
	return f.Name(), nil
}

// notRun lists the functions that a run left out; they are named, and counted.
func notRun(k *check, r *driverRun, why string) {
	var names []string
	for _, l := range r.all("not_run") {
		names = append(names, l.fields["name"])
	}
	k.number("not_run", int64(len(names)))
	if len(names) != 0 {
		sort.Strings(names)
		k.fact("%d not run, %s: %s", len(names), why,
			strings.Join(names, ", "))
	}
}

func reportFailed(k *check, r *driverRun) {
	for _, f := range r.all("failed") {
		k.fault("not as expected: %s", f.fields["expected"])
	}
}

// checkRoutines calls each generated function with secret arguments.
func (a *audit) checkRoutines(k *check) error {
	file, err := a.writeRoutines()
	if err != nil {
		return err
	}
	b := *a
	b.backend = backends[len(backends)-1]
	r, err := b.memcheckWith(a.program("ctcheck-check"),
		[]string{"routines", file})
	if err != nil {
		return err
	}
	if err := b.checkInfo(k, r, "production", a.report.Digest); err != nil {
		return err
	}
	judgeRoutines(k, r)
	if k.Pass {
		return nil
	}
	for _, f := range places(r.errors) {
		if !strings.Contains(f, "_vartime") {
			k.fault("%s", f)
		}
	}
	return nil
}

// judgeRoutines: a constant-time function gave secret output without an error,
// and a _vartime function was reported.
func judgeRoutines(k *check, r *driverRun) {
	var clean, contrasts int64
	for _, l := range r.all("routine") {
		name, errors := l.fields["name"], l.number("errors")
		switch {
		case l.fields["vartime"] == "1":
			contrasts++
			if errors == 0 {
				k.fault("%s: nothing was reported: marking does not work",
					name)
			}
		case errors != 0:
			k.fault("%s: %d errors", name, errors)
		case l.number("secret_out") == 0:
			k.fault("%s: no output was secret: marking does not work", name)
		default:
			clean++
		}
	}
	reportFailed(k, r)
	k.number("routines", clean)
	k.number("contrasts", contrasts)
	k.fact("%d functions without an error, all arguments but counts secret",
		clean)
	k.fact("%d _vartime functions were reported, as they must be", contrasts)
	if clean == 0 || contrasts == 0 {
		k.fault("the driver stopped early: %s", r.stderr)
	}
	notRun(k, r, "which Valgrind or this machine does not decode")
}

// checkSteps counts the steps of the processor itself, on its own back end, of
// each generated function over random arguments and of whole signatures over
// keys and nonces.
func (a *audit) checkSteps(k *check) error {
	b := *a
	b.backend = ownBackend
	file, err := a.writeRoutines()
	if err != nil {
		return err
	}
	series := map[string][]counted{}
	for _, args := range [][]string{{"ctcheck-check", "steps", file},
		{"ctcheck-nonces", "steps"}} {
		r, err := b.start(a.program(args[0]), args[1:]...)
		if err != nil {
			return err
		}
		info, err := r.one("info")
		if err != nil {
			return environment("%s: %v: %s", args[0], err, r.stderr)
		}
		if args[0] == "ctcheck-check" {
			k.fact("back end %s of this machine", info.fields["backend"])
			if info.fields["backend"] != ownBackend.id {
				k.fact("it has no SHA extensions, whose form was not run")
			}
			notRun(k, r, "which this machine does not have")
		}
		reportFailed(k, r)
		for _, l := range r.all("steps") {
			s, input, _ := strings.Cut(l.fields["name"], "/")
			series[s] = append(series[s],
				counted{s, input, l.fields["steps"] + " steps"})
		}
	}
	return judgeSteps(k, series)
}

// The inputs of the series, as counts.c and routines.c of the driver make them.
var stepSeries = map[string]int{"sign-by-key-P-256": 3, "sign-by-nonce-P-256": 5}

const stepsOfRoutine = 4

func judgeSteps(k *check, series map[string][]counted) error {
	var names []string
	for name := range stepSeries {
		if len(series[name]) == 0 {
			k.fault("%s: no input was counted", name)
		}
	}
	for name := range series {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		inputs, whole := stepSeries[name]
		if !whole {
			inputs = stepsOfRoutine
		}
		compareSeries(k, name, inputs, series[name])
	}
	if len(series) == len(stepSeries) {
		k.fault("no function was stepped on its own")
	}
	return nil
}

// Instructions of general registers that a function of the SHA extensions may
// have: none of them takes a value from memory or from a vector.
var shaScalar = map[string]bool{"endbr64": true, "test": true, "je": true,
	"jne": true, "dec": true, "add": true, "sub": true, "push": true,
	"pop": true, "ret": true, "nop": true, "lea": true, "mov": true}

// checkShaCode shows by its instructions that no branch and no address of a
// function of the SHA extensions depends on data: general registers are
// computed from each other alone, never from memory or vectors, and memory is
// addressed by them without an index.
func (a *audit) checkShaCode(k *check) error {
	m, err := readMap(a.seal(), a.object("cordon.o"))
	if err != nil {
		return err
	}
	code, err := disassemble(m, a.object("cordon.o"))
	if err != nil {
		return err
	}
	functions := map[string][]instruction{}
	for _, i := range code {
		if f := m.functionAt(i.offset); strings.HasSuffix(f, "_sha") {
			functions[f] = append(functions[f], i)
		}
	}
	if len(functions) == 0 {
		k.fault("cordon.o has no function of the SHA extensions")
	}
	for name, list := range functions {
		judgeShaCode(k, name, list)
	}
	return nil
}

func judgeShaCode(k *check, name string, list []instruction) {
	branches := 0
	for _, i := range list {
		operands, _, _ := strings.Cut(i.operands, "#")
		vector := strings.Contains(operands, "xmm")
		memory := strings.Contains(operands, "[")
		text := strings.TrimSpace(i.mnemonic + " " + operands)
		switch {
		case vector && !leadsToVectorOrMemory(operands):
			k.fault("%s: from a vector to a general register: %s", name, text)
		case !vector && !shaScalar[i.mnemonic]:
			k.fault("%s: not among the scalar instructions: %s", name, text)
		case !vector && memory && i.mnemonic != "nop" && i.mnemonic != "lea":
			k.fault("%s: a general register and memory: %s", name, text)
		case hasIndex(operands):
			k.fault("%s: an indexed address: %s", name, text)
		}
		if strings.HasPrefix(i.mnemonic, "j") {
			branches++
		}
	}
	k.number("branches_"+name, int64(branches))
	k.fact("%s: %d instructions, %d branches, all on counters; no index",
		name, len(list), branches)
}

// An address of two registers.
var indexPattern = regexp.MustCompile(`\[[a-z0-9]+\+[a-z]`)

func hasIndex(operands string) bool {
	return indexPattern.MatchString(operands)
}

// leadsToVectorOrMemory is true if the first operand, which is written, is a
// vector or memory.
func leadsToVectorOrMemory(operands string) bool {
	first, _, _ := strings.Cut(operands, ",")
	return strings.Contains(first, "xmm") || strings.Contains(first, "[")
}

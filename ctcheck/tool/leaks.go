package main

import (
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// Every leak that must be planted, and whether Valgrind can see it.
var leaks = []struct {
	name     string
	valgrind bool
}{
	{"branch", true}, {"table", true}, {"division", false},
	{"compare", true}, {"rejection", true},
}

// What is planted beside the leaks to reach a path, and is no leak.
const reachPlant = "candidate"

var plantPattern = regexp.MustCompile(`\bCT_PLANT\((\w+),`)

// findPlants gives the line of each planted leak.
func findPlants(k *check, files []sourceFile) map[string]place {
	out := map[string]place{}
	for _, f := range files {
		for i, text := range f.lines {
			m := plantPattern.FindStringSubmatch(text)
			if m == nil || f.name == "fipsmodule/limbs/plant.h" {
				continue
			}
			if p, twice := out[m[1]]; twice {
				k.fault("leak %s is planted twice: %s, %s:%d", m[1], p,
					f.name, i+1)
			}
			out[m[1]] = place{f.name, i + 1}
		}
	}
	return out
}

// at tells whether an error was reported at a line; Valgrind knows the last
// part of the file's name.
func (e vgError) at(p place) bool {
	return len(e.Frames) != 0 && e.Frames[0].Line == p.line &&
		e.Frames[0].File == filepath.Base(p.file)
}

// checkLeaks runs the object with planted leaks: each must be reported at its
// own line, the division by the scan, the others by Valgrind.
func (a *audit) checkLeaks(k *check) error {
	files, err := readSources(a.root)
	if err != nil {
		return err
	}
	plants := findPlants(k, files)
	m, err := readMap(a.seal(), a.object("cordon-leaks.o"))
	if err != nil {
		return err
	}
	r, err := a.memcheck(a.program("ctcheck-leaks"), "check")
	if err != nil {
		return err
	}
	if err := a.checkInfo(k, r, "test", m.Digest); err != nil {
		return err
	}
	if r.status != 1 {
		k.fault("the driver ended with status %d, not 1", r.status)
	}
	checkRejection(k, r, plants)
	divisions, err := a.findDivisions(m)
	if err != nil {
		return err
	}
	reported := map[string]int64{}
	var elsewhere int64
	for _, e := range r.errors {
		planted := false
		for name, p := range plants {
			if e.at(p) {
				reported[name] += e.Count
				planted = true
			}
		}
		if !planted {
			elsewhere += e.Count
		}
	}
	for _, leak := range leaks {
		p, ok := plants[leak.name]
		n, by := reported[leak.name], "Valgrind"
		if !leak.valgrind {
			n, by = int64(divisions[p]), "the scan"
		}
		switch {
		case !ok:
			k.fault("leak %s is planted nowhere", leak.name)
		case n == 0:
			k.fault("%s: leak %s was not reported by %s", p, leak.name, by)
		default:
			k.fact("%s: leak %s reported by %s, %d times", p, leak.name, by, n)
			k.number("reported_"+leak.name, n)
		}
	}
	k.fact("%d errors at other lines, where a leak was moved to", elsewhere)
	for name := range plants {
		known := name == reachPlant
		for _, leak := range leaks {
			known = known || leak.name == name
		}
		if !known {
			k.fault("leak %s is planted, but nobody looks for it", name)
		}
	}
	sort.Strings(k.Faults)
	return nil
}

// checkRejection demands that candidates were rejected, and that nothing but
// the leaks was reported in the file that draws them.
func checkRejection(k *check, r *driverRun, plants map[string]place) {
	var rejected int64
	for _, s := range r.all("scenario") {
		if strings.HasSuffix(s.fields["name"], "a rejected candidate") {
			rejected++
		}
	}
	for _, f := range r.all("failed") {
		k.fault("%s: %s", f.fields["scenario"], f.fields["expected"])
	}
	if rejected == 0 {
		k.fault("no candidate was rejected")
	}
	home := filepath.Base(plants[reachPlant].file)
	for _, e := range r.errors {
		if len(e.Frames) != 0 && e.Frames[0].File == home &&
			!e.at(plants["rejection"]) {
			k.fault("with a rejected candidate: %s", e.where())
		}
	}
	k.number("curves_with_rejection", rejected)
	k.fact("candidates of d and k rejected on %d curves", rejected)
}

// findDivisions counts the divisions of the object by source line.
func (a *audit) findDivisions(m *moduleMap) (map[place]int, error) {
	code, err := disassemble(m, a.object("cordon-leaks.o"))
	if err != nil {
		return nil, err
	}
	t, err := readLines(a.program("ctcheck-leaks"), m)
	if err != nil {
		return nil, err
	}
	out := map[place]int{}
	for _, i := range code {
		if isDivision(i.mnemonic) {
			out[t.at(t.base+i.offset)]++
		}
	}
	return out, nil
}

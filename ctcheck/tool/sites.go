package main

import (
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// site is one use of CT_DECLASSIFY in the source.
type site struct {
	place    place
	function string
	argument string
	reason   string
}

// entry is the site's line in declassify.list.
func (s site) entry() string {
	return strings.Join([]string{s.place.file, s.function, s.argument,
		s.reason}, " | ")
}

var (
	usePattern    = regexp.MustCompile(`\b(CT_DECLASSIFY|tail_declassify)\(`)
	macroPattern  = regexp.MustCompile(`CT_DECLASSIFY\((.*)\);`)
	reasonPattern = regexp.MustCompile(`^\s*/\* declassify: (.+) \*/$`)
)

// The file that defines the macro.
const macroFile = "fipsmodule/limbs/declassify.h"

// findSites reads all uses; each is one line below its reason.
func findSites(k *check, files []sourceFile) []site {
	var out []site
	for _, f := range files {
		for i, text := range f.lines {
			if f.name == macroFile || !usePattern.MatchString(text) ||
				strings.HasSuffix(f.name, ".S") {
				continue
			}
			s := site{place: place{f.name, i + 1},
				function: f.functionOf(i)}
			m := macroPattern.FindStringSubmatch(text)
			if m == nil {
				k.fault("%s: not a whole CT_DECLASSIFY(...) on one line",
					s.place)
				continue
			}
			s.argument = m[1]
			r := reasonPattern.FindStringSubmatch(f.lines[i-1])
			if r == nil {
				k.fault("%s: no `/* declassify: reason */` on the line above",
					s.place)
				continue
			}
			s.reason = r[1]
			out = append(out, s)
		}
	}
	return out
}

// readList reads a checked-in list: a line each, # for comments.
func readList(name string) ([]string, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, environmentError{err.Error()}
	}
	var out []string
	for _, s := range strings.Split(string(b), "\n") {
		if s = strings.TrimSpace(s); s != "" && !strings.HasPrefix(s, "#") {
			out = append(out, s)
		}
	}
	return out, nil
}

// difference gives the elements of a that b lacks, repeats counted.
func difference(a, b []string) []string {
	n := map[string]int{}
	for _, s := range b {
		n[s]++
	}
	var out []string
	for _, s := range a {
		if n[s]--; n[s] < 0 {
			out = append(out, s)
		}
	}
	sort.Strings(out)
	return out
}

// ran is what one site did in the runs.
type ran struct{ calls, bytes, secret int64 }

// runSites collects the driver's site lines by source line.
func (a *audit) runSites(program, object string, into map[place]*ran) error {
	m, err := readMap(a.seal(), a.object(object))
	if err != nil {
		return err
	}
	r, err := a.checkRun(program)
	if err != nil {
		return err
	}
	if _, err := r.one("total"); err != nil {
		return err
	}
	t, err := readLines(a.program(program), m)
	if err != nil {
		return err
	}
	for _, l := range r.all("site") {
		address, err := strconv.ParseUint(l.fields["address"], 0, 64)
		if err != nil {
			return err
		}
		// The call ends where it returns to.
		p := t.at(address - 1)
		if into[p] == nil {
			into[p] = new(ran)
		}
		into[p].calls += l.number("calls")
		into[p].bytes += l.number("bytes")
		into[p].secret += l.number("secret")
	}
	return nil
}

// checkSites compares the sources with the list, and the runs with both.
func (a *audit) checkSites(k *check) error {
	a.backend = backends[0]
	files, err := readSources(a.root)
	if err != nil {
		return err
	}
	sites := findSites(k, files)
	list, err := readList(filepath.Join(a.root, "ctcheck/declassify.list"))
	if err != nil {
		return err
	}
	var found []string
	for _, s := range sites {
		found = append(found, s.entry())
	}
	for _, s := range difference(found, list) {
		k.fault("not in declassify.list: %s", s)
	}
	for _, s := range difference(list, found) {
		k.fault("in declassify.list but not in the source: %s", s)
	}
	done := map[place]*ran{}
	for program, object := range map[string]string{
		"ctcheck-check":  "cordon.o",
		"ctcheck-nonces": "cordon-test.o"} {
		if err := a.runSites(program, object, done); err != nil {
			return err
		}
	}
	k.number("sites", int64(len(sites)))
	for _, s := range sites {
		r := done[s.place]
		if r == nil {
			k.fault("%s: never ran", s.place)
			continue
		}
		k.fact("%s %s: %d times, %d of %d bytes were secret: %s", s.place,
			s.function, r.calls, r.secret, r.bytes, s.reason)
		if r.secret == 0 {
			k.fault("%s: nothing that it declassifies was ever secret",
				s.place)
		}
		delete(done, s.place)
	}
	for p := range done {
		k.fault("%s: declassifies, but is no site of the source", p)
	}
	return nil
}

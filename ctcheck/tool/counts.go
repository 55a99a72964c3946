package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// counted is one dump of the counters.
type counted struct{ series, input, sums string }

// The counters that must not depend on a secret: instructions, data reads and
// writes, conditional and indirect branches. Misses depend on what ran before.
var counterNames = []string{"Ir", "Dr", "Dw", "Bc", "Bi"}

func readDump(name string) (counted, bool, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return counted{}, false, err
	}
	const trigger = "desc: Trigger: Client Request: "
	var c counted
	var events []string
	for _, s := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(s, trigger) {
			c.series, c.input, _ = strings.Cut(s[len(trigger):], "/")
		} else if strings.HasPrefix(s, "events: ") {
			events = strings.Fields(s[8:])
		} else if strings.HasPrefix(s, "summary: ") {
			values := strings.Fields(s[9:])
			var picked []string
			for _, want := range counterNames {
				for i, e := range events {
					if e == want && i < len(values) {
						picked = append(picked, want+" "+values[i])
					}
				}
			}
			c.sums = strings.Join(picked, ", ")
			break
		}
	}
	return c, c.series != "" && c.sums != "", nil
}

// The series, of which each takes every fourth or every input of a curve; see
// counts.c of the driver.
var countSeries = []struct {
	name  string
	every int
}{
	{"private-import", 1}, {"sign-by-key", 4}, {"sign-deterministic", 4},
	{"sign-batch", 4}, {"ecdh", 4}, {"sign-by-nonce", 1},
}

var countCurves = []struct {
	name   string
	inputs int
}{
	{"P-224", 2*28 + 16}, {"P-256", 2*256 + 16}, {"P-384", 2*48 + 16},
	{"P-521", 2*66 + 16},
}

func (a *audit) checkCounts(k *check) error {
	series := map[string][]counted{}
	for _, p := range []string{"ctcheck-check", "ctcheck-nonces"} {
		r, files, err := a.callgrind(a.program(p), "count",
			"--cache-sim=yes", "--branch-sim=yes")
		if err != nil {
			return err
		}
		if _, err := r.one("total"); err != nil {
			return err
		}
		for _, f := range r.all("failed") {
			k.fault("%s: %s", p, f.fields["expected"])
		}
		for _, f := range files {
			c, ok, err := readDump(f)
			if err != nil {
				return environmentError{err.Error()}
			}
			if ok {
				series[c.series] = append(series[c.series], c)
			}
		}
		if err := os.RemoveAll(filepath.Dir(files[0])); err != nil {
			return environmentError{err.Error()}
		}
	}
	for _, s := range countSeries {
		for _, c := range countCurves {
			name := s.name + "-" + c.name
			inputs := (c.inputs + s.every - 1) / s.every
			compareSeries(k, name, inputs, series[name])
		}
	}
	return nil
}

func compareSeries(k *check, name string, inputs int, list []counted) {
	if len(list) != inputs {
		k.fault("%s: %d inputs were counted, not %d", name, len(list), inputs)
		return
	}
	groups := map[string][]string{}
	for _, c := range list {
		groups[c.sums] = append(groups[c.sums], c.input)
	}
	k.number(name+"_inputs", int64(len(list)))
	k.number(name+"_different_counts", int64(len(groups)))
	if len(groups) == 1 {
		k.fact("%s: %d inputs, each %s", name, len(list), list[0].sums)
		return
	}
	var texts []string
	for sums, g := range groups {
		sort.Strings(g)
		texts = append(texts, fmt.Sprintf("%s for %d inputs (%s, ...)", sums,
			len(g), g[0]))
	}
	sort.Strings(texts)
	if len(texts) > 5 {
		texts = texts[:5]
	}
	k.fault("%s: %d different counts: %s", name, len(groups),
		strings.Join(texts, "; "))
}

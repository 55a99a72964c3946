// Package report owns the result of a run: rows, failures, the exit code, the table and its JSON.
package report

import (
	"fmt"
	"sort"

	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/runner"
)

// Exit codes of the driver.
const (
	OK           = 0
	WrongAnswer  = 1
	BadInput     = 2
	ModuleFailed = 3
)

// Row is a line of the table.
type Row struct {
	Source       string   `json:"source"`
	Algorithm    string   `json:"algorithm"`
	Mode         string   `json:"mode"`
	Object       string   `json:"object"` // "" where nothing was tested
	Passed       int      `json:"passed"`
	Failed       int      `json:"failed"`
	Errors       int      `json:"errors"`
	NotSupported int      `json:"notSupported"`
	NotRun       int      `json:"notRun"`
	Answered     int      `json:"answered"`          // without a verdict
	Reasons      []Reason `json:"reasons,omitempty"` // of what is not supported or not run
	Seconds      float64  `json:"seconds"`
}

// Reason counts the tests that were left out for one reason.
type Reason struct {
	caps.Reason
	Tests int `json:"tests"`
}

func (row *Row) leaveOut(why caps.Reason, tests int) {
	for i := range row.Reasons {
		if row.Reasons[i].Reason == why {
			row.Reasons[i].Tests += tests
			return
		}
	}
	row.Reasons = append(row.Reasons, Reason{why, tests})
}

// Failure is a test that did not pass.
type Failure struct {
	File   string `json:"file"`
	Object string `json:"object"`
	Mode   string `json:"mode"`
	Group  int64  `json:"tgId"`
	Test   int64  `json:"tcId"`
	Name   string `json:"name"` // the same as people say it
	Note   string `json:"note,omitempty"`
	Kind   string `json:"kind"` // "wrong answer" or "module failed"
	Msg    string `json:"message"`
}

// Omission counts the tests of a file that are not supported, for one reason.
type Omission struct {
	File      string `json:"file"`
	Algorithm string `json:"algorithm"`
	Mode      string `json:"mode"`
	Reason    string `json:"reason"`
	Tests     int    `json:"tests"`
}

// Module is an object that was tested.
type Module struct {
	Path     string   `json:"path"`
	Object   string   `json:"object"`
	Version  []string `json:"version"`
	BackEnd  string   `json:"backEnd"` // "" where the wrapper does not say
	Features []string `json:"features"`
}

// Report is all of it.
type Report struct {
	Modules     []Module    `json:"modules"`
	Rows        []*Row      `json:"rows"`
	Total       Row         `json:"total"`
	Failures    []Failure   `json:"failures"`
	Unsupported []*Omission `json:"notSupported"`
	Faults      []string    `json:"faults"` // failures of a wrapper that no test can be blamed for
	ExitCode    int         `json:"exitCode"`
}

// New sums up results.
func New(modules []*runner.Module, results []*runner.Result, faults []string) *Report {
	r := &Report{Modules: []Module{}, Rows: []*Row{}, Failures: []Failure{},
		Unsupported: []*Omission{}, Faults: append([]string{}, faults...)}
	for _, m := range modules {
		r.Modules = append(r.Modules, Module{Path: m.Path, Object: m.Object, Version: append([]string{}, m.Version...),
			BackEnd: m.BackEnd, Features: append([]string{}, m.Config.Features...)})
	}
	r.Total = Row{Source: "total"}
	rows := map[[4]string]*Row{}
	objects := map[[3]string]string{} // the object that a kind of test ran on, for what of it is not supported
	for _, res := range results {
		if res.Module != nil {
			objects[[3]string{res.Unit.Source, res.Unit.Algorithm, res.Unit.Mode}] = res.Module.Object
		}
	}
	for _, res := range results {
		object := objects[[3]string{res.Unit.Source, res.Unit.Algorithm, res.Unit.Mode}]
		if res.Module != nil {
			object = res.Module.Object
		}
		key := [4]string{res.Unit.Source, res.Unit.Algorithm, res.Unit.Mode, object}
		row := rows[key]
		if row == nil {
			row = &Row{Source: key[0], Algorithm: key[1], Mode: key[2], Object: key[3]}
			rows[key] = row
			r.Rows = append(r.Rows, row)
		}
		r.count(row, res)
	}
	sort.SliceStable(r.Rows, func(i, j int) bool { return less(r.Rows[i], r.Rows[j]) })
	r.ExitCode = r.code()
	return r
}

func less(a, b *Row) bool {
	if a.Source != b.Source {
		return a.Source < b.Source
	}
	if a.Algorithm != b.Algorithm {
		return a.Algorithm < b.Algorithm
	}
	return a.Mode < b.Mode
}

func (r *Report) count(row *Row, res *runner.Result) {
	for _, sum := range []*Row{row, &r.Total} {
		sum.Seconds += res.Elapsed.Seconds()
		if res.Missing != nil {
			sum.NotSupported += len(res.Unit.Tests)
			sum.leaveOut(*res.Missing, len(res.Unit.Tests))
		}
		for _, o := range res.Outcomes {
			switch o.Status {
			case runner.Passed:
				sum.Passed++
			case runner.Failed:
				sum.Failed++
			case runner.Error:
				sum.Errors++
			case runner.Answered:
				sum.Answered++
			case runner.NotRun:
				sum.NotRun++
				sum.leaveOut(caps.Reason{Kind: o.Msg}, 1)
			}
		}
	}
	if res.Missing != nil {
		r.omit(Omission{res.Unit.File, res.Unit.Algorithm, res.Unit.Mode, res.Missing.String(), len(res.Unit.Tests)})
	}
	for _, o := range res.Outcomes {
		if o.Status == runner.Failed || o.Status == runner.Error {
			r.Failures = append(r.Failures, newFailure(res, o))
		}
	}
}

// omit adds to the count of the same file and reason.
func (r *Report) omit(o Omission) {
	for _, other := range r.Unsupported {
		if other.File == o.File && other.Algorithm == o.Algorithm && other.Mode == o.Mode && other.Reason == o.Reason {
			other.Tests += o.Tests
			return
		}
	}
	r.Unsupported = append(r.Unsupported, &o)
}

func newFailure(res *runner.Result, o runner.Outcome) Failure {
	u := res.Unit
	f := Failure{File: u.File, Object: res.Module.Object, Mode: u.Algorithm + " " + u.Mode, Group: u.Group,
		Test: o.Test.ID, Note: o.Test.Note, Kind: "wrong answer", Msg: o.Msg}
	if o.Status == runner.Error {
		f.Kind = "module failed"
	}
	f.Name = fmt.Sprintf("tgId %d, tcId %d", u.Group, o.Test.ID)
	if u.Section != "" {
		f.Name = fmt.Sprintf("[%s], line %d", u.Section, o.Test.ID)
	}
	return f
}

// code: a module that failed outweighs a wrong answer, because the list of wrong answers may then be incomplete.
func (r *Report) code() int {
	switch {
	case r.Total.Errors > 0 || len(r.Faults) > 0:
		return ModuleFailed
	case r.Total.Failed > 0:
		return WrongAnswer
	case r.Total.Passed == 0:
		return BadInput
	}
	return OK
}

package main

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"cordon.example/cordon/internal/module"
)

type versionCmd struct{}

// versionResult is the JSON of version.
type versionResult struct {
	Module  module.Info `json:"module"`
	Command string      `json:"command"`
	Go      string      `json:"go"`
}

func (c *versionCmd) Run(w *world) error {
	info, err := module.GetInfo()
	if err != nil {
		return fromModule("", err)
	}
	w.result = versionResult{info, toolVersion, runtime.Version()}
	w.printf("module:    %s %s (%s)\nidentity:  %s\ndigest:    %s\nintegrity: %s\ncommand:   %s, %s\n", info.Name,
		info.Version, info.Object, info.Identity, info.Digest, info.Integrity, toolVersion, runtime.Version())
	return nil
}

type statusCmd struct{}

// statusResult is the JSON of status and selftest.
type statusResult struct {
	Module    module.Info       `json:"module"`
	Selftests []module.Selftest `json:"self_tests,omitempty"`
	Passed    int               `json:"passed"`
	Failed    int               `json:"failed"`
	NotRun    int               `json:"not_run"`
	PowerOn   *times            `json:"power_on_nanoseconds,omitempty"`
	Eager     time.Duration     `json:"eager_total_nanoseconds,omitempty"`
}

// times is the cost of the power-on set.
type times struct {
	Start    time.Duration `json:"at_start"`
	OnDemand time.Duration `json:"on_demand"`
}

// look reads state and results.
func look() (statusResult, error) {
	info, err := module.GetInfo()
	if err != nil {
		return statusResult{}, fromModule("", err)
	}
	list, err := module.Selftests()
	if err != nil {
		return statusResult{}, fromModule("", err)
	}
	s := statusResult{Module: info, Selftests: list}
	for _, t := range list {
		switch {
		case t.Failed():
			s.Failed++
		case t.Runs == 0:
			s.NotRun++
		default:
			s.Passed++
		}
	}
	return s, nil
}

// powerOn is the cost of the last run of the power-on set; total that of all tests.
func (s statusResult) cost() (powerOn, total time.Duration) {
	for _, t := range s.Selftests {
		if t.PowerOn() {
			powerOn += t.Time
		}
		total += t.Time
	}
	return powerOn, total
}

func (s statusResult) failedNames() string {
	var names []string
	for _, t := range s.Selftests {
		if t.Failed() {
			names = append(names, t.Name)
		}
	}
	return strings.Join(names, ", ")
}

func (c *statusCmd) Run(w *world) error {
	s, err := look()
	if err != nil {
		return err
	}
	w.result = s
	i := s.Module
	w.printf("module:     %s %s (%s)\nstate:      %s\nintegrity:  %s\nback end:   %s%s\nself-tests: %d passed, %d failed, "+
		"%d not run yet\n", i.Name, i.Version, i.Object, i.State, i.Integrity, i.Backend,
		prefixed(", limited to ", i.BackendLimit), s.Passed, s.Failed, s.NotRun)
	for _, t := range s.Selftests {
		if t.Failed() {
			w.printf("failed:     %s (%s); refused in whole or in part: %s\n", t.Name, t.Algorithm,
				strings.Join(t.Blocks, ", "))
		}
	}
	switch {
	case i.Operational():
		return nil
	case s.Failed != 0 && !i.FinalError():
		return &failure{exitFalse, "", fmt.Errorf("the module is %s: these self-tests failed: %s", i.State,
			s.failedNames())}
	}
	return &failure{exitModule, "", fmt.Errorf("the module is in the state %q", i.State)}
}

type selftestCmd struct {
	List bool   `xor:"what" help:"List the self-tests and their last results; run none."`
	Run_ string `name:"run" xor:"what" placeholder:"NAME|all" help:"Run this self-test, or all."`
}

func (c *selftestCmd) Run(w *world) error {
	before, err := look()
	if err != nil {
		return err
	}
	if c.List {
		w.result = before
		w.printTests(before.Selftests)
		return nil
	}
	if c.Run_ != "" && c.Run_ != "all" {
		return runOne(w, before, c.Run_)
	}
	failed := module.RunAll()
	s, err := look()
	if err != nil {
		return err
	}
	start, _ := before.cost()
	demand, eager := s.cost()
	s.PowerOn, s.Eager = &times{start, demand}, eager
	w.result = s
	i := s.Module
	w.printf("%s %s (%s)\nintegrity: %s\ndigest:    %s\n", i.Name, i.Version, i.Object, i.Integrity, i.Digest)
	w.printTests(s.Selftests)
	w.printf("power-on set: %.2f ms at start, %.2f ms on demand\nall of them (eager total): %.2f ms\nstate: %s\n",
		milliseconds(start), milliseconds(demand), milliseconds(eager), s.Module.State)
	return verdict(s, failed)
}

// runOne runs the self-test of that name or number.
func runOne(w *world, before statusResult, name string) error {
	id, names := uint32(0), []string{}
	for _, t := range before.Selftests {
		if t.Name == strings.ReplaceAll(name, "_", "-") || strconv.Itoa(int(t.ID)) == name {
			id = t.ID
		}
		names = append(names, t.Name)
	}
	if id == 0 {
		return usage("there is no self-test %q; there are: all, %s", name, strings.Join(names, ", "))
	}
	failed := module.RunSelftest(id)
	s, err := look()
	if err != nil {
		return err
	}
	var one []module.Selftest
	for _, t := range s.Selftests {
		if t.ID == id {
			one = append(one, t)
		}
	}
	s.Selftests = one
	w.result = s
	w.printTests(one)
	w.printf("state: %s\n", s.Module.State)
	return verdict(s, failed)
}

// verdict: a self-test that failed is a result; a module that runs none is a failure of the module.
func verdict(s statusResult, err error) error {
	var e *module.Error
	switch {
	case s.failedNames() != "":
		return &failure{exitFalse, "", fmt.Errorf("self-tests failed: %s", s.failedNames())}
	case errors.As(err, &e):
		return fromModule("", err)
	case s.Failed == 0 && !s.Module.Operational():
		return &failure{exitModule, "", fmt.Errorf("the module is in the state %q", s.Module.State)}
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func (w *world) printTests(list []module.Selftest) {
	w.printf("%-26s %-26s %-12s %-8s %10s\n", "self-test", "algorithm", "kind", "result", "time")
	for _, t := range list {
		w.printf("%-26s %-26s %-12s %-8s %7.1f us\n", t.Name, t.Algorithm, t.Kind, t.Result,
			float64(t.Time)/float64(time.Microsecond))
	}
}

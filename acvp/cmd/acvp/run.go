package main

// This file owns the command `run`: one vector set in, one response out.

import (
	"fmt"
	"os"
	"sort"
	"syscall"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/report"
	"cordon.example/acvp/internal/runner"
)

type runCmd struct {
	shared
	Partial bool   `help:"Leave out groups that the module does not support, instead of refusing the file."`
	In      string `arg:"" help:"Vector set: bare or enveloped, plain or gzip." name:"in.json"`
	Out     string `arg:"" optional:"" help:"Response file. Default: standard output." name:"out.json"`
}

func (c *runCmd) run(w *world) int {
	fail := func(code int, errs ...error) int {
		for _, err := range errs {
			fmt.Fprintln(w.stderr, "acvp:", err)
		}
		return code
	}
	if c.Wrapper == "" {
		return fail(report.BadInput, fmt.Errorf("--wrapper is missing"))
	}
	if err := executable(c.Wrapper); err != nil {
		return fail(report.BadInput, err)
	}
	if err := c.check(); err != nil {
		return fail(report.BadInput, err)
	}
	if c.Out == "" && maybeClosed(w.stdout) {
		return fail(report.BadInput, fmt.Errorf("standard output is closed, or is %s for reading and writing, which cannot be "+
			"told apart: name a file for the response", os.DevNull))
	}
	if err := checkOutputs([]string{c.In}, c.Out, c.JSON); err != nil {
		return fail(report.BadInput, err)
	}
	prompt, err := acvpjson.Load(c.In)
	if err != nil {
		return fail(report.BadInput, err)
	}
	var units []*alg.Unit
	for _, s := range prompt.Sets {
		units = append(units, alg.Units(&alg.Input{Source: c.In, File: prompt, Set: s})...)
	}
	if errs := prompt.Src.Errs(); len(errs) > 0 {
		return fail(report.BadInput, errs...)
	}
	modules, err := c.open(c.Wrapper)
	if err != nil {
		return fail(report.ModuleFailed, err)
	}
	plan := runner.Plan(units, modules)
	if errs := unsupported(plan); len(errs) > 0 && !c.Partial {
		return fail(report.BadInput, errs...)
	}
	b := newBar(w.stderr, w.live, count(plan))
	opts := c.options()
	opts.Progress = b.add
	faults := runner.Run(w.ctx, plan, opts)
	b.stop()
	return c.write(w, prompt, plan, report.New(modules, plan, faults))
}

// maybeClosed tells whether a standard stream may have been closed when the program was started: Go's runtime then opens
// the null device in its place, for reading and writing, as a shell's redirection does not.
func maybeClosed(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	null, nullErr := os.Stat(os.DevNull)
	if err != nil || nullErr != nil || !os.SameFile(info, null) {
		return false
	}
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), syscall.F_GETFL, 0)
	return errno == 0 && flags&syscall.O_ACCMODE == syscall.O_RDWR
}

// unsupported names every group that the module cannot do.
func unsupported(plan []*runner.Result) []error {
	var errs []error
	for _, r := range plan {
		if r.Missing != nil {
			errs = append(errs, fmt.Errorf("%s: tgId %d, %s %s: not supported by the module: %s", r.Unit.File,
				r.Unit.Group, r.Unit.Algorithm, r.Unit.Mode, r.Missing))
		}
	}
	return errs
}

func (c *runCmd) write(w *world, prompt *acvpjson.File, plan []*runner.Result, r *report.Report) int {
	answers, n := collect(plan)
	for _, f := range r.Failures {
		fmt.Fprintf(w.stderr, "acvp: %s: %s: %s\n", f.File, f.Name, f.Msg)
	}
	for _, f := range r.Faults {
		fmt.Fprintln(w.stderr, "acvp:", f)
	}
	if n > 0 && r.ExitCode == report.BadInput {
		r.ExitCode = report.OK // nothing is judged here
	}
	if n == 0 {
		fmt.Fprintln(w.stderr, "acvp: no answer to write")
		return finish(w, r, c.JSON)
	}
	data, err := acvpjson.Response(prompt, answers)
	if err == nil && c.Out != "" {
		err = acvpjson.WriteFile(c.Out, data)
	} else if err == nil {
		_, err = w.stdout.Write(data)
	}
	if err != nil {
		fmt.Fprintln(w.stderr, "acvp:", err)
		r.ExitCode = max(r.ExitCode, report.BadInput)
	}
	return finish(w, r, c.JSON)
}

// collect puts the answers back into sets and groups, in order, and counts them.
func collect(plan []*runner.Result) (map[*acvpjson.Set][]acvpjson.GroupAnswer, int) {
	answers, n := map[*acvpjson.Set][]acvpjson.GroupAnswer{}, 0
	for _, r := range plan {
		set := r.Unit.Set
		if set == nil || r.Module == nil {
			continue
		}
		list := answers[set]
		if len(list) == 0 || list[len(list)-1].ID != r.Unit.Group {
			list = append(list, acvpjson.GroupAnswer{ID: r.Unit.Group, Fields: r.Group})
		}
		g := &list[len(list)-1]
		for _, o := range r.Outcomes {
			if o.Status == runner.Answered {
				g.Tests = append(g.Tests, append(acvpjson.Fields{{Key: "tcId", Value: o.Test.ID}}, o.Answer...))
				n++
			}
		}
		sort.SliceStable(g.Tests, func(i, j int) bool {
			return g.Tests[i][0].Value.(int64) < g.Tests[j][0].Value.(int64)
		})
		answers[set] = list
	}
	return answers, n
}

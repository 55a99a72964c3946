package main

// This file owns the command `check`: corpora in, a table and a verdict out.

import (
	"fmt"
	"regexp"

	"cordon.example/acvp/internal/corpus"
	"cordon.example/acvp/internal/report"
	"cordon.example/acvp/internal/runner"
)

type checkCmd struct {
	shared
	TestWrapper string   `help:"Wrapper over the test object, for what the shipping one cannot do." placeholder:"PATH"`
	Vectors     []string `help:"Folder or file of vectors, or \"cavp\" or \"wycheproof\" for a default source. May be repeated. Default: both of these." placeholder:"PLACE" sep:"none"`
	Filter      string   `help:"Only where \"source algorithm mode\" matches." placeholder:"REGEX"`
	Unsupported bool     `help:"List what is not supported, by file and reason."`
	MaxLarge    size     `help:"Leave out large-data messages above this size, such as 1GiB. Default: run all." placeholder:"SIZE"`
}

func (c *checkCmd) run(w *world) int {
	filter, err := c.validate()
	if err != nil {
		fmt.Fprintln(w.stderr, "acvp:", err)
		return report.BadInput
	}
	places := c.Vectors
	if len(places) == 0 {
		places = corpus.Defaults()
	}
	units, errs := corpus.Load(places, filter)
	if len(errs) > 0 {
		for _, err := range errs {
			fmt.Fprintln(w.stderr, "acvp:", err)
		}
		return report.BadInput
	}
	if len(units) == 0 {
		text := "the vector files hold no test"
		if filter != nil {
			text = "the filter leaves no test"
		}
		fmt.Fprintln(w.stderr, "acvp:", text)
		return report.BadInput
	}
	modules, err := c.open(c.Wrapper, c.TestWrapper)
	if err != nil {
		fmt.Fprintln(w.stderr, "acvp:", err)
		return report.ModuleFailed
	}
	plan := runner.Plan(units, modules)
	b := newBar(w.stderr, w.live, count(plan))
	opts := c.options()
	opts.MaxLarge, opts.Progress = uint64(c.MaxLarge), b.add
	faults := runner.Run(w.ctx, plan, opts)
	b.stop()
	r := report.New(modules, plan, faults)
	out := &checkedWriter{Writer: w.stdout}
	if c.Unsupported {
		r.PrintUnsupported(out)
	}
	r.Print(out)
	if out.err != nil {
		fmt.Fprintln(w.stderr, "acvp: the table cannot be written:", out.err)
		r.ExitCode = max(r.ExitCode, report.BadInput)
	}
	return finish(w, r, c.JSON)
}

func (c *checkCmd) validate() (*regexp.Regexp, error) {
	if c.Wrapper == "" && c.TestWrapper == "" {
		return nil, fmt.Errorf("nothing to test: give --wrapper, --test-wrapper or both")
	}
	if err := executable(c.Wrapper, c.TestWrapper); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := checkOutputs(c.Vectors, c.JSON); err != nil {
		return nil, err
	}
	if c.Filter == "" {
		return nil, nil
	}
	filter, err := regexp.Compile(c.Filter)
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	return filter, nil
}

// finish writes the JSON and gives the exit code.
func finish(w *world, r *report.Report, path string) int {
	if w.ctx.Err() != nil {
		fmt.Fprintln(w.stderr, "acvp: interrupted")
		r.ExitCode = report.BadInput
	}
	if path == "" {
		return r.ExitCode
	}
	if err := r.WriteJSON(path); err != nil {
		fmt.Fprintln(w.stderr, "acvp:", err)
		return max(r.ExitCode, report.BadInput)
	}
	return r.ExitCode
}

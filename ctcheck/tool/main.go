// Command ctcheck runs the constant-time audit of the sealed module: the clean
// run under Valgrind and its controls, the scan of the disassembly, the equal
// counts, the list of declassifications and the call graph. It is started by
// ctcheck/run; ctcheck/README.md explains the report.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const (
	exitPass        = 0
	exitLeak        = 1 // a leak, or a control that was not caught
	exitUsage       = 2
	exitEnvironment = 3
)

// environmentError is a missing program, or a build that failed.
type environmentError struct{ msg string }

func (e environmentError) Error() string { return e.msg }

func environment(format string, args ...any) error {
	return environmentError{fmt.Sprintf(format, args...)}
}

// audit is one run of the tool.
type audit struct {
	root    string // of the sources
	build   string // of the build
	work    string // for the output of Valgrind
	backend backend
	report  *report
	shared  *shared
}

type options struct {
	root, build, json string
	noBuild, matrix   bool
	only              *regexp.Regexp // nil: every step
}

func parseOptions(args []string) (options, error) {
	var o options
	fs := flag.NewFlagSet("ctcheck", flag.ContinueOnError)
	fs.Usage = func() {
		fmt.Fprint(fs.Output(), "Usage: ctcheck/run [options]: the "+
			"constant-time audit of the sealed module\n"+
			"Exit status: 0 pass, 1 a leak or a control that was not caught, "+
			"2 usage, 3 the environment\n\n")
		fs.PrintDefaults()
	}
	fs.StringVar(&o.root, "root", "", "the source folder")
	fs.StringVar(&o.build, "build", "", "the build folder")
	fs.StringVar(&o.json, "json", "", "write the report to this file, as JSON")
	fs.BoolVar(&o.noBuild, "no-build", false,
		"the build is up to date: do not start cmake")
	fs.BoolVar(&o.matrix, "matrix", false,
		"also build and audit {gcc, clang} x {-O0 .. -O3, -Os}, each with "+
			"every back end")
	only := fs.String("only", "",
		"run the steps whose name this regular expression matches, no others")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	if *only != "" {
		var err error
		if o.only, err = regexp.Compile(*only); err != nil {
			return o, fmt.Errorf("--only: %v", err)
		}
	}
	if fs.NArg() != 0 {
		return o, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	if o.root == "" || o.build == "" {
		return o, errors.New("start this through ctcheck/run")
	}
	var err error
	if o.root, err = filepath.Abs(o.root); err == nil {
		o.build, err = filepath.Abs(o.build)
	}
	return o, err
}

// step is one part of the audit.
type step struct {
	name string
	run  func(*check) error
}

// steps lists the parts in the order of the report.
func (a *audit) steps(o options) []step {
	var list []step
	for _, b := range backends {
		a := *a
		a.backend = b
		s := "back end " + b.name + ": "
		list = append(list,
			step{s + "cordon.o under Memcheck", a.checkObject},
			step{s + "given nonces, cordon-test.o under Memcheck",
				a.checkNonces},
			step{s + "its functions ran", a.checkBackend},
			step{s + "verification is variable-time", a.checkContrast},
			step{s + "planted leaks are reported", a.checkLeaks},
			step{s + "equal counts over all bit lengths", a.checkCounts})
	}
	list = append(list,
		step{"the driver refuses to run without Valgrind", a.checkRefusal},
		step{"each generated function under Memcheck", a.checkRoutines},
		step{"equal steps of the processor itself", a.checkSteps},
		step{"the code of the SHA extensions", a.checkShaCode},
		step{"no variable-latency instruction", a.checkScan},
		step{"declassifications are listed, and ran", a.checkSites},
		step{"secrets never reach a _vartime function", a.checkGraph})
	if o.matrix {
		for _, c := range matrixCompilers {
			for _, l := range matrixLevels {
				for _, b := range backends {
					c, l, b := c, l, b
					list = append(list,
						step{"matrix: " + c + " -" + l + ", " + b.name,
							func(k *check) error {
								return a.checkCell(k, c, l, b)
							}})
				}
			}
		}
	}
	return list
}

// choose gives the steps that --only asks for, and notes how many it leaves.
func (r *report) choose(list []step, only *regexp.Regexp) ([]step, error) {
	if only == nil {
		return list, nil
	}
	var chosen []step
	var names strings.Builder
	for _, s := range list {
		names.WriteString("\n  " + s.name)
		if only.MatchString(s.name) {
			chosen = append(chosen, s)
		}
	}
	if len(chosen) == 0 {
		return nil, environment("--only %v matches no step; the steps are%s",
			only, names.String())
	}
	r.Only, r.Left, r.NotCovered = only.String(), len(list)-len(chosen), nil
	return chosen, nil
}

func run(o options) error {
	a := &audit{root: o.root, build: o.build,
		work:   filepath.Join(o.build, "ctcheck", "out"),
		shared: &shared{runs: map[string]*sharedRun{}}}
	if err := a.needPrograms(o); err != nil {
		return err
	}
	if !o.noBuild {
		if err := a.buildTargets(); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(a.work); err != nil {
		return environmentError{err.Error()}
	}
	if err := os.MkdirAll(a.work, 0o755); err != nil {
		return environmentError{err.Error()}
	}
	start := time.Now()
	a.report = newReport()
	if err := a.readObject(); err != nil {
		return err
	}
	if o.matrix {
		if err := a.buildMatrix(); err != nil {
			return err
		}
	}
	steps, err := a.report.choose(a.steps(o), o.only)
	if err != nil {
		return err
	}
	a.report.begin(os.Stdout)
	if err := a.runSteps(steps); err != nil {
		return err
	}
	a.report.finish(os.Stdout, time.Since(start))
	if o.json != "" {
		if err := a.report.writeJSON(o.json); err != nil {
			return environmentError{err.Error()}
		}
	}
	if a.report.Result != "pass" {
		return errLeak
	}
	return nil
}

var errLeak = errors.New("the audit did not pass")

// runSteps runs two steps at a time and reports them in order.
func (a *audit) runSteps(steps []step) error {
	type result struct {
		check *check
		err   error
	}
	results := make([]chan result, len(steps))
	slots := make(chan struct{}, 2)
	for i, s := range steps {
		results[i] = make(chan result, 1)
		go func(s step, out chan<- result) {
			slots <- struct{}{}
			defer func() { <-slots }()
			k := &check{Name: s.name, Pass: true}
			start := time.Now()
			err := s.run(k)
			k.Seconds = time.Since(start).Seconds()
			out <- result{k, err}
		}(s, results[i])
	}
	for i, s := range steps {
		r := <-results[i]
		if r.err != nil {
			return fmt.Errorf("%s: %w", s.name, r.err)
		}
		a.report.add(os.Stdout, r.check)
	}
	return nil
}

func main() {
	o, err := parseOptions(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(exitPass)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "ctcheck: %v\n", err)
		os.Exit(exitUsage)
	}
	err = run(o)
	var ee environmentError
	switch {
	case err == nil:
	case errors.Is(err, errLeak):
		os.Exit(exitLeak)
	case errors.As(err, &ee):
		fmt.Fprintf(os.Stderr, "ctcheck: %v\n", err)
		os.Exit(exitEnvironment)
	default:
		fmt.Fprintf(os.Stderr, "ctcheck: %v\n", err)
		os.Exit(exitLeak)
	}
}

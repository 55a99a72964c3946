package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// frame is one function of a stack, innermost first; inlined ones are apart.
type frame struct {
	Fn   string `xml:"fn"`
	File string `xml:"file"`
	Line int    `xml:"line"`
}

func (f frame) String() string {
	return fmt.Sprintf("%s:%d (%s)", f.File, f.Line, f.Fn)
}

// vgError is one error context that Memcheck reported, and how often.
type vgError struct {
	Unique string  `xml:"unique"`
	Kind   string  `xml:"kind"`
	Frames []frame `xml:"stack>frame"`
	Count  int64
}

// where is the innermost place in the module's source.
func (e vgError) where() string {
	if len(e.Frames) == 0 {
		return "unknown place"
	}
	return e.Frames[0].String()
}

type vgOutput struct {
	Errors []vgError `xml:"error"`
	Pairs  []struct {
		Count  int64  `xml:"count"`
		Unique string `xml:"unique"`
	} `xml:"errorcounts>pair"`
}

// line is a line that the driver printed: a kind and its fields.
type line struct {
	kind   string
	fields map[string]string
}

func (l line) number(name string) int64 {
	n, _ := strconv.ParseInt(l.fields[name], 10, 64)
	return n
}

// driverRun is one run of the driver under a tool of Valgrind.
type driverRun struct {
	status int
	lines  []line
	errors []vgError
	stderr string
}

func (r *driverRun) all(kind string) []line {
	var out []line
	for _, l := range r.lines {
		if l.kind == kind {
			out = append(out, l)
		}
	}
	return out
}

// one gives the only line of a kind; without it the run did not get that far.
func (r *driverRun) one(kind string) (line, error) {
	list := r.all(kind)
	if len(list) != 1 {
		return line{}, fmt.Errorf("the driver stopped early (status %d): %s",
			r.status, strings.TrimSpace(r.stderr))
	}
	return list[0], nil
}

var fieldPattern = regexp.MustCompile(`(\w+)=(?:"([^"]*)"|(\S*))`)

func parseLines(text string) []line {
	var out []line
	for _, s := range strings.Split(text, "\n") {
		kind, rest, ok := strings.Cut(s, " ")
		if !ok {
			continue
		}
		l := line{kind, map[string]string{}}
		for _, m := range fieldPattern.FindAllStringSubmatch(rest, -1) {
			l.fields[m[1]] = m[2] + m[3]
		}
		out = append(out, l)
	}
	return out
}

// start runs a program with the back end forced.
func (a *audit) start(program string, args ...string) (*driverRun, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = a.work
	cmd.Env = append(os.Environ(), "CORDON_BACKEND="+a.backend.name,
		"VALGRIND_OPTS=")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		return nil, environmentError{err.Error()}
	}
	return &driverRun{status: cmd.ProcessState.ExitCode(),
		lines: parseLines(stdout.String()), stderr: stderr.String()}, nil
}

// shared holds the runs that several steps look at.
type shared struct {
	mu   sync.Mutex
	runs map[string]*sharedRun
}

type sharedRun struct {
	once sync.Once
	run  *driverRun
	err  error
}

// checkRun is the clean run of a program under the back end in force; it is
// done once, and the steps that ask for it wait.
func (a *audit) checkRun(program string) (*driverRun, error) {
	key := a.backend.name + " " + a.program(program)
	a.shared.mu.Lock()
	if a.shared.runs[key] == nil {
		a.shared.runs[key] = new(sharedRun)
	}
	s := a.shared.runs[key]
	a.shared.mu.Unlock()
	s.once.Do(func() {
		s.run, s.err = a.memcheck(a.program(program), "check")
	})
	return s.run, s.err
}

// memcheck runs the driver and collects the errors. Further options override
// those here.
func (a *audit) memcheck(program, mode string, options ...string) (
	*driverRun, error) {
	return a.memcheckWith(program, []string{mode}, options...)
}

func (a *audit) memcheckWith(program string, args []string,
	options ...string) (*driverRun, error) {
	f, err := os.CreateTemp(a.work, filepath.Base(program)+"-*.xml")
	if err != nil {
		return nil, environmentError{err.Error()}
	}
	f.Close()
	list := append([]string{"--tool=memcheck", "-q",
		"--command-line-only=yes", "--default-suppressions=no",
		"--track-origins=yes", "--error-limit=no", "--num-callers=24",
		"--expensive-definedness-checks=yes", "--xml=yes",
		"--xml-file=" + f.Name()}, options...)
	r, err := a.start("valgrind", append(append(list, program), args...)...)
	if err != nil {
		return nil, err
	}
	r.errors, err = readErrors(f.Name())
	if err != nil {
		return nil, environment("Valgrind did not finish: %v\n%s", err,
			r.stderr)
	}
	return r, nil
}

func readErrors(name string) ([]vgError, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var o vgOutput
	if err := xml.Unmarshal(b, &o); err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for _, p := range o.Pairs {
		counts[p.Unique] = p.Count
	}
	for i := range o.Errors {
		o.Errors[i].Count = counts[o.Errors[i].Unique]
	}
	return o.Errors, nil
}

// callgrind runs the driver and names the files of its dumps.
func (a *audit) callgrind(program, mode string, args ...string) (
	*driverRun, []string, error) {
	dir, err := os.MkdirTemp(a.work, filepath.Base(program)+"-"+mode+"-*")
	if err != nil {
		return nil, nil, environmentError{err.Error()}
	}
	list := append([]string{"--tool=callgrind", "-q",
		"--command-line-only=yes", "--callgrind-out-file=" + filepath.Join(dir, "out")}, args...)
	r, err := a.start("valgrind", append(list, program, mode)...)
	if err != nil {
		return nil, nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "out*"))
	if err != nil || len(files) == 0 {
		return nil, nil, environment("Callgrind wrote nothing: %s", r.stderr)
	}
	return r, files, nil
}

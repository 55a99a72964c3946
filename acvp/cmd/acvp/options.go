package main

import (
	"fmt"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"

	"cordon.example/acvp/internal/runner"
	"cordon.example/acvp/internal/wire"
)

// shared are the flags that both commands have.
type shared struct {
	Wrapper string        `help:"Wrapper over the object that ships." placeholder:"PATH"`
	JSON    string        `name:"json" help:"Write the result table as JSON, too." placeholder:"FILE"`
	Timeout time.Duration `help:"Time for a request; large messages get a minute more for each GiB." default:"60s"`
	Jobs    int           `help:"Wrapper processes at a time." default:"${jobs}"`
}

// size is a number of bytes such as 2GiB, 512MiB or 1000.
type size uint64

func (s *size) UnmarshalText(text []byte) error {
	digits := strings.TrimRight(strings.ToUpper(string(text)), "KMGTIB")
	unit := strings.ToUpper(string(text))[len(digits):]
	shift, known := map[string]uint{"": 0, "B": 0, "K": 10, "KIB": 10, "M": 20, "MIB": 20, "G": 30, "GIB": 30}[unit]
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || !known || n > math.MaxUint64>>shift {
		return fmt.Errorf("%q is not a size such as 2GiB or 512MiB", text)
	}
	*s = size(n << shift)
	return nil
}

func (s *shared) check() error {
	if s.Timeout <= 0 || s.Jobs < 1 || s.Jobs > 256 {
		return fmt.Errorf("--timeout must be positive and --jobs from 1 to 256")
	}
	return nil
}

// window is the number of requests in flight to one process.
const window = 64

func (s *shared) options() runner.Options {
	return runner.Options{Jobs: s.Jobs, Window: window}
}

// open opens wrappers; an empty path is left out.
func (s *shared) open(paths ...string) ([]*runner.Module, error) {
	opts := wire.DefaultOptions()
	opts.Timeout = s.Timeout
	var modules []*runner.Module
	for _, path := range paths {
		if path == "" {
			continue
		}
		m, err := runner.Open(path, opts)
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
	return modules, nil
}

// executable tells a path that can be no wrapper, which is a usage error, from a wrapper that fails.
func executable(paths ...string) error {
	for _, path := range paths {
		if path == "" {
			continue
		}
		if _, err := exec.LookPath(path); err != nil {
			return fmt.Errorf("the wrapper cannot be run: %w", err)
		}
	}
	return nil
}

// bar draws how many tests are done, if there is a terminal to draw on.
type bar struct {
	writer  progress.Writer
	tracker *progress.Tracker
	done    atomic.Int64
}

func newBar(w io.Writer, live bool, total int) *bar {
	b := &bar{}
	if !live {
		return b
	}
	b.writer = progress.NewWriter()
	b.writer.SetOutputWriter(w)
	b.writer.SetAutoStop(false)
	b.writer.SetTrackerLength(40)
	b.writer.SetUpdateFrequency(200 * time.Millisecond)
	b.writer.Style().Visibility.Time = true
	b.tracker = &progress.Tracker{Message: "tests", Total: int64(total)}
	b.writer.AppendTracker(b.tracker)
	go b.writer.Render()
	return b
}

func (b *bar) add(tests int) {
	if b.tracker != nil {
		b.tracker.SetValue(b.done.Add(int64(tests)))
	}
}

func (b *bar) stop() {
	if b.writer == nil {
		return
	}
	b.tracker.MarkAsDone()
	b.writer.Stop()
	for b.writer.IsRenderInProgress() {
		time.Sleep(10 * time.Millisecond)
	}
}

// count is the number of tests that will be run.
func count(plan []*runner.Result) int {
	n := 0
	for _, r := range plan {
		if r.Module != nil {
			n += len(r.Unit.Tests)
		}
	}
	return n
}

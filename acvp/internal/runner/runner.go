package runner

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"
	"time"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/wire"
)

// Status is what came of a test.
type Status int

// Passed and Failed are verdicts. Answered is an answer without a verdict. Error: the module gave no answer. NotRun: left
// out by the user's limits.
const (
	Passed Status = iota
	Failed
	Answered
	Error
	NotRun
)

// Outcome of a test.
type Outcome struct {
	Test   *alg.Test
	Status Status
	Msg    string
	Answer acvpjson.Fields
}

// Result of a unit.
type Result struct {
	Unit     *alg.Unit
	Module   *Module      // nil: no module covers it
	Missing  *caps.Reason // then this is why
	Group    acvpjson.Fields
	Outcomes []Outcome
	Elapsed  time.Duration
}

// Options of a run.
type Options struct {
	Jobs     int    // wrapper processes at a time
	Window   int    // requests in flight to one process
	MaxLarge uint64 // bytes of the largest large-data message; 0 is no limit
	Progress func(tests int)
}

// Plan chooses the first module that covers each unit.
func Plan(units []*alg.Unit, modules []*Module) []*Result {
	results := make([]*Result, len(units))
	for i, u := range units {
		r := &Result{Unit: u}
		for _, m := range modules {
			missing := m.Config.Missing(u.Need)
			if missing == nil {
				r.Module, r.Missing = m, nil
				break
			}
			// The last module is the one over the test object, which can do the most: its reason counts.
			r.Missing = missing
		}
		results[i] = r
	}
	return results
}

// Run runs what was planned and fills in the results. It returns faults of wrappers that no test can be blamed for.
func Run(ctx context.Context, plan []*Result, opts Options) []string {
	var work []*Result
	for _, r := range plan {
		if r.Module != nil {
			work = append(work, r)
		}
	}
	// The longest first, so that no process is left alone with them at the end.
	sort.SliceStable(work, func(i, j int) bool { return large(work[i].Unit) > large(work[j].Unit) })
	queue := make(chan *Result)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var faults []string
	for range max(opts.Jobs, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f := worker(ctx, queue, opts)
			mu.Lock()
			faults = append(faults, f...)
			mu.Unlock()
		}()
	}
	for _, r := range work {
		queue <- r
	}
	close(queue)
	wg.Wait()
	return faults
}

func large(u *alg.Unit) uint64 {
	n := uint64(0)
	for _, t := range u.Tests {
		n += t.Large
	}
	return n
}

// worker runs units on processes of its own, one a module.
func worker(ctx context.Context, queue <-chan *Result, opts Options) []string {
	clients := map[*Module]*wire.Client{}
	for r := range queue {
		c := clients[r.Module]
		if c == nil {
			c = r.Module.client()
			clients[r.Module] = c
		}
		runUnit(ctx, r, c, opts)
	}
	var faults []string
	for m, c := range clients {
		c.Close()
		for _, f := range c.Faults() {
			faults = append(faults, m.Path+": "+f)
		}
	}
	return faults
}

func runUnit(ctx context.Context, r *Result, c *wire.Client, opts Options) {
	begin := time.Now()
	defer func() { r.Elapsed = time.Since(begin) }()
	r.Outcomes = make([]Outcome, len(r.Unit.Tests))
	if r.Unit.Start != nil {
		fields, err := r.Unit.Start(c)
		if err != nil {
			for i, t := range r.Unit.Tests {
				r.Outcomes[i] = failure(t, fmt.Errorf("before the first test of the group: %w", err))
			}
			report(opts, len(r.Unit.Tests))
			return
		}
		r.Group = fields
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(max(opts.Window, 1), len(r.Unit.Tests)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				r.Outcomes[i] = runTest(ctx, r.Unit.Tests[i], c, opts)
				report(opts, 1)
			}
		}()
	}
	for i := range r.Unit.Tests {
		next <- i
	}
	close(next)
	wg.Wait()
}

func report(opts Options, tests int) {
	if opts.Progress != nil {
		opts.Progress(tests)
	}
}

func runTest(ctx context.Context, t *alg.Test, c *wire.Client, opts Options) Outcome {
	if opts.MaxLarge > 0 && t.Large > opts.MaxLarge {
		return Outcome{Test: t, Status: NotRun, Msg: "message larger than --max-large"}
	}
	if ctx.Err() != nil {
		return Outcome{Test: t, Status: NotRun, Msg: "interrupted"}
	}
	answer, err := t.Run(c)
	if err != nil {
		return failure(t, err)
	}
	o := Outcome{Test: t, Status: Answered, Answer: answer}
	if t.Judge != nil {
		o.Status = Passed
		if err := t.Judge(answer); err != nil {
			o.Status, o.Msg = Failed, err.Error()
		}
	}
	return o
}

// failure tells a wrong answer from none.
func failure(t *alg.Test, err error) Outcome {
	var w *alg.WrongAnswer
	if errors.As(err, &w) {
		return Outcome{Test: t, Status: Failed, Msg: err.Error()}
	}
	return Outcome{Test: t, Status: Error, Msg: err.Error()}
}

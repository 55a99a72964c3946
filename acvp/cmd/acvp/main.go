// Command acvp runs test vectors through a cryptographic module and judges the answers.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"cordon.example/acvp/internal/report"
)

type cli struct {
	Check checkCmd `cmd:"" help:"Judge a module by folders of ACVP sets, CAVP files and Wycheproof."`
	Run   runCmd   `cmd:"" help:"Answer one ACVP vector set file."`
}

// world is what a command may touch besides its arguments.
type world struct {
	ctx    context.Context
	stdout io.Writer
	stderr io.Writer
	live   bool // standard error is a terminal: progress may be drawn there
}

// checkedWriter remembers that something could not be written.
type checkedWriter struct {
	io.Writer
	err error
}

func (c *checkedWriter) Write(b []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.Writer.Write(b)
	c.err = err
	return n, err
}

// exit is a result that is not a fault of the input.
type exit int

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the program at once
	}()
	code := run(os.Args[1:], &world{ctx, os.Stdout, os.Stderr, term.IsTerminal(int(os.Stderr.Fd()))})
	stop()
	os.Exit(code)
}

// run is the whole program but for the process.
func run(args []string, w *world) (code int) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case exit:
			code = int(e)
		default:
			panic(e)
		}
	}()
	var c cli
	parser, err := kong.New(&c, kong.Name("acvp"), kong.Writers(w.stdout, w.stderr),
		kong.Description("Runs cryptographic test vectors through a module wrapper and judges the answers.\n\n"+
			"Exit codes: 0 all passed, 1 a wrong answer, 2 a usage or input error, 3 the module failed."),
		kong.Exit(func(code int) { panic(exit(code)) }), kong.UsageOnError(),
		kong.Vars{"jobs": fmt.Sprint(min(runtime.NumCPU(), 4))})
	if err != nil {
		fmt.Fprintln(w.stderr, "acvp:", err)
		return report.BadInput
	}
	if len(args) == 0 {
		fmt.Fprintln(w.stderr, "acvp: a command is missing: check or run (see acvp --help)")
		return report.BadInput
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(w.stderr, "acvp: %v (try acvp --help, acvp check --help or acvp run --help)\n", err)
		return report.BadInput
	}
	switch parsed.Command() {
	case "check":
		return c.Check.run(w)
	default:
		return c.Run.run(w)
	}
}

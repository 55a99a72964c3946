// Command testwrapper is a module wrapper over Go's own cryptography. It tests the driver, and checks vectors against a
// second implementation. Environment variables make it fail in chosen ways: see fault.go.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"cordon.example/acvp/internal/wire"
)

// Exit codes of a wrapper.
const (
	exitFrame   = 1
	exitCommand = 2
	exitHandler = 3
	exitUsage   = 4
)

// command is a request that is known: its number of arguments and what answers it.
type command struct {
	args int
	run  func(args [][]byte) ([][]byte, error)
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Printf("module: Go standard library\nobject: %s\nversion: 1\narchitecture: any\nfips-mode: no\nasm: yes\n"+
			"back-end: go\n", object())
		return
	}
	if len(os.Args) != 1 {
		fmt.Fprintln(os.Stderr, "testwrapper: takes no argument but --version")
		os.Exit(exitUsage)
	}
	fault, err := faultFromEnv()
	if err != nil {
		fmt.Fprintln(os.Stderr, "testwrapper:", err)
		os.Exit(exitUsage)
	}
	code, err := serve(os.Stdin, os.Stdout, fault)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testwrapper:", err)
	}
	os.Exit(code)
}

// serve answers requests until the end of the input. Replies are flushed before it can block in a read.
func serve(in io.Reader, out io.Writer, f *fault) (int, error) {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	commands := commands()
	for {
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return exitFrame, err
			}
		}
		parts, err := wire.ReadStrings(r)
		if err == io.EOF {
			return 0, w.Flush()
		}
		if err != nil {
			return exitFrame, err
		}
		if len(parts) == 0 {
			return exitFrame, errors.New("a request without a name")
		}
		name := string(parts[0])
		if name == "flush" {
			continue
		}
		c, ok := commands[name]
		if !ok || c.args != len(parts)-1 {
			return exitCommand, fmt.Errorf("unknown command %q with %d arguments", name, len(parts)-1)
		}
		reply, err := c.run(parts[1:])
		if err != nil && !errorReplies() {
			return exitHandler, fmt.Errorf("%s: %w", name, err)
		}
		if err != nil {
			reply = [][]byte{[]byte("error: " + err.Error())}
		}
		if err := f.write(w, name, parts[1:], reply); err != nil {
			return exitHandler, err
		}
	}
}

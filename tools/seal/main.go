// Command seal makes the sealed module object and inspects it: it applies the
// relocations inside the sealed range, writes the digest, finds and verifies
// the range in any program, and makes broken copies for tests. README.md here
// describes each subcommand.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	exitOK    = 0
	exitFalse = 1 // a verdict of "modified", or an object that was rejected
	exitUsage = 2 // a usage or input error
)

const usage = `usage: seal COMMAND ...

  seal [--map FILE] [--identity HEX | --identity-file FILE] [--test-object]
       IN.o OUT.o
        apply the relocations of the sealed range, make all but the public
        symbols local, write header and digest; or reject the object
  identity [--root DIR]... [--output FILE] FILE...
        print the build identity of these source files
  verify [--json] [--against CORDON.o] FILE
        find the sealed range in an ELF file and recompute its digest
  map [--map FILE] CORDON.o
        print offsets of functions, tail and expected values as JSON
  break --object CORDON.o [--list | NAME IN OUT]
        make a copy that fails the self-test NAME, with a right digest

Exit status: 0 done, 1 modified or rejected, 2 usage or input error.
`

// usageError is a mistake on the command line.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

// falseError is a negative verdict about a well-formed input.
type falseError struct{ msg string }

func (e falseError) Error() string { return e.msg }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	commands := map[string]func([]string, io.Writer) error{
		"seal": sealCommand, "identity": identityCommand,
		"verify": verifyCommand, "map": mapCommand, "break": breakCommand,
	}
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return exitUsage
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		fmt.Fprint(stdout, usage)
		return exitOK
	}
	command, ok := commands[args[0]]
	if !ok {
		fmt.Fprintf(stderr, "seal: unknown command %q\n%s", args[0], usage)
		return exitUsage
	}
	err := command(args[1:], stdout)
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(stderr, "seal %s: %v\n", args[0], err)
	var ue usageError
	if errors.As(err, &ue) {
		fmt.Fprint(stderr, usage)
	}
	var fe falseError
	var re rejectError
	if errors.As(err, &fe) || errors.As(err, &re) {
		return exitFalse
	}
	return exitUsage
}

// Command cordon is the operator's tool of the module that it is linked with: status and self-tests, keys, signatures,
// key agreement, digests, and the seal of any file. README.md describes each subcommand.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"cordon.example/cordon/internal/module"
)

// Exit codes.
const (
	exitOK     = 0
	exitFalse  = 1 // a signature is false, a seal is broken, a self-test failed
	exitInput  = 2 // a usage or input error
	exitModule = 3 // the module failed
)

// toolVersion is set by the build.
var toolVersion = "unknown"

const description = `Operates the Cordon module: its status and self-tests, keys, signatures, digests, and its seal in any file.

A file name of - is standard input or output. Keys are PEM or DER: PKCS#8, SEC 1 or SubjectPublicKeyInfo.

Exit codes: 0 done, 1 a signature, a seal or a self-test is bad, 2 a usage or input error, 3 the module failed.`

type cli struct {
	JSON bool `name:"json" help:"Report one JSON object instead of text."`

	Version    versionCmd    `cmd:"" help:"Show the module's version and digest."`
	Status     statusCmd     `cmd:"" help:"Show the module's state."`
	Selftest   selftestCmd   `cmd:"" help:"List the self-tests, or run one or all of them (the default)."`
	VerifySeal verifySealCmd `cmd:"" help:"Check the seal of the module in a program, library or object, without running it."`
	Break      breakCmd      `cmd:"" help:"Copy a file so that one self-test fails in the copy."`
	Keygen     keygenCmd     `cmd:"" help:"Make a key pair."`
	Pubout     puboutCmd     `cmd:"" help:"Write the public key of a private key."`
	Sign       signCmd       `cmd:"" help:"Sign a message of any size."`
	Verify     verifyCmd     `cmd:"" help:"Verify the signature of a message."`
	ECDH       ecdhCmd       `cmd:"" name:"ecdh" help:"Compute the shared secret of two keys, or derive from it."`
	Dgst       dgstCmd       `cmd:"" help:"Print digests."`
}

// world is what a command may touch besides its arguments.
type world struct {
	stdin   io.Reader
	stdout  io.Writer
	stderr  io.Writer
	umask   os.FileMode
	session module.Session

	command   string
	json      bool
	text      bytes.Buffer // the report as text
	result    any          // the report as JSON
	dataOut   bool         // standard output carries data, so that the report goes to standard error
	stdinUsed string       // what reads standard input
}

// exit is a result that the command line parser asks for, such as that of --help.
type exit int

func main() {
	// What goes through this process may be secret: no core dump.
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	endBySignal()
	umask := os.FileMode(syscall.Umask(0))
	syscall.Umask(int(umask))
	os.Exit(run(os.Args[1:], &world{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, umask: umask}))
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
	parser, err := kong.New(&c, kong.Name("cordon"), kong.Writers(w.stdout, w.stderr), kong.Description(description),
		kong.Exit(func(code int) { panic(exit(code)) }), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		fmt.Fprintln(w.stderr, "cordon:", err)
		return exitInput
	}
	w.json = slices.Contains(args, "--json")
	if len(args) == 0 {
		return w.finish(usage("a command is missing"))
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return w.finish(usage("%v", err))
	}
	w.json = c.JSON
	w.command = parsed.Selected().Name
	return w.finish(parsed.Run(w))
}

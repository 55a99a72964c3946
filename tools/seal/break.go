package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"cordon.example/tools/seal/sealfile"
)

// breakCommand makes the copy of a file in which a self-test fails.
func breakCommand(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("break", flag.ContinueOnError)
	objectName := fs.String("object", "", "the sealed object")
	list := fs.Bool("list", false, "list the names")
	names, err := parseFlags(fs, args, 0, 3)
	if err != nil {
		return err
	}
	if *objectName == "" {
		return usageError{"--object is missing"}
	}
	if want := 3; *list && len(names) != 0 || !*list && len(names) != want {
		return usageError{"either --list or NAME IN OUT"}
	}
	raw, object, err := sealfile.ReadModule(*objectName)
	if err != nil {
		return err
	}
	tests, err := sealfile.ExpectedValues(raw, object)
	if err != nil {
		return fmt.Errorf("%s: %w", *objectName, err)
	}
	if *list {
		for _, e := range tests {
			fmt.Fprintln(stdout, e.Name)
		}
		return nil
	}
	e, err := sealfile.FindExpected(tests, names[0])
	if err != nil {
		return fmt.Errorf("%s: %w", *objectName, err)
	}
	return breakFile(*objectName, object, e, names[1], names[2], stdout)
}

// breakFile makes the copy out of the program in, which fails the self-test e.
func breakFile(objectName string, object sealfile.Module, e sealfile.Expected,
	in, out string, stdout io.Writer) error {
	raw, target, err := sealfile.ReadModule(in)
	if err != nil {
		return err
	}
	if !target.Same(object) {
		return fmt.Errorf("%s: it does not hold the module of %s unmodified", in,
			objectName)
	}
	if err := target.Break(e); err != nil {
		return err
	}
	info, err := os.Stat(in)
	if err != nil {
		return err
	}
	if err := sealfile.WriteOutput(out, raw, info.Mode().Perm()); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: the self-test %s will fail, digest %x\n", out,
		e.Name, target.Stored())
	return nil
}

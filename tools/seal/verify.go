package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"cordon.example/tools/seal/sealfile"
)

// verifyCommand finds the module in a file, recomputes its digest, and compares
// it with another file if asked to.
func verifyCommand(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	asJSON := fs.Bool("json", false, "print JSON")
	against := fs.String("against", "", "object to compare with")
	names, err := parseFlags(fs, args, 1, 1)
	if err != nil {
		return err
	}
	raw, err := sealfile.ReadInput(names[0])
	if err != nil {
		return err
	}
	m, err := sealfile.FindModule(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	if m.Fault != nil {
		return falseError{fmt.Sprintf("%s: the module at file offset %#x has a "+
			"bad header: %v", names[0], m.Offset, m.Fault)}
	}
	r := sealfile.MakeReport(names[0], m)
	if *asJSON {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		if err := e.Encode(r); err != nil {
			return err
		}
	} else {
		r.Print(stdout)
	}
	if r.Verdict != sealfile.Intact {
		return falseError{names[0] + ": the module was modified"}
	}
	if *against == "" {
		return nil
	}
	return compareWith(*against, m, names[0])
}

// compareWith tells whether the module is byte for byte that of an object.
func compareWith(object string, m sealfile.Module, name string) error {
	_, want, err := sealfile.ReadModule(object)
	if err != nil {
		return err
	}
	a, b := m.Canonical(), want.Canonical()
	if bytes.Equal(a, b) {
		return nil
	}
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return falseError{fmt.Sprintf("%s: differs from %s at offset %#x of "+
				"the range", name, object, i)}
		}
	}
	return falseError{fmt.Sprintf("%s: shorter than %s", name, object)}
}

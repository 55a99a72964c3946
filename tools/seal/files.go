package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"cordon.example/tools/seal/sealfile"
)

// parseFlags parses args and returns the operands, of which there must be
// between min and max (max < 0: no limit). Options may stand between operands.
func parseFlags(fs *flag.FlagSet, args []string, min, max int) ([]string,
	error) {
	fs.SetOutput(io.Discard)
	var operands []string
	for {
		if err := fs.Parse(args); err != nil {
			return nil, usageError{err.Error()}
		}
		args = fs.Args()
		if len(args) == 0 {
			break
		}
		operands, args = append(operands, args[0]), args[1:]
	}
	if len(operands) < min || max >= 0 && len(operands) > max {
		return nil, usageError{fmt.Sprintf("%d operands are too few or too many",
			len(operands))}
	}
	return operands, nil
}

// readLdMap reads a map file; none is given by an empty name.
func readLdMap(name string) (*ldMap, error) {
	if name == "" {
		return nil, nil
	}
	text, err := sealfile.ReadInput(name)
	if err != nil {
		return nil, err
	}
	m, err := parseLdMap(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// readIdentity takes the build identity from an argument or a file; without
// both it is zero.
func readIdentity(text, file string) (id [sealfile.IdentityLen]byte, err error) {
	if text != "" && file != "" {
		return id, usageError{"--identity and --identity-file exclude each other"}
	}
	if file != "" {
		data, err := sealfile.ReadInput(file)
		if err != nil {
			return id, err
		}
		text = strings.TrimSpace(string(data))
	}
	if text == "" {
		return id, nil
	}
	return sealfile.ParseIdentity(text)
}

package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// maxInput bounds the files that are read into memory.
const maxInput = 1 << 31

// readInput reads a regular file whole.
func readInput(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	if info.Size() > maxInput {
		return nil, fmt.Errorf("%s: larger than 2 GiB", name)
	}
	return os.ReadFile(name)
}

// writeOutput writes a file under a temporary name and renames it, so that the
// output is never partial.
func writeOutput(name string, data []byte, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails after the rename, as it should
	if _, err = f.Write(data); err == nil {
		err = f.Chmod(mode)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return err
}

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
	text, err := readInput(name)
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
func readIdentity(text, file string) (id [identityLen]byte, err error) {
	if text != "" && file != "" {
		return id, usageError{"--identity and --identity-file exclude each other"}
	}
	if file != "" {
		data, err := readInput(file)
		if err != nil {
			return id, err
		}
		text = strings.TrimSpace(string(data))
	}
	if text == "" {
		return id, nil
	}
	return parseIdentity(text)
}

// Command gentables computes the numbers of the curves, with nothing but their
// domain parameters as input: Montgomery constants and tables of points.
//
//	gentables -curve p256 -out DIR
//
// writes DIR/p256_params.inc (the initialiser of struct curve) and
// DIR/p256_tables.inc (the initialisers of the tables of points). Both serve
// 64-bit and 32-bit limbs.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	name := flag.String("curve", "", "the curve, such as p256")
	out := flag.String("out", "", "the folder to write to")
	flag.Parse()
	if *name == "" || *out == "" || flag.NArg() != 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*name, *out); err != nil {
		fmt.Fprintf(os.Stderr, "gentables: %v\n", err)
		os.Exit(1)
	}
}

// run writes the two files of one curve.
func run(name, dir string) error {
	c := curveByName(name)
	if c == nil {
		return fmt.Errorf("unknown curve %q", name)
	}
	if err := c.check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var params, tables bytes.Buffer
	writeParams(&params, c)
	writeTables(&tables, c)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, name+"_params.inc"), params.Bytes()); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, name+"_tables.inc"), tables.Bytes())
}

// writeFile replaces a file in one step, so that a build that was interrupted
// leaves no half of one.
func writeFile(path string, data []byte) error {
	tmp := path + ".tmp"
	if err := os.WriteFile(tmp, data, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

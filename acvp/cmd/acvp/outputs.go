package main

// This file owns what is asked of output files before anything is run.

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cordon.example/acvp/internal/acvpjson"
)

// checkOutputs refuses files that could not be written at the end, that are one file, or that are among the inputs: files,
// or folders with all that they hold. An empty path is no file.
func checkOutputs(inputs []string, outputs ...string) error {
	for i, out := range outputs {
		if out == "" {
			continue
		}
		for _, other := range outputs[:i] {
			if sameFile(out, other) {
				return fmt.Errorf("%s is named for two outputs", out)
			}
		}
		for _, in := range inputs {
			if holds(in, out) {
				return fmt.Errorf("%s exists among the inputs, and would be overwritten", out)
			}
		}
		if err := acvpjson.Writable(out); err != nil {
			return err
		}
	}
	return nil
}

// sameFile tells whether two paths are one regular file, which need not exist yet.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB) && infoA.Mode().IsRegular()
	}
	absA, errAbsA := filepath.Abs(a)
	absB, errAbsB := filepath.Abs(b)
	return errAbsA == nil && errAbsB == nil && absA == absB
}

// holds tells whether a file is there already, at that place or below it.
func holds(place, path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	found := false
	_ = filepath.WalkDir(place, func(p string, _ fs.DirEntry, err error) error {
		if other, statErr := os.Stat(p); err == nil && statErr == nil && os.SameFile(info, other) {
			found = true
			return filepath.SkipAll
		}
		return nil
	})
	return found
}

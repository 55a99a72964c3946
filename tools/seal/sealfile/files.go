package sealfile

import (
	"fmt"
	"os"
	"path/filepath"
)

// maxInput bounds the files that are read into memory.
const maxInput = 1 << 31

// ReadInput reads a regular file whole.
func ReadInput(name string) ([]byte, error) {
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

// WriteOutput writes a file under a temporary name and renames it, so that the
// output is never partial.
func WriteOutput(name string, data []byte, mode os.FileMode) error {
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

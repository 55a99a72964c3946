package sealfile

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
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

// Target follows links from a name to the place that it stands for, which
// need not exist.
func Target(name string) (string, error) {
	for i := 0; i < 40; i++ {
		next, err := os.Readlink(name)
		if err != nil {
			return name, nil // no link
		}
		if !filepath.IsAbs(next) {
			// Not cleaned: what is before a ".." may be a link.
			next = filepath.Dir(name) + "/" + next
		}
		name = next
	}
	return "", &os.PathError{Op: "open", Path: name, Err: syscall.ELOOP}
}

// IsDevice tells a pipe, a terminal or the like, which is written to as it is,
// from a file, which is replaced.
func IsDevice(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// WriteDevice writes to what exists and is no file.
func WriteDevice(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// WriteOutput writes a file under a temporary name and renames it, so that the
// output is never partial. A link stays, and what it leads to is replaced; a
// device or a pipe is written to.
func WriteOutput(name string, data []byte, mode os.FileMode) error {
	if IsDevice(name) {
		return WriteDevice(name, data)
	}
	name, err := Target(name)
	if err != nil {
		return err
	}
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

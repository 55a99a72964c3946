// Package testbin builds the Go test wrapper for tests.
package testbin

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var (
	once sync.Once
	path string
	fail string
)

// Wrapper gives the path of the test wrapper. It is built once a test program, and left to the system's temporary folder.
func Wrapper(t testing.TB) string {
	t.Helper()
	once.Do(func() {
		dir, err := os.MkdirTemp("", "acvp-testwrapper-")
		if err != nil {
			fail = err.Error()
			return
		}
		path = filepath.Join(dir, "testwrapper")
		out, err := exec.Command("go", "build", "-o", path, "cordon.example/acvp/testwrapper").CombinedOutput()
		if err != nil {
			fail = string(out)
		}
	})
	if fail != "" {
		t.Fatalf("building the test wrapper: %s", fail)
	}
	return path
}

// Clean removes what Wrapper built.
func Clean() {
	if path != "" {
		os.RemoveAll(filepath.Dir(path))
	}
}

// Main runs a package's tests and cleans up.
func Main(m *testing.M) {
	code := m.Run()
	Clean()
	os.Exit(code)
}

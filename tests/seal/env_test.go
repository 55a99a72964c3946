// Package seal tests what the seal promises, on the objects of a build: links
// of every kind, flipped bits, repeatable builds, symbol lists. It runs the
// sealing tool and compilers as programs; CMakeLists.txt here sets the
// variables that say where they are.
package seal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// build is where the build under test lies.
type build struct {
	root       string // of the sources
	dir        string // of the build
	seal       string
	object     string
	testObject string
	ldMap      string
	host       string // host_linux.o
	archive    string
	shared     string
}

func setting(t *testing.T, name string) string {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		t.Fatalf("%s is not set; run these tests through ctest", name)
	}
	return v
}

func findBuild(t *testing.T) build {
	t.Helper()
	dir := setting(t, "CORDON_BUILD")
	b := build{root: setting(t, "CORDON_ROOT"), dir: dir,
		seal:       filepath.Join(dir, "bin/seal"),
		object:     filepath.Join(dir, "cordon.o"),
		testObject: filepath.Join(dir, "cordon-test.o"),
		ldMap:      filepath.Join(dir, "cordon.map"),
		host:       filepath.Join(dir, "host_linux.o"),
		archive:    filepath.Join(dir, "libcordon.a"),
		shared:     filepath.Join(dir, "libcordon.so.0")}
	for _, name := range []string{b.seal, b.object, b.testObject, b.ldMap,
		b.host, b.archive, b.shared} {
		if _, err := os.Stat(name); err != nil {
			t.Fatalf("the build is not complete: %v", err)
		}
	}
	return b
}

// needTools fails the test where a tool is missing: a cell of the matrix that
// was not tried must not look like one that passed.
func needTools(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("%s is missing: install it, this test does not skip what it "+
				"cannot try (%v)", name, err)
		}
	}
}

// tool runs a program and returns what it printed.
func tool(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s %s: %w\n%s", name,
			strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

func mustTool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := tool(name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// verdict is what `seal verify --json` prints, as far as it matters here.
type verdict struct {
	Offset   int    `json:"file_offset"`
	RangeLen int    `json:"range_length"`
	Digest   string `json:"digest"`
	Verdict  string `json:"verdict"`
}

// verify checks the module of a file against cordon.o, byte for byte.
func (b build) verify(file string) (verdict, error) {
	var v verdict
	out, err := tool(b.seal, "verify", "--json", "--against", b.object, file)
	if err == nil {
		err = json.Unmarshal([]byte(out), &v)
	}
	return v, err
}

// entry and sealMap are what `seal map` prints.
type entry struct {
	Name   string `json:"name"`
	Offset int    `json:"offset"`
	Size   int    `json:"size"`
	Object string `json:"object"`
}

type sealMap struct {
	Digest      string   `json:"digest"`
	RangeOffset int      `json:"range_offset"`
	RangeLen    int      `json:"range_length"`
	Slot        int      `json:"slot_offset"`
	Tail        int      `json:"tail_offset"`
	TailLen     int      `json:"tail_length"`
	Functions   []entry  `json:"functions"`
	Stubs       []entry  `json:"tail_stubs"`
	Expected    []entry  `json:"expected"`
	Pieces      []entry  `json:"input_sections"`
	Public      []string `json:"public"`
	Undefined   []string `json:"undefined"`
}

func (b build) sealMap(t *testing.T, object, ldMap string) sealMap {
	t.Helper()
	args := []string{"map", object}
	if ldMap != "" {
		args = append(args, "--map", ldMap)
	}
	var m sealMap
	if err := json.Unmarshal([]byte(mustTool(t, b.seal, args...)),
		&m); err != nil {
		t.Fatal(err)
	}
	return m
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func sameFile(t *testing.T, a, b string) bool {
	t.Helper()
	x, err1 := os.ReadFile(a)
	y, err2 := os.ReadFile(b)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return bytes.Equal(x, y)
}

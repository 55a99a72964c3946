package seal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
)

// cell is one way to link a program.
type cell struct{ mode, cc, ld, flag string }

func (c cell) String() string {
	return strings.Join([]string{c.mode, c.cc, c.ld, c.flag}, "/")
}

var (
	modes     = []string{"static", "static-pie", "pie", "shared"}
	compilers = []string{"gcc", "clang"}
	linkers   = []string{"bfd", "lld"}
	// The flags of the application; the module's own are fixed.
	appFlags = map[string][]string{
		"O0":  {"-O0"},
		"O3":  {"-O3"},
		"lto": {"-O2", "-flto"},
		"gc": {"-O2", "-ffunction-sections", "-fdata-sections",
			"-Wl,--gc-sections"},
	}
)

func cells() []cell {
	var list []cell
	for _, mode := range modes {
		for _, cc := range compilers {
			for _, ld := range linkers {
				for _, flag := range []string{"O0", "O3", "lto", "gc"} {
					list = append(list, cell{mode, cc, ld, flag})
				}
			}
		}
	}
	return list
}

// tally counts the cells.
type tally struct {
	sync.Mutex
	held   int
	checks int
	absent []string
}

// TestSealHoldsInEveryLink builds each cell that the toolchain can build. In
// each, before and after the debug information is split off and everything is
// stripped, the module is byte for byte that of cordon.o, and operational.
func TestSealHoldsInEveryLink(t *testing.T) {
	needTools(t, "gcc", "clang", "ld.bfd", "ld.lld", "objcopy", "strip")
	b := findBuild(t)
	total := &tally{}
	t.Run("cell", func(t *testing.T) {
		for _, c := range cells() {
			c := c
			t.Run(c.String(), func(t *testing.T) {
				t.Parallel()
				total.try(t, b, c)
			})
		}
	})
	sort.Strings(total.absent)
	for _, line := range total.absent {
		t.Log("not built: " + line)
	}
	t.Logf("%d cells: %d hold (compared and run %d times), %d not built by "+
		"this toolchain", len(cells()), total.held, total.checks,
		len(total.absent))
	if total.held < len(cells())/2 {
		t.Error("most cells could not be built")
	}
}

func (total *tally) try(t *testing.T, b build, c cell) {
	dir := t.TempDir()
	files, err := c.link(b, dir)
	if err == nil {
		err = runProgram(files[0], b)
	}
	if err != nil {
		c.mayBeAbsent(t, dir, err, total)
		return
	}
	checks := 0
	for _, step := range []func(string) error{keep, splitDebug, stripAll} {
		for _, file := range files {
			if err := step(file); err != nil {
				t.Fatal(err)
			}
		}
		if err := check(b, files); err != nil {
			t.Fatal(err)
		}
		checks++
	}
	total.Lock()
	total.held++
	total.checks += checks
	total.Unlock()
}

// mayBeAbsent accepts a failure only where the same link of a program without
// the module fails too.
func (c cell) mayBeAbsent(t *testing.T, dir string, err error, total *tally) {
	hello := filepath.Join(dir, "hello.c")
	text := "int main(void) { return 0; }\n"
	if werr := os.WriteFile(hello, []byte(text), 0o644); werr != nil {
		t.Fatal(werr)
	}
	program := filepath.Join(dir, "hello")
	args := append(c.args(), "-o", program, hello)
	out, herr := tool(c.cc, args...)
	if herr == nil {
		out, herr = tool(program)
	}
	if herr == nil {
		t.Fatalf("the link fails although one without the module works: %v",
			err)
	}
	total.Lock()
	total.absent = append(total.absent, fmt.Sprintf("%s: a program without the "+
		"module cannot be built either: %s", c, reason(out)))
	total.Unlock()
}

// reason gives the line of an output that says most.
func reason(out string) string {
	first := ""
	for _, line := range strings.Split(out, "\n") {
		if strings.Contains(line, "error") {
			return line
		}
		if first == "" {
			first = line
		}
	}
	return first
}

// args gives the options of the compiler for the program of a cell.
func (c cell) args() []string {
	args := append([]string{"-g", "-fuse-ld=" + c.ld}, appFlags[c.flag]...)
	switch c.mode {
	case "static":
		return append(args, "-static", "-fno-pie")
	case "static-pie":
		return append(args, "-static-pie", "-fPIE")
	}
	return append(args, "-pie", "-fPIE")
}

// link builds the files of a cell; the program is the first.
func (c cell) link(b build, dir string) ([]string, error) {
	program := filepath.Join(dir, "program")
	source := filepath.Join(b.root, "tests/seal/programs/status_program.c")
	args := append(c.args(), "-I"+filepath.Join(b.root, "fipsmodule/include"),
		"-o", program, source)
	if c.mode != "shared" {
		_, err := tool(c.cc, append(args, b.archive)...)
		return []string{program}, err
	}
	library := filepath.Join(dir, "libcordon.so.0")
	libArgs := append([]string{"-g", "-fuse-ld=" + c.ld}, appFlags[c.flag]...)
	libArgs = append(libArgs, "-shared", "-Wl,-soname,libcordon.so.0",
		"-Wl,--version-script="+filepath.Join(b.dir, "gen/cordon.version"),
		"-o", library, b.object, b.host)
	if _, err := tool(c.cc, libArgs...); err != nil {
		return nil, err
	}
	_, err := tool(c.cc, append(args, library, "-Wl,-rpath,$ORIGIN")...)
	return []string{program, library}, err
}

// check compares the module with cordon.o and runs the program.
func check(b build, files []string) error {
	if _, err := b.verify(files[len(files)-1]); err != nil {
		return err
	}
	return runProgram(files[0], b)
}

// runProgram wants the program to say that this very module is operational.
func runProgram(program string, b build) error {
	v, err := b.verify(b.object)
	if err != nil {
		return err
	}
	out, err := exec.Command(program).CombinedOutput()
	if want := "operational " + v.Digest + "\n"; err != nil ||
		string(out) != want {
		return fmt.Errorf("%s: %v, printed %q instead of %q", program, err, out,
			want)
	}
	return nil
}

func keep(string) error { return nil }

func splitDebug(file string) error {
	debug := file + ".debug"
	for _, args := range [][]string{
		{"--only-keep-debug", file, debug},
		{"--strip-debug", file},
		{"--add-gnu-debuglink=" + debug, file},
	} {
		if _, err := tool("objcopy", args...); err != nil {
			return err
		}
	}
	return nil
}

func stripAll(file string) error {
	_, err := tool("strip", "--strip-all", file)
	return err
}

package seal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// callNames are the services that flip_program.c calls, in its order: one or
// more of each family.
var callNames = []string{"digest", "hash_init", "hmac_init", "hmac_digest",
	"random", "drbg_instantiate", "drbg_generate", "keygen", "private_import",
	"public_import", "ecdsa_sign", "ecdsa_verify"}

const (
	stateOperational = 0x0be2a710
	stateDegraded    = 0xde62aded
	stateError       = 0xe2202bad
	errState         = -9
)

// flipTarget is a program and the file of it that is changed.
type flipTarget struct{ name, program, file string }

// outcome is one line of the runner.
type outcome struct {
	offset, bit            int
	how                    string
	absent, touched, right uint64
	states                 [2]uint64
	status                 []int
}

// served tells what a module did that must not serve.
func (o outcome) served() string {
	var said []string
	for i, s := range o.status {
		if s == 0 && i < len(callNames) {
			said = append(said, callNames[i]+" returned CORDON_OK")
		}
	}
	for _, s := range o.states {
		if s == stateOperational || s == stateDegraded {
			said = append(said, fmt.Sprintf("state %08x", s))
		}
	}
	return strings.Join(said, ", ")
}

// refusesAll tells whether every call returned CORDON_ERR_STATE and the state
// is the final error.
func (o outcome) refusesAll() bool {
	for i, s := range o.status {
		if s != errState && o.absent>>i&1 == 0 {
			return false
		}
	}
	return o.how == "finished" && o.states == [2]uint64{stateError, stateError}
}

// flipTargets builds the runner, a static program, and one that uses the
// shared library.
func flipTargets(t *testing.T, b build, dir string) (string, []flipTarget) {
	t.Helper()
	source := func(name string) string {
		return filepath.Join(b.root, "tests/seal/programs", name)
	}
	runner := filepath.Join(dir, "flip_runner")
	mustTool(t, "gcc", "-O2", "-o", runner, source("flip_runner.c"))
	args := []string{"-O2", "-g",
		"-I" + filepath.Join(b.root, "fipsmodule/include"),
		source("flip_program.c"), source("flip_call.S"), "-o"}
	static := filepath.Join(dir, "static")
	mustTool(t, "gcc", append(args, static, "-static", b.archive)...)
	// The soname makes the loader look in LD_LIBRARY_PATH.
	library := filepath.Join(dir, "libcordon.so.0")
	copyFile(t, b.shared, library)
	shared := filepath.Join(dir, "shared")
	mustTool(t, "gcc", append(args, shared, "-Wl,-z,now", library)...)
	for _, file := range []string{static, library} {
		if _, err := b.verify(file); err != nil {
			t.Fatal(err)
		}
	}
	return runner, []flipTarget{{"static", static, static},
		{"shared", shared, library}}
}

// runFlips runs trials given as lines and returns their outcomes.
func runFlips(t *testing.T, runner string, target flipTarget,
	lines []string) []outcome {
	t.Helper()
	cmd := exec.Command(runner, target.program, target.file,
		strconv.Itoa(workers()))
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []outcome
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		list = append(list, parseOutcome(t, line))
	}
	if len(list) != len(lines) {
		t.Fatalf("%d outcomes of %d trials", len(list), len(lines))
	}
	return list
}

func workers() int {
	if n := runtime.NumCPU(); n < 8 {
		return n
	}
	return 8
}

func parseOutcome(t *testing.T, line string) outcome {
	t.Helper()
	f := strings.Fields(line)
	if len(f) < 8 {
		t.Fatalf("the runner printed %q", line)
	}
	hex := func(s string) uint64 {
		v, err := strconv.ParseUint(s, 16, 64)
		if err != nil {
			t.Fatalf("the runner printed %q", line)
		}
		return v
	}
	num := func(s string) int {
		v, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("the runner printed %q", line)
		}
		return v
	}
	o := outcome{offset: num(f[0]), bit: num(f[1]), how: f[2],
		absent: hex(f[3]), touched: hex(f[4]), right: hex(f[5]),
		states: [2]uint64{hex(f[6]), hex(f[7])}}
	for _, s := range f[8:] {
		o.status = append(o.status, num(s))
	}
	return o
}

// controls shows that the harness sees a module that serves, and that the
// flipped copy is what runs.
func controls(t *testing.T, runner string, target flipTarget, header int) {
	t.Helper()
	info, err := os.Stat(target.file)
	if err != nil {
		t.Fatal(err)
	}
	// The end of the section table, which no loader reads.
	unused := info.Size() - 1
	list := runFlips(t, runner, target, []string{"- -",
		fmt.Sprintf("%d 0", unused), fmt.Sprintf("%d 0", header+40),
		fmt.Sprintf("%d 7", header+70)})
	for _, o := range list[:2] {
		if o.how != "finished" || o.states != [2]uint64{stateOperational,
			stateOperational} || o.absent != 0 ||
			len(o.status) != len(callNames) {
			t.Fatalf("control: the unchanged module does not serve: %+v", o)
		}
		for i, s := range o.status {
			if s != 0 {
				t.Fatalf("control: %s returned %d", callNames[i], s)
			}
		}
	}
	for _, o := range list[2:] {
		if !o.refusesAll() {
			t.Fatalf("control: a flip in the header was not caught: %+v", o)
		}
	}
}

// TestR7NoFlippedBitServes flips bits of the sealed module in a static and in
// a shared program. A trial passes if no service returns CORDON_OK and the
// status never says operational.
func TestR7NoFlippedBitServes(t *testing.T) {
	needTools(t, "gcc")
	b := findBuild(t)
	m := b.sealMap(t, b.object, b.ldMap)
	set, n := trials(t, m)
	t.Logf("%d trials: %d spread over %d bytes, %d more in functions (of %d), "+
		"%d for every bit of %s, %d in the tail's opcodes, %d in the slot",
		len(set.bits), n.spread, m.RangeLen, n.functions, len(m.Functions),
		n.everyBit, strings.Join(everyBitObjects, " "), n.tail, n.slot)
	runner, targets := flipTargets(t, b, t.TempDir())
	for _, target := range targets {
		target := target
		t.Run(target.name, func(t *testing.T) {
			v, err := b.verify(target.file)
			if err != nil {
				t.Fatal(err)
			}
			controls(t, runner, target, v.Offset)
			var lines []string
			for _, k := range set.bits {
				lines = append(lines, fmt.Sprintf("%d %d", v.Offset+k.offset, k.bit))
			}
			judge(t, m, v.Offset, runFlips(t, runner, target, lines))
		})
	}
}

// judge counts the outcomes and reports every flip that left a module that
// serves.
func judge(t *testing.T, m sealMap, header int, list []outcome) {
	t.Helper()
	how := make(map[string]int)
	refused, touched, right, served := 0, 0, 0, 0
	for _, o := range list {
		how[o.how]++
		if o.refusesAll() {
			refused++
		}
		if o.touched != 0 {
			touched++
		}
		if o.right != 0 {
			right++
		}
		if said := o.served(); said != "" {
			served++
			if served <= 200 {
				t.Errorf("bit %d of %#x, %s: %s (%s)", o.bit, o.offset-header,
					m.where(o.offset-header), said, o.how)
			}
		}
	}
	t.Logf("%d trials: %d left a module that serves; %d refused every call with "+
		"the final error, %d finished otherwise without a success, %d crashed, "+
		"%d timed out, %d exited early; in %d a call refused but wrote to its "+
		"output, in %d of them the right value", len(list), served, refused,
		how["finished"]-refused, how["crash"], how["timeout"], how["exit"],
		touched, right)
}

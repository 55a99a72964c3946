package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cordon.example/tools/seal/sealfile"
)

// moduleDir holds the assembly and the linker script of the real module.
const moduleDir = "../../fipsmodule/module"

// goodSource is a small module: two services, a switch, a table, a string.
const goodSource = `
#include "module/seal_layout.h"
#pragma GCC visibility push(hidden)
uint32_t svc_one(int), svc_two(int);
int helper(int);
void *tail_state(void);
#pragma GCC visibility pop
const uint8_t selftest_expected_hmac_sha256[4] = {1, 2, 3, 4};
const uint8_t selftest_expected_sha2[8] = {5, 6, 7, 8};
uint32_t svc_one(int a) { return (uint32_t)helper(a) ^ GATE_MAGIC; }
uint32_t svc_two(int a) {
  static const char text[] = "twelve bytes";
  switch (a) {
    case 1: return 17; case 2: return 5; case 3: return 99;
    case 4: return 1234; case 5: return (uint32_t)helper(3);
  }
  ((int *)tail_state())[2]++;
  return (uint32_t)text[a & 7] + seal_slot[1] + selftest_expected_sha2[a & 7];
}
__attribute__((visibility("default"))) uint32_t cordon_one(int a) {
  return svc_one(a);
}
`

const helperSource = `
#pragma GCC visibility push(hidden)
int helper(int);
#pragma GCC visibility pop
int helper(int a) {
  static const char table[16] = "0123456789abcdef";
  return table[a & 15];
}
`

var sealedFlags = []string{"-I../../fipsmodule",
	"-I../../fipsmodule/include", "-O2", "-fPIC", "-fcf-protection=full",
	"-fno-lto", "-std=gnu11", "-ffreestanding", "-fvisibility=hidden",
	"-fno-stack-protector", "-fno-common"}

// linked is an unsealed object and its map.
type linked struct {
	raw   []byte
	ldmap *ldMap
}

func runTool(t *testing.T, name string, args ...string) {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// compile makes dir/NAME.o from a source text; .S files keep their own flags.
func compile(t *testing.T, dir, cc, file, text string, flags ...string) string {
	t.Helper()
	source := filepath.Join(dir, file)
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return compileFile(t, dir, cc, source, flags...)
}

func compileFile(t *testing.T, dir, cc, source string,
	flags ...string) string {
	t.Helper()
	object := filepath.Join(dir, filepath.Base(source)+".o")
	args := append([]string{}, sealedFlags...)
	args = append(append(args, flags...), "-c", source, "-o", object)
	runTool(t, cc, args...)
	return object
}

// link makes the unsealed object of a good module with more objects between
// its first and its last; tail replaces the module's tail unless empty.
func link(t *testing.T, dir, cc, tail string, more ...string) linked {
	t.Helper()
	objects := []string{
		compileFile(t, dir, cc, moduleDir+"/seal_begin.S"),
		compile(t, dir, cc, "good.c", goodSource),
		compile(t, dir, cc, "helper.c", helperSource),
	}
	objects = append(objects, more...)
	objects = append(objects, compileFile(t, dir, cc, moduleDir+"/seal_end.S"))
	if tail == "" {
		tail = compileFile(t, dir, cc, moduleDir+"/tail.S")
	}
	objects = append(objects, tail)
	out, mapFile := filepath.Join(dir, "out.o"), filepath.Join(dir, "out.map")
	args := []string{"-r", "-T", moduleDir + "/cordon.lds", "-Map=" + mapFile,
		"--build-id=none", "-o", out}
	runTool(t, "ld.bfd", append(args, objects...)...)
	return readLinked(t, out, mapFile)
}

func readLinked(t *testing.T, out, mapFile string) linked {
	t.Helper()
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	m, err := readLdMap(mapFile)
	if err != nil {
		t.Fatal(err)
	}
	return linked{raw, m}
}

// sealGood writes a sealed good object to dir and returns its name.
func sealGood(t *testing.T, dir, cc string) string {
	t.Helper()
	l := link(t, dir, cc, "")
	if _, _, err := sealObject(l.raw, sealOptions{ldmap: l.ldmap}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "cordon.o")
	if err := sealfile.WriteOutput(name, l.raw, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// mustReject seals and wants, among the rejections, one with these parts.
func mustReject(t *testing.T, l linked, symbol, kind, object string) {
	t.Helper()
	_, _, err := sealObject(l.raw, sealOptions{ldmap: l.ldmap})
	var re rejectError
	if !errors.As(err, &re) {
		t.Fatalf("not rejected: %v", err)
	}
	for _, r := range re.list {
		if strings.Contains(r.Symbol, symbol) && strings.Contains(r.Type, kind) &&
			strings.HasSuffix(r.Object, object) {
			return
		}
	}
	t.Errorf("no rejection names %q, %q and %q:\n%v", symbol, kind, object, err)
}

// hostSource defines the host functions, to link programs.
const hostSource = `
#include <cordon/host.h>
#include "module/seal_layout.h"
static char block[CORDON_THREAD_STATE_BYTES];
uint32_t cordon_host_entropy(uint8_t *o, size_t n) { return o[n - 1] = 0; }
void *cordon_host_thread_state(void) { return block; }
uint64_t cordon_host_generation(uint32_t scope) { return scope != 0; }
uint64_t cordon_host_ticks(void) { return 1; }
uint32_t cordon_host_backend_limit(void) { return 0; }
void cordon_host_declassify(const void *p, size_t n) { (void)p; (void)n; }
void cordon_host_yield(void) {}
uint32_t cordon_one(int);
int main(void) { return cordon_one(3) != ('3' ^ GATE_MAGIC); }
`

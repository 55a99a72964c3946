package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"cordon.example/tools/seal/sealfile"
)

const sealProgram = `#include <cordon/cordon.h>
int main(void) { return cordon_selftest(CORDON_SELFTEST_ALL) != CORDON_OK; }
`

// tool runs a program of the tool chain.
func (b *bench) tool(name string, args ...string) {
	b.Helper()
	c := exec.Command(name, args...)
	c.Dir = b.dir
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

// programs links programs around the module, and makes the usual copies of them.
func (b *bench) programs() []string {
	b.write("main.c", []byte(sealProgram))
	archive := buildFile(b.T, "libcordon.a")
	here, err := os.Getwd()
	if err != nil {
		b.Fatal(err)
	}
	include := "-I" + here + "/../../fipsmodule/include"
	b.tool("gcc", include, "-static", "-g", "-o", "static", "main.c", archive, "-pthread")
	b.tool("gcc", include, "-static-pie", "-fPIE", "-o", "static-pie", "main.c", archive, "-pthread")
	b.tool("gcc", include, "-pie", "-fPIE", "-g", "-o", "pie", "main.c", archive, "-pthread")
	b.tool("gcc", include, "-no-pie", "-o", "no-pie", "main.c", archive, "-pthread")
	b.tool("gcc", include, "-shared", "-fPIC", "-o", "plugin.so", "main.c", archive, "-pthread")
	b.tool("strip", "--strip-all", "-o", "stripped", "pie")
	b.tool("objcopy", "--only-keep-debug", "pie", "pie.debug")
	b.tool("objcopy", "--strip-debug", "--add-gnu-debuglink=pie.debug", "pie", "split")
	b.write("signature", bytes.Repeat([]byte("signature"), 60))
	b.tool("objcopy", "--add-section", ".signature=signature", "static", "signed-section")
	b.write("signed-appended", append(b.read("stripped"), b.read("signature")...))
	return []string{"static", "static-pie", "pie", "no-pie", "plugin.so", "stripped", "split", "signed-section",
		"signed-appended", buildFile(b.T, "cordon.o"), buildFile(b.T, "libcordon.so.0"), b.command}
}

// TestVerifySealOfEveryKindOfFile: the seal holds in all of them, and it is the module of the build.
func TestVerifySealOfEveryKindOfFile(t *testing.T) {
	b := newBench(t)
	digest := ""
	for _, name := range b.programs() {
		r := b.json(exitOK, "verify-seal", name, "--against", buildFile(t, "cordon.o"))["result"].(map[string]any)
		if r["verdict"] != sealfile.Intact || digest != "" && r["digest"] != digest {
			t.Errorf("%s: %v", name, r)
		}
		digest = r["digest"].(string)
		if out := b.cordon("verify-seal", name); !strings.Contains(out, "verdict:  intact") {
			t.Errorf("%s: %s", name, out)
		}
	}
	o := runProgram(t, b.read("static"), b.dir, b.command, "verify-seal", "-")
	if o.code != exitOK || !strings.Contains(o.stdout, digest) {
		t.Errorf("standard input: exit code %d\n%s%s", o.code, o.stdout, o.stderr)
	}
	// The file with the debug information alone has no code.
	b.fails(exitInput, []string{"pie.debug: no sealed module"}, "verify-seal", "pie.debug")
	b.fails(exitFalse, []string{"static: it is not the module of "}, "verify-seal", "static", "--against",
		buildFile(t, "cordon-test.o"))
}

// TestVerifySealNeverExecutes: a program that would leave a trace does not.
func TestVerifySealNeverExecutes(t *testing.T) {
	b := newBench(t)
	b.write("main.c", []byte("#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void trace(void)"+
		" { close(open(\"trace\", O_CREAT | O_WRONLY, 0600)); }\n"+
		"#include <cordon/cordon.h>\nint main(void) { return cordon_selftest(1); }\n"))
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"-pie", "-shared"} {
		b.tool("gcc", "-I"+here+"/../../fipsmodule/include", kind, "-fPIC", "-o", "tracer", "main.c",
			buildFile(t, "libcordon.a"), "-pthread")
		b.cordon("verify-seal", "tracer")
		if b.exists("tracer") && b.exists("trace") {
			t.Errorf("%s: the file was executed", kind)
		}
	}
}

// TestVerifySealOfDamagedFiles: every changed byte of the module is a broken seal; the file's end counts too (R7).
func TestVerifySealOfDamagedFiles(t *testing.T) {
	b := newBench(t)
	b.programs()
	for _, name := range []string{"static", "stripped", "plugin.so"} {
		good := b.read(name)
		m, err := sealfile.FindModule(good)
		if err != nil {
			t.Fatal(err)
		}
		h, n := m.Header, len(good)
		changed := func(at int) []byte {
			c := bytes.Clone(good)
			c[at] ^= 1
			return c
		}
		for i, c := range []struct {
			data []byte
			code int
			want string
		}{
			{changed(m.Offset + sealfile.HeaderLen), exitFalse, "modified"},
			{changed(m.Offset + int(h.RangeLen)/2), exitFalse, "modified"},
			{changed(m.Offset + int(h.RangeLen) - 1), exitFalse, "modified"},
			{changed(m.Offset + int(h.Slot)), exitFalse, "modified"},
			{changed(m.Offset + int(h.Tail)), exitFalse, "modified"},
			{changed(m.Offset + sealfile.OffIdentity), exitFalse, "modified"},
			{changed(m.Offset + sealfile.OffSlot), exitFalse, "bad header"},
			{changed(m.Offset), exitInput, "no sealed module"},
			{good[:n-1], exitInput, "truncated"},
			{good[:n/2], exitInput, "truncated"},
			{good[:m.Offset+1000], exitInput, "truncated"},
			{good[:63], exitInput, "truncated"},
			{good[:4], exitInput, "truncated"},
			{nil, exitInput, "not an ELF file"},
			{good[1:], exitInput, "not an ELF file"},
		} {
			b.write("damaged", c.data)
			b.fails(c.code, []string{"damaged: ", c.want}, "verify-seal", "damaged")
			if t.Failed() {
				t.Fatalf("%s, case %d", name, i)
			}
		}
	}
	b.write("damaged", []byte("#!/bin/sh\n"))
	b.fails(exitInput, []string{"damaged: not an ELF file"}, "verify-seal", "damaged")
	b.fails(exitInput, []string{"archive", "ar x"}, "verify-seal", buildFile(t, "libcordon.a"))
	b.fails(exitInput, []string{"no sealed module"}, "verify-seal", "/bin/sh")
}

// TestVerifySealOfTwoCopies names both places.
func TestVerifySealOfTwoCopies(t *testing.T) {
	b := newBench(t)
	b.tool("objcopy", "--prefix-symbols=second_", buildFile(t, "cordon.o"), "second.o")
	b.tool("ld", "-r", "-o", "both.o", buildFile(t, "cordon.o"), "second.o")
	b.fails(exitInput, []string{"both.o: 2 copies of the module", "0x"}, "verify-seal", "both.o")
	b.fails(exitInput, []string{"both.o: 2 copies of the module"}, "break", "sha256", "both.o", "new")
}

// TestBreakEveryKindOfFile: by the file's own symbols, or, if it is stripped, by those of a file with the same module.
func TestBreakEveryKindOfFile(t *testing.T) {
	b := newBench(t)
	for i, name := range b.programs() {
		out := fmt.Sprint("broken", i)
		b.cordon("break", "sha256", name, out)
		b.cordon("verify-seal", out)
		b.fails(exitFalse, []string{"it is not the module of"}, "verify-seal", out, "--against", name)
		if name == "static" || name == "pie" || name == "stripped" || name == "signed-appended" {
			for file, code := range map[string]int{name: 0, out: 1} {
				if err := os.Chmod(b.path(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if o := runProgram(t, nil, b.dir, "./"+file); o.code != code {
					t.Errorf("%s: exit code %d, not %d", file, o.code, code)
				}
			}
		}
	}
	b.fails(exitInput, []string{"broken0: it exists already"}, "break", "sha256", "static", "broken0")
	b.cordon("break", "sha384", "static", "broken0", "--force")
	// Underscores, as in the symbols, are the same.
	b.cordon("break", "ecdsa_sign_p256", "static", "underscores")
	b.cordon("break", "sha256", "stripped", "by-object", "--object", buildFile(t, "cordon.o"))
}

func TestBreakRefuses(t *testing.T) {
	b := newBench(t)
	b.programs()
	b.write("text", []byte("text"))
	b.cordon("break", "sha256", "pie", "broken")
	b.tool("strip", "--strip-all", "-o", "broken-stripped", "broken")
	modified := b.read("pie")
	m, err := sealfile.FindModule(modified)
	if err != nil {
		t.Fatal(err)
	}
	modified[m.Offset+500] ^= 1
	b.write("modified", modified)
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{exitInput, "it has: ", []string{"nonsense", "pie"}},
		{exitInput, "not an ELF file", []string{"sha256", "text"}},
		{exitInput, "no such file", []string{"sha256", "missing"}},
		{exitFalse, "modified already", []string{"sha256", "modified"}},
		{exitInput, "--object", []string{"sha256", "broken-stripped"}},
		{exitInput, "no sealed module", []string{"sha256", "/bin/sh"}},
	} {
		b.fails(c.code, []string{c.want, c.args[1]}, "break", c.args[0], c.args[1], "new")
		if b.exists("new") {
			t.Fatalf("%q left an output", c.args)
		}
	}
	b.fails(exitInput, []string{"--object"}, "break", "sha256", "stripped", "new", "--object",
		buildFile(t, "cordon-test.o"))
}

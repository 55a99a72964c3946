package seal

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestApplicationMayReuseInternalNames links programs that define names of
// the module's inside: the sealed object keeps only its public ones global.
func TestApplicationMayReuseInternalNames(t *testing.T) {
	needTools(t, "gcc", "clang", "ld.bfd", "ld.lld")
	b := findBuild(t)
	linked := 0
	for _, mode := range []string{"pie", "shared"} {
		for _, cc := range compilers {
			for _, ld := range linkers {
				c := cell{mode, cc, ld, "O3"}
				dir := t.TempDir()
				files, err := c.link(b, dir)
				if err != nil {
					t.Fatal(err)
				}
				args := append(c.args(), "-fno-builtin",
					"-I"+filepath.Join(b.root, "fipsmodule/include"), "-o", files[0],
					filepath.Join(b.root, "tests/seal/programs/own_names.c"),
					"-Wl,-rpath,$ORIGIN")
				if mode == "shared" {
					args = append(args, files[1])
				} else {
					args = append(args, b.archive)
				}
				mustTool(t, cc, args...)
				if err := check(b, files); err != nil {
					t.Errorf("%s: %v", c, err)
				}
				linked++
			}
		}
	}
	t.Logf("%d programs with their own sha256_init, p256_add and memcpy run",
		linked)
}

// TestProgramMayBringItsOwnHost: then the default host stays in the archive,
// with its constructor.
func TestProgramMayBringItsOwnHost(t *testing.T) {
	needTools(t, "gcc")
	b := findBuild(t)
	program := filepath.Join(t.TempDir(), "program")
	mustTool(t, "gcc", "-O2", "-I"+filepath.Join(b.root, "fipsmodule/include"),
		"-o", program, filepath.Join(b.root, "tests/seal/programs/own_host.c"),
		b.archive)
	if err := check(b, []string{program}); err != nil {
		t.Error(err)
	}
	if text := mustTool(t, "nm", program); strings.Contains(text,
		"wipe_thread_block") {
		t.Error("host_linux.o was linked too")
	}
}

// TestVerifySurvivesWhatIsAddedToAFile: a signature behind the end, a section.
func TestVerifySurvivesWhatIsAddedToAFile(t *testing.T) {
	needTools(t, "gcc", "objcopy", "sh")
	b := findBuild(t)
	dir := t.TempDir()
	files, err := cell{"pie", "gcc", "bfd", "O3"}.link(b, dir)
	if err != nil {
		t.Fatal(err)
	}
	program := files[0]
	mustTool(t, "objcopy", "--add-section", ".signature="+b.host, program)
	mustTool(t, "sh", "-c", `head -c 777 /dev/urandom >>"$1"`, "sh", program)
	if err := check(b, files); err != nil {
		t.Error(err)
	}
}

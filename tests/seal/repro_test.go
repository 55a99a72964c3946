package seal

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sourceParts is what the sealed objects and the libraries are made from.
var sourceParts = []string{"CMakeLists.txt", "cmake", "asm", "fipsmodule",
	"selftest", "tools", "acvp/wrapper"}

// recipe is one way to build.
type recipe struct {
	source, build string // folders below a temporary one
	generator     string
	umask, locale string
	jobs          string
}

var recipes = []recipe{
	{"a", "b", "Ninja", "022", "C", "1"},
	{"some/longer name/source", "some/longer name/source/out",
		"Unix Makefiles", "077", "tr_TR.UTF-8", "3"},
}

// cacheValue reads a variable of the build under test.
func cacheValue(t *testing.T, b build, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join(b.dir, "CMakeCache.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		if strings.HasPrefix(s.Text(), name+":") {
			return s.Text()[strings.IndexByte(s.Text(), '=')+1:]
		}
	}
	t.Fatalf("no %s in the cache of the build", name)
	return ""
}

// make copies the sources and builds them; it returns the build folder.
func (r recipe) make(t *testing.T, b build, dir string) string {
	t.Helper()
	source := filepath.Join(dir, r.source)
	for _, part := range sourceParts {
		to := filepath.Join(source, part)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		mustTool(t, "cp", "-R", filepath.Join(b.root, part), to)
	}
	out := filepath.Join(dir, r.build)
	// The values reach the shell as arguments, not as text.
	script := `umask "$1"; src=$2; out=$3; gen=$4; cc=$5; asm=$6; jobs=$7
cmake -S "$src" -B "$out" -G "$gen" -DCMAKE_C_COMPILER="$cc" \
  -DCMAKE_ASM_COMPILER="$asm" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCORDON_BUILD_TESTS=OFF -DCORDON_BUILD_BENCH=OFF &&
cmake --build "$out" -j "$jobs" \
  --target cordon cordon-test cordon_static cordon_shared`
	cmd := exec.Command("sh", "-c", script, "sh", r.umask, source, out,
		r.generator, cacheValue(t, b, "CMAKE_C_COMPILER"),
		cacheValue(t, b, "CMAKE_ASM_COMPILER"), r.jobs)
	cmd.Env = append(os.Environ(), "LC_ALL="+r.locale, "CFLAGS=", "LDFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", r, err, text)
	}
	return out
}

// TestBuildIsReproducible builds twice, in folders, with tools, umask, locale
// and number of jobs that differ: the files are identical, and have the digest
// of the build under test.
func TestBuildIsReproducible(t *testing.T) {
	needTools(t, "cmake", "ninja", "make", "sh", "cp")
	b := findBuild(t)
	var out [2]string
	for i, r := range recipes {
		out[i] = r.make(t, b, t.TempDir())
	}
	files := []string{"cordon.o", "cordon-test.o", "libcordon.a",
		"libcordon.so.0"}
	for _, name := range files {
		if !sameFile(t, filepath.Join(out[0], name),
			filepath.Join(out[1], name)) {
			t.Errorf("%s differs", name)
		}
	}
	for name, object := range map[string]string{"cordon.o": b.object,
		"cordon-test.o": b.testObject} {
		ours := b.sealMap(t, object, "").Digest
		theirs := b.sealMap(t, filepath.Join(out[0], name), "").Digest
		if ours != theirs {
			t.Errorf("%s: digest %s, and %s in the build under test", name, theirs,
				ours)
		}
		t.Logf("%s: digest %s in 3 builds", name, ours)
	}
	t.Logf("%d files identical in two builds", len(files))
}

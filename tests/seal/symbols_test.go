package seal

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// maxUndefined bounds what the module may ask of its host.
const maxUndefined = 16

// readList reads a checked-in list: a name a line, # for comments. Names with
// the prefix test: belong to the test object only; any: says nothing here.
func readList(t *testing.T, b build, name string) (both, test []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.root, "fipsmodule/module", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "test:"):
			test = append(test, strings.TrimPrefix(line, "test:"))
		default:
			both = append(both, strings.TrimPrefix(line, "any:"))
		}
	}
	return both, test
}

// nm gives the symbol names that nm prints, sorted.
func nm(t *testing.T, args ...string) []string {
	t.Helper()
	var names []string
	for _, line := range strings.Split(mustTool(t, "nm", args...), "\n") {
		if f := strings.Fields(line); len(f) > 1 {
			names = append(names, f[len(f)-1])
		}
	}
	sort.Strings(names)
	return names
}

// compare reports what is in one list only.
func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	have := make(map[string]int)
	for _, s := range got {
		have[s] |= 1
	}
	for _, s := range want {
		have[s] |= 2
	}
	for s, where := range have {
		switch where {
		case 1:
			t.Errorf("%s: %s is not in the checked-in list", what, s)
		case 2:
			t.Errorf("%s: %s is in the checked-in list only", what, s)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d symbols, %d in the list", what, len(got), len(want))
	}
}

// TestSymbolListsAreThoseCheckedIn: a new public function or a new demand on
// the host must show in review.
func TestSymbolListsAreThoseCheckedIn(t *testing.T) {
	b := findBuild(t)
	public, test := readList(t, b, "public-symbols.list")
	undefined, _ := readList(t, b, "undefined-symbols.list")
	if len(undefined) > maxUndefined {
		t.Errorf("%d undefined symbols, more than %d", len(undefined),
			maxUndefined)
	}
	for object, want := range map[string][]string{
		b.object:     public,
		b.testObject: append(append([]string{}, public...), test...),
	} {
		name := filepath.Base(object)
		compare(t, name+" public", nm(t, "-g", "--defined-only", object), want)
		compare(t, name+" undefined", nm(t, "-u", object), undefined)
	}
	compare(t, "libcordon.so", nm(t, "-D", "--defined-only", b.shared),
		append([]string{"CORDON_0"}, versioned(public)...))
	t.Logf("%d public symbols, %d more in the test object, %d undefined",
		len(public), len(test), len(undefined))
}

// versioned gives names as nm -D prints them.
func versioned(names []string) []string {
	var out []string
	for _, s := range names {
		out = append(out, s+"@@CORDON_0")
	}
	return out
}

// TestPublicListFollowsServices: the stubs come from services.list, the
// reviewed names from public-symbols.list.
func TestPublicListFollowsServices(t *testing.T) {
	b := findBuild(t)
	public, test := readList(t, b, "public-symbols.list")
	services, testServices := readList(t, b, "services.list")
	for i := range services {
		services[i] = "cordon_" + services[i]
	}
	for i := range testServices {
		testServices[i] = "cordon_" + testServices[i]
	}
	compare(t, "services.list", services, public)
	compare(t, "services.list, test object", testServices, test)
}

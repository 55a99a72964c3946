package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// backend is a back end of the module that the audit forces, and functions
// that run in it but not in all of them.
type backend struct {
	name      string
	id        string // CORDON_BACKEND_ number
	functions []string
}

var backends = []backend{
	{"portable", "1", []string{"p256_mul", "p256_sqr", "sha256_compress_c",
		"sha512_compress_c"}},
	{"x86_64", "2", []string{"p256_mul_x86_64", "p256_sqr_x86_64",
		"divsteps_x86_64", "p256_inverse_x86_64", "p256_order_divide_x86_64", "p256_order_mul_x86_64",
		"p256_point_double_x86_64", "p256_xyzz_add_x86_64",
		"p256_point_add_x86_64", "p256_select_affine_x86_64",
		"p256_select_pre_x86_64", "sha256_compress_x86_64",
		"sha512_compress_x86_64"}},
	{"adx", "4", []string{"p256_mul_adx", "p256_sqr_adx",
		"divsteps_x86_64", "p256_inverse_adx", "p256_order_divide_adx", "p256_order_mul_adx",
		"p256_point_double_adx", "p256_point_double_select_adx",
		"p256_xyzz_add_select_adx",
		"p256_point_add_adx", "p256_select_affine_avx2",
		"p256_select_pre_avx2", "sha256_compress_avx2",
		"sha512_compress_avx2"}},
}

// common are functions that run in every back end that is forced.
var common = []string{"p224_mul", "p384_mul", "p521_mul", "keccak_f1600_c"}

// checkInfo compares what ran with the object on disk.
func (a *audit) checkInfo(k *check, r *driverRun, kind, digest string) error {
	info, err := r.one("info")
	if err != nil {
		return err
	}
	if info.fields["digest"] != digest {
		k.fault("audited digest %s, but the object's is %s",
			info.fields["digest"], digest)
	}
	if info.fields["object"] != kind {
		k.fault("the object says it is a %s object", info.fields["object"])
	}
	if info.fields["backend"] != a.backend.id {
		k.fault("back end %s was in use, not %s: void",
			info.fields["backend"], a.backend.name)
	}
	return nil
}

// clean demands that a run had no error at all, and lists its scenarios.
func clean(k *check, r *driverRun) error {
	total, err := r.one("total")
	if err != nil {
		return err
	}
	for _, s := range r.all("scenario") {
		k.fact("%s errors, %s declassified: %s", s.fields["errors"],
			s.fields["declassified"], s.fields["name"])
	}
	for _, f := range r.all("failed") {
		k.fault("%s: not as expected: %s", f.fields["scenario"],
			f.fields["expected"])
	}
	faults := places(r.errors)
	for i, f := range faults {
		if i == 20 {
			k.fault("and %d more places", len(faults)-i)
			break
		}
		k.fault("%s", f)
	}
	if n := total.number("errors"); n != 0 && len(r.errors) == 0 {
		k.fault("%d errors without a place", n)
	}
	k.number("scenarios", int64(len(r.all("scenario"))))
	k.number("errors", total.number("errors"))
	k.number("declassified", total.number("declassified"))
	k.number("secret_bytes_out", total.number("secret_out"))
	k.fact("%d bytes of output were secret to the last",
		total.number("secret_out"))
	if total.number("secret_out") == 0 {
		k.fault("no output stayed secret: marking does not work")
	}
	if r.status != 0 && k.Pass {
		k.fault("the driver ended with status %d", r.status)
	}
	return nil
}

// places sums the errors of each place, in the order of their first report.
func places(errors []vgError) []string {
	var order []string
	sums := map[string]int64{}
	for _, e := range errors {
		text := e.where() + ": " + kindText(e.Kind)
		if sums[text] == 0 {
			order = append(order, text)
		}
		sums[text] += e.Count
	}
	for i, text := range order {
		order[i] = fmt.Sprintf("%s, %d times", text, sums[text])
	}
	return order
}

func kindText(kind string) string {
	switch kind {
	case "UninitCondition":
		return "a branch on a secret"
	case "UninitValue":
		return "an address from a secret"
	}
	return kind
}

func (a *audit) checkObject(k *check) error {
	r, err := a.checkRun("ctcheck-check")
	if err != nil {
		return err
	}
	if err := a.checkInfo(k, r, "production", a.report.Digest); err != nil {
		return err
	}
	// The linked program holds the object's very bytes.
	err = quiet(a.seal(), "verify", "--against", a.object("cordon.o"),
		a.program("ctcheck-check"))
	if err != nil {
		k.fault("%v", err)
	}
	if k.Pass {
		k.fact("digest %s, as in cordon.o", a.report.Digest)
	}
	return clean(k, r)
}

func (a *audit) checkNonces(k *check) error {
	m, err := readMap(a.seal(), a.object("cordon-test.o"))
	if err != nil {
		return err
	}
	r, err := a.checkRun("ctcheck-nonces")
	if err != nil {
		return err
	}
	if err := a.checkInfo(k, r, "test", m.Digest); err != nil {
		return err
	}
	return clean(k, r)
}

// checkContrast runs verification on marked input; each scenario but the
// control must be reported.
func (a *audit) checkContrast(k *check) error {
	r, err := a.memcheck(a.program("ctcheck-check"), "verify")
	if err != nil {
		return err
	}
	if err := a.checkInfo(k, r, "production", a.report.Digest); err != nil {
		return err
	}
	var controls, contrasts int
	for _, s := range r.all("scenario") {
		n, name := s.number("errors"), s.fields["name"]
		k.fact("%d errors: %s", n, name)
		control := strings.HasPrefix(name, "power-on") ||
			strings.Contains(name, ": control: ")
		if control {
			controls++
		} else {
			contrasts++
		}
		if control != (n == 0) {
			k.fault("%s: %d errors", name, n)
		}
	}
	if controls != 1+len(countCurves) || contrasts != 6*len(countCurves) {
		k.fault("the driver stopped early: %s", r.stderr)
	}
	for _, f := range r.all("failed") {
		k.fault("%s: %s", f.fields["scenario"], f.fields["expected"])
	}
	total, err := r.one("total")
	if err != nil {
		return err
	}
	k.number("errors", total.number("errors"))
	return nil
}

func (a *audit) checkRefusal(k *check) error {
	r, err := a.start(a.program("ctcheck-check"), "check")
	if err != nil {
		return err
	}
	if r.status != 3 || len(r.all("total")) != 0 ||
		!strings.Contains(r.stderr, "not running under Valgrind") {
		k.fault("status %d: %s", r.status, r.stderr)
	}
	k.fact("%s", strings.TrimSpace(r.stderr))
	return nil
}

var (
	calleePattern = regexp.MustCompile(`^cfn=\((\d+)\)(?: (.*))?$`)
	namePattern   = regexp.MustCompile(`^fn=\((\d+)\) (.*)$`)
	callsPattern  = regexp.MustCompile(`^calls=(\d+) `)
)

// countCalls sums the calls of each function in a profile of Callgrind.
func countCalls(text string) map[string]int64 {
	names := map[string]string{}
	calls := map[string]int64{}
	callee := ""
	for _, s := range strings.Split(text, "\n") {
		if m := namePattern.FindStringSubmatch(s); m != nil {
			names[m[1]] = m[2]
		} else if m := calleePattern.FindStringSubmatch(s); m != nil {
			if m[2] != "" {
				names[m[1]] = m[2]
			}
			callee = names[m[1]]
		} else if m := callsPattern.FindStringSubmatch(s); m != nil {
			n, _ := strconv.ParseInt(m[1], 10, 64)
			calls[callee] += n
		}
	}
	return calls
}

// checkBackend runs the scenarios of the clean run again, which take the same
// path, and counts the calls of the functions of the back end.
func (a *audit) checkBackend(k *check) error {
	r, files, err := a.callgrind(a.program("ctcheck-check"), "profile")
	if err != nil {
		return err
	}
	if err := a.checkInfo(k, r, "production", a.report.Digest); err != nil {
		return err
	}
	if _, err := r.one("total"); err != nil {
		return err
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		return environmentError{err.Error()}
	}
	calls := countCalls(string(b))
	for _, f := range append(append([]string{}, common...), a.backend.functions...) {
		n := calls[f]
		k.fact("%d calls of %s", n, f)
		k.number("calls_"+f, n)
		if n == 0 {
			k.fault("%s was never called: void", f)
		}
	}
	for _, f := range a.backend.foreign() {
		if calls[f] != 0 {
			k.fault("%s of another back end was called", f)
		}
	}
	return nil
}

// foreign are the functions of other back ends that this one does not share.
func (b *backend) foreign() []string {
	own := map[string]bool{}
	for _, f := range b.functions {
		own[f] = true
	}
	var names []string
	for _, other := range backends {
		for _, f := range other.functions {
			if !own[f] {
				names = append(names, f)
			}
		}
	}
	return names
}

package cavp

// This file owns the kinds of files, and the tests of signatures, hash functions and MACs.

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/caps"
)

type kind struct {
	name *regexp.Regexp
	keys []string
	test func(f *file, r *Record)
}

// kinds is every file that is read, by its base name.
func kinds() []kind {
	re := regexp.MustCompile
	sig := []string{"Msg", "Qx", "Qy", "R", "S"}
	return []kind{
		{re(`^KeyPair\.rsp$`), []string{"N", "d", "Qx", "Qy"}, keyPair},
		{re(`^PKV\.rsp$`), []string{"Qx", "Qy", "Result"}, pkv},
		{re(`^SigGen\.rsp$`), sig, published},
		{re(`^SigGen\.txt$`), append([]string{"d", "k"}, sig...), givenK},
		{re(`^SigVer\.rsp$`), append([]string{"Result"}, sig...), sigVer},
		{re(`^SHA(\d\d+)(_\d+)?(Short|Long)Msg\.rsp$`), []string{"Len", "Msg", "MD"}, message},
		{re(`^SHA(\d\d+)(_\d+)?Monte\.rsp$`), []string{"Seed", "COUNT", "MD"}, monte},
		{re(`^SHA3_\d+(Short|Long)Msg\.rsp$`), []string{"Len", "Msg", "MD"}, message},
		{re(`^SHA3_\d+Monte\.rsp$`), []string{"Seed", "COUNT", "MD"}, monte},
		{re(`^SHAKE\d+(Short|Long)Msg\.rsp$`), []string{"Len", "Msg", "Output"}, xofMessage},
		{re(`^SHAKE\d+VariableOut\.rsp$`), []string{"COUNT", "Outputlen", "Msg", "Output"}, xofVariable},
		{re(`^SHAKE\d+Monte\.rsp$`), []string{"Msg", "COUNT", "Outputlen", "Output"}, xofMonte},
		{re(`^KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_(init|resp)\.fax$`), zzOnlyKeys(), zzOnly},
		{re(`^KASValidityTest_ECCStaticUnified_KDFConcat_NOKC_(init|resp)\.fax$`), concatKeys(), concat},
		{re(`^KAS_ECC_CDH_PrimitiveTest\.txt$`), primitiveKeys(), primitive},
		{re(`^rfc-(4231)-sha\d+\.txt$`), []string{"Len", "Key", "Msg", "MD"}, mac},
	}
}

// Known tells whether a file of this name can be read.
func Known(path string) bool {
	for _, k := range kinds() {
		if k.name.MatchString(filepath.Base(path)) {
			return true
		}
	}
	return false
}

// file collects the units of one file while its records are taken.
type file struct {
	path, source string
	units        []*alg.Unit
	records      []*Record
	seed         []byte
	digests      [][]byte
}

// Load reads a file into units.
func Load(source, path string) ([]*alg.Unit, []error) {
	data, err := acvpjson.ReadFile(path)
	if err != nil {
		return nil, []error{err}
	}
	return Parse(source, path, data)
}

// Parse is Load over bytes.
func Parse(source, path string, data []byte) ([]*alg.Unit, []error) {
	for _, k := range kinds() {
		if !k.name.MatchString(filepath.Base(path)) {
			continue
		}
		records, errs := Read(path, data, k.keys...)
		if len(errs) > 0 {
			return nil, errs
		}
		f := &file{path: path, source: source, records: records}
		for _, r := range records {
			r.errs = &errs
			k.test(f, r)
		}
		if len(errs) == 0 && len(f.units) == 0 {
			errs = append(errs, &acvpjson.InputError{File: path, Msg: "holds no test"})
		}
		return f.units, errs
	}
	return nil, []error{&acvpjson.InputError{File: path, Msg: "no CAVP file of this name is known"}}
}

// add puts a test into the unit of its section and kind.
func (f *file) add(r *Record, algorithm, mode string, need caps.Need, t *alg.Test) {
	t.ID = int64(r.Line)
	name := strings.Join(r.Section, ",")
	if name == "" {
		name = "no section"
	}
	for _, u := range f.units {
		if u.Section == name && u.Algorithm == algorithm && u.Mode == mode {
			u.Tests = append(u.Tests, t)
			return
		}
	}
	need.Algorithm = algorithm
	f.units = append(f.units, &alg.Unit{Source: f.source, File: f.path, Algorithm: algorithm, Mode: mode,
		Group: int64(len(f.units) + 1), Section: name, Need: need, Tests: []*alg.Test{t}})
}

// hashName gives the ACVP name: SHA-256 is SHA2-256, SHA512_224 is SHA2-512/224, SHA3_256 is SHA3-256, SHAKE128 is
// SHAKE-128.
func hashName(s string) string {
	s = strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(s), "SHA"), "-")
	if n, isSHAKE := strings.CutPrefix(s, "KE"); isSHAKE {
		return "SHAKE-" + n
	}
	if n, isSHA3 := strings.CutPrefix(s, "3_"); isSHA3 {
		return "SHA3-" + n
	}
	if s == "1" {
		return "SHA-1"
	}
	return "SHA2-" + strings.ReplaceAll(s, "_", "/")
}

// curve reads the section; a hash that is not named is SHA-1, as in the files of FIPS 186-2.
func curveHash(r *Record) (string, string) {
	if len(r.Section) == 0 {
		r.fail("a test before any section that names its curve")
		return "", ""
	}
	if len(r.Section) == 1 {
		return r.Section[0], "SHA-1"
	}
	return r.Section[0], hashName(r.Section[1])
}

// keyPair compares d times the base point; "N = 10" lines only count.
func keyPair(f *file, r *Record) {
	if r.Has("N") && len(r.fields) == 1 {
		return
	}
	curve, _ := curveHash(r)
	f.add(r, "ECDSA", "keyPair", caps.Need{Mode: "keyGen", Curve: curve, Features: []string{"keypair"}},
		alg.KeyPairTest(curve, r.Hex("d"), r.Hex("Qx"), r.Hex("Qy")))
}

func pkv(f *file, r *Record) {
	curve, _ := curveHash(r)
	t := alg.KeyVerTest(curve, r.Hex("Qx"), r.Hex("Qy"))
	t.Judge = alg.Passed(result(r))
	t.Note = r.Str("Result")
	f.add(r, "ECDSA", "keyVer", caps.Need{Mode: "keyVer", Curve: curve}, t)
}

// result is "P", "F", or either with a reason in brackets.
func result(r *Record) bool {
	v := r.Str("Result")
	if v != "P" && v != "F" && !strings.HasPrefix(v, "P (") && !strings.HasPrefix(v, "F (") {
		r.fail("field \"Result\" is neither P nor F: %q", v)
	}
	return strings.HasPrefix(v, "P")
}

// published takes signatures that a tested module made: they must verify.
func published(f *file, r *Record) {
	verify(f, r, "sigVer of SigGen.rsp", true)
}

func sigVer(f *file, r *Record) {
	verify(f, r, "sigVer", result(r)).Note = r.Str("Result")
}

func verify(f *file, r *Record, mode string, want bool) *alg.Test {
	curve, hash := curveHash(r)
	t := alg.SigVerTest(curve, hash, r.Hex("Msg"), r.Hex("Qx"), r.Hex("Qy"), r.Hex("R"), r.Hex("S"))
	t.Judge = alg.Passed(want)
	f.add(r, "ECDSA", mode, caps.Need{Mode: "sigVer", Curve: curve, Hash: hash}, t)
	return t
}

func givenK(f *file, r *Record) {
	curve, hash := curveHash(r)
	if !r.Has("k") { // as in a file that was made by a module which picks its own k
		verify(f, r, "sigVer of SigGen.txt", true)
		return
	}
	t := alg.GivenKTest(curve, hash, r.Hex("d"), [][]byte{r.Hex("Msg")}, r.Hex("k"), r.Hex("R"), r.Hex("S"))
	f.add(r, "ECDSA", "sigGen given k",
		caps.Need{Mode: "sigGen", Curve: curve, Hash: hash, Features: []string{"testk"}}, t)
}

var fileHash = regexp.MustCompile(`(?i)sha(ke)?(\d+(_\d+)?)`)

// nameHash is the hash in a file's name.
func (f *file) nameHash() string {
	return hashName(fileHash.FindString(filepath.Base(f.path)))
}

func message(f *file, r *Record) {
	msg, numBits := r.Hex("Msg"), r.Int("Len")
	if numBits == 0 && bytes.Equal(msg, []byte{0}) {
		msg = nil
	}
	if len(msg) != (numBits+7)/8 {
		r.fail("\"Len\" is %d bits and \"Msg\" has %d bytes", numBits, len(msg))
		return
	}
	need, mode := caps.Need{}, "AFT"
	if numBits%8 != 0 {
		need.Features, mode = []string{"bits"}, "AFT bits"
	}
	t := alg.DigestTest(f.nameHash(), msg, uint64(numBits))
	t.Judge = alg.SameDigest(r.Hex("MD"))
	f.add(r, f.nameHash(), mode, need, t)
}

// monte collects the results that follow a seed, and makes the test at the last of them.
func monte(f *file, r *Record) {
	if r.Has("Seed") {
		f.seed, f.digests = r.Hex("Seed"), nil
		return
	}
	if count := r.Int("COUNT"); count != len(f.digests) {
		r.fail("COUNT is %d, expected %d", count, len(f.digests))
	}
	f.digests = append(f.digests, r.Hex("MD"))
	if r != f.records[len(f.records)-1] {
		return
	}
	if len(f.seed) == 0 {
		r.fail("results without a seed")
		return
	}
	t := alg.MonteTest(f.nameHash(), f.seed, false)
	t.Judge = alg.SameDigests(f.digests)
	f.add(r, f.nameHash(), "MCT", caps.Need{}, t)
}

func mac(f *file, r *Record) {
	msg, numBits := r.Hex("Msg"), r.Int("Len")
	if 8*len(msg) != numBits {
		r.fail("\"Len\" is %d bits and \"Msg\" has %d bytes", numBits, len(msg))
		return
	}
	want := r.Hex("MD")
	algorithm := "HMAC-" + f.nameHash()
	t := alg.MACTest(algorithm, r.Hex("Key"), msg, len(want))
	t.Judge = alg.SameMAC(want)
	f.add(r, algorithm, "AFT", caps.Need{}, t)
}

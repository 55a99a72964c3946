package acvpjson

// Tests of the reader of ACVP files: envelopes, unread fields, bad input.

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEnvelopes(t *testing.T) {
	set := `{"vsId": 4, "algorithm": "A", "mode": "m", "revision": "1.0", "isSample": true, "testGroups": [
	 {"tgId": 1, "tests": [{"tcId": 7}]}, {"tgId": 2, "tests": null}]}`
	for name, text := range map[string]string{
		"bare":     set,
		"version":  `[{"acvVersion": "1.0"}, ` + set + `]`,
		"url":      `[{"url": "u", "time": "t", "vectorSetUrls": []}, ` + set + `]`,
		"headless": `[` + set + `]`,
	} {
		f, err := Parse("f.json", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(f.Sets) != 1 || f.Sets[0].VsID != 4 || f.Enveloped != (name != "bare") || len(f.Sets[0].Groups) != 2 ||
			f.Sets[0].Groups[0].Tests[0].ID != 7 || len(f.Sets[0].Groups[1].Tests) != 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	f, err := Parse("f.json", []byte("{\"algorithm\": \"A\",\n\"testGroups\": [\n{\"tgId\": 1, \"tests\": [\n{\"tcId\": 7, \"msg\": \"0\", \"x\": null}]}]}"))
	if err != nil {
		t.Fatal(err)
	}
	o := f.Sets[0].Groups[0].Tests[0].Obj
	o.Hex("msg")
	o.Str("lost")
	o.Done()
	text := Join(f.Src.Errs()).Error()
	for _, want := range []string{
		`f.json:4: tgId 1, tcId 7: field "msg" is not hexadecimal`,
		`f.json:4: tgId 1, tcId 7: missing field "lost"`,
		`f.json:4: tgId 1, tcId 7: unknown field "x"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

func TestHexInt(t *testing.T) {
	v, _, err := Decode("f", []byte(`{"a": "abc", "b": "00ff"}`))
	if err != nil {
		t.Fatal(err)
	}
	o := v.(*Object)
	if got := o.HexInt("a"); len(got) != 2 || got[0] != 0x0a || got[1] != 0xbc {
		t.Errorf("%x", got)
	}
}

func TestAnswersThatDoNotMatch(t *testing.T) {
	parse := func(text string) *File {
		f, err := Parse("f.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	prompt := parse(`{"algorithm": "A", "testGroups": [{"tgId": 1, "tests": [{"tcId": 1}, {"tcId": 2}]}, {"tgId": 2, "tests": []}]}`)
	for text, want := range map[string]string{
		`{"algorithm": "A", "testGroups": [{"tgId": 1, "tests": [{"tcId": 1}]}, {"tgId": 2, "tests": []}]}`:                                        "tgId 1: no answer for tcId 2",
		`{"algorithm": "A", "testGroups": [{"tgId": 1, "tests": [{"tcId": 1}, {"tcId": 2}]}]}`:                                                     "no answers for tgId 2",
		`{"algorithm": "A", "testGroups": [{"tgId": 1, "tests": [{"tcId": 1}, {"tcId": 2}, {"tcId": 3}]}, {"tgId": 2, "tests": []}]}`:              "3 answers for 2 tests",
		`{"algorithm": "A", "testGroups": [{"tgId": 1, "tests": [{"tcId": 1}, {"tcId": 2}]}, {"tgId": 2, "tests": []}, {"tgId": 3, "tests": []}]}`: "3 groups of answers",
	} {
		answers := parse(text)
		Index(answers.Sets[0]).Match(prompt.Sets[0])
		if err := Join(answers.Src.Errs()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// TestReadFileIsBounded: what a small file unpacks to is limited, and a broken one is said to be so.
func TestReadFileIsBounded(t *testing.T) {
	const limit = 2 << 20
	pack := func(size int64) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := io.CopyN(z, zeros{}, size); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "f.gz")
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if data, err := readFile(pack(limit), limit); err != nil || len(data) != limit {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	small := pack(1000)
	if data, err := ReadFile(small); err != nil || len(data) != 1000 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, err := readFile(pack(limit+1), limit); err == nil || !strings.Contains(err.Error(), "larger than 2 MiB") {
		t.Errorf("a bomb: %v", err)
	}
	sparse := filepath.Join(t.TempDir(), "sparse")
	if err := errors.Join(os.WriteFile(sparse, nil, 0o600), os.Truncate(sparse, limit+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := readFile(sparse, limit); err == nil || !strings.Contains(err.Error(), "larger than 2 MiB") {
		t.Errorf("a plain file: %v", err)
	}
	if err := os.Truncate(small, 20); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(small); err == nil || !strings.Contains(err.Error(), "gzip: ") {
		t.Errorf("cut off: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// TestWriteFileKeepsLinksAndDevices: only files are replaced.
func TestWriteFileKeepsLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	for _, l := range [][2]string{{"old", "direct"}, {"direct", "twice"}, {"fresh", "dangling"}, {"loop", "loop"},
		{"/dev/full", "full"}, {"/dev/null", "null"}} {
		if err := os.Symlink(l[0], filepath.Join(dir, l[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "old"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"direct": "new", "twice": "new", "dangling": "new", "null": "", "full": "error",
		"loop": "error"} {
		path := filepath.Join(dir, name)
		err := WriteFile(path, []byte("new"))
		if (err != nil) != (want == "error") {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", name, err)
		}
		if want == "error" {
			continue
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "old")); err != nil || string(data) != "new" {
		t.Errorf("the file behind the link: %q, %v", data, err)
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatal("/dev/full is no device any more")
	}
}

// FuzzParse looks for panics.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`[{"acvVersion": "1.0"}, {"algorithm": "A", "testGroups": [{"tgId": 1, "tests": [{"tcId": 7}]}]}]`))
	f.Fuzz(func(_ *testing.T, data []byte) { Parse("f.json", data) })
}

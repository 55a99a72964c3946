package acvpjson

// Tests of the reader of ACVP files: envelopes, unread fields, bad input.

import (
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

// FuzzParse looks for panics.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`[{"acvVersion": "1.0"}, {"algorithm": "A", "testGroups": [{"tgId": 1, "tests": [{"tcId": 7}]}]}]`))
	f.Fuzz(func(_ *testing.T, data []byte) { Parse("f.json", data) })
}

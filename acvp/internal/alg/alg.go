// Package alg owns what the driver knows about algorithms: for each, how a test group becomes requests to a module and
// how the answers are judged. One file an algorithm; a new one adds a file and a line in the list of handlers.
package alg

import (
	"errors"
	"fmt"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/wire"
)

// Caller sends a request to the module that a unit runs on.
type Caller interface {
	Call(wire.Call) ([][]byte, error)
}

// Unit is a list of tests that ask the same of a module: a test group, or a part of one.
type Unit struct {
	Source    string // first column of the result table
	File      string
	Algorithm string
	Mode      string
	Group     int64  // tgId, or the position of the group in the file
	Section   string // names the group where it has no number
	Need      caps.Need
	Set       *acvpjson.Set // what a response is written for; nil: takes no part in one
	Start     func(Caller) (acvpjson.Fields, error)
	Tests     []*Test
}

// Test is one test case. Run asks the module; Judge looks at the answer, and is nil where there is nothing to hold it to.
type Test struct {
	ID    int64
	Note  string // what the vector file says about it
	Large uint64 // bytes of a large-data message
	Run   func(Caller) (acvpjson.Fields, error)
	Judge func(acvpjson.Fields) error
}

// WrongAnswer is a reply that is well-formed for the protocol and cannot be right.
type WrongAnswer struct{ Msg string }

func (w *WrongAnswer) Error() string { return w.Msg }

func wrong(format string, args ...any) error { return &WrongAnswer{fmt.Sprintf(format, args...)} }

// Input is a prompt set with what is known about its answers.
type Input struct {
	Source   string
	File     *acvpjson.File
	Set      *acvpjson.Set
	Answers  *acvpjson.Answers // nil: none published
	Internal *acvpjson.Answers // nil: none
	Judging  bool              // false: answers are wanted, not verdicts
}

type handler struct {
	match func(set *acvpjson.Set) bool
	parse func(in *Input, g *acvpjson.Group) []*Unit
}

// handlers is the list of all algorithms. It is a function so that files may refer to each other's handlers.
func handlers() []handler {
	return []handler{
		{isHash, parseHash},
		{isSHAKE, parseSHAKE},
		{isHMAC, parseHMAC},
		{isHMACDRBG, parseHMACDRBG},
		{isECDSA("keyGen"), parseKeyGen},
		{isECDSA("keyVer"), parseKeyVer},
		{isECDSA("sigGen"), parseSigGen},
		{isECDSA("sigVer"), parseSigVer},
		{isDetECDSA, parseSigGen},
		{isAgreement, parseAgreement},
		{isCDH, parseCDH},
		{isKDA, parseKDA},
	}
}

// Units turns a set into units. Faults of the files collect in their sources.
func Units(in *Input) []*Unit {
	if in.Answers != nil {
		in.Answers.Match(in.Set)
	}
	for _, h := range handlers() {
		if h.match(in.Set) {
			return in.parseAll(h)
		}
	}
	var units []*Unit
	label := strings.TrimSuffix(in.Set.Algorithm+" "+in.Set.Mode, " ")
	for _, g := range in.Set.Groups {
		u := in.unit(g, caps.Need{Unhandled: "the driver has no handler for " + label})
		for _, t := range g.Tests {
			u.Tests = append(u.Tests, &Test{ID: t.ID})
		}
		units = append(units, u)
	}
	return nonEmpty(units)
}

func (in *Input) parseAll(h handler) []*Unit {
	var units []*Unit
	for _, g := range in.Set.Groups {
		if !g.Obj.Has("testType") {
			g.Obj.Fail("missing field \"testType\": an answer file where a prompt is wanted?")
			continue
		}
		units = append(units, h.parse(in, g)...)
		g.Obj.Done()
		for _, t := range g.Tests {
			t.Obj.Done()
		}
		in.answersDone(g)
	}
	return nonEmpty(units)
}

// answersDone finds fields of the answers that nobody read.
func (in *Input) answersDone(g *acvpjson.Group) {
	if a := in.Answers.Group(g.ID); a != nil {
		a.Done()
	}
	for _, t := range g.Tests {
		if a := in.Answers.Test(g.ID, t.ID); a != nil {
			a.Done()
		}
	}
}

func nonEmpty(units []*Unit) []*Unit {
	var out []*Unit
	for _, u := range units {
		if u != nil && len(u.Tests) > 0 {
			out = append(out, u)
		}
	}
	return out
}

// unit makes an empty unit of a group.
func (in *Input) unit(g *acvpjson.Group, need caps.Need) *Unit {
	need.Algorithm, need.Mode = in.Set.Algorithm, in.Set.Mode
	return &Unit{Source: in.Source, File: in.File.Src.Path, Algorithm: in.Set.Algorithm, Mode: in.Set.Mode,
		Group: g.ID, Need: need, Set: in.Set}
}

// want gives the published answer of a test. In judging it is a fault of the input if there is none.
func (in *Input) want(g *acvpjson.Group, t *acvpjson.Test) *acvpjson.Object {
	if !in.Judging {
		return nil
	}
	if in.Answers == nil {
		t.Obj.Fail("no published answers (expected.json), and none can be computed for %s", in.Set.Algorithm)
		return nil
	}
	return in.Answers.Test(g.ID, t.ID) // a missing one was noticed by Match
}

// testType reads the type of a group; a type that is not listed is a fault.
func testType(g *acvpjson.Group, known ...string) string {
	got := g.Obj.Name("testType")
	for _, k := range known {
		if got == k {
			return got
		}
	}
	g.Obj.Fail("testType %q is unknown for this algorithm", got)
	return ""
}

// same compares bytes with the published ones.
func same(key string, want []byte) func(acvpjson.Fields) error {
	return func(got acvpjson.Fields) error {
		if b := got.Bytes(key); string(b) != string(want) {
			return fmt.Errorf("%s is %s, expected %s", key, short(b), short(want))
		}
		return nil
	}
}

// short shows bytes, the middle of long ones left out.
func short(b []byte) string {
	s := fmt.Sprintf("%X", b)
	if len(s) > 80 {
		s = s[:40] + "..." + s[len(s)-24:] + fmt.Sprintf(" (%d bytes)", len(b))
	}
	if s == "" {
		s = "(empty)"
	}
	return s
}

// testPassed judges a yes or no.
func testPassed(want bool) func(acvpjson.Fields) error {
	return func(got acvpjson.Fields) error {
		if got.Bool("testPassed") != want {
			return fmt.Errorf("testPassed is %v, expected %v", !want, want)
		}
		return nil
	}
}

// yesNo makes the answer of a reply that is one byte, exactly 00 or 01.
func yesNo(c Caller, call wire.Call) (acvpjson.Fields, error) {
	call.Want = 1
	reply, err := c.Call(call)
	if err != nil {
		return nil, err
	}
	if len(reply[0]) != 1 || reply[0][0] > 1 {
		return nil, wrong("%s answered %s, neither 00 nor 01", call.Name, short(reply[0]))
	}
	return acvpjson.Fields{{Key: "testPassed", Value: reply[0][0] == 1}}, nil
}

// all joins judges: each must be content.
func all(judges ...func(acvpjson.Fields) error) func(acvpjson.Fields) error {
	return func(f acvpjson.Fields) error {
		var errs []error
		for _, j := range judges {
			errs = append(errs, j(f))
		}
		return errors.Join(errs...)
	}
}

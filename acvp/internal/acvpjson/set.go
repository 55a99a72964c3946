package acvpjson

import (
	"fmt"
)

// File is a vector file: one bare set, or an array of a header and sets.
type File struct {
	Src       *Source
	Enveloped bool
	Header    *Object // nil if there is none
	Sets      []*Set
}

// Set is a vector set of a prompt, an answer or an internal projection.
type Set struct {
	Obj       *Object
	VsID      int64
	Algorithm string
	Mode      string
	Revision  string
	Groups    []*Group
}

// Group is a test group.
type Group struct {
	Obj   *Object
	ID    int64
	Tests []*Test
}

// Test is one test case.
type Test struct {
	Obj *Object
	ID  int64
}

// Load reads a vector file. Faults of the file as a whole are returned; the others collect in its source.
func Load(path string) (*File, error) {
	data, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse is Load over bytes.
func Parse(path string, data []byte) (*File, error) {
	v, src, err := Decode(path, data)
	if err != nil {
		return nil, err
	}
	f := &File{Src: src}
	switch v := v.(type) {
	case *Object:
		f.addSet(v)
	case []any:
		f.Enveloped = true
		f.envelope(v)
	default:
		src.add(1, "", "neither a vector set object nor an array of them")
	}
	if len(src.errs) == 0 && len(f.Sets) == 0 {
		src.add(0, "", "holds no vector set")
	}
	if len(src.errs) > 0 {
		return nil, Join(src.errs)
	}
	return f, nil
}

// headerFields are what servers and test data put into the header; nothing of it matters here.
var headerFields = []string{"acvVersion", "url", "time", "vectorSetUrls", "accessToken", "jwt", "largeEndpoint", "sizeConstraint"}

// envelope takes an array: a header (no "algorithm") may come first, all others are sets.
func (f *File) envelope(items []any) {
	for i, item := range items {
		o, ok := item.(*Object)
		if !ok {
			f.Src.add(0, "", "element %d of the array is not an object", i)
			return
		}
		if i == 0 && !o.Has("algorithm") && !o.Has("testGroups") {
			f.Header = o
			o.Skip(headerFields...)
			o.Done()
			continue
		}
		f.addSet(o)
	}
}

func (f *File) addSet(o *Object) {
	s := &Set{Obj: o}
	if o.Has("algorithms") {
		o.Fail("a registration or capability file, not a vector set")
		return
	}
	if !o.Has("testGroups") {
		o.Fail("not a vector set: missing field \"testGroups\"")
		return
	}
	s.VsID = o.OptInt("vsId", 0)
	s.Algorithm = o.Name("algorithm")
	s.Mode = o.OptStr("mode", "")
	s.Revision = o.OptStr("revision", "")
	o.OptBool("isSample")
	seen := map[int64]bool{}
	for _, g := range o.List("testGroups") {
		s.addGroup(g, seen)
	}
	o.Done()
	f.Sets = append(f.Sets, s)
}

func (s *Set) addGroup(o *Object, seenTests map[int64]bool) {
	g := &Group{Obj: o, ID: o.Int("tgId")}
	o.SetWhere(fmt.Sprintf("tgId %d", g.ID))
	for _, other := range s.Groups {
		if other.ID == g.ID {
			o.Fail("the same tgId twice")
		}
	}
	for _, t := range o.List("tests") {
		t.SetWhere(o.Where())
		test := &Test{Obj: t, ID: t.Int("tcId")}
		t.SetWhere(fmt.Sprintf("tgId %d, tcId %d", g.ID, test.ID))
		if seenTests[test.ID] {
			t.Fail("the same tcId twice")
		}
		seenTests[test.ID] = true
		g.Tests = append(g.Tests, test)
	}
	s.Groups = append(s.Groups, g)
}

// Answers indexes a set of answers by tgId and tcId.
type Answers struct {
	Set     *Set
	Partial bool // whole groups may be missing
	groups  map[int64]*Object
	tests   map[int64]map[int64]*Object
}

// Index makes Answers of a set.
func Index(s *Set) *Answers {
	a := &Answers{Set: s, groups: map[int64]*Object{}, tests: map[int64]map[int64]*Object{}}
	for _, g := range s.Groups {
		a.groups[g.ID] = g.Obj
		a.tests[g.ID] = map[int64]*Object{}
		for _, t := range g.Tests {
			a.tests[g.ID][t.ID] = t.Obj
		}
	}
	return a
}

// Group gives the answer of a group, or nil.
func (a *Answers) Group(tgID int64) *Object {
	if a == nil {
		return nil
	}
	return a.groups[tgID]
}

// Test gives the answer of a test, or nil.
func (a *Answers) Test(tgID, tcID int64) *Object {
	if a == nil {
		return nil
	}
	return a.tests[tgID][tcID]
}

// Match records a fault for each test of the prompt without an answer, and for each answer without a test.
func (a *Answers) Match(prompt *Set) {
	for _, g := range prompt.Groups {
		if a.groups[g.ID] == nil && a.Partial {
			continue
		}
		if a.groups[g.ID] == nil {
			a.Set.Obj.Fail("no answers for tgId %d", g.ID)
			continue
		}
		for _, t := range g.Tests {
			if a.tests[g.ID][t.ID] == nil {
				a.groups[g.ID].Fail("no answer for tcId %d", t.ID)
			}
		}
		if len(a.tests[g.ID]) > len(g.Tests) {
			a.groups[g.ID].Fail("%d answers for %d tests", len(a.tests[g.ID]), len(g.Tests))
		}
	}
	if len(a.groups) > len(prompt.Groups) {
		a.Set.Obj.Fail("%d groups of answers for %d groups of tests", len(a.groups), len(prompt.Groups))
	}
}

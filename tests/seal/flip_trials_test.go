package seal

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
)

const (
	spreadPositions = 1000
	tailStubLen     = 8
	slotLen         = 32
)

// everyBitObjects are the sources whose every bit is flipped: the integrity
// test, the state, the gate, the life cycle, the HMAC self-test with its data.
// The public stubs of the services that are called come on top.
var everyBitObjects = []string{
	"module/integrity.c", "module/state.c", "module/gate.c",
	"module/gate_leave.c", "module/life.c", "selftest/kat_hmac.c",
	"selftest/kat_hmac_data.c",
}

// bit is a position in the module, counted from the header, and a bit of it.
type bit struct{ offset, bit int }

// trialSet is the bits to flip, each with the reason why it was chosen.
type trialSet struct {
	bits   []bit
	chosen map[bit]bool
}

func (s *trialSet) add(offset, b int) {
	k := bit{offset, b}
	if !s.chosen[k] {
		s.chosen[k] = true
		s.bits = append(s.bits, k)
	}
}

func (s *trialSet) addEveryBit(offset, size int) {
	for i := 0; i < 8*size; i++ {
		s.add(offset+i/8, i%8)
	}
}

// moreObjects matches further objects whose every bit is to be flipped, from
// CORDON_FLIP_MORE; "." takes all code, which takes an hour.
func moreObjects(t *testing.T) *regexp.Regexp {
	t.Helper()
	text := os.Getenv("CORDON_FLIP_MORE")
	if text == "" {
		return nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	return re
}

// counts tells how the trials are made up, for the log.
type counts struct{ spread, functions, everyBit, tail, slot int }

// trials selects the bits. The bit of a spread position turns with it, so that
// all eight occur.
func trials(t *testing.T, m sealMap) (*trialSet, counts) {
	t.Helper()
	s := &trialSet{chosen: make(map[bit]bool)}
	var n counts
	mark := func(into *int) func() {
		before := len(s.bits)
		return func() { *into = len(s.bits) - before }
	}
	done := mark(&n.spread)
	for i := 0; i < spreadPositions; i++ {
		s.add(i*m.RangeLen/spreadPositions, i*5%8)
	}
	done()
	done = mark(&n.functions)
	for i, f := range m.Functions {
		if f.Size == 0 || f.Offset+f.Size > m.RangeLen {
			t.Errorf("function %s has no bytes in the range", f.Name)
			continue
		}
		s.add(f.Offset+f.Size/2, i%8)
	}
	done()
	done = mark(&n.everyBit)
	for _, name := range everyBitObjects {
		addObject(t, s, m, name)
	}
	more := moreObjects(t)
	for _, f := range m.Functions {
		if more != nil && more.MatchString(f.Object) {
			s.addEveryBit(f.Offset, f.Size)
		}
		for _, name := range append([]string{"get_info"}, callNames...) {
			if f.Name == "cordon_"+name {
				s.addEveryBit(f.Offset, f.Size)
			}
		}
	}
	done()
	done = mark(&n.tail)
	for i := 0; i < m.TailLen; i++ {
		if !inField(i) {
			s.addEveryBit(m.Tail+i, 1)
		}
	}
	done()
	done = mark(&n.slot)
	s.addEveryBit(m.Slot, slotLen)
	done()
	return s, n
}

// inField tells whether a byte of the tail belongs to a relocated field.
func inField(i int) bool {
	in, at := i%tailStubLen, 1
	if i < tailStubLen {
		at = 3
	}
	return in >= at && in < at+4
}

// addObject takes code and constants of one source file.
func addObject(t *testing.T, s *trialSet, m sealMap, name string) {
	t.Helper()
	found := false
	for _, p := range m.Pieces {
		if strings.HasSuffix(p.Object, "/"+name+".o") {
			found = true
			s.addEveryBit(p.Offset, p.Size)
		}
	}
	if !found {
		t.Errorf("no bytes of %s in the map of the linker", name)
	}
}

// where names the function or the object of a position.
func (m sealMap) where(offset int) string {
	i := sort.Search(len(m.Functions), func(i int) bool {
		return m.Functions[i].Offset > offset
	})
	if i > 0 {
		f := m.Functions[i-1]
		if offset < f.Offset+f.Size {
			return fmt.Sprintf("%s+%d (%s)", f.Name, offset-f.Offset,
				filepath.Base(f.Object))
		}
	}
	for _, p := range m.Pieces {
		if offset >= p.Offset && offset < p.Offset+p.Size {
			return fmt.Sprintf("%s of %s", p.Name, filepath.Base(p.Object))
		}
	}
	return "padding"
}

package sealfile

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"sort"
	"strings"
)

// ExpectedPrefix starts the symbols of the self-tests' expected values.
const ExpectedPrefix = "selftest_expected_"

// Expected is where the module keeps the expected value of a self-test.
type Expected struct {
	Name   string // of the self-test, with hyphens
	Offset uint64 // from the header
	Size   uint64
}

// ErrNoSymbols: a stripped file does not tell where the expected values are.
var ErrNoSymbols = errors.New("no symbols of the self-tests: it is stripped")

// ExpectedValues finds the expected values of the module m of a file, by the
// file's symbols, in the order of the module's bytes.
func ExpectedValues(raw []byte, m Module) ([]Expected, error) {
	f, err := elf.NewFile(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	symbols, err := f.Symbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, err
	}
	var list []Expected
	for _, s := range symbols {
		if !strings.HasPrefix(s.Name, ExpectedPrefix) ||
			int(s.Section) >= len(f.Sections) {
			continue
		}
		section := f.Sections[s.Section]
		// In the file; the address of a section of an object is 0.
		at := section.Offset + s.Value - section.Addr
		if section.Type != elf.SHT_PROGBITS || at < uint64(m.Offset) {
			continue
		}
		name := strings.TrimPrefix(s.Name, ExpectedPrefix)
		list = append(list, Expected{strings.ReplaceAll(name, "_", "-"),
			at - uint64(m.Offset), s.Size})
	}
	if list == nil {
		return nil, ErrNoSymbols
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].Offset < list[j].Offset
	})
	return list, nil
}

// FindExpected finds a self-test by name; hyphens and underscores are the same.
func FindExpected(list []Expected, name string) (Expected, error) {
	var names []string
	for _, e := range list {
		if e.Name == strings.ReplaceAll(name, "_", "-") {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Expected{}, fmt.Errorf("no self-test %q; it has: %s", name,
		strings.Join(names, ", "))
}

// Break flips a byte in the middle of an expected value and writes the digest
// anew, in the bytes of the file that m was found in: the module passes its
// integrity test and fails that self-test. The module must be unmodified.
func (m Module) Break(e Expected) error {
	if !m.Holds() {
		return errors.New("the module was modified already")
	}
	limit := uint64(m.Header.RangeLen)
	if e.Size == 0 || e.Offset < HeaderLen || e.Offset >= limit ||
		e.Size > limit-e.Offset {
		return fmt.Errorf("the expected value of %s is not in the range", e.Name)
	}
	m.Bytes[e.Offset+e.Size/2] ^= 0xff
	copy(m.Stored(), m.Digest())
	return nil
}

// Same tells whether two files hold the same module, both unmodified.
func (m Module) Same(other Module) bool {
	return m.Holds() && other.Holds() &&
		bytes.Equal(m.Canonical(), other.Canonical())
}

package main

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"cordon.example/tools/seal/sealfile"
)

func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// relocateSealed sorts the relocations of the sealed section: those in the
// range are applied and dropped or rejected, those of the tail are kept. It
// returns what remains.
func (c *checker) relocateSealed(rela int) []elf.Rela64 {
	data := c.o.data(c.sealed)
	tail := c.slot + sealfile.SlotLen
	var kept []elf.Rela64
	for _, r := range c.o.relocations(rela) {
		if r.Off >= tail {
			kept = append(kept, r)
			continue
		}
		why := ""
		switch {
		case r.Off+sealfile.FieldLen > c.slot:
			why = "the digest slot must not be relocated"
		default:
			why = c.apply(data, r)
		}
		if why != "" {
			sym := uint32(elf.R_SYM64(r.Info))
			c.reject(c.o.symbolName(sym), relocType(r),
				c.ldmap.objectAt(sealSection, r.Off),
				fmt.Sprintf("at offset %#x: %s", r.Off, why))
		}
	}
	return kept
}

func relocType(r elf.Rela64) string {
	return elf.R_X86_64(elf.R_TYPE64(r.Info)).String()
}

// apply writes S + A - P where that is one distance inside the section, the
// same in every program. Otherwise it says what is wrong.
func (c *checker) apply(data []byte, r elf.Rela64) string {
	index := elf.R_SYM64(r.Info)
	if int(index) >= len(c.o.symbols) {
		return "it names no symbol"
	}
	s := c.o.symbols[index]
	switch t := elf.R_X86_64(elf.R_TYPE64(r.Info)); t {
	case elf.R_X86_64_PC32, elf.R_X86_64_PLT32:
	default:
		return relocFault(t)
	}
	switch {
	case s.kind() == sttGNUIFunc:
		return "an ifunc: the value would be the resolver's address"
	case !s.defined():
		return "an undefined symbol: the sealed code may leave only through " +
			"the tail"
	case !s.inSection(c.sealed):
		return fmt.Sprintf("it points to %s, outside the sealed section",
			c.sectionName(s.Shndx))
	}
	value := int64(s.Value) + r.Addend - int64(r.Off)
	if value < math.MinInt32 || value > math.MaxInt32 {
		return "the distance does not fit 32 bits"
	}
	binary.LittleEndian.PutUint32(data[r.Off:], uint32(value))
	return ""
}

func (c *checker) sectionName(shndx uint16) string {
	if int(shndx) < len(c.o.sections) {
		return c.o.sections[shndx].name
	}
	return elf.SectionIndex(shndx).String()
}

// relocFault says what a relocation type depends on.
func relocFault(t elf.R_X86_64) string {
	name := t.String()
	switch {
	case strings.Contains(name, "TLS"), strings.Contains(name, "TPOFF"),
		strings.Contains(name, "DTP"):
		return "thread-local storage: only the host object may have it"
	case strings.Contains(name, "GOT"), strings.Contains(name, "PLTOFF"):
		return "it goes through the global offset table; declare the symbol " +
			"hidden, compile with -fPIC and without -fno-plt, -mcmodel"
	case t == elf.R_X86_64_64, t == elf.R_X86_64_32, t == elf.R_X86_64_32S,
		t == elf.R_X86_64_16, t == elf.R_X86_64_8:
		return "an absolute address; compile with -fPIC and keep pointers out " +
			"of constants"
	}
	return "this type is not a distance inside the sealed section"
}

// checkTail compares the tail with the only form it may have and its
// relocations with the host functions, in order.
func (c *checker) checkTail(kept []elf.Rela64) {
	start := c.slot + sealfile.SlotLen
	data := c.o.data(c.sealed)[start:]
	object := c.ldmap.objectAt(sealSection, start)
	bad := func(symbol, why string) {
		c.reject(symbol, "tail", object, why)
	}
	if len(data) != sealfile.TailLen {
		bad("seal_tail", fmt.Sprintf("it has %d bytes, not %d", len(data),
			sealfile.TailLen))
		return
	}
	for i, name := range tailStubs {
		stub := [sealfile.StubLen]byte{0xe9, 0, 0, 0, 0, 0xcc, 0xcc, 0xcc}
		if i == 0 {
			stub = [sealfile.StubLen]byte{0x48, 0x8d, 0x05, 0, 0, 0, 0, 0xc3}
		}
		if string(data[i*sealfile.StubLen:(i+1)*sealfile.StubLen]) != string(stub[:]) {
			bad("tail_"+name, "its bytes are not the stub's")
		}
	}
	if len(kept) != sealfile.NumStubs {
		bad("seal_tail", fmt.Sprintf("it has %d relocations, not %d", len(kept),
			sealfile.NumStubs))
		return
	}
	used := make(map[int]bool)
	for _, r := range kept {
		if r.Off-start >= sealfile.TailLen {
			bad("seal_tail", "a relocation lies behind it")
			continue
		}
		i := int(r.Off-start) / sealfile.StubLen
		want := start + uint64(i*sealfile.StubLen) + sealfile.StubField
		target := hostPrefix + tailStubs[i]
		if i == 0 {
			want = start + sealfile.Stub0Field
			target = stateSymbol
		}
		if r.Off != want || r.Addend != -sealfile.FieldLen || used[i] ||
			!c.tailTarget(r, i, target) {
			bad("tail_"+tailStubs[i], fmt.Sprintf("its relocation %s to %s "+
				"should be one to %s", relocType(r),
				c.o.symbolName(elf.R_SYM64(r.Info)), target))
		}
		used[i] = true
	}
}

// tailTarget tells whether a relocation of stub i goes to the symbol target.
func (c *checker) tailTarget(r elf.Rela64, i int, target string) bool {
	sym := elf.R_SYM64(r.Info)
	if int(sym) >= len(c.o.symbols) || c.o.symbols[sym].name != target {
		return false
	}
	s, t := c.o.symbols[sym], elf.R_X86_64(elf.R_TYPE64(r.Info))
	if i == 0 {
		return t == elf.R_X86_64_PC32 && s.inSection(c.state)
	}
	return t == elf.R_X86_64_PLT32 && !s.defined()
}

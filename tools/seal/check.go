package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"
)

// rejection is one reason why an object cannot be sealed.
type rejection struct {
	Symbol string // what is referred to or defined, or a section's name
	Type   string // relocation type, or the kind of fault
	Object string // source object
	Why    string
}

func (r rejection) String() string {
	return fmt.Sprintf("%s: %s: %s: %s", r.Object, r.Symbol, r.Type, r.Why)
}

// rejectError holds every rejection of an object.
type rejectError struct{ list []rejection }

func (e rejectError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the object cannot be sealed (%d reasons):", len(e.list))
	for _, r := range e.list {
		b.WriteString("\n  " + r.String())
	}
	return b.String()
}

// checker gathers the rejections of one object.
type checker struct {
	o      *object
	ldmap  *ldMap
	sealed int // index of the sealed section
	state  int // index of the state's section
	slot   uint64
	list   []rejection
	seen   map[rejection]bool
}

func (c *checker) reject(symbol, kind, object, why string) {
	r := rejection{symbol, kind, object, why}
	if !c.seen[r] {
		c.seen[r] = true
		c.list = append(c.list, r)
	}
}

// rejectSection names each object that put bytes into a section.
func (c *checker) rejectSection(name, kind, why string) {
	for _, object := range c.ldmap.contributors(name) {
		c.reject(name, kind, object, why)
	}
}

// checkSections rejects everything that would be loaded beside the sealed
// section and the state, and leftovers of link-time optimisation.
func (c *checker) checkSections() {
	for i, s := range c.o.sections {
		switch {
		case strings.HasPrefix(s.name, ".gnu.lto_"),
			strings.HasPrefix(s.name, ".gnu.debuglto_"),
			strings.HasPrefix(s.name, ".llvm.lto"), s.name == ".llvmbc":
			c.rejectSection(s.name, "LTO section",
				"a later link would rebuild the code; compile with -fno-lto")
		case elf.SectionType(s.Type) == elf.SHT_GROUP:
			c.rejectSection(s.name, "section group",
				"a later link may drop or replace its members")
		case i == c.sealed:
			c.checkSealedFlags(s)
		case i == c.state:
			c.checkState(s)
		case s.has(elf.SHF_ALLOC) && s.Size != 0 && !allowedBeside(s.name):
			c.rejectSection(s.name, "loaded section",
				"a sealed file may add only .text and .rodata")
		}
	}
}

// allowedBeside lists the loaded sections that are no part of the module.
func allowedBeside(name string) bool {
	return name == ".eh_frame" || name == ".note.gnu.property"
}

func (c *checker) checkSealedFlags(s section) {
	const want = uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR)
	if s.Flags == want {
		return
	}
	kind := "section flags"
	if s.has(elf.SHF_MERGE) || s.has(elf.SHF_STRINGS) {
		kind = "mergeable section"
	}
	for _, object := range c.ldmap.contributors(s.name) {
		c.reject(s.name, kind, object, fmt.Sprintf("the sealed section must "+
			"have the flags %v only, not %v", elf.SectionFlag(want),
			elf.SectionFlag(s.Flags)))
	}
}

// checkState accepts the state only as the tail's own object: zero between two
// words.
func (c *checker) checkState(s section) {
	state, ok := c.o.findSymbol(stateSymbol)
	data := c.o.data(c.state)
	ok = ok && state.inSection(c.state) && state.Value == 0 &&
		state.Size == stateLen && len(data) == stateLen &&
		binary.LittleEndian.Uint64(data) == stateMagicBegin &&
		binary.LittleEndian.Uint64(data[stateLen-8:]) == stateMagicEnd &&
		len(bytes.Trim(data[8:stateLen-8], "\x00")) == 0
	if !ok {
		c.rejectSection(s.name, "loaded section",
			"it must hold "+stateSymbol+" only, as the tail defines it")
	}
}

// checkSymbols rejects what the final link could replace or resolve at run
// time. Relocations against such symbols in the range name it once more.
func (c *checker) checkSymbols() {
	for i, s := range c.o.symbols {
		if i == 0 || s.kind() == elf.STT_SECTION || s.kind() == elf.STT_FILE {
			continue
		}
		object := c.definedBy(i)
		kind, why := "", ""
		switch {
		case s.kind() == sttGNUIFunc:
			kind, why = "ifunc", "its value is the resolver's address"
		case s.kind() == elf.STT_TLS:
			kind, why = "thread-local", "only the host object may have TLS"
		case s.bind() == elf.STB_WEAK:
			kind, why = "weak symbol", "another definition could replace it"
		case s.bind() == elf.STB_LOOS:
			kind, why = "unique symbol", "it is merged at run time"
		case elf.SectionIndex(s.Shndx) == elf.SHN_COMMON:
			kind, why = "common symbol", "it is writable data"
		case !s.defined() && !isHost(s.name):
			kind, why = "undefined symbol",
				"the module may call only "+hostPrefix+"* and only in the tail"
		}
		if kind != "" {
			c.reject(s.name, kind, object, why)
		}
	}
}

func isHost(name string) bool {
	return strings.HasPrefix(name, hostPrefix)
}

// definedBy names the object that defines symbol i or, for an undefined one,
// the first that refers to it.
func (c *checker) definedBy(i int) string {
	s := c.o.symbols[i]
	if s.defined() && int(s.Shndx) < len(c.o.sections) {
		return c.ldmap.objectAt(c.o.sections[s.Shndx].name, s.Value)
	}
	for j, sec := range c.o.sections {
		if elf.SectionType(sec.Type) != elf.SHT_RELA ||
			int(sec.Info) >= len(c.o.sections) {
			continue
		}
		for _, r := range c.o.relocations(j) {
			if int(elf.R_SYM64(r.Info)) == i {
				return c.ldmap.objectAt(c.o.sections[sec.Info].name, r.Off)
			}
		}
	}
	return "unknown object"
}

// checkProperty rejects an object that would switch off CET in every program:
// one input without the marker is enough.
func (c *checker) checkProperty() {
	const typ, ibtAndShstk = 0xc0000002, 3
	if i := c.o.find(".note.gnu.property"); i >= 0 {
		d := c.o.data(i)
		for at := 16; at+12 <= len(d); {
			size := int(le32(d[at+4:]))
			if le32(d[at:]) == typ && le32(d[at+8:])&ibtAndShstk == ibtAndShstk {
				return
			}
			if size < 0 || size > len(d) {
				break
			}
			at += 8 + (size+7)&^7
		}
	}
	c.reject(".note.gnu.property", "missing CET marker", "one of the inputs",
		"compile with -fcf-protection=full and include <cet.h> in every .S file")
}

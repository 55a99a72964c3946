package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"

	"cordon.example/tools/seal/sealfile"
)

// object is a relocatable x86-64 ELF file that is edited in place.
type object struct {
	raw      []byte
	shoff    uint64
	sections []section
	symbols  []symbol
	symtab   int // index of the symbol table's section
}

type section struct {
	elf.Section64
	name string
}

type symbol struct {
	elf.Sym64
	name string
}

func (s symbol) bind() elf.SymBind           { return elf.ST_BIND(s.Info) }
func (s symbol) kind() elf.SymType           { return elf.ST_TYPE(s.Info) }
func (s symbol) vis() elf.SymVis             { return elf.ST_VISIBILITY(s.Other) }
func (s symbol) defined() bool               { return s.Shndx != 0 }
func (s symbol) inSection(i int) bool        { return int(s.Shndx) == i }
func (s section) has(f elf.SectionFlag) bool { return s.Flags&uint64(f) != 0 }

const (
	symSize  = 24
	relaSize = 24
)

func cString(table []byte, at uint32) string {
	if uint64(at) >= uint64(len(table)) {
		return ""
	}
	if i := bytes.IndexByte(table[at:], 0); i >= 0 {
		return string(table[at : int(at)+i])
	}
	return ""
}

// parseObject decodes the sections and symbols of a relocatable file. The
// object keeps and edits raw itself.
func parseObject(raw []byte) (*object, error) {
	eh, table, err := sealfile.Sections(raw)
	if err != nil {
		return nil, err
	}
	if elf.Type(eh.Type) != elf.ET_REL {
		return nil, fmt.Errorf("%v, not a relocatable object",
			elf.Type(eh.Type))
	}
	o := &object{raw: raw, shoff: eh.Shoff, symtab: -1}
	for _, s := range table {
		o.sections = append(o.sections, section{Section64: s})
	}
	if int(eh.Shstrndx) >= len(o.sections) {
		return nil, errors.New("no section names")
	}
	names := o.data(int(eh.Shstrndx))
	for i := range o.sections {
		o.sections[i].name = cString(names, o.sections[i].Name)
	}
	return o, o.parseSymbols()
}

func (o *object) parseSymbols() error {
	for i, s := range o.sections {
		switch elf.SectionType(s.Type) {
		case elf.SHT_SYMTAB_SHNDX:
			return errors.New("more than 65,000 sections are not supported")
		case elf.SHT_SYMTAB:
			o.symtab = i
		}
	}
	if o.symtab < 0 {
		return errors.New("no symbol table")
	}
	link := int(o.sections[o.symtab].Link)
	if link >= len(o.sections) {
		return errors.New("no symbol names")
	}
	names, table := o.data(link), o.data(o.symtab)
	o.symbols = make([]symbol, len(table)/symSize)
	for i := range o.symbols {
		sealfile.Decode(table[i*symSize:], &o.symbols[i].Sym64)
		o.symbols[i].name = cString(names, o.symbols[i].Name)
		s := o.symbols[i]
		if s.Shndx < uint16(elf.SHN_LORESERVE) &&
			int(s.Shndx) >= len(o.sections) {
			return fmt.Errorf("symbol %q names no section", s.name)
		}
	}
	return nil
}

// data gives the bytes of a section; parseObject checked the bounds.
func (o *object) data(i int) []byte {
	s := o.sections[i]
	if elf.SectionType(s.Type) == elf.SHT_NOBITS {
		return nil
	}
	return o.raw[s.Off : s.Off+s.Size]
}

func (o *object) find(name string) int {
	for i, s := range o.sections {
		if s.name == name {
			return i
		}
	}
	return -1
}

func (o *object) findSymbol(name string) (symbol, bool) {
	for _, s := range o.symbols {
		if s.name == name && s.defined() {
			return s, true
		}
	}
	return symbol{}, false
}

// symbolName names a symbol for a message; a section symbol has its section's
// name.
func (o *object) symbolName(i uint32) string {
	if int(i) >= len(o.symbols) {
		return fmt.Sprintf("symbol %d", i)
	}
	s := o.symbols[i]
	if s.name == "" && s.kind() == elf.STT_SECTION &&
		int(s.Shndx) < len(o.sections) {
		return o.sections[s.Shndx].name
	}
	return s.name
}

// relocations gives the decoded entries of a RELA section.
func (o *object) relocations(rela int) []elf.Rela64 {
	data := o.data(rela)
	list := make([]elf.Rela64, len(data)/relaSize)
	for i := range list {
		sealfile.Decode(data[i*relaSize:], &list[i])
	}
	return list
}

// putRelocations replaces the entries of a RELA section by fewer ones; the
// bytes that become free are zero.
func (o *object) putRelocations(rela int, list []elf.Rela64) {
	data := o.data(rela)
	for i := range data {
		data[i] = 0
	}
	for i, r := range list {
		encode(data[i*relaSize:], r)
	}
	o.sections[rela].Size = uint64(len(list) * relaSize)
	o.putSection(rela)
}

func (o *object) putSection(i int) {
	encode(o.raw[o.shoff+uint64(i)*sealfile.ShdrSize:], o.sections[i].Section64)
}

// encode writes a fixed-size structure to the start of b.
func encode(b []byte, v interface{}) {
	var buf bytes.Buffer
	if err := binary.Write(&buf, binary.LittleEndian, v); err != nil {
		panic(err)
	}
	copy(b, buf.Bytes())
}

package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
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
	ehdrSize = 64
	shdrSize = 64
	symSize  = 24
	relaSize = 24
)

var errNotELF = errors.New("not an ELF file")

// checkELF tells whether raw is a 64-bit little-endian x86-64 ELF file and
// says what else it is.
func checkELF(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("!<arch>\n")) {
		return fmt.Errorf("%w but an archive; extract the object with `ar x`",
			errNotELF)
	}
	if len(raw) < 4 || string(raw[:4]) != elf.ELFMAG {
		return errNotELF
	}
	if len(raw) < ehdrSize {
		return errors.New("truncated ELF file: the header is cut off")
	}
	if elf.Class(raw[elf.EI_CLASS]) != elf.ELFCLASS64 ||
		elf.Data(raw[elf.EI_DATA]) != elf.ELFDATA2LSB {
		return errors.New("not a 64-bit little-endian ELF file")
	}
	m := elf.Machine(binary.LittleEndian.Uint16(raw[18:]))
	if m != elf.EM_X86_64 {
		return fmt.Errorf("an ELF file for %v; only x86-64 is supported", m)
	}
	return nil
}

// span gives raw[off:off+n], or nothing where that is outside the file.
func span(raw []byte, off, n uint64) ([]byte, bool) {
	if off > uint64(len(raw)) || n > uint64(len(raw))-off {
		return nil, false
	}
	return raw[off : off+n], true
}

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
	if err := checkELF(raw); err != nil {
		return nil, err
	}
	var eh elf.Header64
	decode(raw, &eh)
	if elf.Type(eh.Type) != elf.ET_REL {
		return nil, fmt.Errorf("%v, not a relocatable object",
			elf.Type(eh.Type))
	}
	if eh.Shnum == 0 || eh.Shentsize != shdrSize {
		return nil, errors.New("no usable section table")
	}
	table, ok := span(raw, eh.Shoff, uint64(eh.Shnum)*shdrSize)
	if !ok {
		return nil, errors.New("truncated ELF file: the section table is cut off")
	}
	o := &object{raw: raw, shoff: eh.Shoff, symtab: -1}
	o.sections = make([]section, eh.Shnum)
	for i := range o.sections {
		s := &o.sections[i]
		decode(table[i*shdrSize:], &s.Section64)
		if elf.SectionType(s.Type) == elf.SHT_NOBITS || i == 0 {
			continue
		}
		if _, ok := span(raw, s.Off, s.Size); !ok {
			return nil, fmt.Errorf("truncated ELF file: section %d is cut off", i)
		}
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
		decode(table[i*symSize:], &o.symbols[i].Sym64)
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
		decode(data[i*relaSize:], &list[i])
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
	encode(o.raw[o.shoff+uint64(i)*shdrSize:], o.sections[i].Section64)
}

// decode reads a fixed-size structure from b, which is long enough.
func decode(b []byte, v interface{}) {
	if err := binary.Read(bytes.NewReader(b), binary.LittleEndian,
		v); err != nil {
		panic(err)
	}
}

func encode(b []byte, v interface{}) {
	var buf bytes.Buffer
	if err := binary.Write(&buf, binary.LittleEndian, v); err != nil {
		panic(err)
	}
	copy(b, buf.Bytes())
}

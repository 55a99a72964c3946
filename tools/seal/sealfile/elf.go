package sealfile

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	headerSize = 64
	// ShdrSize is the size of an entry of the section table.
	ShdrSize = 64
	// phdrSize is the size of an entry of the program headers.
	phdrSize = 56
)

// ErrNotELF: the file is of another kind.
var ErrNotELF = errors.New("not an ELF file")

// CheckELF tells whether raw is a 64-bit little-endian x86-64 ELF file and
// says what else it is.
func CheckELF(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("!<arch>\n")) {
		return fmt.Errorf("%w but an archive; extract the object with `ar x`",
			ErrNotELF)
	}
	if len(raw) < 4 || string(raw[:4]) != elf.ELFMAG {
		return ErrNotELF
	}
	if len(raw) < headerSize {
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

// Span gives raw[off:off+n], or nothing where that is outside the file.
func Span(raw []byte, off, n uint64) ([]byte, bool) {
	if off > uint64(len(raw)) || n > uint64(len(raw))-off {
		return nil, false
	}
	return raw[off : off+n], true
}

// Decode reads a fixed-size structure from b, which is long enough.
func Decode(b []byte, v interface{}) {
	if err := binary.Read(bytes.NewReader(b), binary.LittleEndian,
		v); err != nil {
		panic(err)
	}
}

// Sections decodes the ELF header and the section table, and checks that the
// file holds all sections.
func Sections(raw []byte) (elf.Header64, []elf.Section64, error) {
	var eh elf.Header64
	if err := CheckELF(raw); err != nil {
		return eh, nil, err
	}
	Decode(raw, &eh)
	if eh.Shnum == 0 || eh.Shentsize != ShdrSize {
		return eh, nil, errors.New("no usable section table")
	}
	table, ok := Span(raw, eh.Shoff, uint64(eh.Shnum)*ShdrSize)
	if !ok {
		return eh, nil, errors.New(
			"truncated ELF file: the section table is cut off")
	}
	list := make([]elf.Section64, eh.Shnum)
	for i := range list {
		Decode(table[i*ShdrSize:], &list[i])
		if elf.SectionType(list[i].Type) == elf.SHT_NOBITS || i == 0 {
			continue
		}
		if _, ok := Span(raw, list[i].Off, list[i].Size); !ok {
			return eh, nil, fmt.Errorf(
				"truncated ELF file: section %d is cut off", i)
		}
	}
	return eh, list, nil
}

// Package sealfile finds the sealed module in objects and programs, checks its
// digest, and makes copies in which a self-test fails. It never executes what it
// reads. Commands seal and cordon share it.
package sealfile

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"strings"
)

// region is a part of a file that can hold executable bytes.
type region struct {
	off, size uint64
	addr      uint64 // address of its first byte; its remainder by 64 counts
}

// Module is a sealed range found in a file.
type Module struct {
	Offset int    // of the header in the file
	Bytes  []byte // from the header to the end of the region
	Header Header
	Fault  error // the header is damaged
}

// ErrNoModule: nothing in the executable parts of the file looks like one.
var ErrNoModule = errors.New("no sealed module in this file")

// executableRegions gives the executable sections of a relocatable object, or
// the executable segments of a program: those survive every kind of strip.
func executableRegions(raw []byte) ([]region, error) {
	if err := CheckELF(raw); err != nil {
		return nil, err
	}
	var eh elf.Header64
	Decode(raw, &eh)
	switch elf.Type(eh.Type) {
	case elf.ET_REL:
		_, sections, err := Sections(raw)
		if err != nil {
			return nil, err
		}
		var list []region
		for _, s := range sections {
			if elf.SectionFlag(s.Flags)&elf.SHF_EXECINSTR != 0 &&
				elf.SectionType(s.Type) == elf.SHT_PROGBITS {
				list = append(list, region{s.Off, s.Size, 0})
			}
		}
		return list, nil
	case elf.ET_EXEC, elf.ET_DYN:
		return executableSegments(raw, eh)
	}
	return nil, fmt.Errorf("%v: neither an object nor a program",
		elf.Type(eh.Type))
}

func executableSegments(raw []byte, eh elf.Header64) ([]region, error) {
	if eh.Phentsize != phdrSize || eh.Phnum == 0 {
		return nil, errors.New("no usable program headers")
	}
	table, ok := Span(raw, eh.Phoff, uint64(eh.Phnum)*phdrSize)
	if !ok {
		return nil, errors.New(
			"truncated ELF file: the program headers are cut off")
	}
	if _, ok := Span(raw, eh.Shoff, uint64(eh.Shnum)*ShdrSize); !ok {
		return nil, errors.New(
			"truncated ELF file: the section table is cut off")
	}
	var list []region
	for i := 0; i < int(eh.Phnum); i++ {
		var ph elf.Prog64
		Decode(table[i*phdrSize:], &ph)
		if elf.ProgType(ph.Type) != elf.PT_LOAD {
			continue
		}
		if _, ok := Span(raw, ph.Off, ph.Filesz); !ok {
			return nil, fmt.Errorf("truncated ELF file: segment %d is cut off", i)
		}
		if elf.ProgFlag(ph.Flags)&elf.PF_X != 0 {
			list = append(list, region{ph.Off, ph.Filesz, ph.Vaddr})
		}
	}
	return list, nil
}

// FindModules finds each header magic at a 64-byte aligned address.
func FindModules(raw []byte) ([]Module, error) {
	regions, err := executableRegions(raw)
	if err != nil {
		return nil, err
	}
	var found []Module
	seen := make(map[int]bool)
	for _, r := range regions {
		data := raw[r.off : r.off+r.size]
		for at := 0; ; at++ {
			i := bytes.Index(data[at:], HeaderMagic)
			if i < 0 {
				break
			}
			at += i
			offset := int(r.off) + at
			if (r.addr+uint64(at))%64 != 0 || seen[offset] {
				continue
			}
			seen[offset] = true
			m := Module{Offset: offset, Bytes: data[at:]}
			m.Header, m.Fault = ParseHeader(m.Bytes)
			found = append(found, m)
		}
	}
	return found, nil
}

// FindModule finds the only module of a file.
func FindModule(raw []byte) (Module, error) {
	found, err := FindModules(raw)
	if err != nil {
		return Module{}, err
	}
	switch len(found) {
	case 0:
		return Module{}, ErrNoModule
	case 1:
		return found[0], nil
	}
	var at []string
	for _, m := range found {
		at = append(at, fmt.Sprintf("%#x", m.Offset))
	}
	return Module{}, fmt.Errorf("%d copies of the module, at file offsets %s",
		len(found), strings.Join(at, ", "))
}

// ReadModule finds the module of a file; a damaged header is an error too.
func ReadModule(name string) ([]byte, Module, error) {
	raw, err := ReadInput(name)
	if err != nil {
		return nil, Module{}, err
	}
	m, err := FindModule(raw)
	if err == nil && m.Fault != nil {
		err = m.Fault
	}
	if err != nil {
		return nil, Module{}, fmt.Errorf("%s: %w", name, err)
	}
	return raw, m, nil
}

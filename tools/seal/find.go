package main

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

// module is a sealed range found in a file.
type module struct {
	offset int    // of the header in the file
	bytes  []byte // from the header to the end of the region
	header header
	fault  error // the header is damaged
}

var errNoModule = errors.New("no sealed module in this file")

// executableRegions gives the executable sections of a relocatable object, or
// the executable segments of a program: those survive every kind of strip.
func executableRegions(raw []byte) ([]region, error) {
	if err := checkELF(raw); err != nil {
		return nil, err
	}
	var eh elf.Header64
	decode(raw, &eh)
	switch elf.Type(eh.Type) {
	case elf.ET_REL:
		o, err := parseObject(raw)
		if err != nil {
			return nil, err
		}
		var list []region
		for _, s := range o.sections {
			if s.has(elf.SHF_EXECINSTR) &&
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
	const size = 56
	if eh.Phentsize != size || eh.Phnum == 0 {
		return nil, errors.New("no usable program headers")
	}
	table, ok := span(raw, eh.Phoff, uint64(eh.Phnum)*size)
	if !ok {
		return nil, errors.New(
			"truncated ELF file: the program headers are cut off")
	}
	if _, ok := span(raw, eh.Shoff, uint64(eh.Shnum)*shdrSize); !ok {
		return nil, errors.New(
			"truncated ELF file: the section table is cut off")
	}
	var list []region
	for i := 0; i < int(eh.Phnum); i++ {
		var ph elf.Prog64
		decode(table[i*size:], &ph)
		if elf.ProgType(ph.Type) != elf.PT_LOAD {
			continue
		}
		if _, ok := span(raw, ph.Off, ph.Filesz); !ok {
			return nil, fmt.Errorf("truncated ELF file: segment %d is cut off", i)
		}
		if elf.ProgFlag(ph.Flags)&elf.PF_X != 0 {
			list = append(list, region{ph.Off, ph.Filesz, ph.Vaddr})
		}
	}
	return list, nil
}

// findModules finds each header magic at a 64-byte aligned address.
func findModules(raw []byte) ([]module, error) {
	regions, err := executableRegions(raw)
	if err != nil {
		return nil, err
	}
	var found []module
	seen := make(map[int]bool)
	for _, r := range regions {
		data := raw[r.off : r.off+r.size]
		for at := 0; ; at++ {
			i := bytes.Index(data[at:], headerMagic)
			if i < 0 {
				break
			}
			at += i
			offset := int(r.off) + at
			if (r.addr+uint64(at))%64 != 0 || seen[offset] {
				continue
			}
			seen[offset] = true
			m := module{offset: offset, bytes: data[at:]}
			m.header, m.fault = parseHeader(m.bytes)
			found = append(found, m)
		}
	}
	return found, nil
}

// findModule finds the only module of a file.
func findModule(raw []byte) (module, error) {
	found, err := findModules(raw)
	if err != nil {
		return module{}, err
	}
	switch len(found) {
	case 0:
		return module{}, errNoModule
	case 1:
		return found[0], nil
	}
	var at []string
	for _, m := range found {
		at = append(at, fmt.Sprintf("%#x", m.offset))
	}
	return module{}, fmt.Errorf("%d copies of the module, at file offsets %s",
		len(found), strings.Join(at, ", "))
}

// readModule finds the module of a file; a damaged header is an error too.
func readModule(name string) ([]byte, module, error) {
	raw, err := readInput(name)
	if err != nil {
		return nil, module{}, err
	}
	m, err := findModule(raw)
	if err == nil && m.fault != nil {
		err = m.fault
	}
	if err != nil {
		return nil, module{}, fmt.Errorf("%s: %w", name, err)
	}
	return raw, m, nil
}

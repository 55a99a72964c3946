// Package sealfile finds the sealed module in objects and programs, checks its
// digest, and makes copies in which a self-test fails. It never executes what it
// reads. Commands seal and cordon share it.
package sealfile

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"sort"
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
	mapped := uint64(0) // the end of the segments so far, in memory
	for i := 0; i < int(eh.Phnum); i++ {
		var ph elf.Prog64
		Decode(table[i*phdrSize:], &ph)
		if elf.ProgType(ph.Type) != elf.PT_LOAD {
			continue
		}
		if _, ok := Span(raw, ph.Off, ph.Filesz); !ok {
			return nil, fmt.Errorf("truncated ELF file: segment %d is cut off", i)
		}
		if mapped, ok = mapSegment(ph, mapped); !ok {
			return nil, fmt.Errorf("segment %d overlaps another in memory, is out "+
				"of order, or cannot be loaded", i)
		}
		if elf.ProgFlag(ph.Flags)&elf.PF_X != 0 {
			list = append(list, region{ph.Off, ph.Filesz, ph.Vaddr})
		}
	}
	return list, nil
}

// pageSize is the unit in which x86-64 loads.
const pageSize = 1 << 12

// mapSegment gives the end of the pages of a segment, which must not begin
// before the end of the one before: a loader would put the later one over the
// earlier, whose bytes this tool has judged.
func mapSegment(ph elf.Prog64, mapped uint64) (uint64, bool) {
	if ph.Memsz == 0 && ph.Filesz == 0 {
		return mapped, true
	}
	if ph.Filesz > ph.Memsz || ph.Vaddr > 1<<63 || ph.Memsz > 1<<62 ||
		ph.Filesz != 0 && (ph.Vaddr-ph.Off)%pageSize != 0 {
		return 0, false
	}
	start := ph.Vaddr &^ (pageSize - 1)
	end := (ph.Vaddr + ph.Memsz + pageSize - 1) &^ (pageSize - 1)
	return end, start >= mapped
}

// apart refuses regions that have bytes of the file in common: none is loaded
// twice, and together they are no longer than the file.
func apart(list []region) error {
	sort.Slice(list, func(i, j int) bool { return list[i].off < list[j].off })
	end := uint64(0)
	for _, r := range list {
		if r.size == 0 {
			continue
		}
		if r.off < end {
			return fmt.Errorf("two executable parts of the file overlap at "+
				"offset %#x", r.off)
		}
		end = r.off + r.size
	}
	return nil
}

// FindModules finds each header magic at a 64-byte aligned address.
func FindModules(raw []byte) ([]Module, error) {
	regions, err := executableRegions(raw)
	if err == nil {
		err = apart(regions)
	}
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

// maxListed bounds how many places a message lists.
const maxListed = 8

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
		if len(at) == maxListed {
			at = append(at, "...")
			break
		}
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

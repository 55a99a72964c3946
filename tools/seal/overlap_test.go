package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cordon.example/tools/seal/sealfile"
)

const phdrLen = 56

// segments gives the program headers of a program, and where they are.
func segments(raw []byte) (list []elf.Prog64, at int) {
	var eh elf.Header64
	sealfile.Decode(raw, &eh)
	for i := 0; i < int(eh.Phnum); i++ {
		var ph elf.Prog64
		sealfile.Decode(raw[int(eh.Phoff)+i*phdrLen:], &ph)
		list = append(list, ph)
	}
	return list, int(eh.Phoff)
}

func pack(t *testing.T, v interface{}) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestVerifyRefusesOverlaidSegments: what a loader would put over the module
// that this tool judges, or load out of order.
func TestVerifyRefusesOverlaidSegments(t *testing.T) {
	dir := t.TempDir()
	good := read(t, goodProgram(t, dir, sealGood(t, dir, "gcc")))
	list, at := segments(good)
	code, stack := -1, -1
	for i, ph := range list {
		switch {
		case ph.Type == uint32(elf.PT_LOAD) && ph.Flags&uint32(elf.PF_X) != 0:
			code = i
		case ph.Type == uint32(elf.PT_GNU_STACK):
			stack = i
		}
	}
	if code < 0 || stack < 0 {
		t.Fatal("the program has not the usual segments")
	}
	for name, change := range map[string]func(ph *elf.Prog64){
		"SameAddress": func(ph *elf.Prog64) {
			*ph = list[code]
			ph.Off = 0
			ph.Filesz, ph.Memsz = 0x1000, 0x1000
		},
		"NotExecutable": func(ph *elf.Prog64) {
			*ph = list[code]
			ph.Flags = uint32(elf.PF_R)
		},
		"SamePage": func(ph *elf.Prog64) {
			*ph = list[code]
			ph.Vaddr += ph.Memsz - 1
			ph.Off += ph.Memsz - 1
			ph.Filesz, ph.Memsz = 1, 1
		},
		"SameBytesElsewhere": func(ph *elf.Prog64) {
			*ph = list[code]
			ph.Vaddr += 1 << 24
		},
		"WrapsAround": func(ph *elf.Prog64) {
			*ph = list[code]
			ph.Vaddr, ph.Memsz = ^uint64(0xfff), 1<<62
		},
		"FileLongerThanMemory": func(ph *elf.Prog64) {
			*ph = list[code]
			ph.Vaddr += 1 << 24
			ph.Flags, ph.Memsz = uint32(elf.PF_R), 1
		},
	} {
		ph := list[stack]
		change(&ph)
		bad := append([]byte(nil), good...)
		copy(bad[at+stack*phdrLen:], pack(t, ph))
		status, out, errs := call("verify", write(t, dir, name, bad))
		if status != exitUsage || !strings.Contains(errs, "overlap") {
			t.Errorf("%s: exit %d\n%s%s", name, status, out, errs)
		}
	}
}

// manyEntries makes an ELF file of the given type with entries that all speak of
// the whole of its data.
func manyEntries(t *testing.T, typ elf.Type, num int, data []byte) []byte {
	t.Helper()
	eh := elf.Header64{Type: uint16(typ), Machine: uint16(elf.EM_X86_64),
		Ehsize: 64, Phentsize: phdrLen, Shentsize: sealfile.ShdrSize}
	copy(eh.Ident[:], elf.ELFMAG)
	eh.Ident[elf.EI_CLASS] = byte(elf.ELFCLASS64)
	eh.Ident[elf.EI_DATA] = byte(elf.ELFDATA2LSB)
	at := uint64(1 << 12)
	var entry []byte
	if typ == elf.ET_REL {
		eh.Shnum, eh.Shoff = uint16(num), at+uint64(len(data))
		entry = pack(t, elf.Section64{Type: uint32(elf.SHT_PROGBITS),
			Flags: uint64(elf.SHF_EXECINSTR), Off: at, Size: uint64(len(data))})
	} else {
		eh.Phnum, eh.Phoff = uint16(num), at+uint64(len(data))
		entry = pack(t, elf.Prog64{Type: uint32(elf.PT_LOAD),
			Flags: uint32(elf.PF_X), Off: at, Vaddr: at,
			Filesz: uint64(len(data)), Memsz: uint64(len(data))})
	}
	raw := append(pack(t, eh), make([]byte, int(at)-64)...)
	return append(append(raw, data...), bytes.Repeat(entry, num)...)
}

// TestVerifyIsNotSlow: the work is bounded by the size of the file, not by
// that times the number of its segments or sections.
func TestVerifyIsNotSlow(t *testing.T) {
	for _, typ := range []elf.Type{elf.ET_DYN, elf.ET_REL} {
		raw := manyEntries(t, typ, 65535, make([]byte, 16<<20))
		start := time.Now()
		_, err := sealfile.FindModule(raw)
		if err == nil || !strings.Contains(err.Error(), "overlap") {
			t.Errorf("%v: %v", typ, err)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%v: %v", typ, took)
		}
	}
}

// TestVerifyListsFewOfManyCopies: the message stays short.
func TestVerifyListsFewOfManyCopies(t *testing.T) {
	const copies = 20000
	data := make([]byte, 64*copies)
	for i := 0; i < copies; i++ {
		copy(data[64*i:], sealfile.HeaderMagic)
	}
	_, err := sealfile.FindModule(manyEntries(t, elf.ET_DYN, 1, data))
	if err == nil || len(err.Error()) > 300 ||
		!strings.Contains(err.Error(), "20000 copies") ||
		!strings.Contains(err.Error(), "0x1000, 0x1040, ") {
		t.Errorf("%.1000v", err)
	}
}

// TestWriteOutputKeepsLinksAndDevices: only files are replaced.
func TestWriteOutputKeepsLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	link := func(to, name string) string {
		name = filepath.Join(dir, name)
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	put := func(name string) error {
		return sealfile.WriteOutput(name, []byte("new"), 0o644)
	}
	isLink := func(name string) bool {
		info, err := os.Lstat(name)
		return err == nil && info.Mode()&os.ModeSymlink != 0
	}
	old := write(t, dir, "old", []byte("old"))
	for _, name := range []string{link("old", "direct"), link("direct", "twice"),
		link("fresh", "dangling")} {
		if err := put(name); err != nil || !isLink(name) ||
			string(read(t, name)) != "new" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if string(read(t, old)) != "new" {
		t.Error("the file behind the link was not replaced")
	}
	full := link("/dev/full", "full")
	if err := put(full); err == nil || !isLink(full) {
		t.Errorf("a full device: %v", err)
	}
	if err := put(link("/dev/null", "null")); err != nil {
		t.Error(err)
	}
	if err := put(link("loop", "loop")); err == nil {
		t.Error("a loop of links was written to")
	}
	info, err := os.Stat("/dev/full")
	if err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatal("/dev/full is no device any more")
	}
}

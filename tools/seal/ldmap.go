package main

import (
	"bufio"
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// piece is one input section in the linker's map: where it went and which
// object it came from.
type piece struct {
	Section string // output section
	Input   string // input section
	Object  string
	Offset  uint64
	Size    uint64
}

// ldMap is what GNU ld's -Map says about the output of `ld -r`. After that
// link no symbol and no relocation tells the source object any more.
type ldMap struct{ pieces []piece }

// parseLdMap reads the "Linker script and memory map" part. A line with a long
// section name is broken before the address.
func parseLdMap(text []byte) (*ldMap, error) {
	m := &ldMap{}
	started := false
	output, pending := "", ""
	scanner := bufio.NewScanner(bytes.NewReader(text))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		line := scanner.Text()
		if !started {
			started = line == "Linker script and memory map"
			continue
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			pending = ""
			continue
		}
		if len(fields) == 1 && !strings.HasPrefix(fields[0], "0x") {
			pending = strings.TrimRight(line, " ")
			continue
		}
		if line[0] == ' ' && pending != "" && strings.HasPrefix(fields[0], "0x") {
			line = pending + " " + line
			fields = strings.Fields(line)
		}
		pending = ""
		if line[0] != ' ' {
			output = fields[0]
			continue
		}
		if p, ok := parsePiece(output, line, fields); ok {
			m.pieces = append(m.pieces, p)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if !started {
		return nil, fmt.Errorf("not a map of GNU ld")
	}
	sort.SliceStable(m.pieces, func(i, j int) bool {
		return m.pieces[i].Offset < m.pieces[j].Offset
	})
	return m, nil
}

// parsePiece reads ` .text  0x0  0x1a3 file.o`; names may hold spaces only in
// the file.
func parsePiece(output, line string, f []string) (piece, bool) {
	if len(f) < 4 || f[0] == "*fill*" || !strings.HasPrefix(f[1], "0x") ||
		!strings.HasPrefix(f[2], "0x") {
		return piece{}, false
	}
	offset, err1 := strconv.ParseUint(f[1], 0, 64)
	size, err2 := strconv.ParseUint(f[2], 0, 64)
	if err1 != nil || err2 != nil || strings.HasPrefix(f[3], "(") {
		return piece{}, false
	}
	object := strings.Join(f[3:], " ")
	return piece{output, f[0], object, offset, size}, true
}

// objectAt names the object whose input section covers an offset of an output
// section.
func (m *ldMap) objectAt(section string, offset uint64) string {
	if m == nil {
		return "unknown object (no linker map given)"
	}
	for _, p := range m.pieces {
		if p.Section == section && offset >= p.Offset && offset < p.Offset+p.Size {
			return p.Object
		}
	}
	return "unknown object"
}

// contributors names the objects that put bytes into an output section.
func (m *ldMap) contributors(section string) []string {
	if m == nil {
		return []string{"unknown object (no linker map given)"}
	}
	var objects []string
	seen := make(map[string]bool)
	for _, p := range m.pieces {
		if p.Section == section && p.Size != 0 && !seen[p.Object] {
			seen[p.Object] = true
			objects = append(objects, p.Object)
		}
	}
	if objects == nil {
		objects = []string{"unknown object"}
	}
	return objects
}

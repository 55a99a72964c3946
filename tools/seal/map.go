package main

import (
	"debug/elf"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"sort"
	"strings"

	"cordon.example/tools/seal/sealfile"
)

// entry is a named part of the module; offsets count from the header.
type entry struct {
	Name   string `json:"name"`
	Offset uint64 `json:"offset"`
	Size   uint64 `json:"size"`
	Object string `json:"object,omitempty"`
}

// moduleMap is the output of `map`.
type moduleMap struct {
	Digest      string   `json:"digest"`
	Identity    string   `json:"build_identity"`
	TestObject  bool     `json:"test_object"`
	RangeOffset int      `json:"range_offset"` // in the file
	RangeLen    uint32   `json:"range_length"`
	Slot        uint32   `json:"slot_offset"`
	Tail        uint32   `json:"tail_offset"`
	TailLen     uint32   `json:"tail_length"`
	Functions   []entry  `json:"functions"`
	Stubs       []entry  `json:"tail_stubs"`
	Expected    []entry  `json:"expected"`
	Pieces      []entry  `json:"input_sections,omitempty"`
	Public      []string `json:"public"`
	Undefined   []string `json:"undefined"`
}

// makeMap lists what a sealed object holds.
func makeMap(raw []byte, m sealfile.Module, lm *ldMap) (*moduleMap, error) {
	o, err := parseObject(raw)
	if err != nil {
		return nil, err
	}
	sealed := o.find(sealSection)
	if sealed < 0 || int(o.sections[sealed].Off) != m.Offset {
		return nil, fmt.Errorf("no section %s", sealSection)
	}
	r := sealfile.MakeReport("", m)
	out := &moduleMap{Digest: r.Digest, Identity: r.Identity,
		TestObject: m.Header.IsTest(), RangeOffset: m.Offset,
		RangeLen: m.Header.RangeLen, Slot: m.Header.Slot, Tail: m.Header.Tail,
		TailLen: m.Header.TailLen, Functions: []entry{}, Stubs: []entry{},
		Expected: []entry{}}
	for _, s := range o.symbols {
		if !s.inSection(sealed) {
			continue
		}
		e := entry{Name: s.name, Offset: s.Value, Size: s.Size}
		if lm != nil {
			e.Object = lm.objectAt(sealSection, s.Value)
		}
		switch {
		case s.kind() == elf.STT_FUNC && s.Value >= uint64(m.Header.Tail):
			out.Stubs = append(out.Stubs, e)
		case s.kind() == elf.STT_FUNC:
			out.Functions = append(out.Functions, e)
		case strings.HasPrefix(s.name, sealfile.ExpectedPrefix):
			e.Name = strings.TrimPrefix(s.name, sealfile.ExpectedPrefix)
			out.Expected = append(out.Expected, e)
		}
	}
	if lm != nil {
		for _, p := range lm.pieces {
			if p.Section == sealSection && p.Size != 0 {
				out.Pieces = append(out.Pieces,
					entry{p.Input, p.Offset, p.Size, p.Object})
			}
		}
	}
	for _, list := range [][]entry{out.Functions, out.Stubs, out.Expected} {
		sortEntries(list)
	}
	out.Public, out.Undefined = o.globals()
	sort.Strings(out.Public)
	sort.Strings(out.Undefined)
	return out, nil
}

func sortEntries(list []entry) {
	sort.Slice(list, func(i, j int) bool {
		if list[i].Offset != list[j].Offset {
			return list[i].Offset < list[j].Offset
		}
		return list[i].Name < list[j].Name
	})
}

func mapCommand(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("map", flag.ContinueOnError)
	mapFile := fs.String("map", "", "map file of the linker")
	names, err := parseFlags(fs, args, 1, 1)
	if err != nil {
		return err
	}
	lm, err := readLdMap(*mapFile)
	if err != nil {
		return err
	}
	raw, m, err := sealfile.ReadModule(names[0])
	if err != nil {
		return err
	}
	out, err := makeMap(raw, m, lm)
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	e := json.NewEncoder(stdout)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

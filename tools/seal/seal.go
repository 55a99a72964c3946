package main

import (
	"debug/elf"
	"flag"
	"fmt"
	"io"

	"cordon.example/tools/seal/sealfile"
)

// sealOptions are the inputs of a seal beside the object itself.
type sealOptions struct {
	ldmap    *ldMap
	identity [sealfile.IdentityLen]byte
	flags    uint32
}

// sealObject seals raw, the output of `ld -r`, in place and returns its header
// and digest.
func sealObject(raw []byte, opt sealOptions) (sealfile.Header, []byte, error) {
	o, err := parseObject(raw)
	if err != nil {
		return sealfile.Header{}, nil, err
	}
	c := &checker{o: o, ldmap: opt.ldmap, sealed: o.find(sealSection),
		state: o.find(dataSection), seen: make(map[rejection]bool)}
	if err := c.locate(); err != nil {
		return sealfile.Header{}, nil, err
	}
	rela, err := c.relaOfSealed()
	if err != nil {
		return sealfile.Header{}, nil, err
	}
	c.checkSections()
	c.checkSymbols()
	c.checkProperty()
	kept := c.relocateSealed(rela)
	c.checkTail(kept)
	if len(c.list) != 0 {
		return sealfile.Header{}, nil, rejectError{c.list}
	}
	o.putRelocations(rela, kept)
	o.localise()
	h := sealfile.HeaderFor(uint32(c.slot), opt.flags, opt.identity)
	data := o.data(c.sealed)
	h.Put(data)
	digest := sealfile.ComputeMAC(data, h)
	copy(data[h.Slot:], digest)
	return h, digest, nil
}

// locate finds header, slot and tail, and that the object is not sealed yet.
func (c *checker) locate() error {
	o := c.o
	if c.sealed < 0 || c.state < 0 {
		return fmt.Errorf("no section %s or %s: link with cordon.lds first",
			sealSection, dataSection)
	}
	data := o.data(c.sealed)
	if o.sections[c.sealed].Addralign != 64 {
		return fmt.Errorf("%s is aligned to %d bytes, not 64", sealSection,
			o.sections[c.sealed].Addralign)
	}
	at := make(map[string]uint64)
	for _, name := range []string{"seal_header", "seal_slot", "seal_tail"} {
		s, ok := o.findSymbol(name)
		if !ok || !s.inSection(c.sealed) {
			return fmt.Errorf("no symbol %s in %s", name, sealSection)
		}
		at[name] = s.Value
	}
	c.slot = at["seal_slot"]
	if at["seal_tail"] > c.slot+sealfile.SlotLen {
		return rejectError{[]rejection{{"seal_tail", "tail",
			c.ldmap.objectAt(sealSection, c.slot+sealfile.SlotLen),
			"code stands between the digest slot and the tail"}}}
	}
	if at["seal_header"] != 0 || c.slot < sealfile.HeaderLen || c.slot%64 != 0 ||
		c.slot > 1<<30 || at["seal_tail"] != c.slot+sealfile.SlotLen ||
		c.slot+sealfile.SlotLen > uint64(len(data)) {
		return fmt.Errorf("header, slot and tail are not where they belong; " +
			"is this the right linker script?")
	}
	if string(data[:len(sealfile.HeaderMagic)]) != string(sealfile.HeaderMagic) {
		return fmt.Errorf("no header at the start of %s", sealSection)
	}
	if _, err := sealfile.ParseHeader(data); err == nil {
		return falseError{"the object is sealed already"}
	}
	return nil
}

// relaOfSealed finds the only relocation section of the sealed section.
func (c *checker) relaOfSealed() (int, error) {
	found := -1
	for i, s := range c.o.sections {
		if int(s.Info) != c.sealed {
			continue
		}
		switch elf.SectionType(s.Type) {
		case elf.SHT_REL:
			return 0, fmt.Errorf("REL relocations are not supported")
		case elf.SHT_RELA:
			if found >= 0 {
				return 0, fmt.Errorf("two relocation sections for %s", sealSection)
			}
			found = i
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("no relocations for %s: the tail is missing",
			sealSection)
	}
	return found, nil
}

func sealCommand(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("seal", flag.ContinueOnError)
	mapFile := fs.String("map", "", "map file of the linker")
	identity := fs.String("identity", "", "build identity")
	identityFile := fs.String("identity-file", "", "file with it")
	testObject := fs.Bool("test-object", false, "mark as test object")
	names, err := parseFlags(fs, args, 2, 2)
	if err != nil {
		return err
	}
	var opt sealOptions
	if opt.ldmap, err = readLdMap(*mapFile); err != nil {
		return err
	}
	if opt.identity, err = readIdentity(*identity, *identityFile); err != nil {
		return err
	}
	if *testObject {
		opt.flags |= sealfile.FlagTestObject
	}
	raw, err := sealfile.ReadInput(names[0])
	if err != nil {
		return err
	}
	h, digest, err := sealObject(raw, opt)
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	if err := sealfile.WriteOutput(names[1], raw, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: %d bytes sealed, digest %x\n", names[1],
		h.RangeLen, digest)
	return nil
}

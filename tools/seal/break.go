package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// breakNames lists the self-tests that can be made to fail.
func breakNames(m *moduleMap) []string {
	var names []string
	for _, e := range m.Expected {
		names = append(names, strings.ReplaceAll(e.Name, "_", "-"))
	}
	return names
}

// breakModule flips a byte of the expected value in the middle and writes the
// digest anew; the module passes its integrity test and fails that self-test.
func breakModule(target module, e entry) error {
	if e.Size == 0 || e.Offset+e.Size > uint64(target.header.rangeLen) {
		return fmt.Errorf("the expected value of %s is not in the range", e.Name)
	}
	target.bytes[e.Offset+e.Size/2] ^= 0xff
	h := target.header
	copy(target.bytes[h.slot:], computeMAC(target.bytes, h))
	return nil
}

func breakCommand(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("break", flag.ContinueOnError)
	objectName := fs.String("object", "", "the sealed object")
	list := fs.Bool("list", false, "list the names")
	names, err := parseFlags(fs, args, 0, 3)
	if err != nil {
		return err
	}
	if *objectName == "" {
		return usageError{"--object is missing"}
	}
	if want := 3; *list && len(names) != 0 || !*list && len(names) != want {
		return usageError{"either --list or NAME IN OUT"}
	}
	raw, object, err := readModule(*objectName)
	if err != nil {
		return err
	}
	m, err := makeMap(raw, object, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", *objectName, err)
	}
	if *list {
		for _, name := range breakNames(m) {
			fmt.Fprintln(stdout, name)
		}
		return nil
	}
	return breakFile(*objectName, object, m, names, stdout)
}

// breakFile makes the broken copy; names holds NAME, IN and OUT.
func breakFile(objectName string, object module, m *moduleMap,
	names []string, stdout io.Writer) error {
	name, in, out := strings.ReplaceAll(names[0], "-", "_"), names[1], names[2]
	var found *entry
	for i := range m.Expected {
		if m.Expected[i].Name == name {
			found = &m.Expected[i]
		}
	}
	if found == nil {
		return fmt.Errorf("%s has no self-test %q; it has: %s", objectName,
			names[0], strings.Join(breakNames(m), ", "))
	}
	raw, target, err := readModule(in)
	if err != nil {
		return err
	}
	if !macHolds(target.bytes, target.header) || !bytes.Equal(
		canonical(target.bytes, target.header),
		canonical(object.bytes, object.header)) {
		return fmt.Errorf("%s: it does not hold the module of %s unmodified", in,
			objectName)
	}
	if err := breakModule(target, *found); err != nil {
		return err
	}
	info, err := os.Stat(in)
	if err != nil {
		return err
	}
	if err := writeOutput(out, raw, info.Mode().Perm()); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: the self-test %s will fail, digest %x\n", out,
		names[0], storedMAC(target.bytes, target.header))
	return nil
}

package main

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// place is a line of the module's source; the file is relative to the root.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// lineRow starts a stretch of code that belongs to one line.
type lineRow struct {
	address uint64
	place   place
}

// lineTable looks up addresses of a linked program.
type lineTable struct {
	rows []lineRow
	base uint64 // of the sealed section
}

// cleanName makes a file name of the debug information relative to the root.
func cleanName(name string) string {
	name = filepath.ToSlash(filepath.Clean(name))
	for _, dir := range []string{"fipsmodule/", "selftest/"} {
		if i := strings.LastIndex(name, dir); i >= 0 {
			return name[i:]
		}
	}
	return name
}

func readLines(program string, m *moduleMap) (*lineTable, error) {
	f, err := elf.Open(program)
	if err != nil {
		return nil, environmentError{err.Error()}
	}
	defer f.Close()
	t := new(lineTable)
	if t.base, err = sealBase(f, m); err != nil {
		return nil, err
	}
	d, err := f.DWARF()
	if err != nil {
		return nil, environment("%s has no debug information: %v", program,
			err)
	}
	for r := d.Reader(); ; {
		e, err := r.Next()
		if err != nil {
			return nil, environmentError{err.Error()}
		}
		if e == nil {
			break
		}
		if e.Tag == dwarf.TagCompileUnit {
			if err := t.addUnit(d, e); err != nil {
				return nil, err
			}
		}
		r.SkipChildren()
	}
	sort.SliceStable(t.rows, func(i, j int) bool {
		return t.rows[i].address < t.rows[j].address
	})
	return t, nil
}

func (t *lineTable) addUnit(d *dwarf.Data, unit *dwarf.Entry) error {
	lr, err := d.LineReader(unit)
	if err != nil || lr == nil {
		return err
	}
	var e dwarf.LineEntry
	for {
		err := lr.Next(&e)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return environmentError{err.Error()}
		}
		row := lineRow{address: e.Address}
		if !e.EndSequence && e.File != nil {
			row.place = place{cleanName(e.File.Name), e.Line}
		}
		t.rows = append(t.rows, row)
	}
}

// sealBase finds the sealed section by a public function.
func sealBase(f *elf.File, m *moduleMap) (uint64, error) {
	symbols, err := f.Symbols()
	if err != nil {
		return 0, environmentError{err.Error()}
	}
	for _, s := range symbols {
		for _, e := range m.Functions {
			if s.Name == "cordon_get_info" && e.Name == s.Name {
				return s.Value - e.Offset, nil
			}
		}
	}
	return 0, environment("no cordon_get_info in the program")
}

// at gives the place of an address.
func (t *lineTable) at(address uint64) place {
	i := sort.Search(len(t.rows), func(i int) bool {
		return t.rows[i].address > address
	})
	if i == 0 {
		return place{"unknown", 0}
	}
	return t.rows[i-1].place
}

// sourceFile is a file of the module.
type sourceFile struct {
	name  string
	lines []string
}

// readSources reads every C file and header of the boundary.
func readSources(root string) ([]sourceFile, error) {
	var out []sourceFile
	for _, dir := range []string{"fipsmodule", "selftest"} {
		err := filepath.WalkDir(filepath.Join(root, dir),
			func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() ||
					!strings.Contains(".c.h.S.inc", filepath.Ext(path)) {
					return err
				}
				b, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				name, err := filepath.Rel(root, path)
				out = append(out, sourceFile{filepath.ToSlash(name),
					strings.Split(string(b), "\n")})
				return err
			})
		if err != nil {
			return nil, environmentError{err.Error()}
		}
	}
	return out, nil
}

var functionPattern = regexp.MustCompile(`^[A-Za-z_].*?\b(\w+)\(`)

// functionOf names the function that holds a line: the last definition that
// begins in the first column above it.
func (f sourceFile) functionOf(line int) string {
	for i := line - 1; i >= 0; i-- {
		s := f.lines[i]
		if strings.HasPrefix(s, "__attribute__") {
			if _, rest, ok := strings.Cut(s, ")) "); ok {
				s = rest
			}
		}
		if m := functionPattern.FindStringSubmatch(s); m != nil &&
			!strings.HasSuffix(s, ";") {
			return m[1]
		}
	}
	return "?"
}

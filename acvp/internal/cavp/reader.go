// Package cavp owns the reading of CAVP files (.rsp, .txt, .fax): lines of "key = value" in blocks, under [sections].
package cavp

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
)

// Record is a block of lines between empty lines.
type Record struct {
	file    string
	Section []string // what stands in the brackets above, split at commas
	Line    int
	fields  map[string]string
	heads   map[string]string // headings of the form [key = value], in force for the whole file
	errs    *[]error
}

// maxErrors bounds how many faults of one file are reported.
const maxErrors = 20

func (r *Record) fail(format string, args ...any) {
	if len(*r.errs) < maxErrors {
		*r.errs = append(*r.errs, &acvpjson.InputError{File: r.file, Line: r.Line,
			Where: strings.Join(r.Section, ","), Msg: fmt.Sprintf(format, args...)})
	}
}

// Str gives a field that must be there.
func (r *Record) Str(key string) string {
	v, ok := r.fields[key]
	if !ok {
		r.fail("missing field %q", key)
	}
	return v
}

// Hex gives a field's bytes; an odd number of digits is an integer that lost its leading zero.
func (r *Record) Hex(key string) []byte {
	v := r.Str(key)
	if len(v)%2 == 1 {
		v = "0" + v
	}
	b, err := hex.DecodeString(v)
	if err != nil {
		r.fail("field %q is not hexadecimal: %v", key, err)
	}
	return b
}

// Int gives a field's number.
func (r *Record) Int(key string) int {
	n, err := strconv.Atoi(r.Str(key))
	if err != nil || n < 0 {
		r.fail("field %q is not a number of 0 or more", key)
		return 0
	}
	return n
}

// Has tells whether a field is there.
func (r *Record) Has(key string) bool { _, ok := r.fields[key]; return ok }

// HeadInt gives the number in a heading such as "[Minimum Output Length (bits) = 128]".
func (r *Record) HeadInt(key string) int {
	n, err := strconv.Atoi(r.heads[key])
	if err != nil || n < 0 {
		r.fail("no heading \"[%s = ...]\" with a number of 0 or more", key)
		return 0
	}
	return n
}

// section is a heading; "[L = 32]" is one too. "[B.4.2 ...]" says how keys were made, and leaves the curve above in force.
// Of "[what: it is" a file of NIST has one without its bracket.
func section(line string, current []string) ([]string, bool) {
	if !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") && !strings.Contains(line, "): ") {
		return nil, false
	}
	if strings.HasPrefix(line, "[B.") && strings.Contains(line, " ") {
		return current, true
	}
	parts := strings.Split(strings.Trim(line, "[]"), ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts, true
}

// Read splits a file into records. A key that is not in known is a fault.
func Read(file string, data []byte, known ...string) ([]*Record, []error) {
	var errs []error
	var records []*Record
	var current []string
	var rec *Record
	heads := map[string]string{}
	for i, raw := range strings.Split(string(data), "\n") {
		line := strings.TrimSpace(raw)
		if line == "" {
			rec = nil
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		if s, ok := section(line, current); ok {
			current, rec = s, nil
			if key, value, ok := strings.Cut(strings.Trim(line, "[]"), "="); ok {
				heads[strings.TrimSpace(key)] = strings.TrimSpace(value)
			}
			continue
		}
		if rec == nil {
			rec = &Record{file: file, Section: current, Line: i + 1, fields: map[string]string{},
				heads: heads, errs: &errs}
			records = append(records, rec)
		}
		rec.add(i+1, line, known)
	}
	if len(records) == 0 && len(errs) == 0 {
		errs = append(errs, &acvpjson.InputError{File: file, Msg: "holds no test"})
	}
	return records, errs
}

func (r *Record) add(line int, text string, known []string) {
	key, value, ok := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	at := *r
	at.Line = line
	if !ok {
		at.fail("neither \"key = value\" nor a section: %.40q", text)
		return
	}
	for _, k := range known {
		if k == key {
			if _, twice := r.fields[key]; twice {
				at.fail("field %q twice in one block", key)
			}
			r.fields[key] = value
			return
		}
	}
	at.fail("unknown field %q", key)
}

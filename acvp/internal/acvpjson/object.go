// Package acvpjson reads ACVP JSON so that every complaint can name file, line, group and test, and so that a field
// which nobody read is noticed; and it writes responses.
package acvpjson

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// InputError is a fault of a vector file.
type InputError struct {
	File  string
	Line  int    // 0 if it concerns the file
	Where string // such as "tgId 3, tcId 17"
	Msg   string
}

func (e *InputError) Error() string {
	text := e.File
	if e.Line > 0 {
		text += fmt.Sprintf(":%d", e.Line)
	}
	if e.Where != "" {
		text += ": " + e.Where
	}
	return text + ": " + e.Msg
}

// Source is one file's text, and the faults found in it so far.
type Source struct {
	Path string
	data []byte
	errs []error
}

// maxErrors bounds how many faults of one file are reported.
const maxErrors = 20

func (s *Source) add(line int, where, format string, args ...any) {
	if len(s.errs) < maxErrors {
		s.errs = append(s.errs, &InputError{s.Path, line, where, fmt.Sprintf(format, args...)})
	}
}

// Errs gives the faults found so far.
func (s *Source) Errs() []error { return s.errs }

func (s *Source) line(offset int64) int {
	n := 1
	for _, b := range s.data[:min(int(offset), len(s.data))] {
		if b == '\n' {
			n++
		}
	}
	return n
}

// Object is a JSON object that remembers where it stands and which of its fields were read. Its getters do not
// return errors: they record them in the source, so that a reader can list all that is wrong at once.
type Object struct {
	src    *Source
	where  string
	offset int64
	keys   []string
	vals   map[string]any
	read   map[string]bool
}

// Fail records a fault at this object.
func (o *Object) Fail(format string, args ...any) {
	o.src.add(o.src.line(o.offset), o.where, format, args...)
}

// Where says in which group and test the object stands; it is part of each of its faults.
func (o *Object) Where() string { return o.where }

// SetWhere names the object's place, for example "tgId 3, tcId 17".
func (o *Object) SetWhere(where string) { o.where = where }

// Source gives the file that the object was read from.
func (o *Object) Source() *Source { return o.src }

// Has tells whether the field exists and is not null.
func (o *Object) Has(key string) bool { return o.vals[key] != nil }

// Keys lists the fields in the order of the file.
func (o *Object) Keys() []string { return o.keys }

// Skip marks fields as read whose value does not matter.
func (o *Object) Skip(keys ...string) {
	for _, k := range keys {
		o.read[k] = true
	}
}

// Done records a fault for each field that nobody read.
func (o *Object) Done() {
	var unread []string
	for _, k := range o.keys {
		if !o.read[k] {
			unread = append(unread, k)
		}
	}
	if len(unread) > 0 {
		sort.Strings(unread)
		o.Fail("unknown field %q", strings.Join(unread, `", "`))
	}
}

func get[T any](o *Object, key, kind string, needed bool) (T, bool) {
	var zero T
	o.read[key] = true
	v, ok := o.vals[key]
	if !ok || v == nil {
		if needed {
			o.Fail("missing field %q", key)
		}
		return zero, false
	}
	t, ok := v.(T)
	if !ok {
		o.Fail("field %q is not %s", key, kind)
	}
	return t, ok
}

// Str gives a string that must be there.
func (o *Object) Str(key string) string {
	s, _ := get[string](o, key, "a string", true)
	return s
}

// Name gives a string that must be there and not be empty.
func (o *Object) Name(key string) string {
	s, ok := get[string](o, key, "a string", true)
	if ok && s == "" {
		o.Fail("field %q is empty", key)
	}
	return s
}

// OptStr gives a string, or the default.
func (o *Object) OptStr(key, def string) string {
	if s, ok := get[string](o, key, "a string", false); ok {
		return s
	}
	return def
}

// Hex gives the bytes of a hexadecimal string that must be there.
func (o *Object) Hex(key string) []byte {
	s, ok := get[string](o, key, "a string", true)
	if !ok {
		return nil
	}
	return o.decode(key, s)
}

// OptHex gives the bytes of a hexadecimal string, or nil.
func (o *Object) OptHex(key string) []byte {
	if s, ok := get[string](o, key, "a string", false); ok {
		return o.decode(key, s)
	}
	return nil
}

// HexInt gives the bytes of a big-endian integer, whose digits may be odd in number.
func (o *Object) HexInt(key string) []byte {
	s, ok := get[string](o, key, "a string", true)
	if !ok {
		return nil
	}
	if len(s)%2 == 1 {
		s = "0" + s
	}
	return o.decode(key, s)
}

func (o *Object) decode(key, s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		o.Fail("field %q is not hexadecimal: %v", key, err)
	}
	return b
}

// Int gives an integer of 0 or more that must be there.
func (o *Object) Int(key string) int64 {
	n, ok := get[json.Number](o, key, "a number", true)
	if !ok {
		return 0
	}
	return o.integer(key, n)
}

// OptInt gives an integer of 0 or more, or the default.
func (o *Object) OptInt(key string, def int64) int64 {
	if n, ok := get[json.Number](o, key, "a number", false); ok {
		return o.integer(key, n)
	}
	return def
}

func (o *Object) integer(key string, n json.Number) int64 {
	v, err := n.Int64()
	if err != nil || v < 0 {
		o.Fail("field %q is not a whole number of 0 or more: %s", key, n)
		return 0
	}
	return v
}

// Bool gives a truth value that must be there.
func (o *Object) Bool(key string) bool {
	b, _ := get[bool](o, key, "true or false", true)
	return b
}

// OptBool gives a truth value, or false.
func (o *Object) OptBool(key string) bool {
	b, _ := get[bool](o, key, "true or false", false)
	return b
}

// Obj gives an object that must be there, or nil.
func (o *Object) Obj(key string) *Object {
	v, _ := get[*Object](o, key, "an object", true)
	return v
}

// List gives the objects of an array that must be there; null counts as an empty array.
func (o *Object) List(key string) []*Object {
	if v, ok := o.vals[key]; ok && v == nil {
		o.read[key] = true
		return nil
	}
	items, _ := get[[]any](o, key, "an array", true)
	list := make([]*Object, 0, len(items))
	for _, item := range items {
		obj, ok := item.(*Object)
		if !ok {
			o.Fail("field %q holds something other than objects", key)
			return nil
		}
		list = append(list, obj)
	}
	return list
}

// Strings gives the strings of an array, or nil if the field does not exist.
func (o *Object) Strings(key string) []string {
	items, _ := get[[]any](o, key, "an array", false)
	list := make([]string, 0, len(items))
	for _, item := range items {
		s, ok := item.(string)
		if !ok {
			o.Fail("field %q holds something other than strings", key)
			return nil
		}
		list = append(list, s)
	}
	return list
}

// Any gives a field as it was decoded: string, json.Number, bool, *Object, []any or nil.
func (o *Object) Any(key string) any {
	o.read[key] = true
	return o.vals[key]
}

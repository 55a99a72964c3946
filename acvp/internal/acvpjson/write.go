package acvpjson

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Field is a field of an answer.
type Field struct {
	Key   string
	Value any
}

// Fields is an answer object with its fields in order.
type Fields []Field

// Hex makes a field of upper-case hexadecimal digits.
func Hex(key string, b []byte) Field {
	return Field{key, strings.ToUpper(hex.EncodeToString(b))}
}

// Bytes gives the bytes of a hexadecimal field, nil if there is none.
func (f Fields) Bytes(key string) []byte {
	for _, field := range f {
		if s, ok := field.Value.(string); ok && field.Key == key {
			b, err := hex.DecodeString(s)
			if err != nil {
				return nil
			}
			return b
		}
	}
	return nil
}

// Bool gives a truth value, false if there is none.
func (f Fields) Bool(key string) bool {
	for _, field := range f {
		if b, ok := field.Value.(bool); ok && field.Key == key {
			return b
		}
	}
	return false
}

// MarshalJSON writes the fields in order.
func (f Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, field := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(field.Key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(field.Value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// GroupAnswer is what a response says about a group.
type GroupAnswer struct {
	ID     int64
	Fields Fields
	Tests  []Fields // each begins with its tcId
}

// Response writes the answers to the sets of a prompt file, in the form that the prompt had.
func Response(prompt *File, answers map[*Set][]GroupAnswer) ([]byte, error) {
	var sets []any
	if prompt.Enveloped {
		sets = append(sets, Fields{{"acvVersion", "1.0"}})
	}
	for _, s := range prompt.Sets {
		out := Fields{{"vsId", s.VsID}, {"algorithm", s.Algorithm}}
		if s.Mode != "" {
			out = append(out, Field{"mode", s.Mode})
		}
		if s.Revision != "" {
			out = append(out, Field{"revision", s.Revision})
		}
		if s.Obj.Has("isSample") {
			out = append(out, Field{"isSample", s.Obj.Any("isSample")})
		}
		groups := []Fields{}
		for _, g := range answers[s] {
			group := append(Fields{{"tgId", g.ID}}, g.Fields...)
			groups = append(groups, append(group, Field{"tests", append([]Fields{}, g.Tests...)}))
		}
		sets = append(sets, append(out, Field{"testGroups", groups}))
	}
	var v any = sets
	if !prompt.Enveloped {
		v = sets[0]
	}
	b, err := json.MarshalIndent(v, "", " ")
	return append(b, '\n'), err
}

// WriteFile replaces a file by new contents, or leaves it as it was. A link stays, and what it leads to is replaced; a
// device or a pipe is written to.
func WriteFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeDevice(path, data)
	}
	path, err := target(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// Writable tells before the contents are known whether WriteFile could make or replace a file. It leaves nothing behind.
func Writable(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return fmt.Errorf("%s cannot be written: it is a folder", path)
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil
	}
	place, err := target(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(place), "."+filepath.Base(place)+".*")
	if err != nil {
		var inner *fs.PathError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return errors.Join(tmp.Close(), os.Remove(tmp.Name()))
}

func writeDevice(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// target follows links from a path to the place that it stands for, which need not exist.
func target(path string) (string, error) {
	for range 40 {
		next, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link
		}
		if !filepath.IsAbs(next) {
			next = filepath.Dir(path) + "/" + next // not cleaned: what is before a ".." may be a link
		}
		path = next
	}
	return "", fmt.Errorf("%s: too many links", path)
}

// Join makes one error of several, one a line.
func Join(errs []error) error { return errors.Join(errs...) }

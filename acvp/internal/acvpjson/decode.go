package acvpjson

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFile bounds a vector file as it is and without its compression: it is held in memory.
const maxFile = 256 << 20

// ReadFile reads a file, through gzip if it begins as such a file does.
func ReadFile(path string) ([]byte, error) { return readFile(path, maxFile) }

func readFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if head, _ := in.Peek(2); string(head) != "\x1f\x8b" {
		return readBounded(path, "", in, limit)
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, &InputError{File: path, Msg: "gzip: " + err.Error()}
	}
	return readBounded(path, "gzip: ", z, limit)
}

func readBounded(path, prefix string, r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, &InputError{File: path, Msg: prefix + err.Error()}
	}
	if int64(len(data)) > limit {
		return nil, &InputError{File: path, Msg: fmt.Sprintf("larger than %d MiB", limit>>20)}
	}
	return data, nil
}

// Decode parses one JSON text into strings, json.Numbers, bools, nils, []any and *Objects.
func Decode(path string, data []byte) (any, *Source, error) {
	src := &Source{Path: path, data: data}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := src.value(d, 0)
	if err == nil {
		if _, tail := d.Token(); tail != io.EOF {
			err = errors.New("text after the end of the JSON value")
		}
	}
	if err == nil {
		return v, src, nil
	}
	offset := d.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("ends too early")
	}
	return nil, nil, &InputError{File: path, Line: src.line(offset),
		Msg: fmt.Sprintf("malformed JSON at byte %d: %v", offset, err)}
}

// maxDepth bounds the nesting of a vector file.
const maxDepth = 64

func (s *Source) value(d *json.Decoder, depth int) (any, error) {
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	if depth > maxDepth {
		return nil, errors.New("nested too deeply")
	}
	if delim == '[' {
		return s.array(d, depth)
	}
	return s.object(d, depth)
}

func (s *Source) array(d *json.Decoder, depth int) (any, error) {
	items := []any{}
	for d.More() {
		v, err := s.value(d, depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	_, err := d.Token()
	return items, err
}

func (s *Source) object(d *json.Decoder, depth int) (any, error) {
	o := &Object{src: s, offset: d.InputOffset(), vals: map[string]any{}, read: map[string]bool{}}
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, ok := tok.(string)
		if !ok {
			return nil, fmt.Errorf("a field name is not a string")
		}
		if _, twice := o.vals[key]; twice {
			return nil, fmt.Errorf("field %q appears twice in an object", key)
		}
		v, err := s.value(d, depth+1)
		if err != nil {
			return nil, err
		}
		o.keys = append(o.keys, key)
		o.vals[key] = v
	}
	_, err := d.Token()
	return o, err
}

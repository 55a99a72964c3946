package acvpjson

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFile bounds an uncompressed vector file.
const maxFile = 1 << 30

// ReadFile reads a file, through gzip if it begins as such a file does.
func ReadFile(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) < 2 || data[0] != 0x1f || data[1] != 0x8b {
		return data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, &InputError{File: path, Msg: "gzip: " + err.Error()}
	}
	data, err = io.ReadAll(io.LimitReader(z, maxFile+1))
	if err != nil {
		return nil, &InputError{File: path, Msg: "gzip: " + err.Error()}
	}
	if len(data) > maxFile {
		return nil, &InputError{File: path, Msg: "larger than 1 GiB"}
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

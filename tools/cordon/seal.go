package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"cordon.example/tools/seal/sealfile"
)

type verifySealCmd struct {
	File    string `arg:"" help:"Program, library or object that contains the module."`
	Against string `placeholder:"FILE" help:"Also demand the same module as in this file, for example cordon.o."`
}

// readFile reads an ELF file whole.
func (w *world) readFile(name string) ([]byte, error) {
	if name == "-" {
		r, err := w.open(name, "the file to check")
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if _, err := io.Copy(&b, io.LimitReader(r, 1<<31)); err != nil {
			return nil, badInput(name, plain(err))
		}
		return b.Bytes(), nil
	}
	raw, err := sealfile.ReadInput(name)
	if err != nil {
		if info, serr := os.Stat(name); serr == nil && info.IsDir() {
			err = errors.New("this is a directory")
		}
		return nil, badInput(name, plain(err))
	}
	return raw, nil
}

// readModule reads the one module of a file. A damaged header is a verdict, not an input error.
func (w *world) readModule(name string) ([]byte, sealfile.Module, error) {
	raw, err := w.readFile(name)
	if err != nil {
		return nil, sealfile.Module{}, err
	}
	m, err := sealfile.FindModule(raw)
	if err != nil {
		return nil, m, badInput(name, err)
	}
	if m.Fault != nil {
		return nil, m, isFalse(name, "the module at file offset %#x has a bad header: %w", m.Offset, m.Fault)
	}
	return raw, m, nil
}

func (c *verifySealCmd) Run(w *world) error {
	_, m, err := w.readModule(c.File)
	if err != nil {
		return err
	}
	r := sealfile.MakeReport(c.File, m)
	w.result = r
	r.Print(&w.text)
	if r.Verdict != sealfile.Intact {
		return isFalse(c.File, "the module was modified: its seal does not hold")
	}
	if c.Against == "" {
		return nil
	}
	_, other, err := w.readModule(c.Against)
	if err != nil {
		return err
	}
	if !m.Same(other) {
		return isFalse(c.File, "it is not the module of %s, unmodified", c.Against)
	}
	w.printf("same as:  %s\n", c.Against)
	return nil
}

type breakCmd struct {
	List   bool   `help:"List the self-tests that can be made to fail."`
	Name   string `arg:"" optional:"" help:"Self-test that will fail."`
	In     string `arg:"" optional:"" help:"Program, library or object that contains the module."`
	Out    string `arg:"" optional:"" help:"Copy of it that fails the self-test."`
	Object string `placeholder:"FILE" help:"Take the places of the expected values from this file with symbols, for example cordon.o."`
	Force  bool   `help:"Overwrite an existing file."`
}

// breakResult is the JSON of break.
type breakResult struct {
	Selftest string   `json:"self_test,omitempty"`
	Out      string   `json:"out,omitempty"`
	Digest   string   `json:"digest,omitempty"`
	Names    []string `json:"self_tests,omitempty"`
}

func (c *breakCmd) Run(w *world) error {
	if c.List {
		if c.Name != "" {
			return usage("--list stands alone")
		}
		return c.list(w)
	}
	if c.Out == "" {
		return usage("either --list or NAME IN OUT")
	}
	if err := w.mayWrite(c.Force, []string{c.In, c.Object}, c.Out); err != nil {
		return err
	}
	raw, m, err := w.readModule(c.In)
	if err != nil {
		return err
	}
	if !m.Holds() {
		return isFalse(c.In, "the module was modified already: its seal does not hold")
	}
	tests, err := c.expected(w, raw, m)
	if err != nil {
		return err
	}
	e, err := sealfile.FindExpected(tests, c.Name)
	if err != nil {
		return badInput(c.In, err)
	}
	if err := m.Break(e); err != nil {
		return badInput(c.In, err)
	}
	mode := os.FileMode(0o777) &^ w.umask
	if info, err := os.Stat(c.In); err == nil {
		mode = info.Mode().Perm()
	}
	if err := w.write(c.Force, output{c.Out, raw, mode}); err != nil {
		return err
	}
	digest := fmt.Sprintf("%x", m.Stored())
	w.result = breakResult{Selftest: e.Name, Out: c.Out, Digest: digest}
	w.printf("%s: the self-test %s will fail; its seal holds, digest %s\n", c.Out, e.Name, digest)
	return nil
}

func (c *breakCmd) list(w *world) error {
	name, err := c.own()
	if err != nil {
		return err
	}
	raw, m, err := w.readModule(name)
	if err != nil {
		return err
	}
	tests, err := sealfile.ExpectedValues(raw, m)
	if err != nil {
		return badInput(name, err)
	}
	var names []string
	for _, e := range tests {
		names = append(names, e.Name)
		w.printf("%s\n", e.Name)
	}
	w.result = breakResult{Names: names}
	return nil
}

// own is the file that knows the places: the one given, or this program, whose module has symbols.
func (c *breakCmd) own() (string, error) {
	if c.Object != "" {
		return c.Object, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("this program does not find itself: %w", err)
	}
	return name, nil
}

// expected finds the places of the expected values: by the symbols of the input, or, if it is stripped, by those of a
// file with the same module.
func (c *breakCmd) expected(w *world, raw []byte, m sealfile.Module) ([]sealfile.Expected, error) {
	if c.Object == "" {
		tests, err := sealfile.ExpectedValues(raw, m)
		if !errors.Is(err, sealfile.ErrNoSymbols) {
			if err != nil {
				err = badInput(c.In, err)
			}
			return tests, err
		}
	}
	name, err := c.own()
	if err != nil {
		return nil, err
	}
	raw, object, err := w.readModule(name)
	if err != nil {
		return nil, err
	}
	if !object.Same(m) {
		return nil, badInput(c.In, fmt.Errorf("it has no symbols, or they are not asked, and its module is not that of "+
			"%s; name the cordon.o that it was linked with: --object FILE", name))
	}
	tests, err := sealfile.ExpectedValues(raw, object)
	if err != nil {
		return nil, badInput(name, err)
	}
	return tests, nil
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"cordon.example/cordon/internal/module"
)

// failure is why a command did not end with success, and what it ends with.
type failure struct {
	code int
	file string // which file was at fault, or nothing
	err  error
}

func (f *failure) Error() string {
	if f.file == "" {
		return f.err.Error()
	}
	return f.file + ": " + f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

func usage(format string, args ...any) error {
	return &failure{exitInput, "", fmt.Errorf(format+" (try cordon --help)", args...)}
}

// badInput names a file and what is wrong with it.
func badInput(file string, err error) error { return &failure{exitInput, fileName(file), err} }

// isFalse is a negative verdict about a file.
func isFalse(file string, format string, args ...any) error {
	return &failure{exitFalse, fileName(file), fmt.Errorf(format, args...)}
}

// fromModule judges a call that failed: some causes are faults of the input, of the file if one is named.
func fromModule(file string, err error) error {
	var e *module.Error
	if errors.As(err, &e) {
		switch e.Status {
		case module.ErrEncoding, module.ErrPoint, module.ErrKey, module.ErrLength, module.ErrUnsupported:
			return badInput(file, err)
		}
	}
	return &failure{exitModule, "", err}
}

func fileName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// report is the form of all JSON output. Result depends on the command.
type report struct {
	Command  string        `json:"command,omitempty"`
	Exit     int           `json:"exit"`
	Error    string        `json:"error,omitempty"`
	File     string        `json:"file,omitempty"`
	Approved *bool         `json:"approved,omitempty"` // every service was; absent if none was called
	Services []module.Call `json:"services,omitempty"`
	Result   any           `json:"result,omitempty"`
}

// printf adds to the report as text.
func (w *world) printf(format string, args ...any) { fmt.Fprintf(&w.text, format, args...) }

// finish writes the report and gives the exit code.
func (w *world) finish(err error) int {
	code, file := exitOK, ""
	var f *failure
	switch {
	case errors.As(err, &f):
		code, file = f.code, f.file
	case err != nil:
		code = exitInput
	}
	out := w.stdout
	if w.dataOut {
		out = w.stderr
	}
	if w.json {
		r := report{Command: w.command, Exit: code, File: file, Result: w.result, Services: w.session.Calls()}
		if err != nil {
			r.Error = err.Error()
		}
		if len(r.Services) != 0 {
			approved := w.session.Approved()
			r.Approved = &approved
		}
		return w.written(code, writeJSON(out, r))
	}
	_, werr := out.Write(w.text.Bytes())
	w.indicators()
	if err != nil {
		fmt.Fprintf(w.stderr, "cordon%s: %v\n", prefixed(" ", w.command), err)
	}
	return w.written(code, werr)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// written turns a report that could not be written into an error.
func (w *world) written(code int, err error) int {
	if err == nil {
		return code
	}
	fmt.Fprintf(w.stderr, "cordon: the report could not be written: %v\n", err)
	return max(code, exitInput)
}

func writeJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// indicators prints whether each service was approved: one line for all that were, one for each that was not.
func (w *world) indicators() {
	var approved []string
	for _, c := range w.session.Calls() {
		if c.Approved {
			approved = append(approved, c.Name)
		}
	}
	if len(approved) != 0 {
		fmt.Fprintf(w.stderr, "approved: %s\n", strings.Join(approved, ", "))
	}
	for _, c := range w.session.Calls() {
		if !c.Approved {
			fmt.Fprintf(w.stderr, "NOT approved: %s: %s\n", c.Name, c.Reason)
		}
	}
}

package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
)

// report is what `verify` says about a file.
type report struct {
	File     string `json:"file"`
	Object   string `json:"object"`
	Version  string `json:"version"`
	Layout   int    `json:"layout_version"`
	Identity string `json:"build_identity"`
	Offset   int    `json:"file_offset"`
	RangeLen uint32 `json:"range_length"`
	Digest   string `json:"digest"`
	Stored   string `json:"stored_digest"`
	Verdict  string `json:"verdict"`
}

const (
	verdictIntact   = "intact"
	verdictModified = "MODIFIED"
)

func makeReport(file string, m module) report {
	h := m.header
	r := report{File: file, Object: "production", Layout: layoutVersion,
		Version:  moduleVersion(m.bytes[:h.rangeLen]),
		Identity: hex.EncodeToString(h.identity[:]), Offset: m.offset,
		RangeLen: h.rangeLen, Verdict: verdictModified,
		Digest: hex.EncodeToString(computeMAC(m.bytes, h)),
		Stored: hex.EncodeToString(storedMAC(m.bytes, h))}
	if h.isTest() {
		r.Object = "test"
	}
	if macHolds(m.bytes, h) {
		r.Verdict = verdictIntact
	}
	return r
}

func (r report) print(w io.Writer) {
	fmt.Fprintf(w, "file:     %s\nobject:   %s\nversion:  %s, layout %d\n"+
		"identity: %s\nrange:    %d bytes at file offset %#x\ndigest:   %s\n",
		r.File, r.Object, r.Version, r.Layout, r.Identity, r.RangeLen, r.Offset,
		r.Digest)
	if r.Stored != r.Digest {
		fmt.Fprintf(w, "stored:   %s\n", r.Stored)
	}
	fmt.Fprintf(w, "verdict:  %s\n", r.Verdict)
}

// moduleVersion gives the text behind the header, "Cordon 1.2.3".
func moduleVersion(b []byte) string {
	if len(b) < headerLen+versionLen {
		return "unknown"
	}
	text := b[headerLen : headerLen+versionLen]
	n := bytes.IndexByte(text, 0)
	if n < 0 {
		return "unknown"
	}
	for _, c := range text[:n] {
		if c < ' ' || c > '~' {
			return "unknown"
		}
	}
	return string(text[:n])
}

func verifyCommand(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	asJSON := fs.Bool("json", false, "print JSON")
	against := fs.String("against", "", "object to compare with")
	names, err := parseFlags(fs, args, 1, 1)
	if err != nil {
		return err
	}
	raw, err := readInput(names[0])
	if err != nil {
		return err
	}
	m, err := findModule(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	if m.fault != nil {
		return falseError{fmt.Sprintf("%s: the module at file offset %#x has a "+
			"bad header: %v", names[0], m.offset, m.fault)}
	}
	r := makeReport(names[0], m)
	if *asJSON {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		if err := e.Encode(r); err != nil {
			return err
		}
	} else {
		r.print(stdout)
	}
	if r.Verdict != verdictIntact {
		return falseError{names[0] + ": the module was modified"}
	}
	if *against == "" {
		return nil
	}
	return compareWith(*against, m, names[0])
}

// compareWith tells whether the module is byte for byte that of an object.
func compareWith(object string, m module, name string) error {
	_, want, err := readModule(object)
	if err != nil {
		return err
	}
	a, b := canonical(m.bytes, m.header), canonical(want.bytes, want.header)
	if bytes.Equal(a, b) {
		return nil
	}
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return falseError{fmt.Sprintf("%s: differs from %s at offset %#x of "+
				"the range", name, object, i)}
		}
	}
	return falseError{fmt.Sprintf("%s: shorter than %s", name, object)}
}

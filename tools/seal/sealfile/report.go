package sealfile

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
)

// Report is what is said about a file.
type Report struct {
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

// Verdicts.
const (
	Intact   = "intact"
	Modified = "MODIFIED"
)

// MakeReport describes the module of a file; its header is not damaged.
func MakeReport(file string, m Module) Report {
	h := m.Header
	r := Report{File: file, Object: "production", Layout: LayoutVersion,
		Version:  moduleVersion(m.Bytes[:h.RangeLen]),
		Identity: hex.EncodeToString(h.Identity[:]), Offset: m.Offset,
		RangeLen: h.RangeLen, Verdict: Modified,
		Digest: hex.EncodeToString(m.Digest()),
		Stored: hex.EncodeToString(m.Stored())}
	if h.IsTest() {
		r.Object = "test"
	}
	if m.Holds() {
		r.Verdict = Intact
	}
	return r
}

// Print writes the report as text.
func (r Report) Print(w io.Writer) {
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
	if len(b) < HeaderLen+VersionLen {
		return "unknown"
	}
	text := b[HeaderLen : HeaderLen+VersionLen]
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

package wire

// Tests of the frames of the wrapper protocol.

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestFrameRoundTrip(t *testing.T) {
	for _, parts := range [][][]byte{
		{[]byte("getConfig")},
		{[]byte("SHA2-256"), {}},
		{[]byte("HMAC-SHA2-256"), bytes.Repeat([]byte{7}, 100000), {1}},
		{},
	} {
		var b bytes.Buffer
		if err := WriteStrings(&b, parts...); err != nil {
			t.Fatal(err)
		}
		got, err := ReadStrings(&b)
		if err != nil || len(got) != len(parts) {
			t.Fatalf("%d parts came back as %d: %v", len(parts), len(got), err)
		}
		for i := range got {
			if !bytes.Equal(got[i], parts[i]) {
				t.Errorf("part %d differs", i)
			}
		}
		if b.Len() != 0 {
			t.Errorf("%d bytes left over", b.Len())
		}
	}
}

func TestFrameBytes(t *testing.T) {
	var b bytes.Buffer
	if err := WriteStrings(&b, []byte("flush")); err != nil {
		t.Fatal(err)
	}
	if want := "\x01\x00\x00\x00\x05\x00\x00\x00flush"; b.String() != want {
		t.Errorf("%q, expected %q", b.String(), want)
	}
	if got := U64(0x0102); !bytes.Equal(got, []byte{2, 1, 0, 0, 0, 0, 0, 0}) {
		t.Errorf("U64 is %x", got)
	}
}

func TestRejectsBadFrames(t *testing.T) {
	for name, text := range map[string]string{
		"count cut":   "\x01\x00",
		"lengths cut": "\x02\x00\x00\x00\x01\x00\x00\x00",
		"bytes cut":   "\x01\x00\x00\x00\x05\x00\x00\x00flu",
		"no bytes":    "\x01\x00\x00\x00\x05\x00\x00\x00",
		"too many":    "\xff\xff\xff\xff",
		"too long":    "\x01\x00\x00\x00\x01\x00\x00\x40",
		"sum":         "\x02\x00\x00\x00\x01\x00\x00\x20\xff\xff\xff\xff",
	} {
		if _, err := ReadStrings(bytes.NewReader([]byte(text))); !errors.Is(err, ErrFrame) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadStrings(bytes.NewReader(nil)); err != io.EOF {
		t.Errorf("empty stream: %v", err)
	}
}

// Package wire owns the protocol between a driver and a module wrapper: frames, and a client that keeps a wrapper
// process busy, alive and within its time.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// MaxFrame bounds the payload of a request or a reply.
const MaxFrame = 1 << 30

// maxStrings bounds the number of byte strings in a frame, so that a garbled count is noticed at once.
const maxStrings = 1024

// ErrFrame is wrapped by every error about the form of a frame.
var ErrFrame = errors.New("bad frame")

// WriteStrings writes one frame: a count, the lengths, then the bytes.
func WriteStrings(w io.Writer, parts ...[]byte) error {
	header := make([]byte, 4+4*len(parts))
	binary.LittleEndian.PutUint32(header, uint32(len(parts)))
	total := uint64(0)
	for i, p := range parts {
		total += uint64(len(p))
		if total > MaxFrame {
			return fmt.Errorf("%w: more than %d bytes", ErrFrame, MaxFrame)
		}
		binary.LittleEndian.PutUint32(header[4+4*i:], uint32(len(p)))
	}
	if _, err := w.Write(header); err != nil {
		return err
	}
	for _, p := range parts {
		if len(p) == 0 {
			continue
		}
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// ReadStrings reads one frame. It returns io.EOF only if the stream ends before the first byte of the frame.
func ReadStrings(r io.Reader) ([][]byte, error) {
	var word [4]byte
	if _, err := io.ReadFull(r, word[:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("%w: ends inside the count", ErrFrame)
		}
		return nil, err
	}
	count := binary.LittleEndian.Uint32(word[:])
	if count > maxStrings {
		return nil, fmt.Errorf("%w: %d strings", ErrFrame, count)
	}
	lengths := make([]uint32, count)
	total := uint64(0)
	for i := range lengths {
		if _, err := io.ReadFull(r, word[:]); err != nil {
			return nil, truncated(err, "the lengths")
		}
		lengths[i] = binary.LittleEndian.Uint32(word[:])
		total += uint64(lengths[i])
	}
	if total > MaxFrame {
		return nil, fmt.Errorf("%w: %d bytes", ErrFrame, total)
	}
	parts := make([][]byte, count)
	for i, n := range lengths {
		parts[i] = make([]byte, n)
		if _, err := io.ReadFull(r, parts[i]); err != nil {
			return nil, truncated(err, "the bytes")
		}
	}
	return parts, nil
}

func truncated(err error, where string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: ends inside %s", ErrFrame, where)
	}
	return err
}

// U32 and U64 encode the protocol's integer arguments, which are little-endian.
func U32(v uint32) []byte { return binary.LittleEndian.AppendUint32(nil, v) }

// U64 is the 8-byte form of U32.
func U64(v uint64) []byte { return binary.LittleEndian.AppendUint64(nil, v) }

package sealfile

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

// The numbers of fipsmodule/module/seal_layout.h; TestLayoutAgreesWithHeader
// compares them.
const (
	HeaderLen     = 64
	LayoutVersion = 1
	OffVersion    = 16
	OffFlags      = 20
	OffRangeLen   = 24
	OffSlot       = 28
	OffTail       = 32
	OffTailLen    = 36
	OffIdentity   = 40
	IdentityLen   = 24
	VersionLen    = 64
	SlotLen       = 32
	StubLen       = 8
	NumStubs      = 8
	TailLen       = StubLen * NumStubs
	Stub0Field    = 3
	StubField     = 1
	FieldLen      = 4

	FlagTestObject = 1

	Key = "Cordon module integrity key v01."
)

// HeaderMagic starts the sealed range. Its first byte is not text and its last
// ones break on any conversion of line ends.
var HeaderMagic = []byte("\x93CORDON-SEAL\r\n\x1a\x00")

// Header is the decoded 64-byte header of a sealed range.
type Header struct {
	Flags    uint32
	RangeLen uint32
	Slot     uint32
	Tail     uint32
	TailLen  uint32
	Identity [IdentityLen]byte
}

// ErrNotSealed: the object is the linker's output, before the seal.
var ErrNotSealed = errors.New("the object has not been sealed yet")

// HeaderFor gives the header of an object whose slot is at offset slot.
func HeaderFor(slot uint32, flags uint32, identity [IdentityLen]byte) Header {
	return Header{flags, slot, slot, slot + SlotLen, TailLen, identity}
}

// Put writes the header to the start of b.
func (h Header) Put(b []byte) {
	le := binary.LittleEndian
	copy(b, HeaderMagic)
	le.PutUint32(b[OffVersion:], LayoutVersion)
	le.PutUint32(b[OffFlags:], h.Flags)
	le.PutUint32(b[OffRangeLen:], h.RangeLen)
	le.PutUint32(b[OffSlot:], h.Slot)
	le.PutUint32(b[OffTail:], h.Tail)
	le.PutUint32(b[OffTailLen:], h.TailLen)
	copy(b[OffIdentity:HeaderLen], h.Identity[:])
}

// End is the length of everything from the header to the end of the tail.
func (h Header) End() int { return int(h.Tail + h.TailLen) }

// IsTest tells cordon-test.o from cordon.o.
func (h Header) IsTest() bool { return h.Flags&FlagTestObject != 0 }

// ParseHeader decodes the header at the start of b and checks each field; b
// holds all that may belong to the module.
func ParseHeader(b []byte) (Header, error) {
	var h Header
	if len(b) < HeaderLen {
		return h, errors.New("the header is cut off")
	}
	le := binary.LittleEndian
	if v := le.Uint32(b[OffVersion:]); v != LayoutVersion {
		return h, fmt.Errorf("layout version %d is not known (this tool knows %d)",
			v, LayoutVersion)
	}
	h.Flags = le.Uint32(b[OffFlags:])
	h.RangeLen = le.Uint32(b[OffRangeLen:])
	h.Slot = le.Uint32(b[OffSlot:])
	h.Tail = le.Uint32(b[OffTail:])
	h.TailLen = le.Uint32(b[OffTailLen:])
	copy(h.Identity[:], b[OffIdentity:])
	if h.RangeLen == 0 && h.Slot == 0 && h.Tail == 0 {
		return h, ErrNotSealed
	}
	if h.Slot < HeaderLen || h.Slot%64 != 0 || h.Slot > 1<<30 ||
		h != HeaderFor(h.Slot, h.Flags, h.Identity) {
		return h, errors.New("the lengths and offsets in the header contradict " +
			"each other")
	}
	if h.End() > len(b) {
		return h, fmt.Errorf("the header speaks of %d bytes, but only %d are "+
			"there", h.End(), len(b))
	}
	return h, nil
}

// zeroFields clears the relocated fields of a tail.
func zeroFields(tail []byte) {
	for i := 0; i+StubLen <= len(tail); i += StubLen {
		at := i + StubField
		if i == 0 {
			at = Stub0Field
		}
		for j := 0; j < FieldLen; j++ {
			tail[at+j] = 0
		}
	}
}

// ComputeMAC gives the digest of the module that starts at b[0]: HMAC-SHA-256
// over the range, then the tail with its relocated fields as zero.
func ComputeMAC(b []byte, h Header) []byte {
	tail := append([]byte(nil), b[h.Tail:h.End()]...)
	zeroFields(tail)
	m := hmac.New(sha256.New, []byte(Key))
	m.Write(b[:h.RangeLen])
	m.Write(tail)
	return m.Sum(nil)
}

// Canonical gives the bytes of the module as they are in every program: the
// whole of it with the relocated fields as zero.
func (m Module) Canonical() []byte {
	c := append([]byte(nil), m.Bytes[:m.Header.End()]...)
	zeroFields(c[m.Header.Tail:])
	return c
}

// Digest computes the digest that the slot should hold.
func (m Module) Digest() []byte { return ComputeMAC(m.Bytes, m.Header) }

// Stored gives the digest that the slot holds.
func (m Module) Stored() []byte {
	return m.Bytes[m.Header.Slot : m.Header.Slot+SlotLen]
}

// Holds tells whether the slot holds the digest of the bytes before and after
// it.
func (m Module) Holds() bool { return bytes.Equal(m.Digest(), m.Stored()) }

// ParseIdentity decodes a build identity from hexadecimal digits.
func ParseIdentity(s string) (id [IdentityLen]byte, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != IdentityLen {
		return id, fmt.Errorf("%q is not a build identity: %d hexadecimal "+
			"digits are", s, 2*IdentityLen)
	}
	copy(id[:], b)
	return id, nil
}

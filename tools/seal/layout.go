package main

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
	headerLen     = 64
	layoutVersion = 1
	offVersion    = 16
	offFlags      = 20
	offRangeLen   = 24
	offSlot       = 28
	offTail       = 32
	offTailLen    = 36
	offIdentity   = 40
	identityLen   = 24
	versionLen    = 64
	slotLen       = 32
	stubLen       = 8
	numStubs      = 8
	tailLen       = stubLen * numStubs
	stub0Field    = 3
	stubField     = 1
	fieldLen      = 4

	flagTestObject = 1

	sealKey = "Cordon module integrity key v01."
)

// headerMagic starts the sealed range. Its first byte is not text and its last
// ones break on any conversion of line ends.
var headerMagic = []byte("\x93CORDON-SEAL\r\n\x1a\x00")

// tailStubs names the stubs in their order; the first one yields the state.
var tailStubs = [numStubs]string{
	"state", "entropy", "thread_state", "generation", "ticks",
	"backend_limit", "declassify", "yield",
}

const (
	hostPrefix  = "cordon_host_"
	sealSection = ".text.cordon"
	dataSection = ".data.cordon"
	stateSymbol = "module_state_storage"

	stateLen        = 8192
	stateMagicBegin = 0x9c3fa5d16e0b7284
	stateMagicEnd   = 0x51e7d82c3ba4906f
)

// header is the decoded 64-byte header of a sealed range.
type header struct {
	flags    uint32
	rangeLen uint32
	slot     uint32
	tail     uint32
	tailLen  uint32
	identity [identityLen]byte
}

var errNotSealed = errors.New("the object has not been sealed yet")

// headerFor gives the header of an object whose slot is at offset slot.
func headerFor(slot uint32, flags uint32, identity [identityLen]byte) header {
	return header{flags, slot, slot, slot + slotLen, tailLen, identity}
}

func (h header) put(b []byte) {
	le := binary.LittleEndian
	copy(b, headerMagic)
	le.PutUint32(b[offVersion:], layoutVersion)
	le.PutUint32(b[offFlags:], h.flags)
	le.PutUint32(b[offRangeLen:], h.rangeLen)
	le.PutUint32(b[offSlot:], h.slot)
	le.PutUint32(b[offTail:], h.tail)
	le.PutUint32(b[offTailLen:], h.tailLen)
	copy(b[offIdentity:headerLen], h.identity[:])
}

// end is the length of everything from the header to the end of the tail.
func (h header) end() int { return int(h.tail + h.tailLen) }

func (h header) isTest() bool { return h.flags&flagTestObject != 0 }

// parseHeader decodes the header at the start of b and checks each field; b
// holds all that may belong to the module.
func parseHeader(b []byte) (header, error) {
	var h header
	if len(b) < headerLen {
		return h, errors.New("the header is cut off")
	}
	le := binary.LittleEndian
	if v := le.Uint32(b[offVersion:]); v != layoutVersion {
		return h, fmt.Errorf("layout version %d is not known (this tool knows %d)",
			v, layoutVersion)
	}
	h.flags = le.Uint32(b[offFlags:])
	h.rangeLen = le.Uint32(b[offRangeLen:])
	h.slot = le.Uint32(b[offSlot:])
	h.tail = le.Uint32(b[offTail:])
	h.tailLen = le.Uint32(b[offTailLen:])
	copy(h.identity[:], b[offIdentity:])
	if h.rangeLen == 0 && h.slot == 0 && h.tail == 0 {
		return h, errNotSealed
	}
	if h.slot < headerLen || h.slot%64 != 0 || h.slot > 1<<30 ||
		h != headerFor(h.slot, h.flags, h.identity) {
		return h, errors.New("the lengths and offsets in the header contradict " +
			"each other")
	}
	if h.end() > len(b) {
		return h, fmt.Errorf("the header speaks of %d bytes, but only %d are "+
			"there", h.end(), len(b))
	}
	return h, nil
}

// zeroFields clears the relocated fields of a tail.
func zeroFields(tail []byte) {
	for i := 0; i+stubLen <= len(tail); i += stubLen {
		at := i + stubField
		if i == 0 {
			at = stub0Field
		}
		for j := 0; j < fieldLen; j++ {
			tail[at+j] = 0
		}
	}
}

// computeMAC gives the digest of the module that starts at b[0]: HMAC-SHA-256
// over the range, then the tail with its relocated fields as zero.
func computeMAC(b []byte, h header) []byte {
	tail := append([]byte(nil), b[h.tail:h.end()]...)
	zeroFields(tail)
	m := hmac.New(sha256.New, []byte(sealKey))
	m.Write(b[:h.rangeLen])
	m.Write(tail)
	return m.Sum(nil)
}

// canonical gives the bytes of the module as they are in every program: the
// whole of it with the relocated fields as zero.
func canonical(b []byte, h header) []byte {
	c := append([]byte(nil), b[:h.end()]...)
	zeroFields(c[h.tail:])
	return c
}

func storedMAC(b []byte, h header) []byte {
	return b[h.slot : h.slot+slotLen]
}

// macHolds tells whether the slot holds the digest of the bytes before and
// after it.
func macHolds(b []byte, h header) bool {
	return bytes.Equal(computeMAC(b, h), storedMAC(b, h))
}

func parseIdentity(s string) (id [identityLen]byte, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != identityLen {
		return id, fmt.Errorf("%q is not a build identity: %d hexadecimal "+
			"digits are", s, 2*identityLen)
	}
	copy(id[:], b)
	return id, nil
}

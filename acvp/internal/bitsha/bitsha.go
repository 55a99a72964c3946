// Package bitsha owns the hash functions by their ACVP names, over messages that are not a whole number of bytes too, by
// Go's own compression functions and permutation.
package bitsha

import (
	"crypto"
	_ "crypto/sha256" // registers the hash functions
	"crypto/sha3"
	_ "crypto/sha512"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"strings"
)

// Hash is a hash function. A SHAKE has the fixed length of output here that FIPS 186-5 gives it.
type Hash struct {
	id     crypto.Hash // 0 for SHAKE
	size   int
	rate   int  // bytes of a block of SHA-3 and SHAKE, 0 for SHA-2
	domain byte // the bits that follow the message in SHA-3 and SHAKE, and the first bit of the padding
	shake  func() *sha3.SHAKE
}

// Size is the number of bytes of a digest.
func (h Hash) Size() int { return h.size }

// ID names the function in Go's standard library; 0 for SHAKE, of which it has no hash.
func (h Hash) ID() crypto.Hash { return h.id }

// IsSHA3 tells SHA-3 and SHAKE from SHA-2: they number the bits of a byte from the low one up (FIPS 202, B.1).
func (h Hash) IsSHA3() bool { return h.rate > 0 }

// IsXOF tells a SHAKE, with which there is no HMAC.
func (h Hash) IsXOF() bool { return h.shake != nil }

// New begins a hash.
func (h Hash) New() hash.Hash {
	if h.IsXOF() {
		return fixed{h.shake(), h.size}
	}
	return h.id.New()
}

// fixed is a SHAKE as a hash function. Sum ends it.
type fixed struct {
	*sha3.SHAKE
	size int
}

func (f fixed) Size() int { return f.size }

func (f fixed) Sum(b []byte) []byte {
	out := make([]byte, f.size)
	f.Read(out)
	return append(b, out...)
}

func (f fixed) Reset() { f.SHAKE.Reset() }

const (
	domainSHA3  = 0x06 // 01, then the first bit of the padding (FIPS 202, 6.1 and 5.1)
	domainSHAKE = 0x1f // 1111, then the same (6.2)
)

var hashes = map[string]Hash{
	"SHA2-224": {id: crypto.SHA224, size: 28}, "SHA2-256": {id: crypto.SHA256, size: 32},
	"SHA2-384": {id: crypto.SHA384, size: 48}, "SHA2-512": {id: crypto.SHA512, size: 64},
	"SHA2-512/224": {id: crypto.SHA512_224, size: 28}, "SHA2-512/256": {id: crypto.SHA512_256, size: 32},
	"SHA3-224":  {id: crypto.SHA3_224, size: 28, rate: 144, domain: domainSHA3},
	"SHA3-256":  {id: crypto.SHA3_256, size: 32, rate: 136, domain: domainSHA3},
	"SHA3-384":  {id: crypto.SHA3_384, size: 48, rate: 104, domain: domainSHA3},
	"SHA3-512":  {id: crypto.SHA3_512, size: 64, rate: 72, domain: domainSHA3},
	"SHAKE-128": {size: 32, rate: 168, domain: domainSHAKE, shake: sha3.NewSHAKE128},
	"SHAKE-256": {size: 64, rate: 136, domain: domainSHAKE, shake: sha3.NewSHAKE256},
}

// Names lists the hash functions of a fixed length by their ACVP names.
func Names() []string { return append(SHA2Names(), "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512") }

// SHA2Names lists SHA-2 alone.
func SHA2Names() []string {
	return []string{"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256"}
}

// XOFNames lists the functions of any length.
func XOFNames() []string { return []string{"SHAKE-128", "SHAKE-256"} }

// Lookup finds a hash function by its ACVP name.
func Lookup(name string) (Hash, bool) {
	h, ok := hashes[strings.ToUpper(name)]
	return h, ok
}

// Sum hashes the first numBits bits of msg, which has no more bytes than they need. The bits of a last, partial byte are
// its high ones for SHA-2 and its low ones for SHA-3 and SHAKE.
func Sum(name string, msg []byte, numBits uint64) ([]byte, error) {
	h, ok := Lookup(name)
	if !ok {
		return nil, fmt.Errorf("unknown hash function %q", name)
	}
	if uint64(len(msg)) != (numBits+7)/8 {
		return nil, fmt.Errorf("%d bytes for %d bits", len(msg), numBits)
	}
	if numBits%8 == 0 {
		state := h.New()
		state.Write(msg)
		return state.Sum(nil), nil
	}
	if h.IsSHA3() {
		return h.sponge(msg, int(numBits%8), h.size)
	}
	state := h.New()
	state.Write(pad(msg, numBits, state.BlockSize()))
	const magicLen = 4
	return stateOf(state, magicLen, h.size)
}

// pad is the padding of FIPS 180-4, section 5.1: a 1 bit, zeros, the length in bits (8 bytes, in SHA-512 16).
func pad(msg []byte, numBits uint64, blockLen int) []byte {
	out := append([]byte(nil), msg...)
	used := numBits % 8
	last := len(out) - 1
	out[last] = out[last]&^(0xff>>used) | 0x80>>used
	for len(out)%blockLen != blockLen-blockLen/8 {
		out = append(out, 0)
	}
	out = append(out, make([]byte, blockLen/8-8)...)
	return binary.BigEndian.AppendUint64(out, numBits)
}

// stateOf reads size bytes out of a hash that has taken whole blocks: they are the digest of the padded message.
func stateOf(state any, offset, size int) ([]byte, error) {
	m, ok := state.(encoding.BinaryMarshaler)
	if !ok {
		return nil, errors.New("the hash's state cannot be read")
	}
	b, err := m.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return append([]byte(nil), b[offset:offset+size]...), nil
}

// XOF gives the first outBits bits of a SHAKE over the first numBits bits of msg, both in the order of FIPS 202: unused
// high bits of the last byte are zero.
func XOF(name string, msg []byte, numBits, outBits uint64) ([]byte, error) {
	h, ok := Lookup(name)
	if !ok || !h.IsXOF() {
		return nil, fmt.Errorf("unknown function %q", name)
	}
	if uint64(len(msg)) != (numBits+7)/8 {
		return nil, fmt.Errorf("%d bytes for %d bits", len(msg), numBits)
	}
	out := make([]byte, (outBits+7)/8)
	if numBits%8 == 0 {
		state := h.shake()
		state.Write(msg)
		state.Read(out)
	} else {
		var err error
		if out, err = h.sponge(msg, int(numBits%8), len(out)); err != nil {
			return nil, err
		}
	}
	if r := outBits % 8; r != 0 {
		out[len(out)-1] &= 0xff >> (8 - r)
	}
	return out, nil
}

// sponge pads by hand, after the low numBits bits of the last byte of msg, and reads the output out of Go's state.
func (h Hash) sponge(msg []byte, numBits, outLen int) ([]byte, error) {
	padded := append([]byte(nil), msg[:len(msg)-1]...)
	tail := uint16(msg[len(msg)-1])&(1<<numBits-1) | uint16(h.domain)<<numBits
	padded = append(padded, byte(tail))
	if tail > 0xff {
		padded = append(padded, byte(tail>>8))
	}
	if len(padded)%h.rate == 0 && padded[len(padded)-1]&0x80 != 0 {
		padded = append(padded, 0)
	}
	for len(padded)%h.rate != 0 {
		padded = append(padded, 0)
	}
	padded[len(padded)-1] |= 0x80
	// What takes the blocks does not matter but for its rate.
	var state any
	var write func([]byte) (int, error)
	if h.IsXOF() {
		s := h.shake()
		state, write = s, s.Write
	} else {
		s := h.id.New()
		state, write = s, s.Write
	}
	write(padded)
	var out []byte
	for {
		const magicAndRateLen = 5
		block, err := stateOf(state, magicAndRateLen, h.rate)
		if err != nil {
			return nil, err
		}
		if out = append(out, block...); len(out) >= outLen {
			return out[:outLen], nil
		}
		write(make([]byte, h.rate)) // zeros change nothing but that the state is permuted
	}
}

// FromHigh moves the bits of a last, partial byte from its high end, where ACVP's files and SP 800-106 have them, to
// the end where the hash function takes them.
func FromHigh(name string, msg []byte, numBits uint64) []byte {
	h, ok := Lookup(name)
	if !ok || !h.IsSHA3() || numBits%8 == 0 || len(msg) == 0 {
		return msg
	}
	out := append([]byte(nil), msg...)
	out[len(out)-1] >>= 8 - numBits%8
	return out
}

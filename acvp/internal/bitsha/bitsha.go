// Package bitsha owns SHA-2 over messages that are not a whole number of bytes, by Go's own compression functions.
package bitsha

import (
	"crypto"
	_ "crypto/sha256" // registers the hash functions
	_ "crypto/sha512"
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"
	"strings"
)

var names = map[string]crypto.Hash{
	"SHA2-224": crypto.SHA224, "SHA2-256": crypto.SHA256, "SHA2-384": crypto.SHA384, "SHA2-512": crypto.SHA512,
	"SHA2-512/224": crypto.SHA512_224, "SHA2-512/256": crypto.SHA512_256,
}

// Names lists the hash functions by their ACVP names.
func Names() []string {
	return []string{"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256"}
}

// Lookup finds a hash function by its ACVP name.
func Lookup(name string) (crypto.Hash, bool) {
	h, ok := names[strings.ToUpper(name)]
	return h, ok
}

// Sum hashes the first numBits bits of msg, which has no more bytes than they need.
func Sum(name string, msg []byte, numBits uint64) ([]byte, error) {
	id, ok := Lookup(name)
	if !ok {
		return nil, fmt.Errorf("unknown hash function %q", name)
	}
	if uint64(len(msg)) != (numBits+7)/8 {
		return nil, fmt.Errorf("%d bytes for %d bits", len(msg), numBits)
	}
	h := id.New()
	if numBits%8 == 0 {
		h.Write(msg)
		return h.Sum(nil), nil
	}
	h.Write(pad(msg, numBits, h.BlockSize()))
	return state(h, id)
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

// state reads the chaining value out of a hash that has taken whole blocks: it is the digest of the padded message.
func state(h hash.Hash, id crypto.Hash) ([]byte, error) {
	m, ok := h.(encoding.BinaryMarshaler)
	if !ok {
		return nil, fmt.Errorf("the hash's state cannot be read")
	}
	b, err := m.MarshalBinary()
	if err != nil {
		return nil, err
	}
	const magicLen = 4
	return append([]byte(nil), b[magicLen:magicLen+id.Size()]...), nil
}

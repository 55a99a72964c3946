// Package judge owns the verdicts that no published answer gives: signatures and keys, by Go's own cryptography.
package judge

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"cordon.example/acvp/internal/bitsha"
)

// Curve finds a curve by its ACVP name; nil if Go has none.
func Curve(name string) elliptic.Curve {
	switch name {
	case "P-224":
		return elliptic.P224()
	case "P-256":
		return elliptic.P256()
	case "P-384":
		return elliptic.P384()
	case "P-521":
		return elliptic.P521()
	}
	return nil
}

// FieldLen is the number of bytes of a coordinate.
func FieldLen(c elliptic.Curve) int { return (c.Params().BitSize + 7) / 8 }

// fixed brings a big-endian integer to n bytes; it fails if the value does not fit.
func fixed(b []byte, n int) ([]byte, error) {
	v := new(big.Int).SetBytes(b)
	if v.BitLen() > 8*n {
		return nil, fmt.Errorf("%d bits do not fit %d bytes", v.BitLen(), n)
	}
	return v.FillBytes(make([]byte, n)), nil
}

// PublicKey checks that x, y is a point of the curve, in range.
func PublicKey(curve string, x, y []byte) (*ecdsa.PublicKey, error) {
	c := Curve(curve)
	if c == nil {
		return nil, fmt.Errorf("no judge for curve %s", curve)
	}
	n := FieldLen(c)
	fx, err := fixed(x, n)
	if err != nil {
		return nil, fmt.Errorf("x: %w", err)
	}
	fy, err := fixed(y, n)
	if err != nil {
		return nil, fmt.Errorf("y: %w", err)
	}
	return ecdsa.ParseUncompressedPublicKey(c, append(append([]byte{4}, fx...), fy...))
}

// PrivateKey checks that d is in [1, n-1].
func PrivateKey(curve string, d []byte) (*ecdsa.PrivateKey, error) {
	c := Curve(curve)
	if c == nil {
		return nil, fmt.Errorf("no judge for curve %s", curve)
	}
	fd, err := fixed(d, (c.Params().N.BitLen()+7)/8)
	if err != nil {
		return nil, fmt.Errorf("d: %w", err)
	}
	priv, err := ecdsa.ParseRawPrivateKey(c, fd)
	if err != nil {
		return nil, fmt.Errorf("d is not in [1, n-1]: %w", err)
	}
	return priv, nil
}

// KeyPair checks that d is a private key and x, y the public key that belongs to it.
func KeyPair(curve string, d, x, y []byte) error {
	pub, err := PublicKey(curve, x, y)
	if err != nil {
		return fmt.Errorf("the public key is not valid: %w", err)
	}
	priv, err := PrivateKey(curve, d)
	if err != nil {
		return err
	}
	if !priv.PublicKey.Equal(pub) {
		return errors.New("the public key is not d times the base point")
	}
	return nil
}

// Signature checks r, s over a digest.
func Signature(curve string, x, y, digest, r, s []byte) error {
	pub, err := PublicKey(curve, x, y)
	if err != nil {
		return fmt.Errorf("the public key is not valid: %w", err)
	}
	if !ecdsa.Verify(pub, digest, new(big.Int).SetBytes(r), new(big.Int).SetBytes(s)) {
		return errors.New("the signature does not verify")
	}
	return nil
}

// HMAC computes a MAC; hash is one that bitsha knows and no SHAKE.
func HMAC(hash string, key, msg []byte) []byte {
	h, ok := bitsha.Lookup(hash)
	if !ok || h.IsXOF() {
		return nil
	}
	m := hmac.New(h.New, key)
	m.Write(msg)
	return m.Sum(nil)
}

// SameInt compares big-endian integers of any width.
func SameInt(a, b []byte) bool {
	return bytes.Equal(bytes.TrimLeft(a, "\x00"), bytes.TrimLeft(b, "\x00"))
}

// Fresh notices a random value that comes twice: a key, or the r of a signature under one key.
type Fresh struct {
	mu   sync.Mutex
	seen map[string]bool
}

// Check fails if the value was seen before.
func (f *Fresh) Check(what string, v []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := what + "\x00" + string(bytes.TrimLeft(v, "\x00"))
	if f.seen == nil {
		f.seen = map[string]bool{}
	}
	if f.seen[key] {
		return fmt.Errorf("%s is the same as in another test", what)
	}
	f.seen[key] = true
	return nil
}

package judge

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"math/big"
	"testing"
)

// newKey gives d, x and y.
func newKey(t *testing.T, c elliptic.Curve) (key *ecdsa.PrivateKey, d, x, y []byte) {
	key, err := ecdsa.GenerateKey(c, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	d, _ = key.Bytes()
	pub, _ := key.PublicKey.Bytes()
	n := FieldLen(c)
	return key, d, pub[1 : 1+n], pub[1+n:]
}

func flipped(b []byte) []byte {
	c := append([]byte{}, b...)
	c[len(c)-1] ^= 1
	return c
}

func TestKeyPair(t *testing.T) {
	for _, name := range []string{"P-224", "P-256", "P-384", "P-521"} {
		c := Curve(name)
		_, d, x, y := newKey(t, c)
		n, p := c.Params().N, c.Params().P
		if err := KeyPair(name, d, x, y); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := KeyPair(name, append([]byte{0, 0}, d...), append([]byte{0}, x...), y); err != nil {
			t.Errorf("%s, with leading zeros: %v", name, err)
		}
		_, d2, x2, y2 := newKey(t, c)
		for what, err := range map[string]error{
			"another d":      KeyPair(name, d2, x, y),
			"another point":  KeyPair(name, d, x2, y2),
			"off the curve":  KeyPair(name, d, x, flipped(y)),
			"negated point":  KeyPair(name, d, x, new(big.Int).Sub(p, new(big.Int).SetBytes(y)).Bytes()),
			"x beyond p":     KeyPair(name, d, new(big.Int).Add(p, new(big.Int).SetBytes(x)).Bytes(), y),
			"d plus n":       KeyPair(name, new(big.Int).Add(n, new(big.Int).SetBytes(d)).Bytes(), x, y),
			"d of 0":         KeyPair(name, nil, x, y),
			"zeros":          KeyPair(name, d, nil, nil),
			"unknown curve":  KeyPair("K-233", d, x, y),
			"a longer value": KeyPair(name, d, append([]byte{1}, x...), y),
		} {
			if err == nil {
				t.Errorf("%s: %s passes", name, what)
			}
		}
	}
}

func TestSignature(t *testing.T) {
	key, _, x, y := newKey(t, elliptic.P256())
	digest := sha256.Sum256([]byte("message"))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	n := elliptic.P256().Params().N
	if err := Signature("P-256", x, y, digest[:], r.Bytes(), s.Bytes()); err != nil {
		t.Error(err)
	}
	plus := func(v *big.Int) []byte { return new(big.Int).Add(v, n).Bytes() }
	for what, err := range map[string]error{
		"r":      Signature("P-256", x, y, digest[:], flipped(r.Bytes()), s.Bytes()),
		"s":      Signature("P-256", x, y, digest[:], r.Bytes(), flipped(s.Bytes())),
		"digest": Signature("P-256", x, y, flipped(digest[:]), r.Bytes(), s.Bytes()),
		"key":    Signature("P-256", x, flipped(y), digest[:], r.Bytes(), s.Bytes()),
		"r + n":  Signature("P-256", x, y, digest[:], plus(r), s.Bytes()),
		"s + n":  Signature("P-256", x, y, digest[:], r.Bytes(), plus(s)),
		"zeros":  Signature("P-256", x, y, digest[:], nil, nil),
	} {
		if err == nil {
			t.Errorf("a wrong %s passes", what)
		}
	}
}

func TestFresh(t *testing.T) {
	var f Fresh
	if f.Check("d", []byte{1}) != nil || f.Check("d", []byte{2}) != nil || f.Check("r", []byte{1}) != nil {
		t.Error("new values do not pass")
	}
	if f.Check("d", []byte{0, 1}) == nil {
		t.Error("a repeated value passes")
	}
}

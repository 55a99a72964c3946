package main

// This file owns the ECDSA commands, over Go's own arithmetic.

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"math/big"

	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/judge"
)

var (
	errCurve = errors.New("unknown curve")
	no       = [][]byte{{0}}
	yes      = [][]byte{{1}}
)

func verdict(ok bool) [][]byte {
	if ok {
		return yes
	}
	return no
}

func ecdsaCommands(c map[string]command) {
	c["ECDSA/keyGen"] = command{1, keyGen}
	c["ECDSA/keyGen/extraBits"] = command{1, keyGen}
	c["ECDSA/keyPair"] = command{2, keyPair}
	c["ECDSA/keyVer"] = command{3, func(a [][]byte) ([][]byte, error) {
		_, err := judge.PublicKey(string(a[0]), a[1], a[2])
		return verdict(err == nil), nil
	}}
	c["ECDSA/sigGen"] = command{4, func(a [][]byte) ([][]byte, error) { return sign(a[0], a[1], digest(a[2], a[3])) }}
	c["ECDSA/sigGen/componentTest"] = command{4, func(a [][]byte) ([][]byte, error) { return sign(a[0], a[1], a[3]) }}
	c["ECDSA/sigGen/bits"] = command{5, func(a [][]byte) ([][]byte, error) {
		return sign(a[0], a[1], digestBits(a[2], a[3], a[4]))
	}}
	c["ECDSA/sigVer"] = command{7, func(a [][]byte) ([][]byte, error) {
		return verify(a[0], digest(a[1], a[2]), a[3:]), nil
	}}
	c["ECDSA/sigVer/componentTest"] = command{7, func(a [][]byte) ([][]byte, error) {
		return verify(a[0], a[2], a[3:]), nil
	}}
	c["ECDSA/sigVer/bits"] = command{8, func(a [][]byte) ([][]byte, error) {
		return verify(a[0], digestBits(a[1], a[2], a[3]), a[4:]), nil
	}}
	c["ECDSA/sigVer/der"] = command{6, func(a [][]byte) ([][]byte, error) {
		pub, err := judge.PublicKey(string(a[0]), a[3], a[4])
		return verdict(err == nil && ecdsa.VerifyASN1(pub, digest(a[1], a[2]), a[5])), nil
	}}
	c["ECDSA/sigVer/raw"] = command{6, verifyRaw}
	c["DetECDSA/sigGen"] = command{4, func(a [][]byte) ([][]byte, error) {
		return signDeterministic(a[0], a[1], a[2], digest(a[2], a[3]))
	}}
	c["DetECDSA/sigGen/bits"] = command{5, func(a [][]byte) ([][]byte, error) {
		return signDeterministic(a[0], a[1], a[2], digestBits(a[2], a[3], a[4]))
	}}
	if !shipping() {
		c["ECDSA/sigGen/k"] = command{5, func(a [][]byte) ([][]byte, error) {
			return signWithK(a[0], a[1], digest(a[2], a[3]), a[4])
		}}
		c["ECDSA/sigGen/k/bits"] = command{6, func(a [][]byte) ([][]byte, error) {
			return signWithK(a[0], a[1], digestBits(a[2], a[3], a[4]), a[5])
		}}
	}
}

// digest is nil for a hash that is not known: nothing is signed over it, and nothing verifies.
func digest(hash, msg []byte) []byte {
	d, err := bitsha.Sum(string(hash), msg, 8*uint64(len(msg)))
	if err != nil {
		return nil
	}
	return d
}

func digestBits(hash, msg, count []byte) []byte {
	n, err := u64(count)
	if err != nil {
		return nil
	}
	d, err := bitsha.Sum(string(hash), msg, n)
	if err != nil {
		return nil
	}
	return d
}

func orderLen(c elliptic.Curve) int { return (c.Params().N.BitLen() + 7) / 8 }

// private reads a scalar of any width.
func private(curve, d []byte) (*ecdsa.PrivateKey, error) {
	c := judge.Curve(string(curve))
	if c == nil {
		return nil, errCurve
	}
	v := new(big.Int).SetBytes(d)
	if v.Cmp(c.Params().N) >= 0 {
		return nil, errors.New("scalar out of range")
	}
	return ecdsa.ParseRawPrivateKey(c, v.FillBytes(make([]byte, orderLen(c))))
}

// coordinates gives x and y at field width.
func coordinates(pub *ecdsa.PublicKey) ([]byte, []byte, error) {
	b, err := pub.Bytes()
	if err != nil {
		return nil, nil, err
	}
	n := (len(b) - 1) / 2
	return b[1 : 1+n], b[1+n:], nil
}

func keyGen(a [][]byte) ([][]byte, error) {
	c := judge.Curve(string(a[0]))
	if c == nil {
		return nil, errCurve
	}
	key, err := ecdsa.GenerateKey(c, rand.Reader)
	if err != nil {
		return nil, err
	}
	d, err := key.Bytes()
	if err != nil {
		return nil, err
	}
	x, y, err := coordinates(&key.PublicKey)
	return [][]byte{d, x, y}, err
}

func keyPair(a [][]byte) ([][]byte, error) {
	key, err := private(a[0], a[1])
	if err != nil {
		return nil, err
	}
	x, y, err := coordinates(&key.PublicKey)
	return [][]byte{x, y}, err
}

func sign(curve, d, digest []byte) ([][]byte, error) {
	key, err := private(curve, d)
	if err != nil {
		return nil, err
	}
	if digest == nil {
		return nil, errors.New("no digest")
	}
	r, s, err := ecdsa.Sign(rand.Reader, key, digest)
	if err != nil {
		return nil, err
	}
	n := orderLen(key.Curve)
	return [][]byte{r.FillBytes(make([]byte, n)), s.FillBytes(make([]byte, n))}, nil
}

// verify takes x, y, r, s.
func verify(curve, digest []byte, a [][]byte) [][]byte {
	if digest == nil {
		return no
	}
	return verdict(judge.Signature(string(curve), a[0], a[1], digest, a[2], a[3]) == nil)
}

func verifyRaw(a [][]byte) ([][]byte, error) {
	c := judge.Curve(string(a[0]))
	if c == nil || len(a[5]) != 2*orderLen(c) {
		return no, nil
	}
	r, s := a[5][:orderLen(c)], a[5][orderLen(c):]
	return verify(a[0], digest(a[1], a[2]), [][]byte{a[3], a[4], r, s}), nil
}

// signDeterministic is RFC 6979, 3.2, over the DRBG of drbg.go; the driver's judge has another one.
func signDeterministic(curve, d, hash, digest []byte) ([][]byte, error) {
	key, err := private(curve, d)
	if err != nil {
		return nil, err
	}
	if h, ok := bitsha.Lookup(string(hash)); !ok || h.IsXOF() || digest == nil {
		return nil, errors.New("no deterministic signature with this hash")
	}
	n := key.Curve.Params().N
	width := orderLen(key.Curve)
	z := leftmost(digest, n.BitLen())
	octets := new(big.Int).Mod(z, n).FillBytes(make([]byte, width))
	fixed, err := key.Bytes()
	if err != nil {
		return nil, err
	}
	g := newDRBG(string(hash), fixed, octets)
	for {
		k := leftmost(g.candidate(width), n.BitLen())
		if k.Sign() > 0 && k.Cmp(n) < 0 {
			return signWithK(curve, d, digest, k.Bytes())
		}
	}
}

// leftmost takes the first numBits bits.
func leftmost(b []byte, numBits int) *big.Int {
	v := new(big.Int).SetBytes(b)
	if excess := 8*len(b) - numBits; excess > 0 {
		v.Rsh(v, uint(excess))
	}
	return v
}

// signWithK is FIPS 186-5, 6.4.1, with k given: r = x(kG) mod n, s = (z + r d) / k mod n.
func signWithK(curve, d, digest, k []byte) ([][]byte, error) {
	key, err := private(curve, d)
	if err != nil {
		return nil, err
	}
	nonce, err := private(curve, k)
	if err != nil || digest == nil {
		return nil, errors.New("bad k or digest")
	}
	x, _, err := coordinates(&nonce.PublicKey)
	if err != nil {
		return nil, err
	}
	n := key.Curve.Params().N
	z := leftmost(digest, n.BitLen())
	r := new(big.Int).SetBytes(x)
	r.Mod(r, n)
	s := new(big.Int).Mul(r, new(big.Int).SetBytes(d))
	s.Add(s, z).Mul(s, new(big.Int).ModInverse(new(big.Int).SetBytes(k), n)).Mod(s, n)
	width := orderLen(key.Curve)
	return [][]byte{r.FillBytes(make([]byte, width)), s.FillBytes(make([]byte, width))}, nil
}

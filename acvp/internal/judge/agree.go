package judge

// This file owns the independent answers to deterministic signatures, to key agreement and to key derivation.

import (
	"crypto/ecdsa"
	"encoding/asn1"
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"

	"cordon.example/acvp/internal/bitsha"
)

// Deterministic gives the one signature that RFC 6979 and FIPS 186-5, A.3.3, allow over a digest of a hash function.
func Deterministic(curve, hash string, d, digest []byte) (r, s []byte, err error) {
	h, ok := bitsha.Lookup(hash)
	if !ok || h.IsXOF() {
		return nil, nil, fmt.Errorf("no deterministic signature with %s", hash)
	}
	priv, err := PrivateKey(curve, d)
	if err != nil {
		return nil, nil, err
	}
	der, err := priv.Sign(nil, digest, h.ID())
	if err != nil {
		return nil, nil, err
	}
	var sig struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &sig); err != nil {
		return nil, nil, err
	}
	return sig.R.Bytes(), sig.S.Bytes(), nil
}

// SharedSecret is Z = x(d Q) of SP 800-56A, at field width.
func SharedSecret(curve string, d, x, y []byte) ([]byte, error) {
	pub, err := PublicKey(curve, x, y)
	if err != nil {
		return nil, fmt.Errorf("the public key is not valid: %w", err)
	}
	priv, err := PrivateKey(curve, d)
	if err != nil {
		return nil, err
	}
	if curve == "P-224" { // crypto/ecdh has no P-224
		return multiply(priv, pub)
	}
	ours, err := priv.ECDH()
	if err != nil {
		return nil, err
	}
	theirs, err := pub.ECDH()
	if err != nil {
		return nil, err
	}
	return ours.ECDH(theirs)
}

// multiply gives x(d Q) by the arithmetic under crypto/elliptic. It is deprecated for the sake of better interfaces, which
// exist for the other curves alone.
func multiply(priv *ecdsa.PrivateKey, pub *ecdsa.PublicKey) ([]byte, error) {
	d, err := priv.Bytes()
	if err != nil {
		return nil, err
	}
	x, _ := pub.Curve.ScalarMult(pub.X, pub.Y, d)
	return x.FillBytes(make([]byte, FieldLen(pub.Curve))), nil
}

// OneStep derives outLen bytes by the one-step KDF of SP 800-56C rev 2, 4.1. aux is a hash function, or "HMAC-" and one;
// salt is for HMAC alone, and a block of zeros if it is empty.
func OneStep(aux string, z, salt, fixedInfo []byte, outLen int) ([]byte, error) {
	name, isHMAC := strings.CutPrefix(aux, "HMAC-")
	h, ok := bitsha.Lookup(name)
	if !ok || h.IsXOF() {
		return nil, fmt.Errorf("no judge for the auxiliary function %s", aux)
	}
	if isHMAC && len(salt) == 0 {
		salt = make([]byte, h.New().BlockSize())
	}
	var out []byte
	for counter := uint32(1); len(out) < outLen; counter++ {
		data := append(append(binary.BigEndian.AppendUint32(nil, counter), z...), fixedInfo...)
		if isHMAC {
			out = append(out, HMAC(name, salt, data)...)
			continue
		}
		digest, err := bitsha.Sum(name, data, 8*uint64(len(data)))
		if err != nil {
			return nil, err
		}
		out = append(out, digest...)
	}
	return out[:outLen], nil
}

package wycheproof

// This file owns the reading of public and private keys: the formats stand outside the module. It is strict: a key that is
// not in the one canonical form, or on a curve that is not named, is refused.

import (
	"bytes"
	"crypto/elliptic"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/judge"
)

// point is a public key as the module takes it: the name of its curve, and the point in any form of SEC 1.
type point struct {
	curve   string
	encoded []byte
}

var (
	oidPublicKey = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	oidCurves    = map[string]string{"1.3.132.0.33": "P-224", "1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384",
		"1.3.132.0.35": "P-521"}
)

type algorithm struct {
	Algorithm asn1.ObjectIdentifier
	Curve     asn1.ObjectIdentifier
}

// curve gives the name of the curve.
func (a algorithm) curve() (string, error) {
	if !a.Algorithm.Equal(oidPublicKey) {
		return "", fmt.Errorf("algorithm %v", a.Algorithm)
	}
	name := oidCurves[a.Curve.String()]
	if name == "" {
		return "", fmt.Errorf("curve %v", a.Curve)
	}
	return name, nil
}

// parseSPKI reads a SubjectPublicKeyInfo (RFC 5480): explicit parameters of a curve do not fit its type.
func parseSPKI(der []byte) (point, error) {
	var info struct {
		Algorithm algorithm
		Key       asn1.BitString
	}
	rest, err := asn1.Unmarshal(der, &info)
	if err != nil || len(rest) > 0 {
		return point{}, errors.New("no SubjectPublicKeyInfo with a named curve")
	}
	if again, err := asn1.Marshal(info); err != nil || !bytes.Equal(again, der) {
		return point{}, errors.New("not in DER")
	}
	curve, err := info.Algorithm.curve()
	if err != nil {
		return point{}, err
	}
	if info.Key.BitLength%8 != 0 {
		return point{}, errors.New("a point that is not whole bytes")
	}
	return point{curve, info.Key.Bytes}, nil
}

// decodePEM takes exactly one block without headers (RFC 7468).
func decodePEM(text, kind string) ([]byte, error) {
	block, rest := pem.Decode([]byte(text))
	if block == nil || block.Type != kind || len(block.Headers) > 0 || len(bytes.TrimSpace(rest)) > 0 {
		return nil, fmt.Errorf("not one PEM block of type %q", kind)
	}
	if again := pem.EncodeToMemory(block); !bytes.Equal(bytes.TrimSpace(again), bytes.TrimSpace([]byte(text))) {
		return nil, errors.New("not in the strict form of PEM")
	}
	return block.Bytes, nil
}

// privatePEM gives the scalar of a PKCS #8 key.
func privatePEM(text string) ([]byte, error) {
	der, err := decodePEM(text, "PRIVATE KEY")
	if err != nil {
		return nil, err
	}
	var outer struct {
		Version   int
		Algorithm algorithm
		Key       []byte
	}
	if _, err := asn1.Unmarshal(der, &outer); err != nil {
		return nil, err
	}
	var inner struct {
		Version int
		D       []byte
		Curve   asn1.ObjectIdentifier `asn1:"optional,explicit,tag:0"`
		Public  asn1.BitString        `asn1:"optional,explicit,tag:1"`
	}
	_, err = asn1.Unmarshal(outer.Key, &inner)
	return inner.D, err
}

// parseJWK reads a public key (RFC 7518, 6.2.1): coordinates have the width of the field.
func parseJWK(o *acvpjson.Object) (point, error) {
	if kind := o.Str("kty"); kind != "EC" {
		return point{}, fmt.Errorf("kty %q", kind)
	}
	o.Skip("kid")
	name := o.Str("crv")
	x, errX := coordinate(o.Str("x"))
	y, errY := coordinate(o.Str("y"))
	if err := errors.Join(errX, errY); err != nil {
		return point{}, err
	}
	c := judge.Curve(name)
	if c == nil {
		return point{}, fmt.Errorf("curve %q", name)
	}
	if n := width(c); len(x) != n || len(y) != n {
		return point{}, fmt.Errorf("coordinates of %d and %d bytes", len(x), len(y))
	}
	return point{name, append(append([]byte{4}, x...), y...)}, nil
}

func width(c elliptic.Curve) int { return judge.FieldLen(c) }

// coordinate decodes base64url, whose unused bits must be zero.
func coordinate(s string) ([]byte, error) { return base64.RawURLEncoding.Strict().DecodeString(s) }

package keyfile

import (
	"bytes"
	"encoding/asn1"
	"encoding/pem"
)

// element makes one DER element out of the concatenated parts, in one allocation: nothing is left behind by growth.
func element(id byte, parts ...[]byte) []byte {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	head := []byte{id, byte(n)}
	switch {
	case n > 0xff:
		head = []byte{id, 0x82, byte(n >> 8), byte(n)}
	case n > 0x7f:
		head = []byte{id, 0x81, byte(n)}
	}
	out := make([]byte, 0, len(head)+n)
	out = append(out, head...)
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func oidElement(oid asn1.ObjectIdentifier) []byte {
	b, err := asn1.Marshal(oid)
	if err != nil {
		panic(err) // constants of this package
	}
	return b
}

func algorithm(c *Curve) []byte {
	return element(idSequence, oidElement(oidPublicKey), oidElement(c.OID))
}

func bitString(b []byte) []byte { return element(idBitString, []byte{0}, b) }

// PublicDER is the SubjectPublicKeyInfo of an encoded point.
func PublicDER(c *Curve, point []byte) []byte {
	return element(idSequence, algorithm(c), bitString(point))
}

// sec1 makes an ECPrivateKey; params is nothing or the element that names the curve.
func sec1(d, params, point []byte) []byte {
	scalar := element(idOctets, d)
	defer clear(scalar)
	return element(idSequence, []byte{idInteger, 1, 1}, scalar, params, element(idContext1, bitString(point)))
}

// PrivateSEC1 is the ECPrivateKey of a scalar and its point. The caller wipes it.
func PrivateSEC1(c *Curve, d, point []byte) []byte {
	return sec1(d, element(idContext0, oidElement(c.OID)), point)
}

// PrivatePKCS8 is the PrivateKeyInfo of a scalar and its point. The caller wipes it.
func PrivatePKCS8(c *Curve, d, point []byte) []byte {
	inner := sec1(d, nil, point)
	defer clear(inner)
	octets := element(idOctets, inner)
	defer clear(octets)
	return element(idSequence, []byte{idInteger, 1, 0}, algorithm(c), octets)
}

// PEM types by form.
const (
	PKCS8PEM = typePKCS8
	SEC1PEM  = typeSEC1
	SPKIPEM  = typeSPKI
)

// PEM wraps DER of that PEM type, in one buffer. The caller wipes it.
func PEM(pemType string, der []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(der)*4/3 + len(der)/48 + 2*len(pemType) + 64)
	if err := pem.Encode(&b, &pem.Block{Type: pemType, Bytes: der}); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

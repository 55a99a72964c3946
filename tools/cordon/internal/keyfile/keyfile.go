// Package keyfile reads and writes elliptic-curve keys in PEM and DER: PKCS#8 (RFC 5208, 5958), SEC 1 (RFC 5915) and
// SubjectPublicKeyInfo (RFC 5480). It finds the parts and judges the encoding; whether a scalar or a point is valid is
// for the module to say. Nothing here copies a private scalar: what is returned lies in the buffer that was parsed.
package keyfile

import (
	"encoding/asn1"
	"errors"
	"fmt"
	"strings"
)

// MaxSize bounds a key file. The largest key here has about 500 bytes.
const MaxSize = 1 << 16

// Curve is a named curve (SP 800-186, 3.2.1).
type Curve struct {
	Name  string
	ID    uint32 // of <cordon/types.h>
	Bytes int    // of a coordinate, and of a scalar
	OID   asn1.ObjectIdentifier
}

// Curves is every curve that the command knows.
var Curves = []*Curve{
	{"P-224", 1, 28, asn1.ObjectIdentifier{1, 3, 132, 0, 33}},
	{"P-256", 2, 32, asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}},
	{"P-384", 3, 48, asn1.ObjectIdentifier{1, 3, 132, 0, 34}},
	{"P-521", 4, 66, asn1.ObjectIdentifier{1, 3, 132, 0, 35}},
}

var oidPublicKey = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}

// CurveNames lists the curves for messages.
func CurveNames() string {
	var names []string
	for _, c := range Curves {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// CurveByName finds a curve; P256, p-256 and P-256 are the same.
func CurveByName(name string) (*Curve, error) {
	plain := func(s string) string { return strings.ReplaceAll(strings.ToUpper(s), "-", "") }
	for _, c := range Curves {
		if plain(c.Name) == plain(name) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("there is no curve %q here; there are %s", name, CurveNames())
}

func curveByOID(oid asn1.ObjectIdentifier) (*Curve, error) {
	for _, c := range Curves {
		if c.OID.Equal(oid) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("it is for the curve with the identifier %v, and only %s are supported", oid, CurveNames())
}

// Private is a private key. D and Public lie in the parsed buffer.
type Private struct {
	Curve  *Curve
	D      []byte // scalar
	Public []byte // encoded point, nil if the file has none
	buffer []byte
}

// Wipe clears the buffer that the key lies in.
func (p *Private) Wipe() { clear(p.buffer) }

// Public is a public key.
type Public struct {
	Curve *Curve
	Point []byte // encoded
}

// kind is what a file turns out to hold.
type kind int

const (
	kindNone kind = iota
	kindPKCS8
	kindSEC1
	kindSPKI
)

func (k kind) private() bool { return k == kindPKCS8 || k == kindSEC1 }

var (
	errIsPublic  = errors.New("this is a public key, and a private key is needed")
	errIsPrivate = errors.New("this is a private key, and a public key is needed (cordon pubout writes it)")
)

// ParsePrivate reads the one private key of a file. The key lies in data, or, if data is PEM, in a buffer of its own.
func ParsePrivate(data []byte) (*Private, error) {
	b, err := open(data)
	if err != nil {
		return nil, err
	}
	key := &Private{buffer: b.der}
	switch b.kind {
	case kindSPKI:
		return nil, errIsPublic
	case kindSEC1:
		err = parseSEC1(b.der, b.params, key)
	default:
		err = parsePKCS8(b.der, key)
	}
	if err != nil {
		key.Wipe()
		return nil, err
	}
	return key, nil
}

// ParsePublic reads the one public key of a file.
func ParsePublic(data []byte) (*Public, error) {
	b, err := open(data)
	if err != nil {
		return nil, err
	}
	if b.kind.private() {
		clear(b.der)
		return nil, errIsPrivate
	}
	return parseSPKI(b.der)
}

// body is the DER inside a file.
type body struct {
	kind   kind
	der    []byte
	params *Curve // from a block of parameters before the key
}

// open tells PEM from DER, and finds the one key.
func open(data []byte) (body, error) {
	switch {
	case len(data) == 0:
		return body{}, errors.New("the file is empty")
	case len(data) > MaxSize:
		return body{}, fmt.Errorf("a file of more than %d bytes is not a key", MaxSize)
	case looksLikePEM(data):
		return openPEM(data)
	case data[0] != idSequence:
		return body{}, errors.New("neither PEM nor DER")
	}
	k, err := kindOfDER(data)
	return body{kind: k, der: data}, err
}

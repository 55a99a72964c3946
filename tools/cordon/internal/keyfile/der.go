package keyfile

import (
	"encoding/asn1"
	"errors"
	"fmt"
)

// Identifier octets (X.690) of what occurs in keys.
const (
	idInteger   = 0x02
	idBitString = 0x03
	idOctets    = 0x04
	idNull      = 0x05
	idOID       = 0x06
	idSequence  = 0x30
	idContext0  = 0xa0 // [0], constructed
	idContext1  = 0xa1 // [1], constructed
	idImplicit1 = 0x81 // [1], primitive
)

var idNames = map[byte]string{idInteger: "INTEGER", idBitString: "BIT STRING", idOctets: "OCTET STRING",
	idOID: "OBJECT IDENTIFIER", idSequence: "SEQUENCE", idContext0: "[0]", idContext1: "[1]", idImplicit1: "[1]"}

// cursor walks over the elements of a SEQUENCE, strictly, without copies.
type cursor struct {
	rest []byte
	of   string // what the elements belong to, for messages
}

// at tells whether the next element has this identifier.
func (c *cursor) at(id byte) bool { return len(c.rest) != 0 && c.rest[0] == id }

// take returns the content of the next element, and the element whole.
func (c *cursor) take(id byte) (content, whole []byte, err error) {
	switch {
	case len(c.rest) == 0:
		return nil, nil, fmt.Errorf("%s: it ends where %s should be", c.of, idNames[id])
	case c.rest[0] != id:
		return nil, nil, fmt.Errorf("%s: a byte %#02x where %s should begin", c.of, c.rest[0], idNames[id])
	}
	var v asn1.RawValue
	rest, err := asn1.Unmarshal(c.rest, &v)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s is not DER, or truncated: %w", c.of, idNames[id], err)
	}
	c.rest = rest
	return v.Bytes, v.FullBytes, nil
}

func (c *cursor) content(id byte) ([]byte, error) {
	content, _, err := c.take(id)
	return content, err
}

// enter returns a cursor over the elements of the next one.
func (c *cursor) enter(id byte, of string) (*cursor, error) {
	content, err := c.content(id)
	return &cursor{content, of}, err
}

// end demands that nothing follows.
func (c *cursor) end() error {
	if len(c.rest) != 0 {
		return fmt.Errorf("%s: %d bytes follow after its end", c.of, len(c.rest))
	}
	return nil
}

// bits returns the content of a BIT STRING of whole bytes.
func (c *cursor) bits(id byte) ([]byte, error) {
	content, err := c.content(id)
	if err != nil {
		return nil, err
	}
	if len(content) == 0 || content[0] != 0 {
		return nil, fmt.Errorf("%s: the BIT STRING is not one of whole bytes", c.of)
	}
	return content[1:], nil
}

// version takes an INTEGER that must be between low and high.
func (c *cursor) version(low, high byte) (byte, error) {
	content, err := c.content(idInteger)
	if err != nil {
		return 0, err
	}
	if len(content) != 1 || content[0] < low || content[0] > high {
		return 0, fmt.Errorf("%s: version %x is not known", c.of, content)
	}
	return content[0], nil
}

func (c *cursor) oid() (asn1.ObjectIdentifier, error) {
	_, whole, err := c.take(idOID)
	if err != nil {
		return nil, err
	}
	var oid asn1.ObjectIdentifier
	if _, err := asn1.Unmarshal(whole, &oid); err != nil {
		return nil, fmt.Errorf("%s: %w", c.of, err)
	}
	return oid, nil
}

// curve takes parameters. Explicit ones are always refused: a key may not bring its own curve or generator.
func (c *cursor) curve() (*Curve, error) {
	switch {
	case c.at(idSequence):
		return nil, errors.New("explicit curve parameters are refused; the curve must be named (openssl: -param_enc named_curve)")
	case c.at(idNull):
		return nil, errors.New("the curve is not named in the key, which is refused")
	}
	oid, err := c.oid()
	if err != nil {
		return nil, err
	}
	return curveByOID(oid)
}

// algorithm takes an AlgorithmIdentifier.
func (c *cursor) algorithm() (*Curve, error) {
	a, err := c.enter(idSequence, "algorithm of the key")
	if err != nil {
		return nil, err
	}
	oid, err := a.oid()
	if err != nil {
		return nil, err
	}
	if !oid.Equal(oidPublicKey) {
		return nil, fmt.Errorf("this is no elliptic-curve key, or one that is not for ECDSA and ECDH alike "+
			"(algorithm %v)", oid)
	}
	curve, err := a.curve()
	if err != nil {
		return nil, err
	}
	return curve, a.end()
}

// whole enters the SEQUENCE that data must consist of.
func whole(data []byte, of string) (*cursor, error) {
	c := &cursor{data, of}
	inner, err := c.enter(idSequence, of)
	if err != nil {
		return nil, err
	}
	return inner, c.end()
}

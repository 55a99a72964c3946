package keyfile

import (
	"bytes"
	"errors"
	"fmt"
)

// kindOfDER tells the three forms apart by their first elements.
func kindOfDER(data []byte) (kind, error) {
	c, err := whole(data, "key")
	if err != nil {
		return kindNone, err
	}
	switch {
	case c.at(idInteger):
		if _, err := c.content(idInteger); err != nil {
			return kindNone, err
		}
		switch {
		case c.at(idOctets):
			return kindSEC1, nil
		case c.at(idSequence):
			return kindPKCS8, nil
		}
	case c.at(idSequence):
		if _, err := c.content(idSequence); err != nil {
			return kindNone, err
		}
		switch {
		case c.at(idBitString):
			return kindSPKI, nil
		case c.at(idOctets):
			return kindNone, errEncrypted
		}
	}
	return kindNone, errors.New("DER, but none of PKCS#8, SEC 1 and SubjectPublicKeyInfo")
}

func parseSPKI(data []byte) (*Public, error) {
	c, err := whole(data, "SubjectPublicKeyInfo")
	if err != nil {
		return nil, err
	}
	curve, err := c.algorithm()
	if err != nil {
		return nil, err
	}
	point, err := c.bits(idBitString)
	if err != nil {
		return nil, err
	}
	return &Public{curve, point}, c.end()
}

// parseSEC1 reads an ECPrivateKey. Where the curve is named more than once, it must be the same one.
func parseSEC1(data []byte, curve *Curve, key *Private) error {
	c, err := whole(data, "SEC 1 private key")
	if err != nil {
		return err
	}
	if _, err := c.version(1, 1); err != nil {
		return err
	}
	if key.D, err = c.content(idOctets); err != nil {
		return err
	}
	if len(key.D) == 0 {
		return errors.New("SEC 1 private key: the scalar is empty")
	}
	if c.at(idContext0) {
		named, err := c.parameters()
		if err != nil {
			return err
		}
		if curve != nil && curve != named {
			return fmt.Errorf("it names two curves, %s and %s", curve.Name, named.Name)
		}
		curve = named
	}
	if curve == nil {
		return errors.New("the SEC 1 private key does not name its curve")
	}
	key.Curve = curve
	if c.at(idContext1) {
		p, err := c.enter(idContext1, "public key in the SEC 1 private key")
		if err != nil {
			return err
		}
		point, err := p.bits(idBitString)
		if err != nil {
			return err
		}
		if err := p.end(); err != nil {
			return err
		}
		key.Public = point
	}
	return c.end()
}

func (c *cursor) parameters() (*Curve, error) {
	p, err := c.enter(idContext0, "parameters of the SEC 1 private key")
	if err != nil {
		return nil, err
	}
	named, err := p.curve()
	if err != nil {
		return nil, err
	}
	return named, p.end()
}

// parsePKCS8 reads a PrivateKeyInfo, version 1, or 2 with the public key behind it.
func parsePKCS8(data []byte, key *Private) error {
	c, err := whole(data, "PKCS#8 private key")
	if err != nil {
		return err
	}
	version, err := c.version(0, 1)
	if err != nil {
		return err
	}
	curve, err := c.algorithm()
	if err != nil {
		return err
	}
	inner, err := c.content(idOctets)
	if err != nil {
		return err
	}
	if err := parseSEC1(inner, curve, key); err != nil {
		return err
	}
	if c.at(idContext0) { // attributes: nothing that matters here
		if _, err := c.content(idContext0); err != nil {
			return err
		}
	}
	if version == 1 && c.at(idImplicit1) {
		point, err := c.bits(idImplicit1)
		if err != nil {
			return err
		}
		if key.Public != nil && !bytes.Equal(key.Public, point) {
			return errors.New("the PKCS#8 private key has two public keys, which differ")
		}
		key.Public = point
	}
	return c.end()
}

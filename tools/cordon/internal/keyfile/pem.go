package keyfile

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
)

var errEncrypted = errors.New("the private key is encrypted; decrypt it first (openssl pkcs8 -in FILE -out PLAIN)")

const (
	begin = "-----BEGIN "
	space = " \t\r\n"

	typePKCS8  = "PRIVATE KEY"
	typeSEC1   = "EC PRIVATE KEY"
	typeSPKI   = "PUBLIC KEY"
	typeParams = "EC PARAMETERS"
)

var kindOfType = map[string]kind{typePKCS8: kindPKCS8, typeSEC1: kindSEC1, typeSPKI: kindSPKI}

// looksLikePEM: no DER of a key holds this text.
func looksLikePEM(data []byte) bool { return bytes.Contains(data, []byte(begin)) }

// nextBlock takes the block at the start of text. The library would skip what it cannot read; here that is an error.
func nextBlock(text []byte) (*pem.Block, []byte, error) {
	if !bytes.HasPrefix(text, []byte(begin)) {
		return nil, nil, errors.New("text that is no PEM stands before, between or after the PEM blocks")
	}
	block, rest := pem.Decode(text)
	if block == nil {
		return nil, nil, errors.New("a damaged PEM block: its base64 text or its END line is wrong or cut off")
	}
	used := text[:len(text)-len(rest)]
	if bytes.Count(used, []byte(begin)) != 1 {
		clear(block.Bytes)
		return nil, nil, errors.New("a damaged PEM block stands before another one")
	}
	if block.Type == "ENCRYPTED PRIVATE KEY" || block.Headers["DEK-Info"] != "" {
		return nil, nil, errEncrypted
	}
	if len(block.Headers) != 0 {
		clear(block.Bytes)
		return nil, nil, errors.New("the PEM block has header lines, which no key has")
	}
	return block, bytes.TrimLeft(rest, space), nil
}

// openPEM finds the one key of a PEM file. A block of parameters may stand before it, as `openssl ecparam` writes it.
func openPEM(data []byte) (b body, err error) {
	defer func() {
		if err != nil {
			clear(b.der)
		}
	}()
	for text := bytes.TrimLeft(data, space); len(text) != 0; {
		block, rest, err := nextBlock(text)
		if err != nil {
			return b, err
		}
		text = rest
		if block.Type == typeParams && b.kind == kindNone && b.params == nil {
			c := &cursor{block.Bytes, "EC PARAMETERS"}
			if b.params, err = c.curve(); err == nil {
				err = c.end()
			}
			if err != nil {
				return b, err
			}
			continue
		}
		k, known := kindOfType[block.Type]
		switch {
		case !known:
			err = fmt.Errorf("a PEM block of the type %q, not a key of an elliptic curve", block.Type)
		case b.kind != kindNone:
			err = errors.New("more than one key in one file")
		}
		if err != nil {
			clear(block.Bytes)
			return b, err
		}
		b.kind, b.der = k, block.Bytes
	}
	return b, b.check()
}

// check compares the type of the PEM block with what is in it.
func (b body) check() error {
	if b.kind == kindNone {
		return errors.New("parameters of a curve without a key")
	}
	found, err := kindOfDER(b.der)
	switch {
	case err != nil:
		return err
	case found != b.kind:
		return errors.New("the type of the PEM block is not that of the key in it")
	case b.params != nil && b.kind != kindSEC1:
		return errors.New("parameters of a curve before a key that names its own")
	}
	return nil
}

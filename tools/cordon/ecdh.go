package main

import (
	"encoding/hex"
	"errors"
	"fmt"

	"cordon.example/cordon/internal/module"
)

type ecdhCmd struct {
	Key    string `required:"" placeholder:"FILE" help:"Private key file."`
	Peer   string `required:"" placeholder:"FILE" help:"The peer's public key file."`
	Out    string `required:"" placeholder:"FILE" help:"Shared secret, or what was derived from it; only this user may read it."`
	KDF    string `name:"kdf" enum:",hash,hmac" default:"" placeholder:"hash|hmac" help:"Derive key material by the one-step KDF of SP 800-56C; the shared secret does not leave the module."`
	Hash   string `placeholder:"NAME" help:"Hash of the KDF."`
	Length int    `placeholder:"BYTES" help:"How much to derive."`
	Info   string `placeholder:"HEX" help:"FixedInfo of the KDF."`
	Salt   string `placeholder:"HEX" help:"Salt of the KDF with HMAC."`
	Force  bool   `help:"Overwrite an existing file."`
}

// ecdhResult is the JSON of ecdh.
type ecdhResult struct {
	Curve string `json:"curve"`
	Out   string `json:"out"`
	Bytes int    `json:"bytes"`
	KDF   string `json:"kdf,omitempty"`
	Hash  string `json:"hash,omitempty"`
}

// maxDerived and maxInfo are the limits of the module.
const (
	maxDerived = 65536
	maxInfo    = 65536
)

// parse checks the options of the KDF; none is asked for if it returns nil.
func (c *ecdhCmd) parse() (*module.KDF, error) {
	if c.KDF == "" {
		if c.Hash != "" || c.Length != 0 || c.Info != "" || c.Salt != "" {
			return nil, usage("--hash, --length, --info and --salt belong to --kdf")
		}
		return nil, nil
	}
	if c.Hash == "" || c.Length == 0 {
		return nil, usage("--kdf needs --hash and --length")
	}
	if c.Length < 1 || c.Length > maxDerived {
		return nil, usage("--length must be from 1 to %d", maxDerived)
	}
	k := &module.KDF{HMAC: c.KDF == "hmac"}
	var err error
	if k.Hash, err = hashNamed(c.Hash); err != nil {
		return nil, err
	}
	if k.Info, err = hexBytes("--info", c.Info); err != nil {
		return nil, err
	}
	if k.Salt, err = hexBytes("--salt", c.Salt); err != nil {
		return nil, err
	}
	if c.Salt != "" && !k.HMAC {
		return nil, usage("--salt belongs to --kdf hmac")
	}
	return k, nil
}

func hexBytes(option, text string) ([]byte, error) {
	b, err := hex.DecodeString(text)
	if err != nil {
		return nil, usage("%s is not hexadecimal", option)
	}
	if len(b) > maxInfo {
		return nil, usage("%s has more than %d bytes", option, maxInfo)
	}
	return b, nil
}

func (c *ecdhCmd) Run(w *world) error {
	kdf, err := c.parse()
	if err != nil {
		return err
	}
	if err := w.mayWrite(c.Force, []string{c.Key, c.Peer}, c.Out); err != nil {
		return err
	}
	key, curve, err := w.privateKey(c.Key, module.UseAgree)
	if err != nil {
		return err
	}
	defer key.Wipe()
	peer, other, err := w.publicKey(c.Peer, "the peer's key")
	if err != nil {
		return err
	}
	defer peer.Wipe()
	if curve != other {
		return badInput(c.Peer, fmt.Errorf("this key is on %s, and that of %s on %s", other.Name, fileName(c.Key),
			curve.Name))
	}
	var secret []byte
	if kdf == nil {
		secret, err = w.session.ECDH(key, peer)
	} else {
		secret, err = w.session.ECDHKDF(key, peer, *kdf, c.Length)
	}
	defer clear(secret)
	if err != nil {
		return fromModule(unsupportedIsUsage(c.Peer, err))
	}
	if err := w.write(c.Force, output{c.Out, secret, 0o600}); err != nil {
		return err
	}
	r := ecdhResult{Curve: curve.Name, Out: c.Out, Bytes: len(secret)}
	what := "shared secret"
	if kdf != nil {
		r.KDF, r.Hash = c.KDF, kdf.Hash.Name
		what = "derived key"
	}
	w.result = r
	w.printf("%s: %s (%s, %d bytes)\n", what, c.Out, curve.Name, len(secret))
	return nil
}

// unsupportedIsUsage: what the module does not offer is no fault of the peer's file.
func unsupportedIsUsage(file string, err error) (string, error) {
	var e *module.Error
	if errors.As(err, &e) && e.Status == module.ErrUnsupported {
		file = ""
	}
	return file, err
}

package main

import (
	"errors"

	"cordon.example/cordon/internal/module"
)

// maxSignature bounds a signature file; the longest signature has 139 bytes.
const maxSignature = 1 << 12

type signCmd struct {
	Key           string `required:"" placeholder:"FILE" help:"Private key file."`
	Hash          string `required:"" placeholder:"NAME" help:"Hash function, such as SHA-256 or SHA3-384."`
	In            string `required:"" placeholder:"FILE" help:"Message, of any size."`
	Out           string `required:"" placeholder:"FILE" help:"Signature."`
	Raw           bool   `help:"Write r and s at full length instead of DER."`
	Deterministic bool   `help:"Derive the nonce from key and message (FIPS 186-5, A.3.3; RFC 6979)."`
	Force         bool   `help:"Overwrite an existing file."`
}

// signResult is the JSON of sign and verify.
type signResult struct {
	Curve         string `json:"curve"`
	Hash          string `json:"hash"`
	Format        string `json:"format"`
	Nonce         string `json:"nonce,omitempty"`
	SignatureFile string `json:"signature"`
	Bytes         int    `json:"bytes"`
	Valid         *bool  `json:"valid,omitempty"`
}

func formatName(raw bool) string {
	if raw {
		return "raw"
	}
	return "DER"
}

func hashNamed(name string) (module.Algorithm, error) {
	alg, err := module.AlgorithmByName(name)
	if err != nil {
		return alg, usage("%v", err)
	}
	return alg, nil
}

func (w *world) startHash(alg module.Algorithm) (*module.Hash, error) {
	h, err := w.session.NewHash(alg)
	if err != nil {
		return nil, fromModule("", err)
	}
	return h, nil
}

func (c *signCmd) Run(w *world) error {
	if err := w.mayWrite(c.Force, []string{c.Key, c.In}, c.Out); err != nil {
		return err
	}
	alg, err := hashNamed(c.Hash)
	if err != nil {
		return err
	}
	key, curve, err := w.privateKey(c.Key, module.UseSign)
	if err != nil {
		return err
	}
	defer key.Wipe()
	h, err := w.startHash(alg)
	if err != nil {
		return err
	}
	defer h.Wipe()
	if err := w.copyTo(h, c.In, "the message"); err != nil {
		return err
	}
	sig, err := h.Sign(key, module.Scheme{Raw: c.Raw, Deterministic: c.Deterministic})
	if err != nil {
		return fromModule("", err)
	}
	if err := w.write(c.Force, output{c.Out, sig, w.publicMode()}); err != nil {
		return err
	}
	nonce := "hedged"
	if c.Deterministic {
		nonce = "deterministic"
	}
	w.result = signResult{Curve: curve.Name, Hash: alg.Name, Format: formatName(c.Raw), Nonce: nonce,
		SignatureFile: c.Out, Bytes: len(sig)}
	w.printf("signature: %s (%s, %s, %s, %d bytes)\n", c.Out, curve.Name, alg.Name, formatName(c.Raw), len(sig))
	return nil
}

type verifyCmd struct {
	Key       string `required:"" placeholder:"FILE" help:"Public key file."`
	Hash      string `required:"" placeholder:"NAME" help:"Hash function, such as SHA-256 or SHA3-384."`
	In        string `required:"" placeholder:"FILE" help:"Message, of any size."`
	Signature string `required:"" placeholder:"FILE" help:"Signature."`
	Raw       bool   `help:"The signature is r and s at full length instead of DER."`
}

func (c *verifyCmd) Run(w *world) error {
	alg, err := hashNamed(c.Hash)
	if err != nil {
		return err
	}
	key, curve, err := w.publicKey(c.Key, "a public key")
	if err != nil {
		return err
	}
	defer key.Wipe()
	sig, err := w.readAll(c.Signature, "a signature", maxSignature)
	if errors.Is(err, errTooLong) {
		w.result = signResult{Curve: curve.Name, Hash: alg.Name, Format: formatName(c.Raw), SignatureFile: c.Signature,
			Valid: new(bool)}
		w.printf("signature: NOT VALID\n")
		return isFalse(c.Signature, "this is no signature: it has more than %d bytes", maxSignature)
	}
	if err != nil {
		return err
	}
	h, err := w.startHash(alg)
	if err != nil {
		return err
	}
	defer h.Wipe()
	if err := w.copyTo(h, c.In, "the message"); err != nil {
		return err
	}
	err = h.Verify(key, module.Scheme{Raw: c.Raw}, sig)
	valid := err == nil
	var e *module.Error
	if err != nil && (!errors.As(err, &e) || e.Status != module.ErrSignature && e.Status != module.ErrEncoding) {
		return fromModule("", err)
	}
	w.result = signResult{Curve: curve.Name, Hash: alg.Name, Format: formatName(c.Raw), SignatureFile: c.Signature,
		Bytes: len(sig), Valid: &valid}
	switch {
	case valid:
		w.printf("signature: valid (%s, %s)\n", curve.Name, alg.Name)
		return nil
	case e.Status == module.ErrEncoding:
		w.printf("signature: NOT VALID\n")
		return isFalse(c.Signature, "this is no signature in %s form for %s (%v)", formatName(c.Raw), curve.Name, e.Status)
	}
	w.printf("signature: NOT VALID\n")
	return isFalse(c.Signature, "the signature is not of this message by this key (%v)", e.Status)
}

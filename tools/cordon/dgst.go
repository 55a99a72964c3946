package main

import (
	"encoding/hex"

	"cordon.example/cordon/internal/module"
)

type dgstCmd struct {
	Hash   string   `required:"" placeholder:"NAME" help:"Hash function, such as SHA-256 or SHAKE128."`
	Length *int     `placeholder:"BYTES" help:"Length of the output of SHAKE; 32 for SHAKE128 and 64 for SHAKE256 if not given."`
	Files  []string `arg:"" name:"file" help:"Files to hash."`
}

// maxOutput bounds the output of SHAKE, which is printed.
const maxOutput = 1 << 20

// dgstResult is the JSON for one file.
type dgstResult struct {
	File   string `json:"file"`
	Hash   string `json:"hash"`
	Digest string `json:"digest"`
}

func (c *dgstCmd) Run(w *world) error {
	var results []dgstResult
	alg, err := hashNamed(c.Hash)
	if err != nil {
		return err
	}
	switch {
	case c.Length == nil:
	case !alg.XOF:
		return usage("--length belongs to SHAKE128 and SHAKE256; %s has a fixed length", alg.Name)
	case *c.Length < 1 || *c.Length > maxOutput:
		return usage("--length must be from 1 to %d", maxOutput)
	}
	for _, name := range c.Files {
		digest, err := hashFile(w, alg, name, c.Length)
		if err != nil {
			return err
		}
		text := hex.EncodeToString(digest)
		results = append(results, dgstResult{name, alg.Name, text})
		w.result = results
		w.printf("%s  %s\n", text, name)
	}
	return nil
}

// hashFile gives the digest of a file, or that many bytes of SHAKE.
func hashFile(w *world, alg module.Algorithm, name string, length *int) ([]byte, error) {
	h, err := w.startHash(alg)
	if err != nil {
		return nil, err
	}
	defer h.Wipe()
	if err := w.copyTo(h, name, "a file to hash"); err != nil {
		return nil, err
	}
	var digest []byte
	if length == nil {
		digest, err = h.Sum()
	} else {
		digest, err = h.Squeeze(*length)
	}
	if err != nil {
		return nil, fromModule(name, err)
	}
	return digest, nil
}

package main

import (
	"bytes"
	"errors"

	"cordon.example/acvp/internal/judge"
)

// drbg is HMAC_DRBG of SP 800-90A, 10.1.2.
type drbg struct {
	hash string
	k, v []byte
}

func (d *drbg) mac(parts ...[]byte) []byte { return judge.HMAC(d.hash, d.k, bytes.Join(parts, nil)) }

func newDRBG(hash string, seed ...[]byte) *drbg {
	n := len(judge.HMAC(hash, nil, nil))
	d := &drbg{hash: hash, k: make([]byte, n), v: bytes.Repeat([]byte{1}, n)}
	d.update(seed...)
	return d
}

func (d *drbg) update(data ...[]byte) {
	joined := bytes.Join(data, nil)
	d.k = d.mac(d.v, []byte{0}, joined)
	d.v = d.mac(d.v)
	if len(joined) == 0 {
		return
	}
	d.k = d.mac(d.v, []byte{1}, joined)
	d.v = d.mac(d.v)
}

func (d *drbg) generate(n uint32, ad []byte) []byte {
	if len(ad) > 0 {
		d.update(ad)
	}
	var out []byte
	for len(out) < int(n) {
		d.v = d.mac(d.v)
		out = append(out, d.v...)
	}
	d.update(ad)
	return out[:n]
}

// candidate is a nonce of RFC 6979, 3.2, step h; a second one follows a rejected first.
func (d *drbg) candidate(n int) []byte { return d.generate(uint32(n), nil) }

const maxOutput = 1 << 16 // bytes of a request

func outLen(b []byte) (uint32, error) {
	n, err := u32(b)
	if err == nil && n > maxOutput {
		err = errors.New("too many bytes asked for")
	}
	return n, err
}

func drbgCommands(c map[string]command, hash string) {
	c["hmacDRBG/"+hash] = command{6, func(a [][]byte) ([][]byte, error) {
		n, err := outLen(a[0])
		if err != nil {
			return nil, err
		}
		d := newDRBG(hash, a[1], a[5], a[2])
		d.generate(n, a[3])
		return [][]byte{d.generate(n, a[4])}, nil
	}}
	c["hmacDRBG-reseed/"+hash] = command{8, func(a [][]byte) ([][]byte, error) {
		n, err := outLen(a[0])
		if err != nil {
			return nil, err
		}
		d := newDRBG(hash, a[1], a[7], a[2])
		d.update(a[4], a[3])
		d.generate(n, a[5])
		return [][]byte{d.generate(n, a[6])}, nil
	}}
	c["hmacDRBG-pr/"+hash] = command{8, func(a [][]byte) ([][]byte, error) {
		n, err := outLen(a[0])
		if err != nil {
			return nil, err
		}
		d := newDRBG(hash, a[1], a[7], a[2])
		d.update(a[4], a[3])
		d.generate(n, nil)
		d.update(a[6], a[5])
		return [][]byte{d.generate(n, nil)}, nil
	}}
}

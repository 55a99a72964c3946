package main

// This file owns the table of commands, getConfig and the commands of hash functions.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"

	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/judge"
	"cordon.example/acvp/internal/wire"
)

// shipping tells whether the wrapper poses as one over an object that ships: no given entropy, no given nonce.
func shipping() bool { return os.Getenv("TESTWRAPPER_PROFILE") == "ship" }

// errorReplies tells whether the driver takes replies that begin with "error:".
func errorReplies() bool { return os.Getenv(wire.ErrorsEnv) == "1" }

func object() string {
	if shipping() {
		return "go.o"
	}
	return "go-test.o"
}

// curves are those of TESTWRAPPER_CURVES, or all.
func curves() []string {
	if list := os.Getenv("TESTWRAPPER_CURVES"); list != "" {
		return strings.Split(list, " ")
	}
	return []string{"P-224", "P-256", "P-384", "P-521"}
}

// commands is the table of all that is answered.
func commands() map[string]command {
	c := map[string]command{"getConfig": {0, getConfig}}
	for _, hash := range bitsha.Names() {
		hashCommands(c, hash)
		if !shipping() {
			drbgCommands(c, hash)
		}
	}
	for _, name := range bitsha.XOFNames() {
		xofCommands(c, name)
	}
	ecdsaCommands(c)
	agreementCommands(c)
	return c
}

func hashCommands(c map[string]command, hash string) {
	id, _ := bitsha.Lookup(hash)
	sum := func(msg []byte) []byte {
		h := id.New()
		h.Write(msg)
		return h.Sum(nil)
	}
	chain := func(seed []byte, n int) []byte {
		if id.IsSHA3() {
			return repeated(sum, seed, n)
		}
		return monteCarlo(sum, seed, n)
	}
	c[hash] = command{1, func(a [][]byte) ([][]byte, error) { return [][]byte{sum(a[0])}, nil }}
	c[hash+"/bits"] = command{2, func(a [][]byte) ([][]byte, error) {
		n, err := u64(a[1])
		if err != nil {
			return nil, err
		}
		d, err := bitsha.Sum(hash, a[0], n)
		return [][]byte{d}, err
	}}
	c[hash+"/MCT"] = command{1, func(a [][]byte) ([][]byte, error) {
		return [][]byte{chain(a[0], -1)}, nil
	}}
	c[hash+"/MCT/alternate"] = command{2, func(a [][]byte) ([][]byte, error) {
		n, err := u64(a[1])
		if err != nil || n > 1<<20 {
			return nil, errors.New("bad length")
		}
		return [][]byte{chain(a[0], int(n))}, nil
	}}
	c[hash+"/LDT"] = command{2, func(a [][]byte) ([][]byte, error) {
		n, err := u64(a[1])
		if err != nil || len(a[0]) == 0 {
			return nil, errors.New("bad content or count")
		}
		return [][]byte{largeData(hash, a[0], n)}, nil
	}}
	c["HMAC-"+hash] = command{2, func(a [][]byte) ([][]byte, error) {
		return [][]byte{judge.HMAC(hash, a[1], a[0])}, nil
	}}
}

// monteCarlo does 1,000 rounds over A, B, C, cut or filled to n bytes unless n is negative.
func monteCarlo(sum func([]byte) []byte, seed []byte, n int) []byte {
	a, b, c := seed, seed, seed
	for range 1000 {
		msg := append(append(append([]byte{}, a...), b...), c...)
		if n >= 0 {
			msg = append(msg, make([]byte, max(0, n-len(msg)))...)[:n]
		}
		a, b, c = b, c, sum(msg)
	}
	return c
}

// repeated is the chain of SHA-3: each message is the digest before it, cut or filled to n bytes unless n is negative.
func repeated(sum func([]byte) []byte, digest []byte, n int) []byte {
	for range 1000 {
		msg := append([]byte{}, digest...)
		if n >= 0 {
			msg = append(msg, make([]byte, max(0, n-len(msg)))...)[:n]
		}
		digest = sum(msg)
	}
	return digest
}

// maxXOF bounds an output.
const maxXOF = 1 << 20

func xofCommands(c map[string]command, name string) {
	xof := func(msg []byte, numBits uint64, count []byte) ([][]byte, error) {
		n, err := u32(count)
		if err != nil || n > maxXOF {
			return nil, errors.New("bad length of output")
		}
		out, err := bitsha.XOF(name, msg, numBits, 8*uint64(n))
		return [][]byte{out}, err
	}
	c[name] = command{2, func(a [][]byte) ([][]byte, error) { return xof(a[0], 8*uint64(len(a[0])), a[1]) }}
	c[name+"/bits"] = command{3, func(a [][]byte) ([][]byte, error) {
		n, err := u64(a[1])
		if err != nil {
			return nil, err
		}
		return xof(a[0], n, a[2])
	}}
	c[name+"/MCT"] = command{4, func(a [][]byte) ([][]byte, error) { return xofChain(name, a) }}
}

// xofChain: each message is the first 128 bits of the output before it, and the last 16 bits of an output choose the length
// of the next.
func xofChain(name string, a [][]byte) ([][]byte, error) {
	lo, err1 := u32(a[1])
	hi, err2 := u32(a[2])
	n, err3 := u32(a[3])
	if err := errors.Join(err1, err2, err3); err != nil || lo > hi || n < lo || n > hi || hi > maxXOF || lo < 2 {
		return nil, errors.New("bad lengths of output")
	}
	out := a[0]
	for range 1000 {
		msg := make([]byte, 16)
		copy(msg, out)
		var err error
		if out, err = bitsha.XOF(name, msg, 128, 8*uint64(n)); err != nil {
			return nil, err
		}
		last := uint32(out[len(out)-2])<<8 | uint32(out[len(out)-1])
		n = lo + last%(hi-lo+1)
	}
	return [][]byte{out, wire.U32(n)}, nil
}

// largeData hashes content repeated count times, a mebibyte at a time.
func largeData(hash string, content []byte, count uint64) []byte {
	id, _ := bitsha.Lookup(hash)
	h := id.New()
	per := max(uint64(1<<20/len(content)), 1)
	var chunk []byte
	for range per {
		chunk = append(chunk, content...)
	}
	for ; count >= per; count -= per {
		h.Write(chunk)
	}
	h.Write(chunk[:count*uint64(len(content))])
	return h.Sum(nil)
}

func u32(b []byte) (uint32, error) {
	if len(b) != 4 {
		return 0, fmt.Errorf("%d bytes where 4 are wanted", len(b))
	}
	return binary.LittleEndian.Uint32(b), nil
}

func u64(b []byte) (uint64, error) {
	if len(b) != 8 {
		return 0, fmt.Errorf("%d bytes where 8 are wanted", len(b))
	}
	return binary.LittleEndian.Uint64(b), nil
}

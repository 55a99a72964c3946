package main

import (
	"encoding/binary"
	"encoding/json"
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
	ecdsaCommands(c)
	return c
}

type capability = map[string]any

func getConfig([][]byte) ([][]byte, error) {
	features := []string{"bits", "mct2", "ldt", "keypair", "extrabits", "sigforms"}
	if errorReplies() {
		features = append(features, "errors")
	}
	if !shipping() {
		features = append(features, "testk")
	}
	hashes := bitsha.Names()
	pairs := []capability{{"curve": curves(), "hashAlg": hashes}}
	list := []capability{{"algorithm": "acvptool", "features": features},
		{"algorithm": "ECDSA", "mode": "keyGen", "revision": "FIPS186-5", "curve": curves()},
		{"algorithm": "ECDSA", "mode": "keyVer", "revision": "FIPS186-5", "curve": curves()},
		{"algorithm": "ECDSA", "mode": "sigGen", "revision": "FIPS186-5", "componentTest": true, "capabilities": pairs},
		{"algorithm": "ECDSA", "mode": "sigVer", "revision": "FIPS186-5", "componentTest": true, "capabilities": pairs}}
	var modes []capability
	for _, h := range hashes {
		list = append(list, capability{"algorithm": h, "revision": "1.0"}, capability{"algorithm": "HMAC-" + h, "revision": "2.0"})
		modes = append(modes, capability{"mode": h})
	}
	if !shipping() {
		list = append(list, capability{"algorithm": "hmacDRBG", "revision": "SP800-90Ar1", "reseedImplemented": true,
			"predResistanceEnabled": []bool{true, false}, "capabilities": modes})
	}
	b, err := json.Marshal(list)
	return [][]byte{b}, err
}

func hashCommands(c map[string]command, hash string) {
	id, _ := bitsha.Lookup(hash)
	sum := func(msg []byte) []byte {
		h := id.New()
		h.Write(msg)
		return h.Sum(nil)
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
		return [][]byte{monteCarlo(sum, a[0], -1)}, nil
	}}
	c[hash+"/MCT/alternate"] = command{2, func(a [][]byte) ([][]byte, error) {
		n, err := u64(a[1])
		if err != nil || n > 1<<20 {
			return nil, errors.New("bad length")
		}
		return [][]byte{monteCarlo(sum, a[0], int(n))}, nil
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

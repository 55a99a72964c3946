package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"crypto"
	_ "crypto/sha256"

	"cordon.example/cordon/internal/keyfile"
)

// opensslHashes are the options of openssl for the hashes that it signs with.
var opensslHashes = map[string]string{"SHA-224": "-sha224", "SHA-256": "-sha256", "SHA-384": "-sha384",
	"SHA-512": "-sha512", "SHA-512/224": "-sha512-224", "SHA-512/256": "-sha512-256", "SHA3-224": "-sha3-224",
	"SHA3-256": "-sha3-256", "SHA3-384": "-sha3-384", "SHA3-512": "-sha3-512"}

// bothKeys makes key and pub, by us or by openssl.
func (b *bench) bothKeys(c *keyfile.Curve, byOpenssl bool) {
	b.Helper()
	if byOpenssl {
		b.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:"+c.Name, "-out", "key")
		b.openssl("pkey", "-in", "key", "-pubout", "-out", "pub")
		return
	}
	b.cordon("keygen", "--curve", c.Name, "--out", "key", "--public", "pub")
}

// TestSignaturesAreInterchangeable: with each hash, ours verify with openssl and openssl's with us.
func TestSignaturesAreInterchangeable(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.write("msg", bytes.Repeat([]byte("message "), 100_000))
		b.write("other", []byte("another message"))
		byOpenssl := false
		for hash, option := range opensslHashes {
			byOpenssl = !byOpenssl
			b.dir = b.TempDir()
			b.write("msg", bytes.Repeat([]byte("message "), 100_000))
			b.write("other", []byte("another message"))
			b.bothKeys(c, byOpenssl)
			for i, more := range [][]string{nil, {"--deterministic"}} {
				sig := fmt.Sprint("ours", i)
				b.cordon(append([]string{"sign", "--key", "key", "--hash", hash, "--in", "msg", "--out", sig}, more...)...)
				b.openssl("dgst", option, "-verify", "pub", "-signature", sig, "msg")
			}
			b.openssl("dgst", option, "-sign", "key", "-out", "theirs", "msg")
			verify := func(in, sig string) []string {
				return []string{"verify", "--key", "pub", "--hash", hash, "--in", in, "--signature", sig}
			}
			b.cordon(verify("msg", "theirs")...)
			b.fails(exitFalse, []string{"theirs: ", "CORDON_ERR_SIGNATURE"}, verify("other", "theirs")...)
		}
	})
}

// TestRawSignatures: r || s at full length has the same numbers as DER.
func TestRawSignatures(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.bothKeys(c, false)
		b.write("msg", []byte("a message"))
		sign := []string{"sign", "--key", "key", "--hash", "SHA-512", "--in", "msg", "--deterministic", "--out"}
		b.cordon(append(sign, "der")...)
		b.cordon(append(sign, "raw", "--raw")...)
		var numbers struct{ R, S *big.Int }
		if rest, err := asn1.Unmarshal(b.read("der"), &numbers); err != nil || len(rest) != 0 {
			b.Fatal("not DER")
		}
		raw := b.read("raw")
		if len(raw) != 2*c.Bytes || new(big.Int).SetBytes(raw[:c.Bytes]).Cmp(numbers.R) != 0 ||
			new(big.Int).SetBytes(raw[c.Bytes:]).Cmp(numbers.S) != 0 {
			b.Errorf("raw %x, DER %x", raw, b.read("der"))
		}
		verify := []string{"verify", "--key", "pub", "--hash", "SHA-512", "--in", "msg", "--signature"}
		b.cordon(append(verify, "raw", "--raw")...)
		b.fails(exitFalse, []string{"raw: ", "CORDON_ERR_ENCODING"}, append(verify, "raw")...)
		b.fails(exitFalse, []string{"der: ", "CORDON_ERR_ENCODING"}, append(verify, "der", "--raw")...)
		b.openssl("dgst", "-sha512", "-sign", "key", "-out", "theirs", "msg")
		if _, err := asn1.Unmarshal(b.read("theirs"), &numbers); err != nil {
			b.Fatal(err)
		}
		b.write("theirs.raw", append(numbers.R.FillBytes(make([]byte, c.Bytes)),
			numbers.S.FillBytes(make([]byte, c.Bytes))...))
		b.cordon(append(verify, "theirs.raw", "--raw")...)
	})
}

// TestDeterministicSignatures are those of RFC 6979, which Go's ecdsa makes too; hedged ones differ each time (R24).
func TestDeterministicSignatures(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.bothKeys(c, false)
		b.write("msg", []byte("sample"))
		block, _ := pem.Decode(b.read("key"))
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			b.Fatal(err)
		}
		for name, hash := range map[string]crypto.Hash{"SHA-224": crypto.SHA224, "SHA-256": crypto.SHA256,
			"SHA-384": crypto.SHA384, "SHA-512": crypto.SHA512} {
			h := hash.New()
			h.Write([]byte("sample"))
			want, err := key.(*ecdsa.PrivateKey).Sign(nil, h.Sum(nil), hash)
			if err != nil {
				b.Fatal(err)
			}
			sign := []string{"sign", "--key", "key", "--hash", name, "--in", "msg", "--force", "--out"}
			b.cordon(append(sign, "sig", "--deterministic")...)
			if !bytes.Equal(b.read("sig"), want) {
				b.Errorf("%s: %x, not %x", name, b.read("sig"), want)
			}
			b.cordon(append(sign, "one")...)
			b.cordon(append(sign, "two")...)
			if bytes.Equal(b.read("one"), b.read("two")) || bytes.Equal(b.read("one"), want) {
				b.Errorf("%s: a hedged signature is repeated", name)
			}
		}
	})
}

// TestShakeSignatures: openssl does not sign with SHAKE; Go verifies the fixed outputs of FIPS 186-5.
func TestShakeSignatures(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.bothKeys(c, false)
		b.write("msg", []byte("a message"))
		block, _ := pem.Decode(b.read("pub"))
		pub, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			b.Fatal(err)
		}
		for name, digest := range map[string][]byte{"SHAKE128": sha3.SumSHAKE128([]byte("a message"), 32),
			"SHAKE256": sha3.SumSHAKE256([]byte("a message"), 64)} {
			sign := []string{"sign", "--key", "key", "--hash", name, "--in", "msg", "--force", "--out", "sig"}
			b.cordon(sign...)
			if !ecdsa.VerifyASN1(pub.(*ecdsa.PublicKey), digest, b.read("sig")) {
				b.Errorf("%s: Go does not verify it", name)
			}
			b.cordon("verify", "--key", "pub", "--hash", name, "--in", "msg", "--signature", "sig")
			b.fails(exitInput, []string{"CORDON_ERR_UNSUPPORTED"}, append(sign, "--deterministic")...)
		}
	})
}

// TestIndicatorOfSignatures: approved where the hash is as strong as the curve, else not, with the reason (R3, R27).
func TestIndicatorOfSignatures(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.bothKeys(c, false)
		b.write("msg", []byte("a message"))
		for hash, strength := range map[string]int{"SHA-224": 112, "SHA-256": 128, "SHA-384": 192, "SHA-512": 256} {
			want := strength >= map[string]int{"P-224": 112, "P-256": 128, "P-384": 192, "P-521": 256}[c.Name]
			sign := []string{"sign", "--key", "key", "--hash", hash, "--in", "msg", "--out", "sig", "--force"}
			verify := []string{"verify", "--key", "pub", "--hash", hash, "--in", "msg", "--signature", "sig"}
			for _, args := range [][]string{sign, verify} {
				r := b.json(exitOK, args...)
				if r["approved"] != want || strings.Contains(fmt.Sprint(r["services"]), "weaker") == want {
					b.Errorf("%s: approved %v, expected %v: %v", hash, r["approved"], want, r["services"])
				}
				o := runProgram(b.T, nil, b.dir, b.command, args...)
				if strings.Contains(o.stderr, "NOT approved") == want {
					b.Errorf("%s: %s", hash, o.stderr)
				}
			}
		}
	})
}

// TestBadSignatureFiles are false or malformed, never an input error, unless they cannot be read.
func TestBadSignatureFiles(t *testing.T) {
	b := newBench(t)
	b.bothKeys(keyfile.Curves[1], false)
	b.write("msg", []byte("a message"))
	b.cordon("sign", "--key", "key", "--hash", "SHA-256", "--in", "msg", "--out", "good")
	good := b.read("good")
	for name, sig := range map[string][]byte{"empty": nil, "truncated": good[:len(good)-1],
		"longer": append(bytes.Clone(good), 0), "zeros": make([]byte, 64), "text": []byte("signature"),
		"r-and-s-zero": {0x30, 6, 2, 1, 0, 2, 1, 0}, "ones": bytes.Repeat([]byte{0xff}, 72),
		"long": make([]byte, maxSignature)} {
		b.write(name, sig)
		b.fails(exitFalse, []string{name + ": "}, "verify", "--key", "pub", "--hash", "SHA-256", "--in", "msg",
			"--signature", name)
		r := b.json(exitFalse, "verify", "--key", "pub", "--hash", "SHA-256", "--in", "msg", "--signature", name)
		if r["result"].(map[string]any)["valid"] != false || r["approved"] == true {
			t.Errorf("%s: %v", name, r)
		}
	}
	for _, name := range []string{"missing", ".", ""} {
		b.fails(exitInput, nil, "verify", "--key", "pub", "--hash", "SHA-256", "--in", "msg", "--signature", name)
	}
}

// TestMessagesAreStreamed: a message that is longer than any buffer, from a file and from a pipe.
func TestMessagesAreStreamed(t *testing.T) {
	b := newBench(t)
	b.bothKeys(keyfile.Curves[1], true)
	const size = 96<<20 + 5
	b.write("big", nil)
	if err := os.Truncate(b.path("big"), size); err != nil {
		t.Fatal(err)
	}
	b.openssl("dgst", "-sha256", "-sign", "key", "-out", "sig", "big")
	args := []string{"verify", "--key", "pub", "--hash", "SHA-256", "--signature", "sig", "--in"}
	b.cordon(append(args, "big")...)
	script := "ulimit -v 4000000; head -c %d /dev/zero | " + b.command + " " + strings.Join(append(args, "-"), " ")
	if o := runProgram(t, nil, b.dir, "sh", "-c", fmt.Sprintf(script, size)); o.code != exitOK {
		t.Errorf("exit code %d\n%s", o.code, o.stderr)
	}
	if o := runProgram(t, nil, b.dir, "sh", "-c", fmt.Sprintf(script, size-1)); o.code != exitFalse {
		t.Errorf("exit code %d\n%s", o.code, o.stderr)
	}
}

// TestDigests are those of openssl, for files and for standard input.
func TestDigests(t *testing.T) {
	b := newBench(t)
	b.write("empty", nil)
	b.write("msg", bytes.Repeat([]byte{1, 2, 3}, 100_001))
	for hash, option := range opensslHashes {
		for _, name := range []string{"empty", "msg"} {
			want := strings.Fields(b.openssl("dgst", option, "-r", name))[0]
			if got := b.cordon("dgst", "--hash", hash, name); got != want+"  "+name+"\n" {
				t.Errorf("%s of %s: %s, not %s", hash, name, got, want)
			}
		}
	}
	for _, name := range []string{"empty", "msg"} {
		for _, n := range []string{"1", "32", "64", "1000", "65537"} {
			for hash, option := range map[string]string{"SHAKE128": "-shake128", "SHAKE256": "-shake256"} {
				want := strings.Fields(b.openssl("dgst", option, "-xoflen", n, "-r", name))[0]
				if got := b.cordon("dgst", "--hash", hash, "--length", n, name); got != want+"  "+name+"\n" {
					t.Errorf("%s bytes of %s of %s", n, hash, name)
				}
			}
		}
		for hash, n := range map[string]string{"SHAKE128": "32", "SHAKE256": "64"} {
			if b.cordon("dgst", "--hash", hash, name) != b.cordon("dgst", "--hash", hash, "--length", n, name) {
				t.Errorf("%s without a length has not %s bytes", hash, n)
			}
		}
	}
	o := runProgram(t, []byte("abc"), b.dir, b.command, "dgst", "--hash", "sha2-512", "-")
	if want := fmt.Sprintf("%x  -\n", sha512.Sum512([]byte("abc"))); o.stdout != want ||
		!strings.Contains(o.stderr, "approved: cordon_hash_init, cordon_hash_update, cordon_hash_final") {
		t.Errorf("%s%s", o.stdout, o.stderr)
	}
	r := b.json(exitOK, "dgst", "--hash", "SHA-256", "msg", "empty")
	if results := r["result"].([]any); len(results) != 2 || r["approved"] != true {
		t.Errorf("%v", r)
	}
}

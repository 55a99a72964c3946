package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"cordon.example/cordon/internal/keyfile"
)

// TestSharedSecretsAreInterchangeable: ours and openssl's, from keys of both, in every form, are the same Z.
func TestSharedSecretsAreInterchangeable(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.cordon("keygen", "--curve", c.Name, "--use", "agree", "--out", "ours", "--public", "ours.pub")
		for _, theirs := range b.opensslKeys(c) {
			inform := "PEM"
			if strings.HasSuffix(theirs, ".der") {
				inform = "DER"
			}
			b.openssl("pkey", "-in", theirs, "-inform", inform, "-out", "theirs")
			b.openssl("pkey", "-in", "theirs", "-pubout", "-out", "theirs.pub")
			b.openssl("pkey", "-in", "theirs", "-pubout", "-outform", "DER", "-ec_conv_form", "compressed", "-out",
				"theirs.compressed")
			b.openssl("pkeyutl", "-derive", "-inkey", "ours", "-peerkey", "theirs.pub", "-out", "want")
			b.openssl("pkeyutl", "-derive", "-inkey", "theirs", "-peerkey", "ours.pub", "-out", "want2")
			b.cordon("ecdh", "--key", "ours", "--peer", "theirs.compressed", "--out", "z1", "--force")
			b.cordon("ecdh", "--key", theirs, "--peer", "ours.pub", "--out", "z2", "--force")
			want := b.read("want")
			if len(want) != c.Bytes || !bytes.Equal(want, b.read("z1")) || !bytes.Equal(want, b.read("z2")) ||
				!bytes.Equal(want, b.read("want2")) {
				b.Errorf("%s: the secrets differ", theirs)
			}
			if info, err := os.Stat(b.path("z1")); err != nil || info.Mode().Perm() != 0o600 {
				b.Errorf("the secret has mode %v, %v", info.Mode(), err)
			}
		}
	})
}

// oneStep is the KDF of SP 800-56C rev 2, 4, with SHA-256 or HMAC-SHA-256.
func oneStep(z, info, salt []byte, n int, mac bool) []byte {
	var out []byte
	for counter := byte(1); len(out) < n; counter++ {
		h := sha256.New()
		if mac {
			if salt == nil {
				salt = make([]byte, 64)
			}
			h = hmac.New(sha256.New, salt)
		}
		h.Write([]byte{0, 0, 0, counter})
		h.Write(z)
		h.Write(info)
		out = h.Sum(out)
	}
	return out[:n]
}

func TestDerivedKeys(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.cordon("keygen", "--curve", c.Name, "--out", "a")
		b.cordon("keygen", "--curve", c.Name, "--out", "b", "--public", "b.pub")
		b.cordon("ecdh", "--key", "a", "--peer", "b.pub", "--out", "z")
		info, salt := []byte("who and for what"), []byte("salt")
		for _, n := range []int{1, 32, 33, 100} {
			for _, mac := range []bool{false, true} {
				args := []string{"ecdh", "--key", "a", "--peer", "b.pub", "--out", "derived", "--force", "--hash", "SHA-256",
					"--length", itoa(n), "--info", hex.EncodeToString(info), "--kdf"}
				if mac {
					args = append(args, "hmac", "--salt", hex.EncodeToString(salt))
				} else {
					args = append(args, "hash")
				}
				b.cordon(args...)
				if !bytes.Equal(b.read("derived"), oneStep(b.read("z"), info, salt, n, mac)) {
					b.Errorf("%d bytes, HMAC %v: a wrong key", n, mac)
				}
			}
		}
		b.cordon("ecdh", "--key", "a", "--peer", "b.pub", "--out", "derived", "--force", "--kdf", "hmac", "--hash",
			"SHA-256", "--length", "40")
		if !bytes.Equal(b.read("derived"), oneStep(b.read("z"), nil, nil, 40, true)) {
			b.Error("without info and salt: a wrong key")
		}
	})
}

func TestAgreementRefuses(t *testing.T) {
	b := newBench(t)
	b.cordon("keygen", "--curve", "P-256", "--out", "a", "--public", "a.pub")
	b.cordon("keygen", "--curve", "P-384", "--out", "c", "--public", "c.pub")
	base := []string{"ecdh", "--key", "a", "--out", "z", "--peer"}
	b.fails(exitInput, []string{"c.pub: ", "P-384", "P-256"}, append(base, "c.pub")...)
	b.fails(exitInput, []string{"a: ", "private key"}, append(base, "a")...)
	for _, more := range [][]string{
		{"--hash", "SHA-256"}, {"--length", "3"}, {"--kdf", "hash"}, {"--kdf", "hash", "--hash", "SHA-256"},
		{"--kdf", "x", "--hash", "SHA-256", "--length", "3"}, {"--kdf", "hash", "--hash", "SHA-1", "--length", "3"},
		{"--kdf", "hash", "--hash", "SHA-256", "--length", "0"},
		{"--kdf", "hash", "--hash", "SHA-256", "--length", "-1"},
		{"--kdf", "hash", "--hash", "SHA-256", "--length", "65537"},
		{"--kdf", "hash", "--hash", "SHAKE128", "--length", "3"},
		{"--kdf", "hash", "--hash", "SHA-256", "--length", "3", "--salt", "00"},
		{"--kdf", "hash", "--hash", "SHA-256", "--length", "3", "--info", "xyz"},
	} {
		b.fails(exitInput, nil, append(append(base, "a.pub"), more...)...)
	}
	if b.exists("z") {
		t.Error("a refused command left an output")
	}
}

// TestIndicatorOfAgreement: Z is approved; a KDF is where its hash is as strong as the curve.
func TestIndicatorOfAgreement(t *testing.T) {
	b := newBench(t)
	b.cordon("keygen", "--curve", "P-384", "--out", "a", "--public", "a.pub")
	base := []string{"ecdh", "--key", "a", "--peer", "a.pub", "--out", "z", "--force"}
	if r := b.json(exitOK, base...); r["approved"] != true {
		t.Errorf("%v", r)
	}
	for hash, want := range map[string]bool{"SHA-384": true, "SHA-256": false} {
		if r := b.json(exitOK, append(base, "--kdf", "hash", "--hash", hash, "--length", "8")...); r["approved"] != want {
			t.Errorf("%s: %v", hash, r)
		}
	}
}

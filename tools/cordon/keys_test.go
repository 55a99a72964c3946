package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"cordon.example/cordon/internal/keyfile"
)

// publicDER is the SubjectPublicKeyInfo of a private key, uncompressed, by openssl.
func (b *bench) publicDER(args ...string) []byte {
	b.Helper()
	b.openssl(append([]string{"pkey", "-pubout", "-outform", "DER", "-out", "by-openssl.der"}, args...)...)
	return b.read("by-openssl.der")
}

// TestOpensslReadsOurKeys: each form, in PEM and DER, is a consistent key to openssl, and has the same public key.
func TestOpensslReadsOurKeys(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		for _, form := range []string{"pkcs8", "sec1"} {
			for _, der := range []bool{false, true} {
				for _, method := range []string{"rejection", "extra-bits"} {
					args := []string{"keygen", "--curve", c.Name, "--out", "key", "--public", "pub", "--force", "--form",
						form, "--method", method}
					encoding := "PEM"
					if der {
						args, encoding = append(args, "--der"), "DER"
					}
					b.cordon(args...)
					if out := b.openssl("pkey", "-in", "key", "-inform", encoding, "-noout", "-check"); !strings.Contains(
						out, "valid") {
						b.Errorf("%s %s: %s", form, encoding, out)
					}
					want := b.publicDER("-in", "key", "-inform", encoding)
					b.openssl("pkey", "-pubin", "-in", "pub", "-inform", encoding, "-outform", "DER", "-out", "pub.der")
					if !bytes.Equal(b.read("pub.der"), want) {
						b.Errorf("%s %s: openssl reads another public key", form, encoding)
					}
					b.cordon("pubout", "--key", "key", "--out", "again", "--der", "--force")
					if !bytes.Equal(b.read("again"), want) {
						b.Errorf("%s %s: pubout writes another public key", form, encoding)
					}
				}
			}
		}
	})
}

// TestWeWriteWhatOpensslWrites: re-encoding our keys by openssl changes nothing.
func TestWeWriteWhatOpensslWrites(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.cordon("keygen", "--curve", c.Name, "--out", "pkcs8", "--public", "pub")
		b.cordon("keygen", "--curve", c.Name, "--out", "sec1", "--form", "sec1")
		b.openssl("pkey", "-in", "pkcs8", "-out", "pkcs8.again")
		b.openssl("ec", "-in", "sec1", "-out", "sec1.again")
		b.openssl("pkey", "-pubin", "-in", "pub", "-out", "pub.again")
		for _, name := range []string{"pkcs8", "sec1", "pub"} {
			if !bytes.Equal(b.read(name), b.read(name+".again")) {
				b.Errorf("%s:\n%s%s", name, b.read(name), b.read(name+".again"))
			}
		}
	})
}

// opensslKeys makes one key in every form that openssl writes.
func (b *bench) opensslKeys(c *keyfile.Curve) (names []string) {
	name := opensslCurves[c.Name]
	b.openssl("ecparam", "-name", name, "-genkey", "-out", "k-params.pem")
	b.openssl("ecparam", "-name", name, "-genkey", "-noout", "-outform", "DER", "-out", "k-genkey.der")
	b.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:"+c.Name, "-out", "k-pkcs8.pem")
	b.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:"+c.Name, "-outform", "DER", "-out",
		"k-pkcs8.der")
	b.openssl("ec", "-in", "k-pkcs8.pem", "-out", "k-sec1.pem")
	b.openssl("ec", "-in", "k-pkcs8.pem", "-out", "k-compressed.pem", "-conv_form", "compressed")
	b.openssl("ec", "-in", "k-pkcs8.pem", "-out", "k-compressed.der", "-outform", "DER", "-conv_form", "compressed")
	b.openssl("ec", "-in", "k-pkcs8.pem", "-out", "k-no-public.pem", "-no_public")
	b.openssl("pkcs8", "-topk8", "-nocrypt", "-in", "k-no-public.pem", "-out", "k-pkcs8-no-public.pem")
	return []string{"k-params.pem", "k-genkey.der", "k-pkcs8.pem", "k-pkcs8.der", "k-sec1.pem", "k-compressed.pem",
		"k-compressed.der", "k-no-public.pem", "k-pkcs8-no-public.pem"}
}

func TestWeReadOpensslsKeys(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		for _, name := range b.opensslKeys(c) {
			b.cordon("pubout", "--key", name, "--out", "ours.der", "--der", "--force")
			inform := "PEM"
			if strings.HasSuffix(name, ".der") {
				inform = "DER"
			}
			if !bytes.Equal(b.read("ours.der"), b.publicDER("-in", name, "-inform", inform, "-ec_conv_form",
				"uncompressed")) {
				b.Errorf("%s: another public key", name)
			}
		}
	})
}

// TestPublicKeysInEveryForm: uncompressed and compressed, PEM and DER, verify the same signature; hybrid ones do not.
func TestPublicKeysInEveryForm(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		b.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:"+c.Name, "-out", "key")
		b.write("msg", []byte("a message"))
		b.openssl("dgst", "-sha512", "-sign", "key", "-out", "sig", "msg")
		for _, form := range []string{"uncompressed", "compressed", "hybrid"} {
			for _, encoding := range []string{"PEM", "DER"} {
				b.openssl("pkey", "-in", "key", "-pubout", "-outform", encoding, "-ec_conv_form", form, "-out", "pub")
				args := []string{"verify", "--key", "pub", "--hash", "SHA-512", "--in", "msg", "--signature", "sig"}
				if form == "hybrid" {
					b.fails(exitInput, []string{"pub: ", "CORDON_ERR_ENCODING"}, args...)
				} else {
					b.cordon(args...)
				}
			}
		}
		b.cordon("pubout", "--key", "key", "--out", "compressed.der", "--compressed", "--der")
		b.openssl("pkey", "-in", "key", "-pubout", "-outform", "DER", "-ec_conv_form", "compressed", "-out", "want.der")
		if !bytes.Equal(b.read("compressed.der"), b.read("want.der")) {
			b.Error("our compressed key is not openssl's")
		}
	})
}

// TestPrivateFilesAreGuarded: mode 0600, whatever the umask; never overwritten unasked; nothing is left after an error.
func TestPrivateFilesAreGuarded(t *testing.T) {
	b := newBench(t)
	mode := func(name string) os.FileMode {
		info, err := os.Stat(b.path(name))
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	sh := func(script string) outcome {
		return runProgram(t, nil, b.dir, "sh", "-c", strings.ReplaceAll(script, "cordon", b.command))
	}
	for _, umask := range []string{"000", "022", "077", "777"} {
		o := sh("umask " + umask + " && cordon keygen --curve P-256 --out key --public pub --force")
		if o.code != 0 || mode("key") != 0o600 {
			t.Errorf("umask %s: exit code %d, mode %v\n%s", umask, o.code, mode("key"), o.stderr)
		}
		var mask os.FileMode
		if _, err := fmt.Sscanf(umask, "%o", &mask); err != nil {
			t.Fatal(err)
		}
		if mode("pub") != 0o666&^mask {
			t.Errorf("umask %s: the public key has mode %v", umask, mode("pub"))
		}
	}
	before := b.read("key")
	b.fails(exitInput, []string{"key: it exists already"}, "keygen", "--curve", "P-256", "--out", "key")
	b.fails(exitInput, []string{"pub: it exists already"}, "keygen", "--curve", "P-256", "--out", "new", "--public",
		"pub")
	if !bytes.Equal(before, b.read("key")) || b.exists("new") {
		t.Error("a refused command changed or left a file")
	}
	if err := os.Symlink("nowhere", b.path("dangling")); err != nil {
		t.Fatal(err)
	}
	b.fails(exitInput, []string{"dangling: it exists already"}, "keygen", "--curve", "P-256", "--out", "dangling")
	if err := os.Chmod(b.path("key"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.cordon("keygen", "--curve", "P-256", "--out", "key", "--force")
	if mode("key") != 0o600 {
		t.Errorf("after --force the mode is %v", mode("key"))
	}
	o := sh("cordon keygen --curve P-256 --out ./full --public /dev/full")
	if o.code != exitInput || !strings.Contains(o.stderr, "/dev/full") || b.exists("full") {
		t.Errorf("a public key that cannot be written: exit code %d, private key left: %v\n%s", o.code,
			b.exists("full"), o.stderr)
	}
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("a temporary file remains: %s", e.Name())
		}
	}
}

// TestKeysThroughPipes: - is standard input and output, and the report does not mix with the key.
func TestKeysThroughPipes(t *testing.T) {
	b := newBench(t)
	key := b.cordon("keygen", "--curve", "P-256", "--out", "-")
	if !strings.HasPrefix(key, "-----BEGIN PRIVATE KEY-----\n") || !strings.HasSuffix(key, "-----END PRIVATE KEY-----\n") {
		t.Errorf("standard output has more than the key:\n%s", key)
	}
	o := runProgram(t, []byte(key), b.dir, b.command, "pubout", "--key", "-", "--out", "-")
	if o.code != exitOK || !strings.HasPrefix(o.stdout, "-----BEGIN PUBLIC KEY-----\n") {
		t.Errorf("exit code %d\n%s%s", o.code, o.stdout, o.stderr)
	}
	o = runProgram(t, []byte(key), b.dir, b.command, "sign", "--key", "-", "--in", "-", "--hash", "SHA-256", "--out", "x")
	if o.code != exitInput || !strings.Contains(o.stderr, "standard input") || b.exists("x") {
		t.Errorf("exit code %d\n%s", o.code, o.stderr)
	}
	o = runProgram(t, nil, b.dir, "sh", "-c", b.command+" keygen --curve P-256 --out - > /dev/full")
	if o.code != exitInput || !strings.Contains(o.stderr, "standard output") {
		t.Errorf("a full standard output: exit code %d\n%s", o.code, o.stderr)
	}
}

// TestKeygenSaysWhatWasChecked: the assurances that the key carries, and the indicator.
func TestKeygenSaysWhatWasChecked(t *testing.T) {
	b := newBench(t)
	for _, use := range []string{"sign", "agree", "both"} {
		r := b.json(exitOK, "keygen", "--curve", "P-256", "--use", use, "--out", "key", "--force")
		result := r["result"].(map[string]any)
		if r["approved"] != true || len(result["assurances"].([]any)) != 5 || result["curve"] != "P-256" {
			t.Errorf("--use %s: %v", use, r)
		}
	}
}

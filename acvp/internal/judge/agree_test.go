package judge

// Tests of the judge's deterministic signatures, shared secrets and derived keys.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestDeterministic is RFC 6979, A.2.5, with SHA-256 and the message "sample".
func TestDeterministic(t *testing.T) {
	d := unhex(t, "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
	digest := sha256.Sum256([]byte("sample"))
	r, s, err := Deterministic("P-256", "SHA2-256", d, digest[:])
	if err != nil || !bytes.Equal(r, unhex(t, "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716")) ||
		!bytes.Equal(s, unhex(t, "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8")) {
		t.Errorf("%x %x %v", r, s, err)
	}
	for what, c := range map[string]struct {
		curve, hash string
		d           []byte
	}{
		"SHAKE":        {"P-256", "SHAKE-128", d},
		"another hash": {"P-256", "SHA2-512", d},
		"no hash":      {"P-256", "SHA-1", d},
		"no curve":     {"K-233", "SHA2-256", d},
		"no key":       {"P-256", "SHA2-256", nil},
	} {
		if _, _, err := Deterministic(c.curve, c.hash, c.d, digest[:]); err == nil {
			t.Errorf("%s passes", what)
		}
	}
}

// TestSharedSecretOfRFC5903 is its section 8.1.
func TestSharedSecretOfRFC5903(t *testing.T) {
	d := unhex(t, "C88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433")
	x := unhex(t, "D12DFB5289C8D4F81208B70270398C342296970A0BCCB74C736FC7554494BF63")
	y := unhex(t, "56FBF3CA366CC23E8157854C13C58D6AAC23F046ADA30F8353E74F33039872AB")
	z, err := SharedSecret("P-256", d, x, y)
	if err != nil || !bytes.Equal(z, unhex(t, "D6840F6B42F6EDAFD13116E0E12565202FEF8E9ECE7DCE03812464D04B9442DE")) {
		t.Errorf("%x %v", z, err)
	}
	if _, err := SharedSecret("P-256", d, x, flipped(y)); err == nil {
		t.Error("a point off the curve passes")
	}
	if _, err := SharedSecret("P-256", nil, x, y); err == nil {
		t.Error("a private key of 0 passes")
	}
}

// TestBothSidesAgree: and the arithmetic that serves P-224 agrees with crypto/ecdh on the other curves.
func TestBothSidesAgree(t *testing.T) {
	for _, name := range []string{"P-224", "P-256", "P-384", "P-521"} {
		c := Curve(name)
		_, d1, x1, y1 := newKey(t, c)
		_, d2, x2, y2 := newKey(t, c)
		z1, err1 := SharedSecret(name, d1, x2, y2)
		z2, err2 := SharedSecret(name, d2, x1, y1)
		if err1 != nil || err2 != nil || !bytes.Equal(z1, z2) || len(z1) != FieldLen(c) {
			t.Errorf("%s: %x %x %v %v", name, z1, z2, err1, err2)
		}
		priv, err := PrivateKey(name, d1)
		if err != nil {
			t.Fatal(err)
		}
		pub, err := PublicKey(name, x2, y2)
		if err != nil {
			t.Fatal(err)
		}
		if z3, err := multiply(priv, pub); err != nil || !bytes.Equal(z1, z3) {
			t.Errorf("%s: the other arithmetic: %x, expected %x (%v)", name, z3, z1, err)
		}
	}
}

// TestOneStep writes out SP 800-56C, 4.1, for two blocks of output, and looks at the default salt.
func TestOneStep(t *testing.T) {
	z, info := []byte{1, 2, 3}, []byte("info")
	first := sha256.Sum256([]byte("\x00\x00\x00\x01\x01\x02\x03info"))
	second := sha256.Sum256([]byte("\x00\x00\x00\x02\x01\x02\x03info"))
	want := append(first[:], second[:8]...)
	if got, err := OneStep("SHA2-256", z, nil, info, 40); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x, expected %x (%v)", got, want, err)
	}
	for aux, blockLen := range map[string]int{"HMAC-SHA2-256": 64, "HMAC-SHA3-256": 136} {
		one, err1 := OneStep(aux, z, nil, info, 20)
		two, err2 := OneStep(aux, z, make([]byte, blockLen), info, 20)
		three, err3 := OneStep(aux, z, []byte("salt"), info, 20)
		if err1 != nil || err2 != nil || err3 != nil || !bytes.Equal(one, two) || bytes.Equal(one, three) {
			t.Errorf("%s: %x %x %x", aux, one, two, three)
		}
	}
	for _, aux := range []string{"SHA-1", "KMAC-128", "SHAKE-128", "HMAC-SHAKE-128", ""} {
		if _, err := OneStep(aux, z, nil, info, 20); err == nil {
			t.Errorf("%q passes", aux)
		}
	}
}

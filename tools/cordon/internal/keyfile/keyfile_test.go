package keyfile

import (
	"bytes"
	"testing"
)

// forms are all encodings of a made-up key, whose bytes no encoding minds.
func forms(c *Curve) (private, public map[string][]byte, d, point []byte) {
	d, point = bytes.Repeat([]byte{0x11}, c.Bytes), append([]byte{4}, bytes.Repeat([]byte{0x22}, 2*c.Bytes)...)
	pkcs8, sec1, spki := PrivatePKCS8(c, d, point), PrivateSEC1(c, d, point), PublicDER(c, point)
	private = map[string][]byte{"PKCS#8 DER": pkcs8, "PKCS#8 PEM": PEM(PKCS8PEM, pkcs8), "SEC 1 DER": sec1,
		"SEC 1 PEM": PEM(SEC1PEM, sec1)}
	public = map[string][]byte{"SPKI DER": spki, "SPKI PEM": PEM(SPKIPEM, spki)}
	return private, public, d, point
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for _, c := range Curves {
		private, public, d, point := forms(c)
		for name, data := range private {
			k, err := ParsePrivate(data)
			if err != nil || k.Curve != c || !bytes.Equal(k.D, d) || !bytes.Equal(k.Public, point) {
				t.Errorf("%s %s: %v", c.Name, name, err)
			}
			if _, err := ParsePublic(data); err != errIsPrivate {
				t.Errorf("%s %s as a public key: %v", c.Name, name, err)
			}
		}
		for name, data := range public {
			k, err := ParsePublic(data)
			if err != nil || k.Curve != c || !bytes.Equal(k.Point, point) {
				t.Errorf("%s %s: %v", c.Name, name, err)
			}
			if _, err := ParsePrivate(data); err != errIsPublic {
				t.Errorf("%s %s as a private key: %v", c.Name, name, err)
			}
		}
	}
}

// TestTruncatedKeysAreRefused at every length, in every form.
func TestTruncatedKeysAreRefused(t *testing.T) {
	for _, c := range Curves {
		private, public, _, _ := forms(c)
		for _, list := range []map[string][]byte{private, public} {
			for name, data := range list {
				end := len(data)
				if data[0] == '-' {
					end-- // the last line end may be missing
				}
				for n := 0; n < end; n++ {
					// ParsePrivate of a PEM file works on a copy, of a DER file on the data, which it may clear.
					if _, err := ParsePrivate(bytes.Clone(data[:n])); err == nil {
						t.Fatalf("%s %s: %d bytes are a private key", c.Name, name, n)
					}
					if _, err := ParsePublic(bytes.Clone(data[:n])); err == nil {
						t.Fatalf("%s %s: %d bytes are a public key", c.Name, name, n)
					}
				}
			}
		}
	}
}

// TestChangedBytesNeverChangeTheCurve: any byte may be changed without a crash, and none makes it a key on another
// curve of the list.
func TestChangedBytesNeverChangeTheCurve(t *testing.T) {
	for _, c := range Curves {
		private, public, _, _ := forms(c)
		for at := range private["PKCS#8 DER"] {
			for v := 1; v < 256; v++ {
				e := bytes.Clone(private["PKCS#8 DER"])
				e[at] ^= byte(v)
				k, err := ParsePrivate(e)
				// P-224, P-384 and P-521 differ in one byte of their identifiers.
				if err == nil && k.Curve != c && len(k.D) == k.Curve.Bytes {
					t.Fatalf("byte %d makes a key of %s a good one of %s", at, c.Name, k.Curve.Name)
				}
			}
		}
		for at := range public["SPKI PEM"] {
			for v := 1; v < 256; v += 3 {
				e := bytes.Clone(public["SPKI PEM"])
				e[at] ^= byte(v)
				_, _ = ParsePublic(e)
			}
		}
	}
}

// TestWipeClearsTheScalar: in the file's own bytes for DER, in the decoded ones for PEM; also after a late error.
func TestWipeClearsTheScalar(t *testing.T) {
	private, _, d, _ := forms(Curves[1])
	for name, data := range private {
		k, err := ParsePrivate(data)
		if err != nil {
			t.Fatal(err)
		}
		k.Wipe()
		if !bytes.Equal(k.D, make([]byte, len(d))) {
			t.Errorf("%s: the scalar remains", name)
		}
	}
	if private, _, _, _ = forms(Curves[1]); bytes.Contains(private["PKCS#8 DER"], d) {
		broken := append(private["PKCS#8 DER"], 0)
		if _, err := ParsePrivate(broken); err == nil {
			t.Error("a trailing byte was accepted")
		}
	}
}

// TestPEMNeedsOneBuffer: growth would leave copies of a private key behind.
func TestPEMNeedsOneBuffer(t *testing.T) {
	for n := 0; n < 400; n++ {
		out := PEM(SEC1PEM, make([]byte, n))
		if want := n*4/3 + n/48 + 2*len(SEC1PEM) + 64; len(out) > want {
			t.Errorf("%d bytes take %d of %d", n, len(out), want)
		}
	}
}

func TestCurveNames(t *testing.T) {
	for _, name := range []string{"P-256", "p256", "P256", "p-256"} {
		if c, err := CurveByName(name); err != nil || c.Name != "P-256" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "P-192", "secp256k1", "256", "prime256v1"} {
		if _, err := CurveByName(name); err == nil {
			t.Errorf("%q is a curve", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range Curves {
		private, public, _, _ := forms(c)
		for _, list := range []map[string][]byte{private, public} {
			for _, data := range list {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if k, err := ParsePrivate(bytes.Clone(data)); err == nil && (k.Curve == nil || len(k.D) == 0) {
			t.Error("a private key without a curve or a scalar")
		}
		if k, err := ParsePublic(data); err == nil && k.Curve == nil {
			t.Error("a public key without a curve")
		}
	})
}

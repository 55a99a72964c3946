package bitsha

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// TestPaddingAgreesOnWholeBytes hashes whole bytes through the padding that is used for bits.
func TestPaddingAgreesOnWholeBytes(t *testing.T) {
	for _, name := range Names() {
		id, _ := Lookup(name)
		for n := 1; n < 300; n++ {
			msg := bytes.Repeat([]byte{0xa5}, n)
			want, err := Sum(name, msg, uint64(8*n))
			if err != nil {
				t.Fatal(err)
			}
			// The same message padded by hand: a whole byte more, of which no bit is used, begins with the 1 bit.
			h := id.New()
			padded := pad(append(msg, 0), uint64(8*n), h.BlockSize())
			h.Write(padded)
			got, err := state(h, id)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s, %d bytes: %x, expected %x (%v)", name, n, got, want, err)
			}
		}
	}
}

// TestBits are published answers for messages that are not whole bytes (FIPS 180-4 example values of 5 bits).
func TestBits(t *testing.T) {
	for _, c := range []struct {
		name, msg string
		bits      uint64
		want      string
	}{
		{"SHA2-256", "68", 5, "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"},
	} {
		msg, _ := hex.DecodeString(c.msg)
		got, err := Sum(c.name, msg, c.bits)
		if err != nil || hex.EncodeToString(got) != c.want {
			t.Errorf("%s of %d bits: %x (%v)", c.name, c.bits, got, err)
		}
	}
}

func TestSumRejects(t *testing.T) {
	if _, err := Sum("SHA3-256", nil, 0); err == nil {
		t.Error("an unknown hash")
	}
	if _, err := Sum("SHA2-256", []byte{1, 2}, 8); err == nil {
		t.Error("too many bytes")
	}
}

// TestRandomize writes out the bits of SP 800-106 for rv = 16 bits and a message of 24: 25 bits of padded message, one
// whole copy of rv and the right-most 9 bits of it.
func TestRandomize(t *testing.T) {
	rv, msg := []byte{0x12, 0x34}, []byte{0xff, 0x00, 0xaa}
	data, n, err := Randomize(msg, rv)
	if err != nil || n != 16+25+16 {
		t.Fatalf("%d bits: %v", n, err)
	}
	rvBits := bits(rv)
	mask := rvBits + rvBits[7:]
	want := rvBits + xor(bits(msg)+"1", mask) + "0000000000010000"
	if got := bits(data)[:n]; got != want {
		t.Errorf("%s\n%s", got, want)
	}
	short, n, err := Randomize([]byte{0xff}, rv)
	if err != nil || n != 48 {
		t.Fatalf("short message: %d bits, %v", n, err)
	}
	if got, want := bits(short), rvBits+xor("1111111110000000", rvBits)+"0000000000010000"; got != want {
		t.Errorf("short message: %s\n%s", got, want)
	}
	if _, _, err := Randomize(msg, nil); err == nil {
		t.Error("no random value")
	}
}

func bits(b []byte) string {
	var s strings.Builder
	for i := range 8 * len(b) {
		s.WriteByte('0' + bit(b, uint64(i)))
	}
	return s.String()
}

func xor(a, b string) string {
	out := []byte(a)
	for i := range out {
		out[i] = '0' + (a[i] ^ b[i])
	}
	return string(out)
}

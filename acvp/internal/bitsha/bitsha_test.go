package bitsha

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// TestPaddingAgreesOnWholeBytes hashes whole bytes through the padding that is used for bits.
func TestPaddingAgreesOnWholeBytes(t *testing.T) {
	for _, name := range SHA2Names() {
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
			got, err := stateOf(h, 4, id.Size())
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

// TestSpongeAgreesOnWholeBytes: no bit of a last byte that is there is used.
func TestSpongeAgreesOnWholeBytes(t *testing.T) {
	for _, name := range append(Names(), XOFNames()...) {
		h, _ := Lookup(name)
		if !h.IsSHA3() {
			continue
		}
		for n := range 300 {
			msg := bytes.Repeat([]byte{0xa5}, n)
			want, err := Sum(name, msg, uint64(8*n))
			if err != nil || len(want) != h.Size() {
				t.Fatal(err)
			}
			got, err := h.sponge(append(msg, 0xff), 0, h.Size())
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s, %d bytes: %x, expected %x (%v)", name, n, got, want, err)
			}
		}
	}
}

// TestBitsOfSHA3 are NIST's examples for the message 1, 1, 0, 0, 1.
func TestBitsOfSHA3(t *testing.T) {
	for name, want := range map[string]string{
		"SHA3-224": "ffbad5da96bad71789330206dc6768ecaeb1b32dca6b3301489674ab",
		"SHA3-256": "7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af",
		"SHA3-512": "a13e01494114c09800622a70288c432121ce70039d753cadd2e006e4d961cb27544c1481e5814bdceb53be6733d5e099795e5e81918addb058e22a9f24883f37",
	} {
		if got, err := Sum(name, []byte{0x13}, 5); err != nil || hex.EncodeToString(got) != want {
			t.Errorf("%s: %x (%v)", name, got, err)
		}
		if got, err := Sum(name, FromHigh(name, []byte{0x13 << 3}, 5), 5); err != nil || hex.EncodeToString(got) != want {
			t.Errorf("%s, from the high end: %x (%v)", name, got, err)
		}
	}
	long, err := XOF("SHAKE-128", []byte{0x13}, 5, 8*400)
	if err != nil {
		t.Fatal(err)
	}
	if want := "2e0abfba83e6720bfbc225ff6b7ab9ffce58ba027ee3d898764fef287ddeccca"; hex.EncodeToString(long[:32]) != want {
		t.Errorf("SHAKE-128: %x", long[:32])
	}
	short, err := XOF("SHAKE-128", []byte{0x13}, 5, 8*300+3)
	if err != nil || !bytes.Equal(short[:300], long[:300]) || short[300] != long[300]&7 {
		t.Errorf("the last byte of 2403 bits is %x of %x (%v)", short[300], long[300], err)
	}
	if got := FromHigh("SHA2-256", []byte{0xa0}, 3); got[0] != 0xa0 {
		t.Errorf("SHA-2 takes the high bits: %x", got)
	}
}

func TestSumRejects(t *testing.T) {
	if _, err := Sum("SHA4-256", nil, 0); err == nil {
		t.Error("an unknown hash")
	}
	if _, err := XOF("SHA3-256", nil, 0, 8); err == nil {
		t.Error("a hash that is no SHAKE")
	}
	if _, err := XOF("SHAKE-128", []byte{1, 2}, 8, 8); err == nil {
		t.Error("too many bytes for a SHAKE")
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

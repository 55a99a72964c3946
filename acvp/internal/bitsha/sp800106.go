package bitsha

import "errors"

// Randomize builds the data that is signed under SP 800-106: rv, then (message, a 1 bit, zeros) XOR repeated rv, then the
// length of rv in bits as 16 bits. It returns the bytes and the number of bits. numBits, the length of the message, and
// the length of rv are whole bytes, as they are in every vector set; the result is one bit longer than whole bytes where
// the message is at least as long as rv less one bit. The last, unfinished copy of rv is its RIGHT-most bits: that is
// what the published vectors agree with.
func Randomize(msg, rv []byte) ([]byte, uint64, error) {
	rvBits, msgBits := uint64(len(rv))*8, uint64(len(msg))*8
	if len(rv) == 0 || rvBits >= 1<<16 {
		return nil, 0, errors.New("SP 800-106: the random value has no length or too great a one")
	}
	// Padding: a 1 bit, and zeros up to the length of rv if the message is shorter.
	mBits := msgBits + 1
	if mBits < rvBits {
		mBits = rvBits
	}
	out := &bitWriter{}
	for i := uint64(0); i < rvBits; i++ {
		out.put(bit(rv, i))
	}
	whole := mBits / rvBits * rvBits
	for i := uint64(0); i < mBits; i++ {
		m := byte(0)
		if i < msgBits {
			m = bit(msg, i)
		} else if i == msgBits {
			m = 1
		}
		r := bit(rv, i%rvBits)
		if i >= whole {
			r = bit(rv, rvBits-(mBits-whole)+(i-whole))
		}
		out.put(m ^ r)
	}
	for i := 15; i >= 0; i-- {
		out.put(byte(rvBits >> i & 1))
	}
	return out.bytes, out.bits, nil
}

func bit(b []byte, i uint64) byte { return b[i/8] >> (7 - i%8) & 1 }

type bitWriter struct {
	bytes []byte
	bits  uint64
}

func (w *bitWriter) put(b byte) {
	if w.bits%8 == 0 {
		w.bytes = append(w.bytes, 0)
	}
	w.bytes[w.bits/8] |= b << (7 - w.bits%8)
	w.bits++
}

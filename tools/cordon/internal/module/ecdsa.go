package module

// #include <cordon/cordon.h>
import "C"

// Scheme is how a signature is made and written.
type Scheme struct {
	Raw           bool // r || s instead of DER
	Deterministic bool // not read by verification
}

func (h *Hash) scheme(sc Scheme) *C.cordon_ecdsa_scheme {
	c := &C.cordon_ecdsa_scheme{hash: h.alg.id, format: C.CORDON_DER, nonce: C.CORDON_NONCE_HEDGED}
	if sc.Raw {
		c.format = C.CORDON_RAW
	}
	if sc.Deterministic {
		c.nonce = C.CORDON_NONCE_DETERMINISTIC
	}
	return c
}

// Sign ends the hash and signs its digest.
func (h *Hash) Sign(k *PrivateKey, sc Scheme) ([]byte, error) {
	out := make([]byte, C.CORDON_MAX_DER_SIG_BYTES)
	p, n := bytes(out)
	c := h.scheme(sc)
	err := h.s.call("cordon_ecdsa_sign_hash", func() C.cordon_status {
		return C.cordon_ecdsa_sign_hash(p, &n, k.p, c, h.p)
	})
	return out[:n], err
}

// Verify ends the hash and verifies a signature of its digest.
func (h *Hash) Verify(q *PublicKey, sc Scheme, signature []byte) error {
	p, n := bytes(signature)
	c := h.scheme(sc)
	return h.s.call("cordon_ecdsa_verify_hash", func() C.cordon_status {
		return C.cordon_ecdsa_verify_hash(q.p, c, h.p, p, n)
	})
}

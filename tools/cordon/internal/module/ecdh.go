package module

// #include <cordon/cordon.h>
// #include <stdlib.h>
import "C"

import "unsafe"

// ECDH gives the shared secret Z. The caller wipes it.
func (s *Session) ECDH(k *PrivateKey, peer *PublicKey) ([]byte, error) {
	out := make([]byte, C.CORDON_MAX_FIELD_BYTES)
	p, n := bytes(out)
	err := s.call("cordon_ecdh", func() C.cordon_status { return C.cordon_ecdh(p, &n, k.p, peer.p) })
	return out[:n], err
}

// KDF is the one-step key derivation function over Z (SP 800-56C rev 2, 4).
type KDF struct {
	HMAC       bool // H(x) = HMAC-hash(salt, x) instead of hash(x)
	Hash       Algorithm
	Info, Salt []byte
}

// copied gives C a copy of a slice; free releases it.
func copied(b []byte) (*C.uint8_t, C.size_t) {
	if len(b) == 0 {
		return nil, 0
	}
	return (*C.uint8_t)(C.CBytes(b)), C.size_t(len(b))
}

// ECDHKDF derives n bytes from Z, which does not leave the module. The caller wipes them.
func (s *Session) ECDHKDF(k *PrivateKey, peer *PublicKey, kdf KDF, n int) ([]byte, error) {
	out := make([]byte, n)
	p, size := bytes(out)
	c := C.cordon_kdf{method: C.CORDON_KDF_HASH, hash: kdf.Hash.id}
	if kdf.HMAC {
		c.method = C.CORDON_KDF_HMAC
	}
	// A structure that is passed to C may not hold pointers to Go memory.
	c.info, c.info_len = copied(kdf.Info)
	defer C.free(unsafe.Pointer(c.info))
	c.salt, c.salt_len = copied(kdf.Salt)
	defer C.free(unsafe.Pointer(c.salt))
	err := s.call("cordon_ecdh_kdf", func() C.cordon_status { return C.cordon_ecdh_kdf(p, size, k.p, peer.p, &c) })
	return out, err
}

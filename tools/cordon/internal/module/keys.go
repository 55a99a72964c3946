package module

// #include <cordon/cordon.h>
// #include <stdlib.h>
import "C"

import "unsafe"

// What private keys are for, methods of key generation, forms of points: see <cordon/key.h>.
const (
	UseSign  = uint32(C.CORDON_USE_SIGN)
	UseAgree = uint32(C.CORDON_USE_AGREE)

	Rejection = uint32(C.CORDON_KEYGEN_REJECTION)
	ExtraBits = uint32(C.CORDON_KEYGEN_EXTRA_BITS)

	Uncompressed = uint32(C.CORDON_POINT_UNCOMPRESSED)
	Compressed   = uint32(C.CORDON_POINT_COMPRESSED)
)

// PrivateKey is a private key inside the module's own object.
type PrivateKey struct{ p *C.cordon_private_key }

// PublicKey is a validated public key.
type PublicKey struct{ p *C.cordon_public_key }

func newPrivate() *PrivateKey {
	return &PrivateKey{(*C.cordon_private_key)(allocate(C.sizeof_cordon_private_key))}
}

func newPublic() *PublicKey {
	return &PublicKey{(*C.cordon_public_key)(allocate(C.sizeof_cordon_public_key))}
}

// Wipe clears and frees the key.
func (k *PrivateKey) Wipe() {
	if k != nil && k.p != nil {
		if C.cordon_private_wipe(k.p) != C.CORDON_OK {
			panic("the module did not wipe a private key")
		}
		C.free(unsafe.Pointer(k.p))
		k.p = nil
	}
}

// Wipe clears and frees the key.
func (k *PublicKey) Wipe() {
	if k != nil && k.p != nil {
		if C.cordon_public_wipe(k.p) != C.CORDON_OK {
			panic("the module did not wipe a public key")
		}
		C.free(unsafe.Pointer(k.p))
		k.p = nil
	}
}

// Keygen makes a key pair.
func (s *Session) Keygen(curve, method, use uint32) (*PrivateKey, error) {
	k := newPrivate()
	err := s.call("cordon_keygen", func() C.cordon_status {
		return C.cordon_keygen(k.p, C.uint32_t(curve), C.uint32_t(method), C.uint32_t(use))
	})
	if err != nil {
		k.Wipe()
		return nil, err
	}
	return k, nil
}

// ImportPrivate makes a key from its scalar; pub, if there is one, must belong to it.
func (s *Session) ImportPrivate(curve, use uint32, pub *PublicKey, d []byte) (*PrivateKey, error) {
	k := newPrivate()
	var q *C.cordon_public_key
	if pub != nil {
		q = pub.p
	}
	p, n := bytes(d)
	err := s.call("cordon_private_import", func() C.cordon_status {
		return C.cordon_private_import(k.p, C.uint32_t(curve), C.uint32_t(use), q, p, n)
	})
	if err != nil {
		k.Wipe()
		return nil, err
	}
	return k, nil
}

// ExportPrivate gives the scalar. The caller wipes it.
func (s *Session) ExportPrivate(k *PrivateKey) ([]byte, error) {
	out := make([]byte, C.CORDON_MAX_FIELD_BYTES)
	p, n := bytes(out)
	err := s.call("cordon_private_export", func() C.cordon_status { return C.cordon_private_export(p, &n, k.p) })
	return out[:n], err
}

// PublicOf gives the public key of a private key.
func (s *Session) PublicOf(k *PrivateKey) (*PublicKey, error) {
	q := newPublic()
	err := s.call("cordon_private_public", func() C.cordon_status { return C.cordon_private_public(q.p, k.p) })
	if err != nil {
		q.Wipe()
		return nil, err
	}
	return q, nil
}

// ImportPublic validates a point.
func (s *Session) ImportPublic(curve uint32, point []byte) (*PublicKey, error) {
	q := newPublic()
	p, n := bytes(point)
	err := s.call("cordon_public_import", func() C.cordon_status {
		return C.cordon_public_import(q.p, C.uint32_t(curve), p, n)
	})
	if err != nil {
		q.Wipe()
		return nil, err
	}
	return q, nil
}

// ExportPublic encodes a public key.
func (s *Session) ExportPublic(q *PublicKey, form uint32) ([]byte, error) {
	out := make([]byte, C.CORDON_MAX_POINT_BYTES)
	p, n := bytes(out)
	err := s.call("cordon_public_export", func() C.cordon_status {
		return C.cordon_public_export(p, &n, q.p, C.uint32_t(form))
	})
	return out[:n], err
}

// Assurances names the checks that a private key carries.
func (s *Session) Assurances(k *PrivateKey) ([]string, error) {
	var checks C.uint32_t
	err := s.call("cordon_private_checks", func() C.cordon_status { return C.cordon_private_checks(&checks, k.p) })
	var list []string
	for _, c := range []struct {
		bit  C.uint32_t
		name string
	}{
		{C.CORDON_CHECK_PRIVATE_RANGE, "private key in range"},
		{C.CORDON_CHECK_PUBLIC_PARTIAL, "public key on the curve"},
		{C.CORDON_CHECK_PUBLIC_FULL, "public key of the right order"},
		{C.CORDON_CHECK_PAIR, "public key belongs to private key"},
		{C.CORDON_CHECK_PAIRWISE, "pairwise consistency test"},
	} {
		if checks&c.bit != 0 {
			list = append(list, c.name)
		}
	}
	return list, err
}

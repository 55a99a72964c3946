package module

// #include <cordon/cordon.h>
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"regexp"
	"strings"
	"unsafe"
)

// Algorithm is a hash function.
type Algorithm struct {
	Name string
	id   C.uint32_t
	Len  int  // of the digest; for SHAKE the length that FIPS 186-5 fixes for signatures
	XOF  bool // gives output of any length
}

// Algorithms is every hash function of the module.
var Algorithms = []Algorithm{
	{"SHA-224", C.CORDON_SHA224, 28, false}, {"SHA-256", C.CORDON_SHA256, 32, false},
	{"SHA-384", C.CORDON_SHA384, 48, false}, {"SHA-512", C.CORDON_SHA512, 64, false},
	{"SHA-512/224", C.CORDON_SHA512_224, 28, false}, {"SHA-512/256", C.CORDON_SHA512_256, 32, false},
	{"SHA3-224", C.CORDON_SHA3_224, 28, false}, {"SHA3-256", C.CORDON_SHA3_256, 32, false},
	{"SHA3-384", C.CORDON_SHA3_384, 48, false}, {"SHA3-512", C.CORDON_SHA3_512, 64, false},
	{"SHAKE128", C.CORDON_SHAKE128, 32, true}, {"SHAKE256", C.CORDON_SHAKE256, 64, true},
}

// spellings matches the names of hash functions; its groups are the family and what tells its members apart.
var spellings = regexp.MustCompile(`^(SHA)(?:2?-)?(224|256|384|512(?:[-/_](?:224|256))?)$|^(SHA3)[-_]([0-9]{3})$|` +
	`^(SHAKE)-?([0-9]{3})$`)

// AlgorithmByName finds a hash function; sha256, SHA-256 and SHA2-256 are the same, and SHA-512/256 and SHA512-256.
func AlgorithmByName(name string) (Algorithm, error) {
	var names []string
	want := canonical(name)
	for _, a := range Algorithms {
		if want != "" && want == canonical(a.Name) {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Algorithm{}, fmt.Errorf("there is no hash %q here; there are %s", name, strings.Join(names, ", "))
}

// canonical is the same for all spellings of a hash function, and empty for what is none.
func canonical(name string) string {
	groups := spellings.FindStringSubmatch(strings.ToUpper(name))
	if groups == nil {
		return ""
	}
	return strings.NewReplacer("-", "/", "_", "/").Replace(strings.Join(groups[1:], " "))
}

// Hash is a running hash. Its writer side takes a message of any size.
type Hash struct {
	s   *Session
	p   *C.cordon_hash
	alg Algorithm
}

// NewHash starts a hash.
func (s *Session) NewHash(a Algorithm) (*Hash, error) {
	h := &Hash{s, (*C.cordon_hash)(allocate(C.sizeof_cordon_hash)), a}
	err := s.call("cordon_hash_init", func() C.cordon_status { return C.cordon_hash_init(h.p, a.id) })
	if err != nil {
		h.Wipe()
		return nil, err
	}
	return h, nil
}

// Write absorbs the next piece of the message.
func (h *Hash) Write(b []byte) (int, error) {
	p, n := bytes(b)
	err := h.s.call("cordon_hash_update", func() C.cordon_status { return C.cordon_hash_update(h.p, p, n) })
	if err != nil {
		return 0, err
	}
	return len(b), nil
}

// Sum ends the hash and gives the digest.
func (h *Hash) Sum() ([]byte, error) {
	out := make([]byte, C.CORDON_MAX_DIGEST_BYTES)
	p, n := bytes(out)
	err := h.s.call("cordon_hash_final", func() C.cordon_status { return C.cordon_hash_final(p, &n, h.p) })
	return out[:n], err
}

// Squeeze ends the message of a SHAKE and gives n bytes of output.
func (h *Hash) Squeeze(n int) ([]byte, error) {
	out := make([]byte, n)
	p, size := bytes(out)
	err := h.s.call("cordon_hash_squeeze", func() C.cordon_status { return C.cordon_hash_squeeze(p, size, h.p) })
	return out, err
}

// Wipe clears and frees the hash.
func (h *Hash) Wipe() {
	if h != nil && h.p != nil {
		if C.cordon_hash_wipe(h.p) != C.CORDON_OK {
			panic("the module did not wipe a hash")
		}
		C.free(unsafe.Pointer(h.p))
		h.p = nil
	}
}

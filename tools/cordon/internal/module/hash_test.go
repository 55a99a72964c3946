package module

// Tests of the names of hash functions.

import "testing"

func TestAlgorithmByName(t *testing.T) {
	for name, want := range map[string]string{
		"SHA-256": "SHA-256", "sha256": "SHA-256", "SHA2-256": "SHA-256", "sha-512/256": "SHA-512/256",
		"sha512-256": "SHA-512/256", "SHA2-512/224": "SHA-512/224", "SHA512_224": "SHA-512/224", "sha3-256": "SHA3-256",
		"SHA3_512": "SHA3-512", "shake128": "SHAKE128", "SHAKE-256": "SHAKE256",
	} {
		if a, err := AlgorithmByName(name); err != nil || a.Name != want {
			t.Errorf("%s: %q, %v", name, a.Name, err)
		}
	}
	for _, a := range Algorithms {
		if found, err := AlgorithmByName(a.Name); err != nil || found != a {
			t.Errorf("%s: %v, %v", a.Name, found, err)
		}
	}
	for _, name := range []string{"", "SHA", "SHA-1", "SHA1", "SHA2-SHA3-256", "SHA2-SHA-256", "s_h-a/2-56", "SHA--256", "SHA2256",
		"SHA-256-", "SHA512256", "SHA3-255", "SHA3256", "SHA-3-256", "SHAKE512", "SHA-256/224", "SHA-256\n", "256"} {
		if a, err := AlgorithmByName(name); err == nil {
			t.Errorf("%q is %s", name, a.Name)
		}
	}
}

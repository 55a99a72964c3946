package cavp

// This file owns the tests of key agreement.

import (
	"strings"

	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/caps"
)

// curveOfSet gives the curve of a parameter set of SP 800-56A; "EB - SHA224" heads its tests.
var curveOfSet = map[string]string{"EA": "P-192", "EB": "P-224", "EC": "P-256", "ED": "P-384", "EE": "P-521"}

func setHash(r *Record) (string, string) {
	set, hash, ok := strings.Cut(strings.Join(r.Section, ","), " - ")
	if curveOfSet[set] == "" || !ok {
		r.fail("a test under no heading such as [EB - SHA224]")
		return "", ""
	}
	return curveOfSet[set], hashName(hash)
}

func staticKeys(more ...string) []string {
	return append([]string{"COUNT", "dsCAVS", "QsCAVSx", "QsCAVSy", "dsIUT", "QsIUTx", "QsIUTy", "Z", "Result"}, more...)
}

func zzOnlyKeys() []string { return staticKeys("CAVSHashZZ") }

func concatKeys() []string {
	return staticKeys("Nonce", "NonceDKMIUT", "NonceDKMCAVS", "OI", "CAVSTag", "MacData", "DKM")
}

func primitiveKeys() []string {
	return []string{"COUNT", "QCAVSx", "QCAVSy", "dIUT", "QIUTx", "QIUTy", "ZIUT"}
}

// static reads the keys of a test in which each party has one static key.
func static(r *Record, curve string) alg.StaticAgreement {
	return alg.StaticAgreement{Curve: curve, D: r.Hex("dsIUT"), X: r.Hex("QsIUTx"), Y: r.Hex("QsIUTy"),
		PeerX: r.Hex("QsCAVSx"), PeerY: r.Hex("QsCAVSy")}
}

// zzOnly compares the hash of Z.
func zzOnly(f *file, r *Record) {
	curve, hash := setHash(r)
	t := static(r, curve).HashedTest(hash, r.Hex("CAVSHashZZ"))
	t.Judge, t.Note = alg.Passed(result(r)), r.Str("Result")
	f.add(r, "KAS-ECC-SSC", "staticUnified",
		caps.Need{Scheme: "staticUnified", Curve: curve, Also: []string{hash}}, t)
}

// concat compares keying material, and a MAC under it by HMAC-SHA-512. "MacData" is what the tag was made over: it is what
// it should be, or changed.
func concat(f *file, r *Record) {
	const mac = "HMAC-SHA2-512"
	curve, hash := setHash(r)
	message := append([]byte("Standard Test Message"), r.Hex("Nonce")...)
	t := static(r, curve).DerivedTest(hash, r.Hex("OI"), r.Hex("DKM"), mac, message, r.Hex("CAVSTag"))
	t.Judge, t.Note = alg.Passed(result(r)), r.Str("Result")
	f.add(r, "KAS-ECC-SSC", "staticUnified with KDF",
		caps.Need{Scheme: "staticUnified", Curve: curve, Also: []string{hash, mac}, Features: []string{"onestep"}}, t)
}

// primitive compares Z itself.
func primitive(f *file, r *Record) {
	curve, _ := curveHash(r)
	t := alg.AgreementTest(curve, r.Hex("dIUT"), r.Hex("QIUTx"), r.Hex("QIUTy"), r.Hex("QCAVSx"), r.Hex("QCAVSy"),
		r.Hex("ZIUT"))
	f.add(r, "KAS-ECC", "CDH-Component", caps.Need{Mode: "CDH-Component", Curve: curve}, t)
}

package main

// This file owns getConfig.

import (
	"encoding/json"
	"slices"

	"cordon.example/acvp/internal/bitsha"
)

type capability = map[string]any

func getConfig([][]byte) ([][]byte, error) {
	features := []string{"bits", "mct2", "ldt", "keypair", "extrabits", "sigforms", "onestep", "ecdhpoint"}
	if errorReplies() {
		features = append(features, "errors")
	}
	if !shipping() {
		features = append(features, "testk")
	}
	list := []capability{{"algorithm": "acvptool", "features": features}}
	list = append(list, signatures()...)
	list = append(list, agreements()...)
	var modes []capability
	for _, h := range bitsha.Names() {
		list = append(list, capability{"algorithm": h, "revision": "1.0"}, capability{"algorithm": "HMAC-" + h, "revision": "2.0"})
		modes = append(modes, capability{"mode": h})
	}
	for _, name := range bitsha.XOFNames() {
		list = append(list, capability{"algorithm": name, "revision": "1.0"})
	}
	if !shipping() {
		list = append(list, capability{"algorithm": "hmacDRBG", "revision": "SP800-90Ar1", "reseedImplemented": true,
			"predResistanceEnabled": []bool{true, false}, "capabilities": modes})
	}
	b, err := json.Marshal(list)
	return [][]byte{b}, err
}

func signatures() []capability {
	hashes := bitsha.Names()
	pairs := []capability{{"curve": curves(), "hashAlg": slices.Concat(hashes, bitsha.XOFNames())}}
	return []capability{
		{"algorithm": "ECDSA", "mode": "keyGen", "revision": "FIPS186-5", "curve": curves()},
		{"algorithm": "ECDSA", "mode": "keyVer", "revision": "FIPS186-5", "curve": curves()},
		{"algorithm": "ECDSA", "mode": "sigGen", "revision": "FIPS186-5", "componentTest": true, "capabilities": pairs},
		{"algorithm": "ECDSA", "mode": "sigVer", "revision": "FIPS186-5", "componentTest": true, "capabilities": pairs},
		{"algorithm": "DetECDSA", "mode": "sigGen", "revision": "FIPS186-5",
			"capabilities": []capability{{"curve": curves(), "hashAlg": hashes}}}}
}

// agreements lists the schemes in the three forms that they have.
func agreements() []capability {
	hashes := bitsha.Names()
	var aux []capability
	for _, h := range hashes {
		aux = append(aux, capability{"auxFunctionName": h}, capability{"auxFunctionName": "HMAC-" + h})
	}
	sets := capability{}
	for i, set := range []string{"eb", "ec", "ed", "ee"} {
		if curve := []string{"P-224", "P-256", "P-384", "P-521"}[i]; slices.Contains(curves(), curve) {
			sets[set] = capability{"curve": curve, "hashAlg": hashes}
		}
	}
	plain, hashed, derived := capability{}, capability{}, capability{}
	for _, scheme := range []string{"ephemeralUnified", "fullUnified", "onePassUnified", "onePassDh", "staticUnified"} {
		plain[scheme] = capability{"kasRole": []string{"initiator", "responder"}}
		hashed[scheme] = capability{"noKdfNoKc": capability{"parameterSet": sets}}
		derived[scheme] = capability{"kdfMethods": capability{"oneStepKdf": capability{"auxFunctions": aux}}}
	}
	return []capability{
		{"algorithm": "KAS-ECC-SSC", "revision": "Sp800-56Ar3", "domainParameterGenerationMethods": curves(), "scheme": plain},
		{"algorithm": "KAS-ECC", "revision": "1.0", "scheme": hashed},
		{"algorithm": "KAS-ECC", "revision": "Sp800-56Ar3", "domainParameterGenerationMethods": curves(), "scheme": derived},
		{"algorithm": "KAS-ECC", "mode": "CDH-Component", "revision": "Sp800-56Ar3", "curve": curves()},
		{"algorithm": "KDA", "mode": "OneStep", "revision": "Sp800-56Cr2", "auxFunctions": aux}}
}

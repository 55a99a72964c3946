package wycheproof

// This file owns the tests of ECDH, and those of curve parameters.

import (
	"math/big"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/judge"
)

// ecdhForms are the group types by the form of their keys.
var ecdhForms = map[string]string{"EcdhTest": "SPKI", "EcdhEcpointTest": "point", "EcdhPemTest": "PEM", "EcdhWebcryptoTest": "JWK"}

// ecdh takes a group. Keys that cannot be read are not for the module to judge: they are a unit of their own.
func (f *file) ecdh(u *alg.Unit, g *acvpjson.Object, tests []*acvpjson.Object, form string) []*alg.Unit {
	g.Skip("source", "encoding")
	curve := curveName(g.Str("curve"))
	u.Algorithm, u.Mode = "ECDH", form
	u.Need = caps.Need{Algorithm: "KAS-ECC", Mode: "CDH-Component", Curve: curve, Features: []string{"ecdhpoint"}}
	unread := *u
	unread.Mode = form + ", refused by the driver's reader"
	known := judge.Curve(curve) != nil
	for _, t := range tests {
		b := begin(g, t)
		if !known { // the curve is the reason, and the keys are left alone
			t.Skip("public", "private", "shared", "result")
			u.Tests = append(u.Tests, b)
			continue
		}
		peer, d, err := readKeys(t, form, curve)
		shared := t.OptHex("shared")
		test := alg.PointTest(curve, d, peer.curve, peer.encoded)
		if err != nil {
			test = alg.RefusedTest(err)
		}
		test.ID, test.Note, test.Judge = b.ID, b.Note, agreed(t, shared)
		if err != nil {
			unread.Tests = append(unread.Tests, test)
		} else {
			u.Tests = append(u.Tests, test)
		}
	}
	return []*alg.Unit{u, &unread}
}

// readKeys gives the peer's public key and the private key. The error is the fate of a public key that cannot be read; a
// private key that cannot be read is a fault of the file.
func readKeys(t *acvpjson.Object, form, curve string) (peer point, d []byte, err error) {
	switch form {
	case "point":
		return point{curve, t.Hex("public")}, t.HexInt("private"), nil
	case "SPKI":
		peer, err = parseSPKI(t.Hex("public"))
		return peer, t.HexInt("private"), err
	case "PEM":
		der, bad := decodePEM(t.Str("public"), "PUBLIC KEY")
		if err = bad; err == nil {
			peer, err = parseSPKI(der)
		}
		d, bad = privatePEM(t.Str("private"))
		if bad != nil {
			t.Fail("the private key: %v", bad)
		}
		return peer, d, err
	}
	public, private := t.Obj("public"), t.Obj("private")
	if public == nil || private == nil {
		return peer, nil, nil
	}
	public.SetWhere(t.Where())
	private.SetWhere(t.Where())
	private.Skip(private.Keys()...) // all but d repeats what follows from d
	peer, err = parseJWK(public)
	public.Done()
	d, bad := coordinate(private.Str("d"))
	if bad != nil {
		t.Fail("the private key: %v", bad)
	}
	return peer, d, err
}

// agreed judges. Of what is merely acceptable, compressed points must be taken, and all else must be refused: keys that are
// not in the strict form of their format, and curves that are given by their parameters.
func agreed(t *acvpjson.Object, shared []byte) func(acvpjson.Fields) error {
	result, flags := t.Str("result"), " "+strings.Join(t.Strings("flags"), " ")+" "
	switch result {
	case "valid":
	case "invalid":
		shared = nil
	case "acceptable":
		if !strings.Contains(flags, " CompressedPoint ") {
			shared = nil
		}
	default:
		t.Fail("result %q is unknown", result)
	}
	return alg.Agreed(shared)
}

// curves takes the parameters of curves. The module shows its base point, as 1 G and as (n - 1) G = -G.
func (f *file) curves(g *acvpjson.Object, id int64, tests []*acvpjson.Object) []*alg.Unit {
	g.Skip("source")
	var units []*alg.Unit
	for _, t := range tests {
		b := begin(g, t)
		t.Skip("oid", "ref", "a", "b", "h", "result") // no call of the module shows these, and every result is "valid"
		curve := curveName(t.Str("name"))
		p, n := new(big.Int).SetBytes(t.HexInt("p")), new(big.Int).SetBytes(t.HexInt("n"))
		x, y := t.HexInt("gx"), t.HexInt("gy")
		one := big.NewInt(1)
		test := alg.Both(alg.KeyPairTest(curve, one.Bytes(), x, y),
			alg.KeyPairTest(curve, new(big.Int).Sub(n, one).Bytes(), x, new(big.Int).Sub(p, new(big.Int).SetBytes(y)).Bytes()))
		test.ID, test.Note = b.ID, b.Note
		units = append(units, &alg.Unit{Source: f.source, File: f.path, Algorithm: "ECDSA", Mode: "base point", Group: id,
			Need:  caps.Need{Algorithm: "ECDSA", Mode: "keyGen", Curve: curve, Features: []string{"keypair"}},
			Tests: []*alg.Test{test}})
	}
	return units
}

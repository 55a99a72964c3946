package alg

// This file owns the tests of key agreement that files other than ACVP's have.

import (
	"bytes"
	"errors"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/wire"
)

// AgreementTest agrees with a known private key and compares Z.
func AgreementTest(curve string, d, x, y, theirX, theirY, z []byte) *Test {
	return &Test{
		Run: func(c Caller) (acvpjson.Fields, error) {
			made, got, err := sharedSecret(c, curve, keyPair{d: d}, keyPair{x: theirX, y: theirY})
			if refused(err) {
				return acvpjson.Fields{{Key: "refused", Value: true}}, nil
			}
			if err != nil {
				return nil, err
			}
			return acvpjson.Fields{acvpjson.Hex("x", made.x), acvpjson.Hex("y", made.y), acvpjson.Hex("z", got)}, nil
		},
		Judge: func(f acvpjson.Fields) error {
			if f.Bool("refused") {
				return errKeys{}
			}
			return all(sameInt("x", x), sameInt("y", y), sameInt("z", z))(f)
		},
	}
}

// PointTest agrees with a peer whose public key is an encoded point, which may be on another curve. The module answers an
// empty string where it refuses a key.
func PointTest(curve string, d []byte, peerCurve string, encoded []byte) *Test {
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		reply, err := c.Call(wire.Call{Name: "ECDH/point", Want: 1,
			Args: [][]byte{[]byte(curve), d, []byte(peerCurve), encoded}})
		if err != nil {
			return nil, err
		}
		if len(reply[0]) == 0 {
			return acvpjson.Fields{{Key: "refused", Value: true}}, nil
		}
		return acvpjson.Fields{acvpjson.Hex("z", reply[0])}, nil
	}}
}

// RefusedTest stands for a key that did not get as far as the module.
func RefusedTest(why error) *Test {
	return &Test{Run: func(Caller) (acvpjson.Fields, error) {
		return acvpjson.Fields{{Key: "refused", Value: true}, {Key: "why", Value: why.Error()}}, nil
	}}
}

// Agreed judges by Z; none means that the keys must be refused.
func Agreed(z []byte) func(acvpjson.Fields) error {
	return func(f acvpjson.Fields) error {
		refused := f.Bool("refused")
		switch {
		case refused != (len(z) == 0) && refused:
			return errors.New("the keys are refused")
		case refused != (len(z) == 0):
			return errors.New("the keys are not refused")
		case refused:
			return nil
		}
		return same("z", z)(f)
	}
}

// StaticAgreement is a test in which each party has one static key, and any of them may be wrong.
type StaticAgreement struct {
	Curve        string
	D, X, Y      []byte // the module's
	PeerX, PeerY []byte
}

// HashedTest asks whether Z has this hash.
func (s StaticAgreement) HashedTest(hash string, want []byte) *Test {
	return s.test(&agreement{curve: s.Curve, parts: exchanges("staticUnified", ""), hash: hash}, &kdfParameter{},
		func(_ Caller, got []byte) (bool, error) { return bytes.Equal(got, want), nil })
}

// DerivedTest asks whether the KDF with a hash gives dkm, and the MAC of a message under it the tag.
func (s StaticAgreement) DerivedTest(hash string, info, dkm []byte, mac string, msg, tag []byte) *Test {
	kdf := &oneStep{aux: hash, pattern: []string{"context"}, outLen: len(dkm)}
	return s.test(&agreement{curve: s.Curve, parts: exchanges("staticUnified", ""), kdf: kdf},
		&kdfParameter{fields: map[string][]byte{"context": info}},
		func(c Caller, got []byte) (bool, error) {
			if !bytes.Equal(got, dkm) {
				return false, nil
			}
			f, err := MACTest(mac, got, msg, len(tag)).Run(c)
			return bytes.Equal(f.Bytes("mac"), tag), err
		})
}

func (s StaticAgreement) test(a *agreement, p *kdfParameter, check func(Caller, []byte) (bool, error)) *Test {
	our := keys{static: {s.D, s.X, s.Y}}
	their := keys{static: {x: s.PeerX, y: s.PeerY}}
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		_, secret, err := a.result(c, our, their, p)
		ok := err == nil
		if ok {
			ok, err = check(c, secret)
		}
		if err != nil && !refused(err) {
			return nil, err
		}
		return acvpjson.Fields{{Key: "testPassed", Value: ok}}, nil
	}}
}

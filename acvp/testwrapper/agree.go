package main

// This file owns the commands of key agreement and key derivation.

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"

	"cordon.example/acvp/internal/judge"
)

// refused is the answer to a key that is not valid, ours or the peer's.
var refused = [][]byte{{}, {}, {}}

func agreementCommands(c map[string]command) {
	for _, curve := range curves() {
		c["ECDH/"+curve] = command{3, func(a [][]byte) ([][]byte, error) {
			key, err := ownKey(curve, a[2])
			if err != nil {
				return refused, nil
			}
			return exchange(curve, key, a[0], a[1])
		}}
	}
	c["ECDH/point"] = command{4, agreeWithPoint}
	c["ECDH/OneStep"] = command{8, agreeAndDerive}
	c["KDA/OneStep"] = command{5, func(a [][]byte) ([][]byte, error) {
		dkm, err := derive(a[0], a[1], a[2], a[3], a[4])
		return [][]byte{dkm}, err
	}}
}

// ownKey makes a key if there is none.
func ownKey(curve string, d []byte) (*ecdsa.PrivateKey, error) {
	if len(d) > 0 {
		return private([]byte(curve), d)
	}
	return ecdsa.GenerateKey(judge.Curve(curve), rand.Reader)
}

// exchange gives our public key and Z.
func exchange(curve string, key *ecdsa.PrivateKey, x, y []byte) ([][]byte, error) {
	if _, err := judge.PublicKey(curve, x, y); err != nil {
		return refused, nil
	}
	d, err := key.Bytes()
	if err != nil {
		return nil, err
	}
	z, err := judge.SharedSecret(curve, d, x, y)
	if err != nil {
		return nil, err
	}
	ourX, ourY, err := coordinates(&key.PublicKey)
	return [][]byte{ourX, ourY, z}, err
}

// agreeWithPoint takes a curve, a private key, the peer's curve and its encoded point.
func agreeWithPoint(a [][]byte) ([][]byte, error) {
	if judge.Curve(string(a[0])) == nil {
		return nil, errCurve
	}
	key, err := private(a[0], a[1])
	if err != nil {
		return [][]byte{{}}, nil
	}
	theirs := judge.Curve(string(a[2]))
	if theirs == nil {
		return nil, errCurve
	}
	pub, err := ecdsa.ParseUncompressedPublicKey(theirs, a[3])
	if err != nil {
		x, y := elliptic.UnmarshalCompressed(theirs, a[3])
		if x == nil {
			return [][]byte{{}}, nil
		}
		pub = &ecdsa.PublicKey{Curve: theirs, X: x, Y: y}
	}
	if theirs != key.Curve {
		return [][]byte{{}}, nil
	}
	x, y, err := coordinates(pub)
	if err != nil {
		return nil, err
	}
	reply, err := exchange(string(a[0]), key, x, y)
	if err != nil {
		return nil, err
	}
	return reply[2:], nil
}

// agreeAndDerive takes a curve, a private key, the peer's x and y, and what derive takes but for z.
func agreeAndDerive(a [][]byte) ([][]byte, error) {
	if judge.Curve(string(a[0])) == nil {
		return nil, errCurve
	}
	key, err := private(a[0], a[1])
	if err != nil {
		return refused, nil
	}
	reply, err := exchange(string(a[0]), key, a[2], a[3])
	if err != nil || len(reply[2]) == 0 {
		return reply, err
	}
	reply[2], err = derive(a[4], reply[2], a[5], a[6], a[7])
	return reply, err
}

func derive(aux, z, salt, info, count []byte) ([]byte, error) {
	n, err := u32(count)
	if err != nil || n == 0 || n > maxOutput || len(z) == 0 {
		return nil, errors.New("bad length")
	}
	return judge.OneStep(string(aux), z, salt, info, int(n))
}

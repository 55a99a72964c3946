package main

import "math/big"

func hex(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic("bad constant: " + s)
	}
	return n
}

// curves are the domain parameters of SP 800-186, 3.2.1, and for each curve the
// back end of its field and the widths of its tables.
var curves = []*curve{
	{
		name:        "p224",
		p:           hex("ffffffffffffffffffffffffffffffff000000000000000000000001"),
		b:           hex("b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4"),
		n:           hex("ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d"),
		gx:          hex("b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21"),
		gy:          hex("bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34"),
		backend:     "MOD_P224",
		nBackend:    "MOD_GENERIC",
		baseWidth:   6,
		baseSpacing: 3,
		mulWidth:    5,
		gWidth:      8,
		qWidth:      5,
		prepared:    [2]comb{{5, 12}, {8, 12}},
	},
	{
		name:        "p256",
		p:           hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
		b:           hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
		n:           hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
		gx:          hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
		gy:          hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
		backend:     "P256_BACKEND",
		nBackend:    "P256_ORDER_BACKEND",
		baseWidth:   6,
		baseSpacing: 1,
		mulWidth:    5,
		gWidth:      9,
		qWidth:      5,
		prepared:    [2]comb{{5, 16}, {8, 6}},
	},
	{
		name: "p384",
		p: hex("ffffffffffffffffffffffffffffffffffffffffffffffff" +
			"fffffffffffffffeffffffff0000000000000000ffffffff"),
		b: hex("b3312fa7e23ee7e4988e056be3f82d19181d9c6efe814112" +
			"0314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"),
		n: hex("ffffffffffffffffffffffffffffffffffffffffffffffff" +
			"c7634d81f4372ddf581a0db248b0a77aecec196accc52973"),
		gx: hex("aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b98" +
			"59f741e082542a385502f25dbf55296c3a545e3872760ab7"),
		gy: hex("3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147c" +
			"e9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"),
		backend:     "MOD_P384",
		nBackend:    "MOD_GENERIC",
		baseWidth:   5,
		baseSpacing: 3,
		mulWidth:    5,
		gWidth:      8,
		qWidth:      6,
		prepared:    [2]comb{{5, 20}, {7, 10}},
	},
	{
		name: "p521",
		p: hex("1ff" +
			"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff" +
			"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"),
		b: hex("051" +
			"953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e1" +
			"56193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00"),
		n: hex("1ff" +
			"fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa" +
			"51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
		gx: hex("0c6" +
			"858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dba" +
			"a14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66"),
		gy: hex("118" +
			"39296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c" +
			"97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650"),
		backend:     "MOD_P521",
		nBackend:    "MOD_GENERIC",
		baseWidth:   6,
		baseSpacing: 6,
		mulWidth:    5,
		gWidth:      7,
		qWidth:      6,
		prepared:    [2]comb{{5, 40}, {8, 36}},
	},
}

// curveByName is the curve of that name, or nil.
func curveByName(name string) *curve {
	for _, c := range curves {
		if c.name == name {
			return c
		}
	}
	return nil
}

// The numbers of the curves against the standard library, the sizes of the tables,
// and what the generator refuses.
package main

import (
	"crypto/elliptic"
	"math/big"
	"strings"
	"testing"
)

func TestDomainParametersAreThoseOfTheStandardLibrary(t *testing.T) {
	standard := map[string]elliptic.Curve{
		"p224": elliptic.P224(), "p256": elliptic.P256(),
		"p384": elliptic.P384(), "p521": elliptic.P521(),
	}
	if len(curves) != len(standard) {
		t.Errorf("%d curves, want %d", len(curves), len(standard))
	}
	for name, s := range standard {
		c, want := curveByName(name), s.Params()
		if c == nil {
			t.Errorf("no curve %s", name)
			continue
		}
		for what, pair := range map[string][2]*big.Int{
			"p": {c.p, want.P}, "b": {c.b, want.B}, "n": {c.n, want.N},
			"gx": {c.gx, want.Gx}, "gy": {c.gy, want.Gy},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Errorf("%s of %s is %x, want %x", what, name, pair[0], pair[1])
			}
		}
	}
}

func TestEveryCurvePassesItsCheckAndTablesAreSmall(t *testing.T) {
	for _, c := range curves {
		if err := c.check(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		limit := 80 << 10
		if c.name == "p256" {
			limit = 230 << 10
		}
		points := len(c.baseTable()) + len(c.gTable())
		size := points * 2 * 8 * limbs(c.p, 64)
		t.Logf("%s: tables of %d points, %d bytes", c.name, points, size)
		if size > limit {
			t.Errorf("%s: tables of %d bytes, the limit is %d", c.name, size, limit)
		}
	}
}

func TestTablesHoldTheMultiplesTheyAreSaidToHold(t *testing.T) {
	for _, c := range curves {
		table, g := c.baseTable(), point{c.gx, c.gy}
		row := 1 << (c.baseWidth - 1)
		for _, at := range []int{0, 1, row - 1, row, len(table) - 1} {
			k := power(c.baseWidth * c.baseSpacing * (at / row))
			k.Mul(k, big.NewInt(int64(2*(at%row)+1)))
			want := c.mul(g, k)
			if table[at].x.Cmp(want.x) != 0 || table[at].y.Cmp(want.y) != 0 {
				t.Errorf("%s: entry %d is not %x G", c.name, at, k)
			}
		}
	}
}

// A toy curve with n = 17, for which some spacings do not hold the bound.
func toyCurve(width, spacing int) *curve {
	return &curve{
		name: "toy", p: big.NewInt(23), b: big.NewInt(15), n: big.NewInt(17),
		gx: big.NewInt(1), gy: big.NewInt(6),
		baseWidth: width, baseSpacing: spacing, mulWidth: 2, gWidth: 2, qWidth: 2,
		prepared: [2]comb{{3, 2}, {3, 1}},
	}
}

func TestCheckRefusesWhatTheCodeCannotUse(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(c *curve)
		want   string
	}{
		{"nothing", func(c *curve) {}, ""},
		{"p", func(c *curve) { c.p = big.NewInt(25) }, "not prime"},
		{"far", func(c *curve) { c.n = big.NewInt(67) }, "differ too much"},
		{"b", func(c *curve) { c.b = big.NewInt(14) }, "not on the curve"},
		{"n", func(c *curve) { c.n = big.NewInt(19) }, "not infinity"},
		{"one window", func(c *curve) { c.baseWidth = 5 }, "do not suit"},
		{"no spacing", func(c *curve) { c.baseSpacing = 0 }, "spacing"},
		{"spacing", func(c *curve) { c.baseSpacing = 6 }, "spacing"},
		{"sum", func(c *curve) { c.baseWidth, c.baseSpacing = 1, 3 }, "can meet n"},
		{"last", func(c *curve) { c.baseWidth, c.baseSpacing = 2, 2 }, "added last"},
		{"width", func(c *curve) { c.mulWidth = 6 }, "width"},
		{"naf", func(c *curve) { c.qWidth = 7 }, "width"},
		{"g", func(c *curve) { c.gWidth = 16 }, "width"},
		{"comb", func(c *curve) { c.prepared[1].width = 13 }, "a comb of"},
	} {
		c := toyCurve(3, 1)
		test.change(c)
		got := ""
		if err := c.check(); err != nil {
			got = err.Error()
		}
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSquareRootConstants(t *testing.T) {
	for _, c := range curves {
		e, root := c.sqrtConstants()
		one := big.NewInt(1)
		half := new(big.Int).Exp(root, power(int(e-1)), c.p)
		if half.Add(half, one).Cmp(c.p) != 0 {
			t.Errorf("%s: the root of unity has not order 2^%d", c.name, e)
		}
	}
}

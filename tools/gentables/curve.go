package main

import (
	"errors"
	"fmt"
	"math/big"
)

// A curve is y^2 = x^3 - 3x + b over the integers mod p, with a base point of
// prime order n, and the sizes of its tables.
type curve struct {
	name        string
	p, b, n     *big.Int
	gx, gy      *big.Int
	backend     string // of the field, an enumerator or a macro of field/curve.h
	nBackend    string // the same, of the integers mod n
	baseWidth   int
	baseSpacing int
	mulWidth    int
	gWidth      int
	qWidth      int
	prepared    [2]comb // small and large
}

// A comb is the shape of a table of multiples, see field/curve.h.
type comb struct {
	width, spacing int
}

// maxSpacing is EC_MAX_SPACING.
const maxSpacing = 64

// A point in affine coordinates; x is nil for infinity.
type point struct {
	x, y *big.Int
}

// windows is the number of windows of that width that cover a scalar.
func (c *curve) windows(width int) int {
	return (c.n.BitLen() + width - 1) / width
}

// check refuses numbers for which the code that uses the tables would be
// wrong, see field/curve.h and ec/mul_impl.h.
func (c *curve) check() error {
	twice := func(a *big.Int) *big.Int { return new(big.Int).Lsh(a, 1) }
	g := point{c.gx, c.gy}
	switch {
	case !c.p.ProbablyPrime(32) || !c.n.ProbablyPrime(32):
		return errors.New("p or n is not prime")
	case c.p.Cmp(twice(c.n)) >= 0 || c.n.Cmp(twice(c.p)) >= 0:
		return errors.New("p and n differ too much")
	case limbs(c.p, 64) != limbs(c.n, 64) || limbs(c.p, 32) != limbs(c.n, 32):
		return errors.New("p and n have different numbers of limbs")
	case !c.onCurve(g):
		return errors.New("G is not on the curve")
	case c.mul(g, c.n).x != nil:
		return errors.New("n G is not infinity")
	case c.mulWidth < 2 || c.mulWidth > 5 || c.qWidth < 2 || c.qWidth > 6:
		return errors.New("a width is out of range")
	case c.gWidth < 2 || c.gWidth > 15:
		return errors.New("the width of G's table is out of range")
	case c.baseSpacing < 1 || c.baseSpacing > c.windows(c.baseWidth):
		return errors.New("the spacing of the base table is out of range")
	}
	for _, width := range []int{c.baseWidth, c.mulWidth} {
		windows := c.windows(width)
		if windows < 2 || power(width*(windows-1)).Cmp(c.n) > 0 {
			return fmt.Errorf("windows of %d bits do not suit n", width)
		}
	}
	if c.baseSumCanBeN(c.baseRows() - 1) {
		return errors.New("an incomplete addition of mul_base can meet n")
	}
	if _, err := c.baseLast(); err != nil {
		return err
	}
	for _, t := range append(c.prepared[:], c.baseComb()) {
		if t.width < 3 || t.width > 12 || t.spacing < 1 || t.spacing > maxSpacing {
			return fmt.Errorf("a comb of width %d and spacing %d", t.width, t.spacing)
		}
	}
	return nil
}

// power is 2^e.
func power(e int) *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(e))
}

// baseRows is the number of rows of the base table.
func (c *curve) baseRows() int {
	return (c.windows(c.baseWidth) + c.baseSpacing - 1) / c.baseSpacing
}

// baseComb is the base table as a comb of G.
func (c *curve) baseComb() comb {
	return comb{c.baseWidth + 1, c.baseWidth * c.baseSpacing}
}

// baseSumCanBeN is whether n = C 2^(w (P + 1)) + D with C odd and |D| < 2^(w P)
// in mul_base_xyzz of ec/mul_impl.h, for the digit P of a row, if there are
// digits above it. Only the multiple of the power next to n can be as near.
func (c *curve) baseSumCanBeN(row int) bool {
	p := c.baseSpacing * row
	if p == c.windows(c.baseWidth)-1 {
		return false
	}
	unit := power(c.baseWidth * (p + 1))
	nearest := new(big.Int).Rsh(unit, 1)
	nearest.Add(nearest, c.n).Div(nearest, unit)
	d := new(big.Int).Mul(nearest, unit)
	d.Sub(d, c.n).Abs(d)
	return nearest.Bit(0) == 1 && d.Cmp(power(c.baseWidth*p)) < 0
}

// baseDoubles is whether the addition of a row's digit d 2^(w L) is a doubling
// if it is the last one: for some k' = 2 d 2^(w L) mod n that is odd and has
// the digit d there.
func (c *curve) baseDoubles(row int) bool {
	at := c.baseWidth * c.baseSpacing * row
	for d := int64(1); d < 1<<c.baseWidth; d += 2 {
		for _, digit := range []int64{d, -d} {
			k := new(big.Int).Mul(big.NewInt(2*digit), power(at))
			k.Mod(k, c.n)
			if k.Bit(0) == 1 && c.oddDigit(k, at) == digit {
				return true
			}
		}
	}
	return false
}

// oddDigit is the digit of baseWidth bits at a place of the odd k, see
// scalar/scalar_impl.h: of (k + 2^(width windows) - 1) / 2.
func (c *curve) oddDigit(k *big.Int, at int) int64 {
	v := power(c.baseWidth * c.windows(c.baseWidth))
	v.Add(v, k).Rsh(v, uint(at+1))
	v.And(v, big.NewInt(1<<c.baseWidth-1))
	return 2*v.Int64() - (1<<c.baseWidth - 1)
}

// baseLast is the lowest row that mul_base_xyzz may add last; row 0 only if
// there is no other.
func (c *curve) baseLast() (int, error) {
	rows := c.baseRows()
	for row := 0; row < rows; row++ {
		if (row > 0 || rows == 1) && !c.baseSumCanBeN(row) && !c.baseDoubles(row) {
			return row, nil
		}
	}
	return 0, errors.New("no row of the base table can be added last")
}

func (c *curve) onCurve(a point) bool {
	y2 := new(big.Int).Mul(a.y, a.y)
	x3 := new(big.Int).Exp(a.x, big.NewInt(3), c.p)
	x3.Sub(x3, new(big.Int).Mul(big.NewInt(3), a.x))
	x3.Add(x3, c.b)
	return x3.Sub(x3, y2).Mod(x3, c.p).Sign() == 0
}

// sqrtConstants are e with p - 1 = 2^e q, q odd, and a root of unity of order
// 2^e: the q-th power of a number that is no square.
func (c *curve) sqrtConstants() (e uint, root *big.Int) {
	q := new(big.Int).Sub(c.p, big.NewInt(1))
	e = q.TrailingZeroBits()
	q.Rsh(q, e)
	a := big.NewInt(2)
	for big.Jacobi(a, c.p) != -1 {
		a.Add(a, big.NewInt(1))
	}
	return e, a.Exp(a, q, c.p)
}

// add is the sum by the chord and tangent rule.
func (c *curve) add(a, b point) point {
	if a.x == nil {
		return b
	}
	if b.x == nil {
		return a
	}
	num, den := new(big.Int), new(big.Int)
	if a.x.Cmp(b.x) != 0 {
		num.Sub(b.y, a.y)
		den.Sub(b.x, a.x)
	} else if a.y.Cmp(b.y) == 0 && a.y.Sign() != 0 {
		num.Mul(a.x, a.x)
		num.Sub(num, big.NewInt(1))
		num.Mul(num, big.NewInt(3))
		den.Lsh(a.y, 1)
	} else {
		return point{}
	}
	den.Mod(den, c.p)
	l := num.Mul(num, den.ModInverse(den, c.p))
	x := new(big.Int).Mul(l, l)
	x.Sub(x, a.x).Sub(x, b.x).Mod(x, c.p)
	y := new(big.Int).Sub(a.x, x)
	y.Mul(y, l).Sub(y, a.y).Mod(y, c.p)
	return point{x, y}
}

func (c *curve) mul(a point, k *big.Int) point {
	var sum point
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = c.add(sum, sum)
		if k.Bit(i) == 1 {
			sum = c.add(sum, a)
		}
	}
	return sum
}

// oddMultiples is a, 3a, 5a, ... num of them.
func (c *curve) oddMultiples(a point, num int) []point {
	twice := c.add(a, a)
	out := make([]point, num)
	for i := range out {
		out[i] = a
		a = c.add(a, twice)
	}
	return out
}

// baseTable has row r = odd multiples of 2^(baseWidth baseSpacing r) G.
func (c *curve) baseTable() []point {
	var out []point
	a := point{c.gx, c.gy}
	for r := 0; r < c.baseRows(); r++ {
		out = append(out, c.oddMultiples(a, 1<<(c.baseWidth-1))...)
		for j := 0; j < c.baseWidth*c.baseSpacing; j++ {
			a = c.add(a, a)
		}
	}
	return out
}

// gTable has the odd multiples of G for a wNAF of width gWidth.
func (c *curve) gTable() []point {
	return c.oddMultiples(point{c.gx, c.gy}, 1<<(c.gWidth-2))
}

package main

import (
	"fmt"
	"io"
	"math/big"
	"strings"
)

// limbs is the number of limbs of that many bits that m takes.
func limbs(m *big.Int, bits int) int {
	return (m.BitLen() + bits - 1) / bits
}

// limbList is a in num limbs, least significant first, as C initialisers.
func limbList(a *big.Int, num, bits int) string {
	suffix := map[int]string{32: "u", 64: "ull"}[bits]
	mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1))
	rest, words := new(big.Int).Set(a), make([]string, num)
	for i := range words {
		w := new(big.Int).And(rest, mask)
		words[i] = fmt.Sprintf("0x%0*x%s", bits/4, w, suffix)
		rest.Rsh(rest, uint(bits))
	}
	if rest.Sign() != 0 {
		panic("number too long")
	}
	return strings.Join(words, ", ")
}

// radix is R = 2^(bits num), the radix of Montgomery form modulo m.
func radix(m *big.Int, bits int) *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(bits*limbs(m, bits)))
}

// toMont is a R mod m.
func toMont(a, m *big.Int, bits int) *big.Int {
	r := new(big.Int).Mul(a, radix(m, bits))
	return r.Mod(r, m)
}

// invBatches is the number of batches of divsteps, bits - 2 each, for m: see
// field/inverse_impl.h.
func invBatches(m *big.Int, bits int) int {
	steps := (45907*m.BitLen() + 26313) / 19929
	return (steps + bits - 3) / (bits - 2)
}

// invLimbs is the number of signed limbs, of bits - 2 bits each but with the
// highest two bits longer, for values in (-2m, 2m).
func invLimbs(m *big.Int, bits int) int {
	return (m.BitLen() + bits - 2) / (bits - 2)
}

// writeModulus writes the initialiser of struct modulus.
func writeModulus(w io.Writer, field, backend string, m *big.Int, bits int) {
	word := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	n0 := new(big.Int).ModInverse(m, word)
	n0.Sub(word, n0)
	num := limbs(m, bits)
	one := toMont(big.NewInt(1), m, bits)
	fmt.Fprintf(w, ".%s = {\n", field)
	fmt.Fprintf(w, "  .backend = %s,\n", backend)
	fmt.Fprintf(w, "  .num_limbs = %d,\n", num)
	fmt.Fprintf(w, "  .bits = %d,\n", m.BitLen())
	fmt.Fprintf(w, "  .inv_limbs = %d,\n", invLimbs(m, bits))
	fmt.Fprintf(w, "  .inv_batches = %d,\n", invBatches(m, bits))
	fmt.Fprintf(w, "  .n0 = %s,\n", limbList(n0, 1, bits))
	fmt.Fprintf(w, "  .m = {%s},\n", limbList(m, num, bits))
	fmt.Fprintf(w, "  .one = {%s},\n", limbList(one, num, bits))
	fmt.Fprintf(w, "  .rr = {%s},\n", limbList(toMont(one, m, bits), num, bits))
	fmt.Fprintf(w, "},\n")
}

// writeParams writes the initialiser of struct curve for both limb sizes.
func writeParams(w io.Writer, c *curve) {
	e, root := c.sqrtConstants()
	fmt.Fprintf(w, "/* Made by tools/gentables. */\n")
	for _, bits := range []int{64, 32} {
		num := limbs(c.p, bits)
		fmt.Fprintf(w, "#if CORDON_LIMB_BITS == %d\n", bits)
		writeModulus(w, "p", c.backend, c.p, bits)
		writeModulus(w, "n", c.nBackend, c.n, bits)
		fmt.Fprintf(w, ".b = {%s},\n", limbList(toMont(c.b, c.p, bits), num, bits))
		fmt.Fprintf(w, ".p_root = {%s},\n", limbList(toMont(root, c.p, bits), num, bits))
		fmt.Fprintf(w, ".gx = {%s},\n", limbList(toMont(c.gx, c.p, bits), num, bits))
		fmt.Fprintf(w, ".gy = {%s},\n", limbList(toMont(c.gy, c.p, bits), num, bits))
		fmt.Fprintf(w, "#endif\n")
	}
	fmt.Fprintf(w, ".p_twos = %d,\n", e)
	fmt.Fprintf(w, ".base_width = %d,\n", c.baseWidth)
	fmt.Fprintf(w, ".base_windows = %d,\n", c.windows(c.baseWidth))
	fmt.Fprintf(w, ".base_spacing = %d,\n", c.baseSpacing)
	last, _ := c.baseLast() // check has been passed
	fmt.Fprintf(w, ".base_last = %d,\n", last)
	fmt.Fprintf(w, ".mul_width = %d,\n", c.mulWidth)
	fmt.Fprintf(w, ".mul_windows = %d,\n", c.windows(c.mulWidth))
	fmt.Fprintf(w, ".g_width = %d,\n", c.gWidth)
	fmt.Fprintf(w, ".q_width = %d,\n", c.qWidth)
	fmt.Fprintf(w, ".base_comb = %s,\n", c.combValue(c.baseComb()))
	fmt.Fprintf(w, ".prepared = {%s, %s},\n", c.combValue(c.prepared[0]), c.combValue(c.prepared[1]))
}

// combValue is the initialiser of struct comb.
func (c *curve) combValue(t comb) string {
	up := func(a int) int { return (a + t.spacing - 1) / t.spacing }
	return fmt.Sprintf("{%d, %d, %d, %d}", t.width, t.spacing, up(c.n.BitLen()), up(1<<16))
}

// writeTables writes the two tables, for each limb size the array contents
// under a macro that says which table is asked for.
func writeTables(w io.Writer, c *curve) {
	fmt.Fprintf(w, "/* Made by tools/gentables. */\n")
	for _, table := range []struct {
		ask    string
		points []point
	}{
		{"CORDON_WANT_BASE_TABLE", c.baseTable()},
		{"CORDON_WANT_G_TABLE", c.gTable()},
	} {
		for _, bits := range []int{64, 32} {
			num := limbs(c.p, bits)
			fmt.Fprintf(w, "#if defined(%s) && CORDON_LIMB_BITS == %d\n", table.ask, bits)
			for _, a := range table.points {
				fmt.Fprintf(w, "%s,\n", limbList(toMont(a.x, c.p, bits), num, bits))
				fmt.Fprintf(w, "%s,\n", limbList(toMont(a.y, c.p, bits), num, bits))
			}
			fmt.Fprintf(w, "#endif\n")
		}
	}
}

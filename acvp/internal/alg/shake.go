package alg

// This file owns SHAKE: revisions 1.0 (AFT, MCT, VOT) and FIPS202 (AFT with any length of output).

import (
	"encoding/binary"
	"fmt"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/wire"
)

func isSHAKE(s *acvpjson.Set) bool {
	h, known := bitsha.Lookup(s.Algorithm)
	return known && h.IsXOF() && s.Mode == ""
}

// maxXOFBits bounds an output: ACVP asks for 65,536 bits at most, and a fault of a file shall not cost memory.
const maxXOFBits = 1 << 27

func parseSHAKE(in *Input, g *acvpjson.Group) []*Unit {
	switch kind := testType(g, "AFT", "VOT", "MCT", "LDT"); kind {
	case "AFT", "VOT":
		return parseXOF(in, g, kind)
	case "MCT":
		return parseXOFMonte(in, g)
	case "LDT":
		u := in.unit(g, caps.Need{Unhandled: "the driver has no handler for large-data tests of SHAKE"})
		u.Mode = kind
		for _, t := range g.Tests {
			t.Obj.Skip("largeMsg", "outLen")
			u.Tests = append(u.Tests, &Test{ID: t.ID})
			if a := in.Answers.Test(g.ID, t.ID); a != nil {
				a.Skip("md", "outLen")
			}
		}
		return []*Unit{u}
	}
	return nil
}

// parseXOF takes messages of bytes and of bits apart: only the latter need a feature.
func parseXOF(in *Input, g *acvpjson.Group, kind string) []*Unit {
	whole := in.unit(g, caps.Need{})
	part := in.unit(g, caps.Need{Features: []string{"bits"}})
	whole.Mode, part.Mode = kind, kind+" bits"
	for _, t := range g.Tests {
		msg, numBits := bitString(t.Obj)
		outBits := uint64(t.Obj.Int("outLen"))
		if outBits == 0 || outBits > maxXOFBits {
			t.Obj.Fail("\"outLen\" of %d bits is out of range", outBits)
			continue
		}
		form := XOFForm{WithLen: true}
		if in.Set.Revision == "FIPS202" {
			form = XOFForm{High: true}
		}
		test := XOFTest(in.Set.Algorithm, bitsha.FromHigh(in.Set.Algorithm, msg, numBits), numBits, outBits, form)
		test.ID = t.ID
		if want := in.want(g, t); want != nil {
			test.Judge = same("md", want.Hex("md"))
			if form.WithLen && uint64(want.OptInt("outLen", int64(outBits))) != outBits {
				want.Fail("\"outLen\" differs from the test's")
			}
		}
		if numBits%8 == 0 {
			whole.Tests = append(whole.Tests, test)
		} else {
			part.Tests = append(part.Tests, test)
		}
	}
	return []*Unit{whole, part}
}

// XOFForm is how an answer is written.
type XOFForm struct {
	WithLen bool // the number of bits, too
	High    bool // the bits of a last, partial byte at its high end, as NIST's revision FIPS202 has them
}

// XOFTest asks for outBits bits. The module gives whole bytes; the bits of the last one are its low ones (FIPS 202, B.1).
func XOFTest(name string, msg []byte, numBits, outBits uint64, form XOFForm) *Test {
	outLen := (outBits + 7) / 8
	call := wire.Call{Name: name, Args: [][]byte{msg, wire.U32(uint32(outLen))}, Want: 1}
	if numBits%8 != 0 {
		call = wire.Call{Name: name + "/bits", Args: [][]byte{msg, wire.U64(numBits), wire.U32(uint32(outLen))}, Want: 1}
	}
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		reply, err := c.Call(call)
		if err != nil {
			return nil, err
		}
		out := append([]byte(nil), reply[0]...)
		if uint64(len(out)) != outLen {
			return nil, wrong("%d bytes of output, %d were asked for", len(out), outLen)
		}
		if r := outBits % 8; r != 0 {
			out[len(out)-1] &= 0xff >> (8 - r)
			if form.High {
				out[len(out)-1] <<= 8 - r
			}
		}
		fields := acvpjson.Fields{acvpjson.Hex("md", out)}
		if form.WithLen {
			fields = append(fields, acvpjson.Field{Key: "outLen", Value: outBits})
		}
		return fields, nil
	}}
}

func parseXOFMonte(in *Input, g *acvpjson.Group) []*Unit {
	u := in.unit(g, caps.Need{})
	u.Mode = "MCT"
	if version := g.Obj.OptStr("mctVersion", "standard"); version != "standard" {
		u.Need.Unhandled = fmt.Sprintf("the driver has no handler for mctVersion %s of SHAKE", version)
	}
	lo, hi := g.Obj.Int("minOutLen"), g.Obj.Int("maxOutLen")
	if lo > hi || hi/8 == 0 || hi > maxXOFBits {
		g.Obj.Fail("lengths of output from %d to %d bits", lo, hi)
		return nil
	}
	for _, t := range g.Tests {
		seed, numBits := bitString(t.Obj)
		if numBits%8 != 0 {
			t.Obj.Fail("a Monte Carlo seed of %d bits is not whole bytes", numBits)
		}
		test := XOFMonteTest(in.Set.Algorithm, seed, uint64(lo), uint64(hi))
		test.ID = t.ID
		if want := in.want(g, t); want != nil {
			want.Skip("outLen") // of the last result, in NIST's own files
			var outputs [][]byte
			for _, r := range want.List("resultsArray") {
				md := r.Hex("md")
				if r.Int("outLen") != 8*int64(len(md)) {
					r.Fail("\"outLen\" differs from the length of \"md\"")
				}
				outputs = append(outputs, md)
				r.Done()
			}
			test.Judge = SameDigests(outputs)
		}
		u.Tests = append(u.Tests, test)
	}
	return []*Unit{u}
}

// XOFMonteTest does the 100 outer rounds of a chain whose outputs have minBits to maxBits bits, in whole bytes; the module
// does 1,000 inner rounds in each and says how long the next output is to be.
func XOFMonteTest(name string, seed []byte, minBits, maxBits uint64) *Test {
	lo, hi := uint32((minBits+7)/8), uint32(maxBits/8)
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		results := make([]acvpjson.Fields, 0, mctRounds)
		current, outLen := seed, hi
		for range mctRounds {
			reply, err := c.Call(wire.Call{Name: name + "/MCT", Want: 2,
				Args: [][]byte{current, wire.U32(lo), wire.U32(hi), wire.U32(outLen)}})
			if err != nil {
				return nil, fmt.Errorf("round %d: %w", len(results), err)
			}
			if len(reply[1]) != 4 {
				return nil, wrong("%s/MCT: the next length has %d bytes, not 4", name, len(reply[1]))
			}
			if outLen = binary.LittleEndian.Uint32(reply[1]); outLen < lo || outLen > hi {
				return nil, wrong("%s/MCT: a next length of %d bytes, from %d to %d are allowed", name, outLen, lo, hi)
			}
			current = reply[0]
			results = append(results, acvpjson.Fields{acvpjson.Hex("md", current),
				{Key: "outLen", Value: 8 * len(current)}})
		}
		return acvpjson.Fields{{Key: "resultsArray", Value: results}}, nil
	}}
}

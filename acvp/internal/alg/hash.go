package alg

// This file owns SHA-2 and SHA-3: messages of bytes and of bits, Monte Carlo chains and large messages.

import (
	"bytes"
	"fmt"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/bitsha"
	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/wire"
)

func isHash(s *acvpjson.Set) bool {
	h, known := bitsha.Lookup(s.Algorithm)
	return known && !h.IsXOF() && s.Mode == ""
}

func parseHash(in *Input, g *acvpjson.Group) []*Unit {
	switch testType(g, "AFT", "MCT", "LDT") {
	case "AFT":
		return parseHashAFT(in, g)
	case "MCT":
		return parseHashMCT(in, g)
	case "LDT":
		return parseHashLDT(in, g)
	}
	return nil
}

// digest judges an answer by the published digest.
func (in *Input) digest(g *acvpjson.Group, t *acvpjson.Test) func(acvpjson.Fields) error {
	if want := in.want(g, t); want != nil {
		return same("md", want.Hex("md"))
	}
	return nil
}

func parseHashAFT(in *Input, g *acvpjson.Group) []*Unit {
	whole := in.unit(g, caps.Need{})
	part := in.unit(g, caps.Need{Features: []string{"bits"}})
	whole.Mode, part.Mode = "AFT", "AFT bits"
	for _, t := range g.Tests {
		msg, numBits := bitString(t.Obj)
		test := DigestTest(in.Set.Algorithm, bitsha.FromHigh(in.Set.Algorithm, msg, numBits), numBits)
		test.ID, test.Judge = t.ID, in.digest(g, t)
		if numBits%8 == 0 {
			whole.Tests = append(whole.Tests, test)
		} else {
			part.Tests = append(part.Tests, test)
		}
	}
	return []*Unit{whole, part}
}

// bitString reads "msg" and "len", which must agree. A length of 0 may come with one zero byte.
func bitString(o *acvpjson.Object) ([]byte, uint64) {
	msg, numBits := o.Hex("msg"), uint64(o.Int("len"))
	if numBits == 0 && bytes.Equal(msg, []byte{0}) {
		msg = nil
	}
	if uint64(len(msg)) != (numBits+7)/8 {
		o.Fail("\"len\" is %d bits and \"msg\" has %d bytes", numBits, len(msg))
		return nil, 0
	}
	if r := numBits % 8; r != 0 && msg[len(msg)-1]&(0xff>>r) != 0 {
		o.Fail("\"msg\" has bits beyond \"len\"")
	}
	return msg, numBits
}

// DigestTest hashes a message of any number of bits; those of a last, partial byte stand where the hash function takes
// them.
func DigestTest(hash string, msg []byte, numBits uint64) *Test {
	call := wire.Call{Name: hash, Args: [][]byte{msg}, Want: 1}
	if numBits%8 != 0 {
		call = wire.Call{Name: hash + "/bits", Args: [][]byte{msg, wire.U64(numBits)}, Want: 1}
	}
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		reply, err := c.Call(call)
		if err != nil {
			return nil, err
		}
		return acvpjson.Fields{acvpjson.Hex("md", reply[0])}, nil
	}}
}

// SameDigest judges an answer by a known digest.
func SameDigest(want []byte) func(acvpjson.Fields) error { return same("md", want) }

const mctRounds = 100

func parseHashMCT(in *Input, g *acvpjson.Group) []*Unit {
	version := g.Obj.OptStr("mctVersion", "standard")
	u := in.unit(g, caps.Need{})
	u.Mode = "MCT"
	switch version {
	case "standard":
	case "alternate":
		u.Need.Features = []string{"mct2"}
		u.Mode = "MCT alternate"
	default:
		u.Need.Unhandled = "the driver has no handler for mctVersion " + version
	}
	for _, t := range g.Tests {
		seed, numBits := bitString(t.Obj)
		if numBits%8 != 0 {
			t.Obj.Fail("a Monte Carlo seed of %d bits is not whole bytes", numBits)
		}
		test := MonteTest(in.Set.Algorithm, seed, version == "alternate")
		test.ID = t.ID
		if want := in.want(g, t); want != nil {
			var digests [][]byte
			for _, r := range want.List("resultsArray") {
				digests = append(digests, r.Hex("md"))
				r.Done()
			}
			test.Judge = SameDigests(digests)
		}
		u.Tests = append(u.Tests, test)
	}
	return []*Unit{u}
}

// MonteTest does the 100 outer rounds; the module does 1,000 inner rounds in each.
func MonteTest(hash string, seed []byte, alternate bool) *Test {
	return &Test{Run: func(c Caller) (acvpjson.Fields, error) {
		results := make([]acvpjson.Fields, 0, mctRounds)
		current := seed
		for range mctRounds {
			call := wire.Call{Name: hash + "/MCT", Args: [][]byte{current}, Want: 1}
			if alternate {
				call.Name += "/alternate"
				call.Args = append(call.Args, wire.U64(uint64(len(seed))))
			}
			reply, err := c.Call(call)
			if err != nil {
				return nil, fmt.Errorf("round %d: %w", len(results), err)
			}
			current = reply[0]
			results = append(results, acvpjson.Fields{acvpjson.Hex("md", current)})
		}
		return acvpjson.Fields{{Key: "resultsArray", Value: results}}, nil
	}}
}

// SameDigests judges the results of a Monte Carlo test.
func SameDigests(want [][]byte) func(acvpjson.Fields) error {
	return func(f acvpjson.Fields) error {
		got, _ := f[0].Value.([]acvpjson.Fields)
		if len(got) != len(want) {
			return fmt.Errorf("%d results, %d expected", len(got), len(want))
		}
		for i := range got {
			if err := same("md", want[i])(got[i]); err != nil {
				return fmt.Errorf("result %d: %w", i, err)
			}
		}
		return nil
	}
}

// maxLarge bounds a large-data message: more is surely a fault of the file.
const maxLarge = 64 << 30

func parseHashLDT(in *Input, g *acvpjson.Group) []*Unit {
	var units []*Unit
	for _, t := range g.Tests {
		u := in.unit(g, caps.Need{Features: []string{"ldt"}})
		u.Mode = "LDT"
		large := t.Obj.Obj("largeMsg")
		if large == nil {
			continue
		}
		large.SetWhere(t.Obj.Where())
		content, contentBits := large.Hex("content"), uint64(large.Int("contentLength"))
		full := uint64(large.Int("fullLength"))
		if technique := large.Str("expansionTechnique"); technique != "repeating" {
			large.Fail("expansionTechnique %q is unknown", technique)
		}
		large.Done()
		if contentBits == 0 || contentBits != uint64(len(content))*8 || full%contentBits != 0 || full/8 > maxLarge {
			large.Fail("lengths do not agree: %d bytes of content, contentLength %d, fullLength %d",
				len(content), contentBits, full)
			continue
		}
		call := wire.Call{Name: in.Set.Algorithm + "/LDT", Want: 1, Bytes: full / 8,
			Args: [][]byte{content, wire.U64(full / contentBits)}}
		u.Tests = []*Test{{ID: t.ID, Large: full / 8, Judge: in.digest(g, t),
			Run: func(c Caller) (acvpjson.Fields, error) {
				reply, err := c.Call(call)
				if err != nil {
					return nil, err
				}
				return acvpjson.Fields{acvpjson.Hex("md", reply[0])}, nil
			}}}
		units = append(units, u)
	}
	return units
}

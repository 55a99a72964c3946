package cavp

// This file owns the tests of SHAKE.

import (
	"bytes"

	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/caps"
)

// xof adds a test of one output. The bits of a partial byte are its low ones, in the message and in the output.
func (f *file) xof(r *Record, msg []byte, numBits int, outBits int) {
	if numBits == 0 && bytes.Equal(msg, []byte{0}) {
		msg = nil
	}
	output := r.Hex("Output")
	if len(msg) != (numBits+7)/8 || len(output) != (outBits+7)/8 || outBits == 0 {
		r.fail("%d and %d bits, and \"Msg\" has %d bytes, \"Output\" has %d", numBits, outBits, len(msg), len(output))
		return
	}
	need, mode := caps.Need{}, "AFT"
	if numBits%8 != 0 {
		need.Features, mode = []string{"bits"}, "AFT bits"
	}
	t := alg.XOFTest(f.nameHash(), msg, uint64(numBits), uint64(outBits), alg.XOFForm{})
	t.Judge = alg.SameDigest(output)
	f.add(r, f.nameHash(), mode, need, t)
}

func xofMessage(f *file, r *Record) {
	f.xof(r, r.Hex("Msg"), r.Int("Len"), r.HeadInt("Outputlen"))
}

func xofVariable(f *file, r *Record) {
	msg := r.Hex("Msg")
	f.xof(r, msg, 8*len(msg), r.Int("Outputlen"))
}

// xofMonte collects the results that follow a seed, and makes the test at the last of them.
func xofMonte(f *file, r *Record) {
	if r.Has("Msg") {
		f.seed, f.digests = r.Hex("Msg"), nil
		return
	}
	output := r.Hex("Output")
	if count := r.Int("COUNT"); count != len(f.digests) {
		r.fail("COUNT is %d, expected %d", count, len(f.digests))
	}
	if r.Int("Outputlen") != 8*len(output) {
		r.fail("\"Outputlen\" is %d bits and \"Output\" has %d bytes", r.Int("Outputlen"), len(output))
	}
	f.digests = append(f.digests, output)
	if r != f.records[len(f.records)-1] {
		return
	}
	lo, hi := r.HeadInt("Minimum Output Length (bits)"), r.HeadInt("Maximum Output Length (bits)")
	if len(f.seed) == 0 || lo > hi || hi < 8 {
		r.fail("results without a seed, or lengths of output from %d to %d bits", lo, hi)
		return
	}
	t := alg.XOFMonteTest(f.nameHash(), f.seed, uint64(lo), uint64(hi))
	t.Judge = alg.SameDigests(f.digests)
	f.add(r, f.nameHash(), "MCT", caps.Need{}, t)
}

package main

import (
	"debug/elf"

	"cordon.example/tools/seal/sealfile"
)

// tailStubs names the stubs in their order; the first one yields the state.
var tailStubs = [sealfile.NumStubs]string{
	"state", "entropy", "thread_state", "generation", "ticks",
	"backend_limit", "declassify", "yield",
}

const (
	hostPrefix  = "cordon_host_"
	sealSection = ".text.cordon"
	dataSection = ".data.cordon"
	stateSymbol = "module_state_storage"

	// STT_GNU_IFUNC; debug/elf of Go 1.19 has no name for it.
	sttGNUIFunc elf.SymType = 10

	stateLen        = 16384
	stateMagicBegin = 0x9c3fa5d16e0b7284
	stateMagicEnd   = 0x51e7d82c3ba4906f
)

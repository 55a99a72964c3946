package module

// #include <cordon/cordon.h>
// #include <cordon/names.h>
import "C"

import (
	"encoding/hex"
	"time"
)

// Info is what the module says about itself.
type Info struct {
	Name          string `json:"name"`
	Version       string `json:"version"`
	Object        string `json:"object"`
	Digest        string `json:"digest"`
	Identity      string `json:"build_identity"`
	State         string `json:"state"`
	Integrity     string `json:"integrity"`
	Backend       string `json:"backend"`
	BackendLimit  string `json:"backend_limit,omitempty"`
	NumSelftests  int    `json:"self_tests"`
	Events        uint64 `json:"events"`
	operational   bool
	finalError    bool
	numRegistered C.uint32_t
}

// Operational: every self-test passed.
func (i Info) Operational() bool { return i.operational }

// FinalError: no service works any more.
func (i Info) FinalError() bool { return i.finalError }

// GetInfo works in every state.
func GetInfo() (Info, error) {
	var c C.cordon_info
	if st := C.cordon_get_info(&c); st != C.CORDON_OK {
		return Info{}, &Error{"cordon_get_info", Status(st)}
	}
	info := Info{Name: C.GoString(&c.name[0]), Version: C.GoString(&c.version[0]), Object: "cordon.o",
		State:        C.GoString(C.cordon_state_name(c.state)),
		Integrity:    C.GoString(C.cordon_integrity_name(c.integrity)),
		Backend:      C.GoString(C.cordon_backend_name(c.backend)),
		NumSelftests: int(c.num_selftests), Events: uint64(c.num_events), numRegistered: c.num_selftests,
		operational: c.state == C.CORDON_STATE_OPERATIONAL, finalError: c.state == C.CORDON_STATE_ERROR}
	if c.test_object != 0 {
		info.Object = "cordon-test.o"
	}
	if c.backend_limit != 0 {
		info.BackendLimit = C.GoString(C.cordon_backend_name(c.backend_limit))
	}
	digest, identity := make([]byte, len(c.digest)), make([]byte, len(c.build_identity))
	for i := range digest {
		digest[i] = byte(c.digest[i])
	}
	for i := range identity {
		identity[i] = byte(c.build_identity[i])
	}
	info.Digest, info.Identity = hex.EncodeToString(digest), hex.EncodeToString(identity)
	return info, nil
}

// Selftest is a self-test and the result of its last run.
type Selftest struct {
	ID        uint32        `json:"id"`
	Name      string        `json:"name"`
	Algorithm string        `json:"algorithm"`
	Kind      string        `json:"kind"`
	Result    string        `json:"result"`
	Runs      uint32        `json:"runs"`
	Time      time.Duration `json:"nanoseconds"`
	Blocks    []string      `json:"blocks"` // what refuses, in whole or in part, while the test is failed
	failed    bool
	powerOn   bool
}

// Failed tells whether the last run failed.
func (t Selftest) Failed() bool { return t.failed }

// PowerOn tells whether the test belongs to the set that runs before any service.
func (t Selftest) PowerOn() bool { return t.powerOn }

// Selftests lists the registry; it works in every state.
func Selftests() ([]Selftest, error) {
	info, err := GetInfo()
	if err != nil {
		return nil, err
	}
	var list []Selftest
	for i := C.uint32_t(0); i < info.numRegistered; i++ {
		var r C.cordon_selftest_record
		if st := C.cordon_selftest_info(i, &r); st != C.CORDON_OK {
			return nil, &Error{"cordon_selftest_info", Status(st)}
		}
		t := Selftest{ID: uint32(r.id), Name: C.GoString(&r.name[0]), Algorithm: C.GoString(&r.algorithm[0]),
			Kind: C.GoString(C.cordon_test_kind_name(r.kind)), Runs: uint32(r.runs),
			Result: C.GoString(C.cordon_test_result_name(r.result)), Time: time.Duration(r.ticks),
			Blocks: []string{}, failed: r.result == C.CORDON_TEST_FAILED, powerOn: r.kind == C.CORDON_TEST_POWER_ON}
		for service := uint32(1); service < 32; service++ {
			if name, ok := serviceNames[service]; ok && r.blocks&(1<<service) != 0 {
				t.Blocks = append(t.Blocks, name)
			}
		}
		list = append(list, t)
	}
	return list, nil
}

// RunSelftest runs one self-test on demand.
func RunSelftest(id uint32) error {
	if st := C.cordon_selftest(C.uint32_t(id)); st != C.CORDON_OK {
		return &Error{"cordon_selftest", Status(st)}
	}
	return nil
}

// RunAll runs every self-test on demand.
func RunAll() error { return RunSelftest(C.CORDON_SELFTEST_ALL) }

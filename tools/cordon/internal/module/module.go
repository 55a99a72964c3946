// Package module calls the sealed module, libcordon.a, and keeps for each call what its service indicator said. Objects
// of the module live in C memory: they belong to their address.
package module

/*
#cgo CFLAGS: -std=c11 -Wall -Wextra -Werror -I${SRCDIR}/../../../../fipsmodule/include
#cgo LDFLAGS: -l:libcordon.a -pthread
#include <cordon/cordon.h>
#include <cordon/names.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// Status is a cordon_status.
type Status int32

// Causes that callers treat apart.
const (
	ErrArg         = Status(C.CORDON_ERR_ARG)
	ErrLength      = Status(C.CORDON_ERR_LENGTH)
	ErrEncoding    = Status(C.CORDON_ERR_ENCODING)
	ErrPoint       = Status(C.CORDON_ERR_POINT)
	ErrKey         = Status(C.CORDON_ERR_KEY)
	ErrSignature   = Status(C.CORDON_ERR_SIGNATURE)
	ErrState       = Status(C.CORDON_ERR_STATE)
	ErrBlocked     = Status(C.CORDON_ERR_BLOCKED)
	ErrEntropy     = Status(C.CORDON_ERR_ENTROPY)
	ErrPCT         = Status(C.CORDON_ERR_PCT)
	ErrUnsupported = Status(C.CORDON_ERR_UNSUPPORTED)
)

var statusText = map[Status]string{
	ErrArg:         "the module refused an argument",
	ErrLength:      "a length that the algorithm or the format does not allow",
	ErrEncoding:    "a malformed encoding",
	ErrPoint:       "a point that is not on the curve, has a coordinate out of range, or is infinity",
	ErrKey:         "a private key out of range, or a public key that does not belong to it",
	ErrSignature:   "the signature is false",
	ErrState:       "the module is in its error state",
	ErrBlocked:     "the module refuses: a self-test that this depends on has failed",
	ErrEntropy:     "the entropy source or its health test failed",
	ErrPCT:         "the pairwise test of a new key failed",
	ErrUnsupported: "this build of the module does not offer it",
}

func (s Status) String() string { return C.GoString(C.cordon_status_name(C.cordon_status(s))) }

// Error is a call that did not return CORDON_OK.
type Error struct {
	Call   string
	Status Status
}

func (e *Error) Error() string {
	text := statusText[e.Status]
	if text == "" {
		text = "the call failed"
	}
	return fmt.Sprintf("%s [%s: %v]", text, e.Call, e.Status)
}

// Call is what the service indicator said of calls of one kind.
type Call struct {
	Name     string `json:"call"`
	Service  string `json:"service"`
	Approved bool   `json:"approved"`
	Reason   string `json:"reason,omitempty"` // why it was not approved
	Count    int    `json:"count"`
}

// Session gathers the indicators of the services that it calls.
type Session struct{ calls []Call }

// Calls lists them in the order in which they first occurred.
func (s *Session) Calls() []Call { return s.calls }

// Approved tells whether services were called, and each of them was approved.
func (s *Session) Approved() bool {
	for _, c := range s.calls {
		if !c.Approved {
			return false
		}
	}
	return len(s.calls) != 0
}

// call runs f, which calls one service, and asks for its indicator on the same thread.
func (s *Session) call(name string, f func() C.cordon_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := f()
	var ind C.cordon_indicator
	if C.cordon_last_indicator(&ind) != C.CORDON_OK {
		ind.approved, ind.reason = C.CORDON_NOT_APPROVED, C.CORDON_REASON_NO_SERVICE
	}
	s.record(name, ind)
	if status != C.CORDON_OK {
		return &Error{name, Status(status)}
	}
	return nil
}

func (s *Session) record(name string, ind C.cordon_indicator) {
	c := Call{Name: name, Service: nameOf(serviceNames, uint32(ind.service)), Count: 1,
		Approved: ind.approved == C.CORDON_APPROVED}
	if !c.Approved {
		c.Reason = nameOf(reasonNames, uint32(ind.reason))
	}
	for i := range s.calls {
		old := s.calls[i]
		old.Count = 1
		if old == c {
			s.calls[i].Count++
			return
		}
	}
	s.calls = append(s.calls, c)
}

var serviceNames = map[uint32]string{
	C.CORDON_SERVICE_NONE: "none", C.CORDON_SERVICE_HASH: "hash", C.CORDON_SERVICE_HMAC: "HMAC",
	C.CORDON_SERVICE_DRBG: "DRBG", C.CORDON_SERVICE_KEYGEN: "key generation",
	C.CORDON_SERVICE_PRIVATE_KEY: "private key", C.CORDON_SERVICE_PUBLIC_KEY: "public key",
	C.CORDON_SERVICE_SIGN: "sign", C.CORDON_SERVICE_VERIFY: "verify", C.CORDON_SERVICE_SELFTEST: "self-test",
	C.CORDON_SERVICE_WIPE: "wiping", C.CORDON_SERVICE_ECDH: "ECDH", C.CORDON_SERVICE_KDF: "KDF",
}

var reasonNames = map[uint32]string{
	C.CORDON_REASON_NO_SERVICE:    "no service was called",
	C.CORDON_REASON_FAILED:        "the call failed",
	C.CORDON_REASON_CALLER_DIGEST: "the digest was computed by the caller",
	C.CORDON_REASON_WEAK_HASH:     "the hash is weaker than the curve",
	C.CORDON_REASON_SHORT_KEY:     "the HMAC key is shorter than 112 bits",
	C.CORDON_REASON_DRBG_HASH:     "HMAC_DRBG with another hash than SHA-256 and SHA-512",
	C.CORDON_REASON_TEST_OBJECT:   "this is the test object, which is never approved",
	C.CORDON_REASON_NOT_VERIFIED:  "the module is not sealed",
	C.CORDON_REASON_NOT_SECURITY:  "it is not a security function",
	C.CORDON_REASON_STRENGTH:      "weaker than the least strength of this build",
}

func nameOf(names map[uint32]string, id uint32) string {
	if name, ok := names[id]; ok {
		return name
	}
	return fmt.Sprintf("number %d", id)
}

// bytes gives C a slice; C does not keep it.
func bytes(b []byte) (*C.uint8_t, C.size_t) {
	return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(b))), C.size_t(len(b))
}

// allocate gets zeroed C memory for an object of the module; the caller frees it.
func allocate(size C.size_t) unsafe.Pointer {
	p := C.calloc(1, size)
	if p == nil {
		panic("out of memory")
	}
	return p
}

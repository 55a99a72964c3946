// Package caps owns what a module can do: its getConfig answer, and whether that covers what a test needs.
package caps

import (
	"fmt"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
)

// Config is the answer to getConfig.
type Config struct {
	Features []string
	entries  []entry
}

type entry struct {
	algorithm, mode string
	curves, hashes  []string // of each capability: see pairs
	pairs           []pair
	modes           []string // DRBG modes
	componentTest   bool
	secretModes     []string
	predResistance  []bool
	reseed          bool
	schemes         []string // of key agreement
	aux             []string // auxiliary functions of a key derivation
}

// pair is one element of "capabilities": every curve in it goes with every hash in it.
type pair struct{ curves, hashes []string }

// Need is what a test asks of a module. Empty fields ask nothing.
type Need struct {
	Algorithm, Mode string
	Curve, Hash     string
	DRBGMode        string
	PredResistance  *bool
	Reseed          bool
	ComponentTest   bool
	SecretMode      string // secretGenerationMode
	Scheme          string // of key agreement
	Aux             string // auxiliary function of a key derivation
	Features        []string
	Also            []string // other algorithms that the test uses
	Unhandled       string   // not empty: the driver itself cannot do it, whatever the module says
	Unjudged        string   // not empty: a module may do it, but the driver could not judge the answers
}

// Reason says why something is not supported: what is missing, and which.
type Reason struct {
	Kind  string `json:"kind"`  // such as "curve"
	Value string `json:"value"` // such as "P-224"
}

func (r Reason) String() string {
	if r.Value == "" {
		return r.Kind
	}
	return r.Kind + " " + r.Value
}

// ParseConfig reads the JSON array of getConfig.
func ParseConfig(name string, data []byte) (*Config, error) {
	v, src, err := acvpjson.Decode(name, data)
	if err != nil {
		return nil, err
	}
	items, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%s: getConfig is not a JSON array", name)
	}
	c := &Config{}
	for _, item := range items {
		o, ok := item.(*acvpjson.Object)
		if !ok {
			return nil, fmt.Errorf("%s: getConfig holds something other than objects", name)
		}
		if o.Str("algorithm") == "acvptool" {
			c.Features = append(c.Features, o.Strings("features")...)
			continue
		}
		c.entries = append(c.entries, parseEntry(o))
	}
	return c, acvpjson.Join(src.Errs())
}

func parseEntry(o *acvpjson.Object) entry {
	e := entry{algorithm: o.Str("algorithm"), mode: o.OptStr("mode", "")}
	e.curves = o.Strings("curve")
	e.hashes = o.Strings("hashAlg")
	e.secretModes = o.Strings("secretGenerationMode")
	e.componentTest = o.Any("componentTest") == true
	e.reseed = o.Any("reseedImplemented") == true
	if list, ok := o.Any("predResistanceEnabled").([]any); ok {
		for _, v := range list {
			b, _ := v.(bool)
			e.predResistance = append(e.predResistance, b)
		}
	}
	e.curves = append(e.curves, o.Strings("domainParameterGenerationMethods")...)
	e.aux = auxFunctions(o)
	e.addSchemes(o)
	list, _ := o.Any("capabilities").([]any)
	for _, v := range list {
		if c, ok := v.(*acvpjson.Object); ok {
			e.pairs = append(e.pairs, pair{c.Strings("curve"), c.Strings("hashAlg")})
			if mode, ok := c.Any("mode").(string); ok {
				e.modes = append(e.modes, mode)
			}
		}
	}
	return e
}

// addSchemes reads the schemes of key agreement: what follows the secret, none of it or a KDF, stands inside each.
func (e *entry) addSchemes(o *acvpjson.Object) {
	schemes, _ := o.Any("scheme").(*acvpjson.Object)
	if schemes == nil {
		return
	}
	for _, name := range schemes.Keys() {
		e.schemes = append(e.schemes, name)
		scheme, ok := schemes.Any(name).(*acvpjson.Object)
		if !ok {
			continue
		}
		if sets := inside(scheme, "noKdfNoKc", "parameterSet"); sets != nil {
			for _, set := range sets.Keys() {
				if c := inside(sets, set); c != nil {
					curve, _ := c.Any("curve").(string)
					e.pairs = append(e.pairs, pair{[]string{curve}, c.Strings("hashAlg")})
				}
			}
		}
		if kdf := inside(scheme, "kdfMethods", "oneStepKdf"); kdf != nil {
			e.aux = append(e.aux, auxFunctions(kdf)...)
		}
	}
}

// inside follows keys through objects; nil if there is no such object.
func inside(o *acvpjson.Object, keys ...string) *acvpjson.Object {
	for _, key := range keys {
		next, ok := o.Any(key).(*acvpjson.Object)
		if !ok {
			return nil
		}
		o = next
	}
	return o
}

func auxFunctions(o *acvpjson.Object) []string {
	var names []string
	list, _ := o.Any("auxFunctions").([]any)
	for _, v := range list {
		if c, ok := v.(*acvpjson.Object); ok {
			if name, ok := c.Any("auxFunctionName").(string); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// Has tells whether a feature of the driver's protocol is offered.
func (c *Config) Has(feature string) bool { return contains(c.Features, feature) }

func (c *Config) offers(algorithm string) bool {
	for _, e := range c.entries {
		if same(e.algorithm, algorithm) {
			return true
		}
	}
	return false
}

// Missing gives nil if the module covers the need, else the first thing that is missing.
func (c *Config) Missing(n Need) *Reason {
	best := &Reason{"algorithm", strings.TrimSuffix(n.Algorithm+" "+n.Mode, " ")}
	rank := 0
	for _, e := range c.entries {
		if !same(e.algorithm, n.Algorithm) || !same(e.mode, n.Mode) {
			continue
		}
		r, got := e.missing(n)
		if r == nil {
			best = nil
			break
		}
		if got > rank {
			best, rank = r, got
		}
	}
	if n.Unhandled != "" && (best == nil || rank == 0) {
		return &Reason{Kind: n.Unhandled}
	}
	if best != nil {
		return best
	}
	for _, a := range n.Also {
		if !c.offers(a) {
			return &Reason{"algorithm", a}
		}
	}
	for _, f := range n.Features {
		if !c.Has(f) {
			return &Reason{"feature", f}
		}
	}
	if n.Unjudged != "" {
		return &Reason{Kind: n.Unjudged}
	}
	return nil
}

// missing also says how far the comparison got, so that the nearest entry gives the reason.
func (e entry) missing(n Need) (*Reason, int) {
	if n.Scheme != "" && !contains(e.schemes, n.Scheme) {
		return &Reason{"scheme", n.Scheme}, 1
	}
	if n.Aux != "" && !contains(e.aux, n.Aux) {
		return &Reason{"auxiliary function", n.Aux}, 1
	}
	if n.Curve != "" && !e.hasCurve(n.Curve) {
		return &Reason{"curve", n.Curve}, 1
	}
	if n.Hash != "" && !e.hasHash(n.Curve, n.Hash) {
		return &Reason{"hash", n.Hash}, 2
	}
	if n.DRBGMode != "" && !contains(e.modes, n.DRBGMode) {
		return &Reason{"DRBG mode", n.DRBGMode}, 1
	}
	if n.PredResistance != nil && !e.hasPredResistance(*n.PredResistance) {
		return &Reason{"prediction resistance", fmt.Sprint(*n.PredResistance)}, 3
	}
	if n.Reseed && !e.reseed {
		return &Reason{"reseed", ""}, 3
	}
	if n.ComponentTest && !e.componentTest {
		return &Reason{"component test", ""}, 3
	}
	if n.SecretMode != "" && len(e.secretModes) > 0 && !contains(e.secretModes, n.SecretMode) {
		return &Reason{"secretGenerationMode", n.SecretMode}, 3
	}
	return nil, 4
}

func (e entry) hasCurve(curve string) bool {
	if contains(e.curves, curve) {
		return true
	}
	for _, p := range e.pairs {
		if contains(p.curves, curve) {
			return true
		}
	}
	return false
}

func (e entry) hasHash(curve, hash string) bool {
	if contains(e.hashes, hash) {
		return true
	}
	for _, p := range e.pairs {
		if (curve == "" || contains(p.curves, curve)) && contains(p.hashes, hash) {
			return true
		}
	}
	return false
}

func (e entry) hasPredResistance(want bool) bool {
	for _, b := range e.predResistance {
		if b == want {
			return true
		}
	}
	return false
}

func same(a, b string) bool { return strings.EqualFold(a, b) }

func contains(list []string, s string) bool {
	for _, item := range list {
		if same(item, s) {
			return true
		}
	}
	return false
}

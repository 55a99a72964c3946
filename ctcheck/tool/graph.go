package main

import (
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// graph is the call graph of cordon-graph.o, in which nothing is inlined. A
// node is the offset of a function: static functions may share a name.
type graph struct {
	m     *moduleMap
	names map[uint64]string
	calls map[uint64][]uint64
	// Functions with a call through a register.
	indirect map[string]int
}

var targetPattern = regexp.MustCompile(`(?:^|# )(?:0x)?([0-9a-f]+) <`)

// makeGraph adds an edge for each call, each jump into another function, and
// each address of a function that is taken.
func makeGraph(m *moduleMap, code []instruction) *graph {
	g := &graph{m: m, names: map[uint64]string{},
		calls: map[uint64][]uint64{}, indirect: map[string]int{}}
	for _, f := range m.Functions {
		g.names[f.Offset] = f.Name
	}
	for _, i := range code {
		from, ok := g.holder(i.offset)
		if !ok {
			continue
		}
		t := targetPattern.FindStringSubmatch(i.operands)
		if t == nil {
			if i.mnemonic == "call" {
				g.indirect[g.names[from]]++
			}
			continue
		}
		at, err := strconv.ParseUint(t[1], 16, 64)
		if err != nil {
			continue
		}
		to, inside := g.holder(at)
		direct := i.mnemonic == "call" || strings.HasPrefix(i.mnemonic, "j")
		if inside && to != from && (direct || to == at) {
			g.calls[from] = append(g.calls[from], to)
		}
	}
	return g
}

// holder is the function that an offset lies in.
func (g *graph) holder(offset uint64) (uint64, bool) {
	for _, f := range g.m.Functions {
		if f.Offset <= offset && offset < f.Offset+f.Size {
			return f.Offset, true
		}
	}
	return 0, false
}

// edge is an exception of vartime.list.
type edge struct{ from, to string }

// policy is vartime.list: services that take nothing secret, and calls of
// variable-time functions whose arguments are public, each with its reason.
type policy struct {
	public map[string]bool
	allow  map[edge]bool
}

func readPolicy(k *check, name string) (*policy, error) {
	lines, err := readList(name)
	if err != nil {
		return nil, err
	}
	p := &policy{map[string]bool{}, map[edge]bool{}}
	for _, s := range lines {
		head, reason, _ := strings.Cut(s, ":")
		words := strings.Fields(head)
		switch {
		case strings.TrimSpace(reason) == "":
			k.fault("vartime.list: no reason: %s", s)
		case len(words) == 2 && words[0] == "public":
			p.public[words[1]] = false
		case len(words) == 4 && words[0] == "allow" && words[2] == "->":
			p.allow[edge{words[1], words[3]}] = false
		default:
			k.fault("vartime.list: not understood: %s", s)
		}
	}
	return p, nil
}

func isVartime(name string) bool { return strings.HasSuffix(name, "_vartime") }

// reach follows the calls from a service and gives a path to each
// variable-time function; calls of the policy are not followed.
func (g *graph) reach(from uint64, p *policy) (paths []string, visited int) {
	type step struct {
		node uint64
		path string
	}
	seen := map[uint64]bool{from: true}
	for queue := []step{{from, g.names[from]}}; len(queue) != 0; {
		s := queue[0]
		queue = queue[1:]
		visited++
		for _, to := range g.calls[s.node] {
			e := edge{g.names[s.node], g.names[to]}
			if _, allowed := p.allow[e]; allowed {
				p.allow[e] = true
				continue
			}
			if seen[to] {
				continue
			}
			seen[to] = true
			path := s.path + " -> " + g.names[to]
			if isVartime(g.names[to]) {
				paths = append(paths, path)
				continue
			}
			queue = append(queue, step{to, path})
		}
	}
	sort.Strings(paths)
	return paths, visited
}

func (a *audit) checkGraph(k *check) error {
	object := a.object("cordon-graph.o")
	m, err := readMap(a.seal(), object)
	if err != nil {
		return err
	}
	code, err := disassemble(m, object)
	if err != nil {
		return err
	}
	p, err := readPolicy(k, filepath.Join(a.root, "ctcheck/vartime.list"))
	if err != nil {
		return err
	}
	g := makeGraph(m, code)
	none := &policy{map[string]bool{}, map[edge]bool{}}
	var services, leaking, vartime, contrast int
	for _, f := range m.Functions {
		if isVartime(f.Name) {
			vartime++
		}
		if !strings.HasPrefix(f.Name, "svc_") {
			continue
		}
		if _, public := p.public[f.Name]; public {
			p.public[f.Name] = true
			if paths, _ := g.reach(f.Offset, none); len(paths) != 0 {
				contrast++
			}
			continue
		}
		services++
		paths, visited := g.reach(f.Offset, p)
		if visited < 3 {
			k.fault("%s: only %d functions below it", f.Name, visited)
		}
		for _, path := range paths {
			k.fault("%s", path)
		}
		if len(paths) != 0 {
			leaking++
		}
	}
	k.fact("%d of %d services with secrets reach a variable-time function",
		leaking, services)
	a.graphFacts(k, g, p, services, vartime, contrast)
	return nil
}

// The functions that may call through a pointer: the callback for events.
var indirectCallers = map[string]bool{"event_log": true}

func (a *audit) graphFacts(k *check, g *graph, p *policy, services, vartime,
	contrast int) {
	var edges int
	for _, list := range g.calls {
		edges += len(list)
	}
	k.fact("%d functions, %d calls, %d of them variable-time", len(g.names),
		edges, vartime)
	k.fact("contrast: %d of %d services without secrets reach one", contrast,
		len(p.public))
	k.number("services", int64(services))
	k.number("vartime_functions", int64(vartime))
	k.number("contrast", int64(contrast))
	if vartime == 0 || contrast == 0 || services == 0 {
		k.fault("the graph is not that of the module")
	}
	for name, used := range p.public {
		if !used {
			k.fault("vartime.list: no service %s", name)
		}
	}
	for e, used := range p.allow {
		if !used {
			k.fault("vartime.list: %s does not call %s", e.from, e.to)
		}
		k.fact("excepted: %s -> %s", e.from, e.to)
	}
	for name, n := range g.indirect {
		if !indirectCallers[name] {
			k.fault("%s has %d calls through a pointer, which hide calls",
				name, n)
		}
	}
	sort.Strings(k.Facts[3:])
	sort.Strings(k.Faults)
}

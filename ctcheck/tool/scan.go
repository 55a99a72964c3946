package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// instruction is one line of the disassembly.
type instruction struct {
	offset   uint64 // in the sealed section
	mnemonic string // without prefixes, in Intel's spelling
	prefix   string
	operands string
}

// Prefixes that objdump prints as words of their own.
var prefixes = map[string]bool{"rep": true, "repz": true, "repnz": true,
	"lock": true, "notrack": true, "bnd": true, "data16": true, "cs": true,
	"ds": true, "es": true, "fs": true, "gs": true, "addr32": true}

// disassemble decodes the code of a sealed object: each input section that
// holds code, from its start, so that constants in between are never decoded.
func disassemble(m *moduleMap, object string) ([]instruction, error) {
	var out []instruction
	for _, p := range m.Pieces {
		if !strings.HasPrefix(p.Name, ".text") || p.Size == 0 {
			continue
		}
		b, err := output("objdump", "-d", "-w", "--no-show-raw-insn",
			"-M", "intel", "-j", sealedSection,
			fmt.Sprintf("--start-address=%d", p.Offset),
			fmt.Sprintf("--stop-address=%d", p.Offset+p.Size), object)
		if err != nil {
			return nil, err
		}
		before := len(out)
		for _, s := range strings.Split(string(b), "\n") {
			if i, ok := parseInstruction(s); ok {
				out = append(out, i)
			}
		}
		if len(out) == before {
			return nil, environment("objdump decoded nothing of %s in %s",
				p.Name, p.Object)
		}
	}
	return out, nil
}

// parseInstruction reads "   1a20:\tmov    rax,rbx".
func parseInstruction(s string) (instruction, bool) {
	address, text, ok := strings.Cut(s, "\t")
	colon := strings.HasSuffix(address, ":")
	address = strings.TrimSuffix(address, ":")
	if !ok || !colon {
		return instruction{}, false
	}
	at, err := strconv.ParseUint(strings.TrimSpace(address), 16, 64)
	if err != nil {
		return instruction{}, false
	}
	i := instruction{offset: at}
	words := strings.Fields(text)
	for len(words) > 1 && prefixes[words[0]] {
		i.prefix += words[0] + " "
		words = words[1:]
	}
	if len(words) == 0 {
		return instruction{}, false
	}
	i.mnemonic = words[0]
	i.operands = strings.Join(words[1:], " ")
	// "rex.W" and the like stand alone before what follows.
	if strings.HasPrefix(i.mnemonic, "rex") && len(words) > 1 {
		i.mnemonic, i.operands = words[1], strings.Join(words[2:], " ")
	}
	// String instructions are told apart by their prefix.
	if strings.HasPrefix(i.prefix, "rep") && i.mnemonic != "ret" {
		i.mnemonic = "rep-" + i.mnemonic
	}
	return i, true
}

// class is a line of instructions.list.
type class struct {
	name        string
	vartimeOnly bool
}

// readClasses reads "class: mnemonic ..." and "class (vartime): ...".
func readClasses(name string) (map[string]class, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, environmentError{err.Error()}
	}
	defer f.Close()
	out := map[string]class{}
	in := bufio.NewScanner(f)
	for in.Scan() {
		text, _, _ := strings.Cut(in.Text(), "#")
		head, rest, ok := strings.Cut(text, ":")
		if !ok {
			continue
		}
		head = strings.TrimSpace(head)
		c := class{strings.TrimSuffix(head, " (vartime)"),
			strings.HasSuffix(head, " (vartime)")}
		for _, m := range strings.Fields(rest) {
			if _, twice := out[m]; twice {
				return nil, fmt.Errorf("%s: %s is listed twice", name, m)
			}
			out[m] = c
		}
	}
	return out, in.Err()
}

// functionAt names the function that holds an offset.
func (m *moduleMap) functionAt(offset uint64) string {
	for _, f := range m.Functions {
		if f.Offset <= offset && offset < f.Offset+f.Size {
			return f.Name
		}
	}
	return fmt.Sprintf("offset %#x", offset)
}

// scanCode holds every instruction against the list of reviewed ones.
func scanCode(k *check, m *moduleMap, code []instruction,
	classes map[string]class) {
	counts := map[string]int64{}
	faults := map[string]int{}
	for _, i := range code {
		c, known := classes[i.mnemonic]
		function := m.functionAt(i.offset)
		switch {
		case !known:
			faults[fmt.Sprintf("%s%s is not a reviewed instruction: in %s",
				i.prefix, i.mnemonic, function)]++
		case c.vartimeOnly && !strings.Contains(function, "_vartime"):
			faults[fmt.Sprintf("%s (%s) outside a _vartime function: in %s",
				i.mnemonic, c.name, function)]++
			fallthrough
		default:
			counts[c.name]++
		}
	}
	var names []string
	for n := range counts {
		names = append(names, n)
	}
	sort.Strings(names)
	var texts []string
	for _, n := range names {
		texts = append(texts, fmt.Sprintf("%s %d", n, counts[n]))
	}
	k.number("instructions", int64(len(code)))
	k.fact("%d instructions in %d functions", len(code), len(m.Functions))
	k.fact("%s", strings.Join(texts, ", "))
	for text, n := range faults {
		k.fault("%s (%d times)", text, n)
	}
	sort.Strings(k.Faults)
}

// covered demands that every function lies in the code that was decoded.
func covered(k *check, m *moduleMap) {
	for _, f := range m.Functions {
		inside := false
		for _, p := range m.Pieces {
			if strings.HasPrefix(p.Name, ".text") && p.Offset <= f.Offset &&
				f.Offset+f.Size <= p.Offset+p.Size {
				inside = true
			}
		}
		if !inside {
			k.fault("%s lies outside the code that was scanned", f.Name)
		}
	}
}

func (a *audit) scanObject(k *check, object string) error {
	classes, err := readClasses(filepath.Join(a.root,
		"ctcheck/instructions.list"))
	if err != nil {
		return err
	}
	m, err := readMap(a.seal(), a.object(object))
	if err != nil {
		return err
	}
	code, err := disassemble(m, a.object(object))
	if err != nil {
		return err
	}
	covered(k, m)
	scanCode(k, m, code, classes)
	return nil
}

func (a *audit) checkScan(k *check) error {
	return a.scanObject(k, "cordon.o")
}

// isDivision tells the instructions of which none may be in the module.
func isDivision(mnemonic string) bool {
	return strings.Contains(mnemonic, "div") ||
		strings.Contains(mnemonic, "sqrt")
}

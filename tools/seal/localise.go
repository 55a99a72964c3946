package main

import (
	"debug/elf"
)

// localise makes every hidden definition local and moves it before the global
// ones, as ELF demands; relocations follow. What stays global is the public
// API and the host functions.
//
// The new local symbols stand before the first file symbol: behind it they
// would seem to belong to the last source file.
func (o *object) localise() {
	var head, tail []int
	moved := func(s symbol) bool {
		return s.bind() == elf.STB_GLOBAL && s.defined() &&
			(s.vis() == elf.STV_HIDDEN || s.vis() == elf.STV_INTERNAL)
	}
	for i, s := range o.symbols {
		if moved(s) {
			head = append(head, i)
		} else if i != 0 {
			tail = append(tail, i)
		}
	}
	locals := 1 + len(head)
	for _, i := range tail {
		if o.symbols[i].bind() == elf.STB_LOCAL {
			locals++
		}
	}
	order := append(append([]int{0}, head...), tail...)
	position := make([]uint32, len(order))
	symbols := make([]symbol, len(order))
	for to, from := range order {
		position[from] = uint32(to)
		symbols[to] = o.symbols[from]
		if moved(symbols[to]) {
			symbols[to].Info = elf.ST_INFO(elf.STB_LOCAL, symbols[to].kind())
		}
	}
	o.symbols = symbols
	table := o.data(o.symtab)
	for i, s := range symbols {
		encode(table[i*symSize:], s.Sym64)
	}
	o.sections[o.symtab].Info = uint32(locals)
	o.putSection(o.symtab)
	o.renumber(position)
}

// renumber rewrites the symbol indices of all relocations.
func (o *object) renumber(position []uint32) {
	for i, s := range o.sections {
		if elf.SectionType(s.Type) != elf.SHT_RELA {
			continue
		}
		data := o.data(i)
		for j, r := range o.relocations(i) {
			sym := elf.R_SYM64(r.Info)
			if int(sym) < len(position) {
				r.Info = elf.R_INFO(position[sym], elf.R_TYPE64(r.Info))
				encode(data[j*relaSize:], r)
			}
		}
	}
}

// globals lists the symbols that are still global.
func (o *object) globals() (defined, undefined []string) {
	for i, s := range o.symbols {
		if i == 0 || s.bind() == elf.STB_LOCAL {
			continue
		}
		if s.defined() {
			defined = append(defined, s.name)
		} else {
			undefined = append(undefined, s.name)
		}
	}
	return defined, undefined
}

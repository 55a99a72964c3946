package main

// This file owns what is written: names are judged before anything is computed, and several files come together or
// not at all.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	"cordon.example/tools/seal/sealfile"
)

// output is one thing to write.
type output struct {
	name string
	data []byte
	mode os.FileMode
}

// place is what a file name stands for.
type place struct {
	info os.FileInfo // nil if there is nothing yet
	dir  os.FileInfo
	base string
}

// placeOf looks a name up; standard is what - means.
func placeOf(name string, standard any) (p place) {
	if name == "-" {
		if f, ok := standard.(*os.File); ok {
			p.info, _ = f.Stat()
		}
		return p
	}
	p.info, _ = os.Stat(name)
	if target, err := sealfile.Target(name); err == nil {
		p.dir, _ = os.Stat(filepath.Dir(target))
		p.base = filepath.Base(target)
	}
	return p
}

func (p place) same(other place) bool {
	return p.info != nil && other.info != nil && os.SameFile(p.info, other.info) ||
		p.dir != nil && other.dir != nil && p.base == other.base && os.SameFile(p.dir, other.dir)
}

// isDevice tells a pipe, a terminal or the like, which is written to as it is, from a file.
func isDevice(name string) bool { return sealfile.IsDevice(name) }

// mayWrite refuses, before anything is computed, an output that would overwrite a file, an input, or another output.
func (w *world) mayWrite(force bool, inputs []string, outputs ...string) error {
	places := make([]place, len(outputs))
	for i, name := range outputs {
		if name == "" {
			return usage("the name of an output is empty")
		}
		places[i] = placeOf(name, w.stdout)
		for j := range i {
			if name == outputs[j] || places[i].same(places[j]) {
				return usage("%s and %s are the same output", outputs[j], name)
			}
		}
		for _, in := range inputs {
			regular := places[i].info != nil && places[i].info.Mode().IsRegular()
			if regular && in != "" && places[i].same(placeOf(in, w.stdin)) {
				return usage("%s is the output and the input %s at once", outputName(name), fileName(in))
			}
		}
		if err := w.mayReplace(name, places[i], force); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) mayReplace(name string, p place, force bool) error {
	if name == "-" {
		w.dataOut = true
		return nil
	}
	if p.info != nil && p.info.IsDir() {
		return badInput(name, errors.New("this is a directory"))
	}
	if _, err := os.Lstat(name); err == nil && !force && !isDevice(name) {
		return badInput(name, errExists)
	}
	return nil
}

var errExists = errors.New("it exists already; --force overwrites it")

func outputName(name string) string {
	if name == "-" {
		return "standard output"
	}
	return name
}

// write writes outputs: each complete, and no file unless all the others could be written.
func (w *world) write(force bool, outputs ...output) error {
	fail := func(name string, err error) error {
		return &failure{exitInput, outputName(name), fmt.Errorf("it cannot be written: %w", plain(err))}
	}
	var files []*stagedFile
	defer func() { discard(files) }()
	for _, o := range outputs {
		if o.name == "-" || isDevice(o.name) {
			continue
		}
		f, err := stage(o)
		if err != nil {
			return fail(o.name, err)
		}
		files = append(files, f)
	}
	for _, o := range outputs {
		var err error
		if o.name == "-" {
			_, err = w.stdout.Write(o.data)
		} else if isDevice(o.name) {
			err = sealfile.WriteDevice(o.name, o.data)
		}
		if err != nil {
			return fail(o.name, err)
		}
	}
	if f, err := commit(files, force); err != nil {
		return fail(f.name, err)
	}
	return nil
}

// stagedFile is a file under a temporary name that only this user can read.
type stagedFile struct {
	name, target string
	temporary    string
	old          string // another temporary name for what was replaced
	placed       bool
}

// staging guards the temporary files against an end by a signal.
var staging struct {
	sync.Mutex
	names map[string]bool
}

func stage(o output) (*stagedFile, error) {
	target, err := sealfile.Target(o.name)
	if err != nil {
		return nil, err
	}
	staging.Lock()
	f, err := os.CreateTemp(filepath.Dir(target), ".cordon-*")
	if err != nil {
		staging.Unlock()
		return nil, err
	}
	if staging.names == nil {
		staging.names = map[string]bool{}
	}
	staging.names[f.Name()] = true
	staging.Unlock()
	_, err = f.Write(o.data)
	if err == nil {
		err = f.Chmod(o.mode)
	}
	if err == nil {
		err = f.Sync()
	}
	s := &stagedFile{name: o.name, target: target, temporary: f.Name()}
	if err = errors.Join(err, f.Close()); err != nil {
		discard([]*stagedFile{s})
		return nil, err
	}
	return s, nil
}

// discard removes what is left under temporary names.
func discard(files []*stagedFile) {
	staging.Lock()
	defer staging.Unlock()
	for _, f := range files {
		os.Remove(f.temporary) // fails after a rename, as it should
		if f.old != "" {
			os.Remove(f.old)
			delete(staging.names, f.old)
		}
		delete(staging.names, f.temporary)
	}
}

// commit gives the files their names; if one cannot have it, the others are as they were before.
func commit(files []*stagedFile, force bool) (*stagedFile, error) {
	staging.Lock()
	defer staging.Unlock()
	for i, f := range files {
		if err := f.commit(force); err != nil {
			for _, done := range files[:i] {
				done.undo()
			}
			return f, err
		}
	}
	return nil, nil
}

func (f *stagedFile) commit(force bool) error {
	_, lerr := os.Lstat(f.target)
	if force {
		if lerr == nil && os.Link(f.target, f.temporary+".old") == nil {
			f.old = f.temporary + ".old"
			staging.names[f.old] = true
		}
		err := os.Rename(f.temporary, f.target)
		f.placed = err == nil && lerr != nil
		return err
	}
	err := os.Link(f.temporary, f.target) // unlike a rename it never replaces a file
	if errors.Is(err, fs.ErrExist) || err != nil && lerr == nil {
		return errExists
	}
	if err != nil { // a file system without links
		err = os.Rename(f.temporary, f.target)
	}
	f.placed = err == nil
	return err
}

// undo removes a file that was not there, or brings the old one back.
func (f *stagedFile) undo() {
	if f.old != "" {
		os.Rename(f.old, f.target)
	} else if f.placed {
		os.Remove(f.target)
	}
}

// endBySignal leaves no temporary file behind.
func endBySignal() {
	var signals []os.Signal
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if len(signals) == 0 {
		return
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, signals...)
	go func() {
		s := <-c
		staging.Lock() // and never unlocks it: nothing is written from here on
		for name := range staging.names {
			os.Remove(name)
		}
		os.Exit(128 + int(s.(syscall.Signal)))
	}()
}

// Package corpus owns the places where vectors come from, and turns what it finds there into units.
package corpus

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/alg"
	"cordon.example/acvp/internal/cavp"
	"cordon.example/acvp/internal/wycheproof"
)

// DebianCAVP is where Debian's package python3-cryptography-vectors puts its files.
const DebianCAVP = "/usr/lib/python3/dist-packages/cryptography_vectors"

// debianFolders are the folders of it that hold files for the algorithms that the driver knows.
var debianFolders = []string{"asymmetric/ECDSA/FIPS_186-2", "asymmetric/ECDSA/FIPS_186-3", "asymmetric/ECDH",
	"hashes/SHA2", "hashes/SHA3", "hashes/SHAKE", "HMAC"}

// Defaults are the places that are taken if none is named.
func Defaults() []string { return []string{"cavp", "wycheproof"} }

// Load reads all places. Every fault that is found is returned, with the file's name in it.
func Load(places []string, filter *regexp.Regexp) ([]*alg.Unit, []error) {
	l := &loader{}
	for _, place := range places {
		before := l.found
		switch place {
		case "cavp":
			l.debian()
		case "wycheproof":
			l.add(wycheproof.Embedded())
		default:
			l.place(place)
		}
		if l.found == before && len(l.errs) == 0 {
			l.fail(&acvpjson.InputError{File: place, Msg: "no vector file found there"})
		}
	}
	var units []*alg.Unit
	for _, u := range l.units {
		if filter == nil || filter.MatchString(u.Source+" "+u.Algorithm+" "+u.Mode) {
			units = append(units, u)
		}
	}
	return units, l.errs
}

type loader struct {
	units []*alg.Unit
	errs  []error
	found int
}

func (l *loader) add(units []*alg.Unit, errs []error) {
	l.units = append(l.units, units...)
	l.errs = append(l.errs, errs...)
	l.found++
}

func (l *loader) fail(err error) { l.errs = append(l.errs, err) }

func (l *loader) debian() {
	if _, err := os.Stat(DebianCAVP); err != nil {
		l.fail(fmt.Errorf("no CAVP files at %s: install the Debian package python3-cryptography-vectors, "+
			"or name other places with --vectors", DebianCAVP))
		return
	}
	for _, folder := range debianFolders {
		entries, err := os.ReadDir(filepath.Join(DebianCAVP, folder))
		if err != nil {
			l.fail(err)
			continue
		}
		for _, e := range entries {
			path := filepath.Join(DebianCAVP, folder, e.Name())
			if cavp.Known(path) {
				l.add(cavp.Load("cavp "+filepath.Base(folder)+"/"+e.Name(), path))
			}
		}
	}
}

// place takes a file or a folder.
func (l *loader) place(path string) {
	info, err := os.Stat(path)
	if err != nil {
		l.fail(err)
		return
	}
	if !info.IsDir() {
		l.file(path)
		return
	}
	l.folder(path)
}

// file takes a file that was named, so a kind that cannot be read is a fault.
func (l *loader) file(path string) {
	base := filepath.Base(path)
	switch {
	case cavp.Known(path):
		l.add(cavp.Load("cavp "+base, path))
	case strings.HasSuffix(base, "_test.json"):
		l.add(wycheproof.Load("wycheproof "+base, path))
	case strings.HasSuffix(base, ".json") || strings.HasSuffix(base, ".json.gz"):
		l.add(loadSet(path))
	default:
		l.fail(&acvpjson.InputError{File: path, Msg: "neither an ACVP set (.json, .json.gz), nor a known CAVP file, " +
			"nor a Wycheproof file (*_test.json)"})
	}
}

// folder takes every vector file below a folder; other files are left alone.
func (l *loader) folder(root string) {
	index, err := readIndex(root)
	if err != nil {
		l.fail(err)
		return
	}
	var paths []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		l.fail(err)
	}
	sort.Strings(paths)
	for _, path := range paths {
		base := filepath.Base(path)
		switch {
		case base == "prompt.json" || base == "prompt.json.gz":
			l.add(loadSet(path))
		case cavp.Known(path):
			l.add(cavp.Load("cavp "+base, path))
		case strings.HasSuffix(base, "_test.json"):
			l.add(wycheproof.Load("wycheproof "+base, path))
		}
	}
	l.errs = append(l.errs, index.check(root)...)
}

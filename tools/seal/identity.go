package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"sort"
	"strings"

	"cordon.example/tools/seal/sealfile"
)

// rootList is a repeatable --root option.
type rootList []string

func (r *rootList) String() string { return strings.Join(*r, ",") }

func (r *rootList) Set(s string) error {
	abs, err := filepath.Abs(s)
	if err == nil {
		*r = append(*r, abs)
	}
	return err
}

// relative gives the name of a file below the first root that holds it; such
// names do not depend on where the sources lie.
func (r rootList) relative(file string) (string, error) {
	abs, err := filepath.Abs(file)
	if err != nil || len(r) == 0 {
		return filepath.ToSlash(file), err
	}
	for _, root := range r {
		rel, err := filepath.Rel(root, abs)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
			return filepath.ToSlash(rel), nil
		}
	}
	return "", fmt.Errorf("%s: below none of the roots", file)
}

// buildIdentity is the first 24 bytes of SHA-256 over, in the order of the
// names, each name, a zero byte, the length as eight bytes, the content.
func buildIdentity(roots rootList, files []string) (id [sealfile.IdentityLen]byte,
	err error) {
	byName := make(map[string]string)
	var names []string
	for _, file := range files {
		name, err := roots.relative(file)
		if err != nil {
			return id, err
		}
		if _, ok := byName[name]; ok {
			return id, fmt.Errorf("%s: named twice", name)
		}
		byName[name] = file
		names = append(names, name)
	}
	sort.Strings(names)
	sum := sha256.New()
	for _, name := range names {
		data, err := sealfile.ReadInput(byName[name])
		if err != nil {
			return id, err
		}
		var length [8]byte
		binary.LittleEndian.PutUint64(length[:], uint64(len(data)))
		sum.Write([]byte(name + "\x00"))
		sum.Write(length[:])
		sum.Write(data)
	}
	copy(id[:], sum.Sum(nil))
	return id, nil
}

func identityCommand(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("identity", flag.ContinueOnError)
	var roots rootList
	fs.Var(&roots, "root", "folder that names are relative to")
	output := fs.String("output", "", "file to write instead of stdout")
	files, err := parseFlags(fs, args, 1, -1)
	if err != nil {
		return err
	}
	id, err := buildIdentity(roots, files)
	if err != nil {
		return err
	}
	text := hex.EncodeToString(id[:]) + "\n"
	if *output != "" {
		return sealfile.WriteOutput(*output, []byte(text), 0o644)
	}
	_, err = io.WriteString(stdout, text)
	return err
}

package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cordon.example/acvp/internal/acvpjson"
	"cordon.example/acvp/internal/alg"
)

// sibling finds a file beside the prompt, plain or gzip-compressed; "" if there is none.
func sibling(prompt string, names ...string) string {
	for _, name := range names {
		for _, suffix := range []string{"", ".gz"} {
			path := filepath.Join(filepath.Dir(prompt), name+suffix)
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

// derived is the name of answers that were computed for a collection, not published; they may cover a part of the groups.
const derived = "expected.derived.json"

// loadSet reads a prompt with the answers and the internal projection beside it.
func loadSet(path string) ([]*alg.Unit, []error) {
	prompt, err := acvpjson.Load(path)
	if err != nil {
		return nil, []error{err}
	}
	files := []*acvpjson.File{prompt}
	answers, err := loadSibling(&files, path, "expected.json", derived)
	if err != nil {
		return nil, []error{err}
	}
	internal, err := loadSibling(&files, path, "internal.json")
	if err != nil {
		return nil, []error{err}
	}
	var units []*alg.Unit
	for i, s := range prompt.Sets {
		in := &alg.Input{Source: filepath.Base(filepath.Dir(path)), File: prompt, Set: s, Judging: true}
		if in.Answers, err = pair(prompt, answers, i); err != nil {
			return nil, []error{err}
		}
		if in.Internal, err = pair(prompt, internal, i); err != nil {
			return nil, []error{err}
		}
		units = append(units, alg.Units(in)...)
	}
	var errs []error
	for _, f := range files {
		errs = append(errs, f.Src.Errs()...)
	}
	return units, errs
}

func loadSibling(files *[]*acvpjson.File, prompt string, names ...string) (*acvpjson.File, error) {
	path := sibling(prompt, names...)
	if path == "" || path == prompt {
		return nil, nil
	}
	f, err := acvpjson.Load(path)
	if err == nil {
		*files = append(*files, f)
	}
	return f, err
}

// pair finds the set of an answer file that belongs to a set of the prompt: the same vsId and algorithm.
func pair(prompt, answers *acvpjson.File, i int) (*acvpjson.Answers, error) {
	if answers == nil {
		return nil, nil
	}
	s := prompt.Sets[i]
	for _, a := range answers.Sets {
		if a.VsID == s.VsID && a.Algorithm == s.Algorithm && (a.Mode == "" || a.Mode == s.Mode) {
			x := acvpjson.Index(a)
			x.Partial = strings.HasPrefix(filepath.Base(answers.Src.Path), derived)
			return x, nil
		}
	}
	return nil, &acvpjson.InputError{File: answers.Src.Path,
		Msg: fmt.Sprintf("no answers for vsId %d, %s %s", s.VsID, s.Algorithm, s.Mode)}
}

// index is as much of a collection's index.json as is used: the sums of its files.
type index struct {
	Entries []struct {
		Dir   string
		Files []struct {
			Name string
			Sum  string `json:"sha256_of_json"`
		}
	}
}

func readIndex(root string) (*index, error) {
	path := filepath.Join(root, "index.json")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &index{}, nil
	}
	if err != nil {
		return nil, err
	}
	x := &index{}
	if err := json.Unmarshal(data, x); err != nil {
		return nil, &acvpjson.InputError{File: path, Msg: err.Error()}
	}
	return x, nil
}

// check compares every file that the index names with its sum.
func (x *index) check(root string) []error {
	var errs []error
	for _, e := range x.Entries {
		for _, f := range e.Files {
			path := filepath.Join(root, e.Dir, f.Name)
			data, err := acvpjson.ReadFile(path)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			sum := sha256.Sum256(data)
			if hex.EncodeToString(sum[:]) != f.Sum {
				errs = append(errs, &acvpjson.InputError{File: path, Msg: "differs from its sum in index.json"})
			}
		}
	}
	return errs
}

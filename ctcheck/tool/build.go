package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// moduleMap is what this tool reads of `seal map`.
type moduleMap struct {
	Digest    string  `json:"digest"`
	Identity  string  `json:"build_identity"`
	RangeLen  int64   `json:"range_length"`
	Functions []entry `json:"functions"`
	Pieces    []entry `json:"input_sections"`
}

// entry is a named part of the sealed section; offsets count from its start.
type entry struct {
	Name   string `json:"name"`
	Offset uint64 `json:"offset"`
	Size   uint64 `json:"size"`
	Object string `json:"object"`
}

// The section of a sealed object that holds the module.
const sealedSection = ".text.cordon"

func (a *audit) needPrograms(o options) error {
	need := map[string]string{"valgrind": "valgrind", "objdump": "binutils"}
	if !o.noBuild {
		need["cmake"] = "cmake"
	}
	if o.matrix {
		need["clang"], need["gcc"] = "clang", "gcc"
	}
	for program, pkg := range need {
		if _, err := exec.LookPath(program); err != nil {
			return environment("%s is missing; install the package %s",
				program, pkg)
		}
	}
	return nil
}

// output runs a program and gives its standard output.
func output(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	var errText strings.Builder
	cmd.Stderr = &errText
	b, err := cmd.Output()
	if err != nil {
		return nil, environment("%s: %v\n%s", name, err, errText.String())
	}
	return b, nil
}

// quiet runs a program and shows what it printed if it fails.
func quiet(name string, args ...string) error {
	b, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return environment("%s %s: %v\n%s", name, strings.Join(args, " "),
			err, b)
	}
	return nil
}

// cached reads a variable of the build; "" if the build has none.
func cached(build, name string) string {
	b, err := os.ReadFile(filepath.Join(build, "CMakeCache.txt"))
	if err != nil {
		return ""
	}
	for _, line := range strings.Split(string(b), "\n") {
		key, value, _ := strings.Cut(line, "=")
		if strings.HasPrefix(key, name+":") {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// configure makes sure that a build folder has the targets of the audit. A
// build that others set up keeps its settings.
func configure(root, build string, settings ...string) error {
	args := []string{"-S", root, "-B", build, "-DCORDON_BUILD_AUDIT=ON"}
	if cached(build, "CMAKE_HOME_DIRECTORY") == "" {
		if _, err := exec.LookPath("ninja"); err == nil {
			args = append(args, "-G", "Ninja")
		}
		args = append(args, "-DCORDON_BUILD_TESTS=OFF",
			"-DCORDON_BUILD_BENCH=OFF")
	} else if cached(build, "CORDON_BUILD_AUDIT") != "ON" {
		args = append(args, "-DCORDON_AUDIT_CTEST=OFF")
	}
	return quiet("cmake", append(args, settings...)...)
}

func (a *audit) buildTargets() error {
	if err := configure(a.root, a.build); err != nil {
		return err
	}
	return quiet("cmake", "--build", a.build, "--target", "ctcheck", "-j2")
}

func (a *audit) seal() string { return filepath.Join(a.build, "bin/seal") }

func (a *audit) program(name string) string {
	return filepath.Join(a.build, "ctcheck", name)
}

func (a *audit) object(name string) string {
	return filepath.Join(a.build, name)
}

// readMap lists the parts of a sealed object of a build.
func readMap(seal, object string) (*moduleMap, error) {
	ld := strings.TrimSuffix(object, ".o") + ".map"
	b, err := output(seal, "map", "--map", ld, object)
	if err != nil {
		return nil, err
	}
	m := new(moduleMap)
	if err := json.Unmarshal(b, m); err != nil {
		return nil, environment("seal map %s: %v", object, err)
	}
	return m, nil
}

// readObject fills the head of the report from cordon.o itself.
func (a *audit) readObject() error {
	m, err := readMap(a.seal(), a.object("cordon.o"))
	if err != nil {
		return err
	}
	a.report.Digest, a.report.Identity = m.Digest, m.Identity
	v, err := output("valgrind", "--version")
	if err != nil {
		return err
	}
	a.report.Valgrind = strings.TrimSpace(string(v))
	c, err := output(cached(a.build, "CMAKE_C_COMPILER"), "--version")
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(c), "\n")
	a.report.Compiler = first
	return nil
}

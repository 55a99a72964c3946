package main

import (
	"os/exec"
	"path/filepath"
	"strings"
)

// The cells of the matrix; each is the module built afresh at that level.
var (
	matrixCompilers = []string{"gcc", "clang"}
	matrixLevels    = []string{"O0", "O1", "O2", "O3", "Os"}
)

func (a *audit) matrixBuild(compiler string) string {
	return filepath.Join(a.build, "ctcheck", "matrix-"+compiler)
}

// buildMatrix builds every cell: a build folder for each compiler.
func (a *audit) buildMatrix() error {
	for _, c := range matrixCompilers {
		path, err := exec.LookPath(c)
		if err != nil {
			return environment("%s is missing", c)
		}
		dir := a.matrixBuild(c)
		if err := configure(a.root, dir, "-DCMAKE_C_COMPILER="+path,
			"-DCORDON_AUDIT_MATRIX=ON"); err != nil {
			return err
		}
		if err := quiet("cmake", "--build", dir, "--target",
			"ctcheck_matrix", "-j2"); err != nil {
			return err
		}
	}
	return nil
}

// checkCell audits one cell: clean under Memcheck, and no division.
func (a *audit) checkCell(k *check, compiler, level string,
	b backend) error {
	cell := *a
	cell.backend = b
	cell.build = a.matrixBuild(compiler)
	object := cell.object("cordon-" + level + ".o")
	m, err := readMap(cell.seal(), object)
	if err != nil {
		return err
	}
	// Without origins, which double the time: -O0 has many instructions.
	r, err := cell.memcheck(cell.program("ctcheck-"+level), "check",
		"--track-origins=no")
	if err != nil {
		return err
	}
	if err := cell.checkInfo(k, r, "production", m.Digest); err != nil {
		return err
	}
	all := new(check)
	all.Pass = true
	if err := clean(all, r); err != nil {
		return err
	}
	k.Faults = append(k.Faults, all.Faults...)
	k.Pass = k.Pass && all.Pass
	k.Numbers = all.Numbers
	code, err := disassemble(m, object)
	if err != nil {
		return err
	}
	divisions := map[string]bool{}
	for _, i := range code {
		if isDivision(i.mnemonic) {
			divisions[m.functionAt(i.offset)] = true
		}
	}
	for f := range divisions {
		k.fault("a division in %s", f)
	}
	k.number("instructions", int64(len(code)))
	k.fact("digest %s..., %d errors in %d scenarios, %d instructions",
		strings.ToLower(m.Digest[:16]), k.Numbers["errors"],
		k.Numbers["scenarios"], len(code))
	return nil
}

// Package runner owns the running of units: it opens modules, chooses one for each unit, keeps them busy and notes what
// came of every test.
package runner

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"cordon.example/acvp/internal/caps"
	"cordon.example/acvp/internal/wire"
)

// Module is a wrapper that answered --version and getConfig.
type Module struct {
	Path    string
	Object  string // the name in result tables
	Version []string
	BackEnd string // of the code that the module chose on this machine, "" where the wrapper does not say
	Config  *caps.Config
	opts    wire.Options
}

// Open starts a wrapper to learn what it is and what it can do.
func Open(path string, opts wire.Options) (*Module, error) {
	m := &Module{Path: path, Object: filepath.Base(path), opts: opts}
	m.readVersion()
	client := wire.NewClient(path, opts)
	defer client.Close()
	reply, err := client.Call(wire.Call{Name: "getConfig", Want: 1})
	if err != nil {
		return nil, fmt.Errorf("%s: getConfig: %w", path, err)
	}
	m.Config, err = caps.ParseConfig(path, reply[0])
	return m, err
}

// readVersion takes the lines of --version. Wrappers of other modules may have another form, or none.
func (m *Module) readVersion() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, m.Path, "--version").Output()
	if err != nil {
		return
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		line := strings.TrimSpace(strings.ToValidUTF8(lines.Text(), "?"))
		if line == "" {
			continue
		}
		m.Version = append(m.Version, line)
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "object":
			if value != "" {
				m.Object = value
			}
		case "back-end":
			m.BackEnd = value
		}
	}
}

// client makes one process of the module.
func (m *Module) client() *wire.Client {
	c := wire.NewClient(m.Path, m.opts)
	c.SetFeatures(m.Config.Has)
	return c
}

package report

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"cordon.example/acvp/internal/acvpjson"
)

// WriteJSON replaces a file by the report.
func (r *Report) WriteJSON(path string) error {
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return acvpjson.WriteFile(path, append(b, '\n'))
}

// maxListed bounds the failures that are printed; the JSON has all.
const maxListed = 50

// Print writes the objects, the failures and the table.
func (r *Report) Print(w io.Writer) {
	for _, m := range r.Modules {
		fmt.Fprintf(w, "%s: %s (%s)\n", m.Object, m.Path, strings.Join(m.Version, "; "))
	}
	for i, f := range r.Failures {
		if i == maxListed {
			fmt.Fprintf(w, "... and %d more\n", len(r.Failures)-maxListed)
			break
		}
		fmt.Fprintf(w, "%s: %s: %s: %s, %s: %s%s\n", f.File, f.Name, f.Mode, f.Object, f.Kind, f.Msg, note(f.Note))
	}
	for _, f := range r.Faults {
		fmt.Fprintf(w, "module failed: %s\n", f)
	}
	r.table(w)
	fmt.Fprintln(w, r.verdict())
}

// PrintUnsupported lists what is not supported, by file and reason.
func (r *Report) PrintUnsupported(w io.Writer) {
	for _, o := range r.Unsupported {
		fmt.Fprintf(w, "not supported: %s: %s: %s (%d)\n", o.File, strings.TrimSpace(o.Algorithm+" "+o.Mode), o.Reason, o.Tests)
	}
}

func note(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func (r *Report) verdict() string {
	switch r.ExitCode {
	case OK:
		return fmt.Sprintf("all %d tests passed", r.Total.Passed)
	case WrongAnswer:
		return fmt.Sprintf("%d of %d tests failed", r.Total.Failed, r.Total.Passed+r.Total.Failed)
	case BadInput:
		return "no test was judged"
	}
	return fmt.Sprintf("the module failed: %d tests without an answer, %d other faults, %d wrong answers, %d passed",
		r.Total.Errors, len(r.Faults), r.Total.Failed, r.Total.Passed)
}

func (r *Report) table(w io.Writer) {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	t.Style().Format.Footer = text.FormatDefault
	var columns []table.ColumnConfig
	for i := 5; i <= 8; i++ {
		columns = append(columns, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight,
			AlignFooter: text.AlignRight})
	}
	columns = append(columns, table.ColumnConfig{Number: 9, WidthMax: 60, WidthMaxEnforcer: text.WrapSoft},
		table.ColumnConfig{Number: 10, Align: text.AlignRight, AlignFooter: text.AlignRight})
	t.SetColumnConfigs(columns)
	t.AppendHeader(table.Row{"source", "algorithm", "mode", "object", "passed", "failed", "errors", "not supported",
		"reason", "time"})
	for _, row := range r.Rows {
		t.AppendRow(cells(row, reasons(row.Reasons)))
	}
	t.AppendFooter(cells(&r.Total, ""))
	t.Render()
}

func cells(row *Row, why string) table.Row {
	object := row.Object
	if object == "" && row.Source != "total" {
		object = "-"
	}
	return table.Row{row.Source, row.Algorithm, row.Mode, object, row.Passed, row.Failed, row.Errors,
		row.NotSupported + row.NotRun, why, fmt.Sprintf("%.2fs", row.Seconds)}
}

// reasons lists what is missing, each kind once: "curve P-224 (10) P-384 (10); feature ldt (4)".
func reasons(list []Reason) string {
	var kinds []string
	values := map[string][]string{}
	for _, r := range list {
		if values[r.Kind] == nil {
			kinds = append(kinds, r.Kind)
		}
		values[r.Kind] = append(values[r.Kind], strings.TrimSpace(fmt.Sprintf("%s (%d)", r.Value, r.Tests)))
	}
	var parts []string
	for _, kind := range kinds {
		sort.Strings(values[kind])
		parts = append(parts, kind+" "+strings.Join(values[kind], " "))
	}
	return strings.Join(parts, "; ")
}

module cordon.example/acvp

go 1.26.4

require (
	github.com/alecthomas/kong v1.17.0
	github.com/c2sp/wycheproof v0.0.0-20260902155932-3fa63dd0344a
	github.com/jedib0t/go-pretty/v6 v6.8.3
	golang.org/x/term v0.48.0
)

require (
	github.com/mattn/go-runewidth v0.0.16 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.22.0 // indirect
)

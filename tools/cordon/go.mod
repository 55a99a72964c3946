module cordon.example/cordon

go 1.24

require (
	cordon.example/tools v0.0.0
	github.com/alecthomas/kong v1.17.0
)

replace cordon.example/tools => ../

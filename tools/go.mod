module cordon.example/tools

go 1.19

module cordon.example/ctcheck

go 1.19

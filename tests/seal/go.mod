module cordon.example/tests/seal

go 1.19

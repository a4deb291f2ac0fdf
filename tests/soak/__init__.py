"""What takes longer than `make test` allows: `make soak`."""

"""What takes longer than `make test-all` allows: `make soak`."""

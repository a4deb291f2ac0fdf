"""The source of every figure in docs/performance.md. Run one with `python -m bench.NAME`."""

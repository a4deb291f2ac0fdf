"""Tests, mirroring the tree they prove."""

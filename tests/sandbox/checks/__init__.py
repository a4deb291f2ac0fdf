"""Tests of the limits, as pure functions."""

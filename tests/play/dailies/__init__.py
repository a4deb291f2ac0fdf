"""Tests of the daily."""

"""Tests of ratings at play."""

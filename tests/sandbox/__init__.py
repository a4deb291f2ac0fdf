"""Tests of the stand-in for Discord: its rules alone, and over the wire."""

"""Tests of the slash commands of every feature, in a simulated server."""

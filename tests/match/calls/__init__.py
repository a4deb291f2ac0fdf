"""Tests of bot/match/calls."""

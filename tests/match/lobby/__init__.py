"""Tests of bot/match/lobby."""

"""Tests of bot/puzzles."""

"""Tests of bot/match/table."""

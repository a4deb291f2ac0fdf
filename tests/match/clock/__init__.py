"""Tests of bot/match/clock."""

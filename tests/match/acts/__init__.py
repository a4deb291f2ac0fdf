"""Tests of bot/match/acts."""

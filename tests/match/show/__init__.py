"""Tests of bot/match/show."""

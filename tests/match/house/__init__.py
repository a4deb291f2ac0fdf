"""Tests of bot/match/house."""

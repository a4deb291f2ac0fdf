"""Tests of bot/match/talk."""

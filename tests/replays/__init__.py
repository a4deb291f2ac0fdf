"""Tests of bot/replays."""

"""Tests of bot/faces."""

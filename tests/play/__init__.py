"""Tests of bot/play."""

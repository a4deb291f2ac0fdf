"""Tests of bot/preferences."""

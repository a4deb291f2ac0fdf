"""Tests of bot/records."""

"""Tests of bot/daily."""

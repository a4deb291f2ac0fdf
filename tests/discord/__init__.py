"""Tests of bot/discord."""

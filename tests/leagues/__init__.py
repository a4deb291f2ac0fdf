"""Tests of bot/leagues."""

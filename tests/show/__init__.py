"""Tests of bot/show."""

"""Tests of bot/seekers."""

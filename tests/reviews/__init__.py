"""Tests of bot/reviews."""

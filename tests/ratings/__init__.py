"""Tests of bot/ratings."""

"""Tests of bot/ui."""

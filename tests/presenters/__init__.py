"""Tests of bot/presenters."""

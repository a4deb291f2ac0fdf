"""Tests of bot/servers."""

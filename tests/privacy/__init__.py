"""Tests of bot/privacy."""

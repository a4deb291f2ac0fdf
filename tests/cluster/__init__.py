"""Tests of bot/cluster."""

"""Layouts and controls of the messages players see."""

"""Showing matches: frames say what is to be shown, the publisher when, a stage shows it."""

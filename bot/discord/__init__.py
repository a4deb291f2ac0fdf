"""All that knows Discord and no game."""

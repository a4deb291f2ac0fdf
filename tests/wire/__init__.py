"""Every body the bot sends, held against Discord's own description and the limits it misses."""

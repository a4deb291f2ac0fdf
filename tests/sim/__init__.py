"""The bot in an in-memory Discord: whole evenings through commands, buttons and messages."""

"""The card that the bot's name leads to: what waits for a person today."""

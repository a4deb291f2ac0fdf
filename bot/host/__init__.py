"""Tools of a host beside running the bot: looking it over, keeping backups, watching it."""

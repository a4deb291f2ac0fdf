"""What a host does beside running the bot: looks it over, keeps backups, watches it."""

"""The Discord bot: lobbies, tables and everything players touch."""

"""Settings of a server, and its greeting."""

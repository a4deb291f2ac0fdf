"""What people ask: about a game, its rules, help, and their own games."""

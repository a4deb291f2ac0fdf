"""House players: the contract, the levels, the search, and a package a game."""

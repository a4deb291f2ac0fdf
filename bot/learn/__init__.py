"""Learning a game by playing chosen moments of it: /learn."""

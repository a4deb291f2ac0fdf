"""The rules of the four games: pure, synchronous, standard library only."""

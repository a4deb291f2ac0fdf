"""The rules of the games and their house players: pure, synchronous, standard library only."""

"""The tables: lobbies, moves, clocks and what is published; no Discord here."""

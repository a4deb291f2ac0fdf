"""Beating a deal: the cards that somebody has played alone, for whoever likes to try them."""

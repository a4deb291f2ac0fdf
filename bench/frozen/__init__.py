"""Frozen: the house players of version 1, as they were, for later ones to be measured against.

Not to be changed: `tests/bench/test_frozen.py` holds them to the golden answers of version 1. The
rules, views and imagined states they use are those of `engine.games`.
"""

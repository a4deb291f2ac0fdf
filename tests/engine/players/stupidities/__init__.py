"""Stupidities: patterns of play that no sensible player makes, and who makes them.

A pattern looks at a decision as the seat to move sees it, and names the moves that are stupid
there, each with a better one. It may fire only where the better move is at least as good in every
world the seat may be in; its `Proof` says against what play, and tests check it.
"""

"""Rankings that contradict themselves: the first move shows less than one below it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.players.robot import RankedMove

MORE_IS_BETTER = ("success", "stopped", "win")
"""Facts that speak for a move of which they are more."""


def outshone(ranking: Sequence[RankedMove]) -> str | None:
    """Return a move with the same share as the first, but more points and more success, if any.

    Shares may be equal because they were lowered to the order; then the order itself is in doubt.

    >>> queen = RankedMove("play QH", points=90.0, share=0.4)
    >>> six = RankedMove("play 6H", points=95.0, share=0.4)
    >>> outshone((queen, six)), outshone((six, queen))
    ('play 6H', None)
    """
    first, *others = ranking
    for move in others:
        if move.share == first.share and move.points > first.points and _is_likelier(move, first):
            return move.code
    return None


def _is_likelier(move: RankedMove, first: RankedMove) -> bool:
    """Return whether no fact speaks for the first move."""
    facts, theirs = dict(move.facts), dict(first.facts)
    shown = [name for name in MORE_IS_BETTER if name in facts and name in theirs]
    return all(facts[name] >= theirs[name] for name in shown)

"""A beginner of Cloud 9: goes on while the next cloud, times its chance, beats this one.

The chance of another pilot is what the picture says (where the table plays without, a guess by the
colours thrown), one's own is guessed from the colours in hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from engine.events import Heard
from engine.game import View
from engine.games.balloon.moves import Move
from engine.games.balloon.view import BLANK, DICE, VALUES, WILD, BalloonView, Phase

DIE = 6
"""Faces of a die: four colours and two blanks."""

HELD = 0.75
"""A guess: how likely a pilot holds a colour or has a wild card for it."""

DEAR = 4
"""From this cloud on a wild card is worth spending on colours one lacks."""


class Beginner:
    """Stays, jumps, pays and rolls by what looks worth more at once."""

    def choose(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - it looks at the table
        legal: Sequence[str],
        random: Random,  # noqa: ARG002 - and leaves nothing to chance
    ) -> str:
        shown = cast("BalloonView", view)
        if shown.phase is Phase.PAY:
            return _paid(shown, legal)
        if shown.phase is Phase.LONE:
            return Move.ROLL if _goes_on(shown, _own_chance(shown)) else Move.JUMP
        return Move.STAY if _goes_on(shown, _chance(shown)) else Move.JUMP


def _goes_on(view: BalloonView, chance: float) -> bool:
    """Return whether the next cloud, with this chance, is worth more than a jump now."""
    here = VALUES[view.cloud]
    wins = view.scores[(view.seat or 1) - 1] + here >= view.target
    return not wins and chance * VALUES[view.cloud + 1] > here


def _chance(view: BalloonView) -> float:
    if view.odds:
        return view.odds.ways / view.odds.total
    return float(HELD ** len(set(view.dice) - {BLANK}))


def _own_chance(view: BalloonView) -> float:
    hand = set(view.hand or ())
    if WILD in hand:
        return 1.0
    return float(((2 + len(hand)) / DIE) ** DICE[view.cloud])


def _paid(view: BalloonView, legal: Sequence[str]) -> str:
    """Return how the pilot pays: in colours if possible, with a wild card where it matters."""
    if Move.PAY in legal:
        return Move.PAY
    alone = sum(view.aboard) == 1
    if Move.WILD in legal and (alone or view.cloud >= DEAR or Move.FALL not in legal):
        return Move.WILD
    return Move.FALL

"""The moves of Cloud 9 and why one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Move(StrEnum):
    """A decision, spelled as in docs/rules.md."""

    STAY = "stay"
    JUMP = "jump"
    PAY = "pay"
    WILD = "wild"
    FALL = "fall"
    ROLL = "roll"


def code(move: Move) -> str:
    """Spell a move as docs/rules.md does."""
    return move.value


BY_CODE: Mapping[str, Move] = {code(move): move for move in Move}
"""Every move by its spelling."""


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    WRONG_PHASE = "wrong_phase"
    """That is not what is to be decided now; the pilot, for one, may not jump after a throw."""
    LACKS_COLOURS = "lacks_colours"
    """The pilot does not hold the colours thrown."""
    NO_WILD = "no_wild"
    """The pilot has no wild card."""
    NOTHING_TO_PAY = "nothing_to_pay"
    """An all-blank throw costs nothing and takes no wild card."""
    MUST_FLY = "must_fly"
    """A pilot who holds the colours may not fall."""

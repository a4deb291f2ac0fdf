"""The moves of the balloon game and why one is refused."""

from __future__ import annotations

from enum import StrEnum

from engine.game import IllegalMove


class Move(StrEnum):
    """A decision, spelled as in docs/rules.md."""

    STAY = "stay"
    JUMP = "jump"
    PAY = "pay"
    WILD = "wild"
    FALL = "fall"
    ROLL = "roll"


class Refusal(StrEnum):
    """Why a move is refused: the `reason` of IllegalMove."""

    GAME_OVER = "game_over"
    """Nobody moves any more."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to decide."""
    UNREADABLE = "unreadable"
    """The spelling is no move of this game."""
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


_BY_CODE = {move.value: move for move in Move}


def parse(spelling: str) -> Move:
    """Read a spelling back. Raises IllegalMove("unreadable")."""
    move = _BY_CODE.get(spelling)
    if move is None:
        raise IllegalMove(Refusal.UNREADABLE)
    return move

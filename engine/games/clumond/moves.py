"""The moves of Clumond, each made once, and their spelling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from engine.cards import FACES, JOKER, lister
from engine.games.clumond.state import FULL_PACK, TRUMPS
from engine.games.clumond.view import PASS, Phase
from engine.tricks import NO_TRUMPS


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the declaring to others (C2)."""

    phase: ClassVar = Phase.CALL


@dataclass(frozen=True, slots=True)
class Declare:
    """Go for the whole pot, with trumps: the number of a suit or NO_TRUMPS (C2)."""

    phase: ClassVar = Phase.CALL
    trumps: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to the trick (C3)."""

    phase: ClassVar = Phase.PLAY
    card: int


Move: TypeAlias = Pass | Declare | Play


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    CALL_OVER = "call_over"
    """The call has ended: cards are played now."""
    CALL_FIRST = "call_first"
    """No card is played before the call has ended."""
    NOT_IN_HAND = "not_in_hand"
    """The card played is not in the hand."""
    MUST_FOLLOW = "must_follow"
    """The hand has cards of the suit led, and this is none of them."""


def code(move: Move) -> str:
    """Spell a move as docs/rules.md does.

    >>> code(Declare(NO_TRUMPS))
    'declare NT'
    """
    match move:
        case Pass():
            return PASS
        case Declare(trumps):
            return f"declare {TRUMPS[trumps]}"
        case Play(card):
            return f"play {FACES[card]}"


CALLS: tuple[Move, ...] = (Pass(), *(Declare(trumps) for trumps in (NO_TRUMPS, *range(NO_TRUMPS))))
"""The calls there are: a pass, then to declare without trumps and in each suit (C2)."""

plays_in = lister([Play(card) for card in range(JOKER)])
"""The plays of all cards of a set, spades first, each suit from the ace down."""

BY_CODE: Mapping[str, Move] = {code(move): move for move in (*CALLS, *plays_in(FULL_PACK))}
"""Every move by its spelling."""

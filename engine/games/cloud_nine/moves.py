"""The moves of Cloud Nine, each made once, and their spelling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from engine.cards import CARD_OF_FACE, FACES, lister
from engine.games.cloud_nine.view import Phase
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card (0…52; 52 is any joker) to the trick."""

    phase: ClassVar = Phase.PLAY
    card: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card (0…52; 52 is any joker) of the trick into the cloud (N5)."""

    phase: ClassVar = Phase.TAKE
    card: int


@dataclass(frozen=True, slots=True)
class Second:
    """Name the runner-up (N4)."""

    phase: ClassVar = Phase.SECOND
    seat: Seat


Move: TypeAlias = Play | Take | Second


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    WRONG_PHASE = "wrong_phase"
    """A card is to be played and not taken, or the other way round, or the second to be named."""
    NOT_IN_HAND = "not_in_hand"
    """The card played is not in the hand."""
    NOT_IN_TRICK = "not_in_trick"
    """The card to be taken was not played to this trick."""
    ALREADY_TAKEN = "already_taken"
    """The card to be taken has gone to the winner's cloud."""
    NOT_A_CLAIMANT = "not_a_claimant"
    """The seat named has no claim to be second: it won the trick, or is no seat."""


_PLAYS = tuple(Play(CARD_OF_FACE[face]) for face in FACES)
_TAKES = tuple(Take(CARD_OF_FACE[face]) for face in FACES)
_SECONDS = tuple(Second(Seat(seat)) for seat in (1, 2, 3))

plays_of = lister(_PLAYS, once=True)
"""The moves that play one of a set of cards."""

takes_of = lister(_TAKES, once=True)
"""The moves that take one of a set of cards."""


def code(move: Move) -> str:
    """Spell a move as docs/rules.md does."""
    match move:
        case Play(card):
            return f"play {FACES[card]}"
        case Take(card):
            return f"take {FACES[card]}"
        case Second(seat):
            return f"second {seat}"


BY_CODE: Mapping[str, Move] = {
    code(move): move for moves in (_PLAYS, _TAKES, _SECONDS) for move in moves
}
"""Every move by its spelling."""

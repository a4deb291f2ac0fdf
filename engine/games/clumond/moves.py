"""The moves of Clumond, each made once, and their spelling."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from engine.cards import CARD_OF_FACE, FACES, JOKER, SUIT_SIZE
from engine.game import IllegalMove
from engine.games.clumond.state import PACK, SUIT_OF, TRUMPS
from engine.games.clumond.view import Phase


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
    """Why a move is refused: the `reason` of IllegalMove."""

    GAME_OVER = "game_over"
    """Nobody moves any more."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to move."""
    UNREADABLE = "unreadable"
    """The spelling is no move of this game."""
    CALL_OVER = "call_over"
    """The call has ended: cards are played now."""
    CALL_FIRST = "call_first"
    """No card is played before the call has ended."""
    NOT_IN_HAND = "not_in_hand"
    """The card played is not in the hand."""
    MUST_FOLLOW = "must_follow"
    """The hand has cards of the suit led, and this is none of them."""


PASS = Pass()
DECLARE = tuple(Declare(number) for number in range(len(TRUMPS)))
CALLS: tuple[Move, ...] = (PASS, DECLARE[-1], *DECLARE[:-1])
"""What may be called: pass, no trumps, then each suit."""

_PLAYS = tuple(Play(card) for card in range(JOKER))
_RANKS = (1 << SUIT_SIZE) - 1
_DIAMONDS, _HEARTS, _SPADES = (SUIT_SIZE * place for place in range(1, 4))


def _of_suit(plays: tuple[Play, ...]) -> tuple[tuple[Play, ...], ...]:
    """List the plays of every set of a suit's cards, indexed by the set's ranks as bits."""
    lists: list[tuple[Play, ...]] = [()]
    for play in plays:
        lists += [(play, *listed) for listed in lists]
    return tuple(lists)


_OF_SUIT = tuple(_of_suit(_PLAYS[low : low + SUIT_SIZE]) for low in range(0, JOKER, SUIT_SIZE))
_OF_CLUBS, _OF_DIAMONDS, _OF_HEARTS, _OF_SPADES = _OF_SUIT


def plays_of(hand: int, cards: tuple[int, ...]) -> tuple[Move, ...]:
    """List the plays a hand has to a trick: of the suit led if able, else any (C3)."""
    if cards:
        suit = SUIT_OF[cards[0]]
        following = _OF_SUIT[suit][hand >> suit * SUIT_SIZE & _RANKS]
        if following:
            return following
    return (
        _OF_SPADES[hand >> _SPADES]
        + _OF_HEARTS[hand >> _HEARTS & _RANKS]
        + _OF_DIAMONDS[hand >> _DIAMONDS & _RANKS]
        + _OF_CLUBS[hand & _RANKS]
    )


def code(move: Move) -> str:
    """Spell a move as docs/rules.md does."""
    match move:
        case Pass():
            return "pass"
        case Declare(trumps):
            return f"declare {TRUMPS[trumps].value}"
        case Play(card):
            return f"play {FACES[card]}"


_IN_PACK = tuple(_PLAYS[CARD_OF_FACE[face]] for face in FACES[:JOKER] if face in PACK)
_BY_CODE: dict[str, Move] = {code(move): move for moves in (CALLS, _IN_PACK) for move in moves}


def parse(spelling: str) -> Move:
    """Read a spelling back. Raises IllegalMove("unreadable")."""
    move = _BY_CODE.get(spelling)
    if move is None:
        raise IllegalMove(Refusal.UNREADABLE)
    return move

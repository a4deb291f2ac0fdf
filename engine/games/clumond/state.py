"""The whole truth of a game of Clumond: small tuples of numbers, hands as bits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine import match
from engine.cards import (
    CARD_OF_IDENTITY,
    FACES,
    IDENTITIES,
    JOKER,
    SUIT_SIZE,
    SUITS,
    faces_in,
    mask_of,
    suit_of,
)
from engine.game import Info
from engine.games.clumond.view import SUIT_VALUES, DealResult, Phase, Played, Scoring, Trick, Trumps
from engine.options import Choice, Number
from engine.seats import Seat, left_of, round_from

INFO = Info(
    key="clumond",
    title="Clumond",
    seats=(3,),
    options=(
        Number("ante", 2, 1, 10),
        Number("deals", 9, 3, 30, step=3, also=(1,)),
        Choice("scoring", Scoring.CHIPS.value, choices=tuple(kind.value for kind in Scoring)),
    ),
    rules_version=1,
)

SEATS = 3

HELD = 16
"""Cards dealt to each seat; three are left after the last trick."""

PACK = tuple(name for name in IDENTITIES[:JOKER] if not name.startswith("T"))
"""The cards that are shuffled for a deal: no tens, no jokers."""
FULL_PACK = mask_of(CARD_OF_IDENTITY[name] for name in PACK)

SUIT_MASKS = tuple(((1 << SUIT_SIZE) - 1) << SUIT_SIZE * suit for suit in range(len(SUITS)))
"""All cards of each suit."""
SAME_SUIT = tuple(SUIT_MASKS[suit_of(card)] for card in range(JOKER))
"""For each card all cards of its suit."""

TRUMPS = (*(Trumps(suit) for suit in SUITS), Trumps.NONE)
"""The spelling of trumps: by suit, and at NO_TRUMPS none."""
TRUMPS_NUMBER = {trumps: number for number, trumps in enumerate(TRUMPS)}

_AS_SHOWN = tuple(SUIT_MASKS[SUITS.index(suit)] for suit in SUIT_VALUES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(match.Deal[DealResult]):
    """The hand of Clumond; its `totals` are the balances after this hand's antes (C1).

    `ante` and `pot` are 0 with points (C7); the pot holds this hand's antes.
    """

    ante: int
    scoring: Scoring
    pot: int = 0


def less_ante(totals: Iterable[int], ante: int) -> tuple[int, ...]:
    """Return balances after everybody has paid an ante (C1)."""
    return tuple([total - ante for total in totals])


class TrickState(NamedTuple):
    """A trick: its cards in the order played from the leader; `winner` is NOBODY before its end."""

    number: int
    leader: Seat
    cards: tuple[int, ...]
    winner: Seat


class State(NamedTuple):
    """A position. `turn` is NOBODY when the game is over, `declarer` while there is none.

    `hands` are card sets, `tricks` what each seat has won in this hand. `trumps` is the number of a
    suit or NO_TRUMPS. `number`, `leader` and `cards` are the present trick; while the call goes on
    its leader is the dealer's left.
    """

    deal: Deal
    phase: Phase
    turn: Seat
    hands: tuple[int, ...]
    tricks: tuple[int, ...]
    declarer: Seat
    trumps: int
    number: int
    leader: Seat
    cards: tuple[int, ...]
    last_trick: TrickState | None


def callers(dealer: Seat) -> tuple[Seat, ...]:
    """Return the seats in the order they call: the dealer's left, right, then the dealer (C2)."""
    return round_from(left_of(dealer, SEATS), SEATS)


def hand_of(mask: int) -> tuple[str, ...]:
    """List a hand: the suits by their value in a code (C4), ranks high to low."""
    return tuple([face for suit in _AS_SHOWN for face in faces_in(mask & suit)])


def shown(trick: TrickState) -> Trick:
    """Show a trick."""
    order = round_from(trick.leader, SEATS)
    cards = [Played(seat, FACES[card]) for seat, card in zip(order, trick.cards, strict=False)]
    return Trick(trick.number, trick.leader, tuple(cards), trick.winner or None)

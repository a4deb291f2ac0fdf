"""The view that a seat has of Clumond, and the events it hears."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.events import Event
from engine.seats import Seat

TRICKS = 13
"""Tricks of a hand (C3)."""

LEFT_OVER = 3
"""Cards that a seat has left after the last trick; they spell its code (C4)."""

SUIT_VALUES = {"C": 3, "H": 2, "S": 1, "D": 0}
"""The amount that a card of each suit adds to a code (C4), the dearest first."""

HIGHEST_CODE = LEFT_OVER * max(SUIT_VALUES.values())

POINTS_DECLARED, POINTS_AGAINST, POINTS_MADE = 10, 5, 2
"""Points for a declarer who succeeds, for each opponent of one who fails, and undeclared (C7)."""


class Phase(StrEnum):
    """The task of the seat to act: call (C2) or play a card (C3); OVER when the game is over."""

    CALL = "call"
    PLAY = "play"
    OVER = "over"


class Trumps(StrEnum):
    """A suit that is trumps, or none (C2)."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NONE = "NT"


CALL_CODES = ("pass", *(f"declare {trumps}" for trumps in (Trumps.NONE, *list(Trumps)[:-1])))
"""The spellings of what may be called: a pass, then to declare without trumps and in each suit."""

PASS = CALL_CODES[0]


class Scoring(StrEnum):
    """How hands are settled: with chips and a pot (C5, C6) or with points (C7)."""

    CHIPS = "chips"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick and who played it."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, its cards in the order played; `winner` is None until it is complete (C3)."""

    number: int
    leader: Seat
    cards: tuple[Played, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Ask:
    """A code (0…9) that three cards of the hand can spell at the end, and what it asks for (C4).

    `tricks` are the totals it means that can still be reached, `more` how many more tricks each
    of them takes; both () for a code that cannot be fulfilled any more.
    """

    code: int
    tricks: tuple[int, ...]
    more: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished hand and its settlement; per-seat tuples in seat order (C4-C8).

    `trick` is the thirteenth. `left` are each seat's three cards, `codes` what they spell, `tricks`
    what was won and `off` the distance between. `pot` held the antes when the hand began; then each
    seat `paid`, `took`, and so much `stays`. `share` is what each seat gets of that when the game
    ends, else 0. `points` is the change of each balance by all this, `ante` and share included, and
    `totals` are the balances after it. With points there is no pot, `paid` are points lost.
    """

    deal: int
    dealer: Seat
    declarer: Seat | None
    trumps: Trumps
    trick: Trick
    left: tuple[tuple[str, ...], ...]
    codes: tuple[int, ...]
    tricks: tuple[int, ...]
    off: tuple[int, ...]
    ante: int
    pot: int
    paid: tuple[int, ...]
    took: tuple[int, ...]
    stays: int
    share: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClumondView:
    """The table as `seat` sees it; `seat` None is a spectator, whose `hand` is None, `asks` ().

    Per-seat tuples are in seat order (index seat - 1). `trumps` is None while the call goes on, and
    `declarer` None if there is none. `passed` are the seats that passed, in order. `tricks` are won
    in this hand. `last_trick` is the trick before the present one (C9). `scores` are the balances
    now, this hand's antes paid; `deal_scores` their change by each finished hand. `ante` and `pot`
    are 0 with points (C7). `hand` has clubs, hearts, spades, diamonds, each from the ace down.
    `winners` is () until OVER.
    """

    seat: Seat | None
    seats: int
    deals: int
    scoring: Scoring
    ante: int
    deal: int
    phase: Phase
    to_act: tuple[Seat, ...]
    dealer: Seat
    passed: tuple[Seat, ...]
    declarer: Seat | None
    trumps: Trumps | None
    trick: Trick
    last_trick: Trick | None
    tricks: tuple[int, ...]
    hand_counts: tuple[int, ...]
    pot: int
    hand: tuple[str, ...] | None
    asks: tuple[Ask, ...]
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    deal_scores: tuple[tuple[int, ...], ...]
    last_deal: DealResult | None
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DealStarted(Event):
    """A hand begins: its number, the dealer, who calls first, the pot with the antes (C1, C2).

    Each seat has paid `ante` into the pot; both are 0 with points (C7).
    """

    by_chance = True
    deal: int
    dealer: Seat
    caller: Seat
    pot: int
    ante: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passes (C2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A seat declares and names trumps; its left leads (C2, C3)."""

    seat: Seat
    trumps: Trumps
    leader: Seat


@dataclass(frozen=True, slots=True)
class NobodyDeclared(Event):
    """All three passed: no trumps, the dealer's left leads (C3)."""

    leader: Seat


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """A trick is complete: its winner, and how many they have now (C3)."""

    seat: Seat
    tricks: int

"""The whole truth of a game of Nimbly: rows as tuples of cards, hands as sets of cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine import match, melds
from engine.cards import FACES, IDENTITIES, JOKER, RANKS
from engine.codec import Stored, cards_of, dump_deal, load_deal, spelled, spelled_set
from engine.game import Info, Json
from engine.games.nimbly.view import ROWS, USUAL_ROWS, DealResult
from engine.match import added, totals_of
from engine.melds import Nine
from engine.options import Choice, Flag, Number
from engine.seats import Seat

INFO = Info(
    key="nimbly",
    title="Nimbly",
    seats=(3, 4, 5),
    options=(
        Number("deals", None, 1, 10, unless="target"),
        Number("target", None, 50, 2000),
        Flag("par", default=False, seats=(3,)),
        Choice("rows", str(USUAL_ROWS), choices=(str(USUAL_ROWS), str(len(ROWS))), seats=(5,)),
    ),
    rules_version=1,
)

LARGE_TABLE = 5
"""This many seats play with 52 cards, and with them the ace may be low (J1, J5)."""

_LOWEST = RANKS.index("6")
_LARGE_PACK = IDENTITIES[:JOKER]
_SMALL_PACK = tuple(card for card in _LARGE_PACK if RANKS.index(card[0]) >= _LOWEST)

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""The cards of the rows, each from its covered to its open end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(match.Deal[DealResult]):
    """The deal of Nimbly; with `par` the nine set aside are scored against the hands (J6)."""

    par: bool


class Drawn(NamedTuple):
    """The last move: who drew which cards from which rows (`AAC`)."""

    seat: Seat
    rows: str
    cards: tuple[int, ...]


class State(NamedTuple):
    """A position. `turn` is NOBODY when the game is over; `hands` and `aside` are card sets."""

    deal: Deal
    turn: Seat
    rows: Rows
    hands: tuple[int, ...]
    aside: int
    drawn: Drawn | None


def pack(seats: int) -> tuple[str, ...]:
    """Return the cards that this many play with: 36 from the six up, or all 52 for five (J1)."""
    return _LARGE_PACK if seats == LARGE_TABLE else _SMALL_PACK


def faces_of(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Spell cards in their order."""
    return tuple([FACES[card] for card in cards])


def nine_of(cards: int, seats: int) -> Nine:
    """Show a hand with its meld; the ace is high only with 36 cards (J5)."""
    return melds.nine_of(cards, ace_low=seats == LARGE_TABLE)


def deal_result(
    number: int, hands: tuple[int, ...], par: int | None, before: tuple[int, ...]
) -> DealResult:
    """Score a finished deal (J6); `before` are the totals up to it, `par` the nine undealt."""
    seats = len(hands)
    nines = tuple([nine_of(hand, seats) for hand in hands])
    undealt = None if par is None else nine_of(par, seats)
    least = undealt.meld.score if undealt else 0
    made = [nine.meld.score for nine in nines]
    points = tuple([score if score >= least else 0 for score in made])
    return DealResult(number, nines, undealt, points, added(before, points))


# A state as JSON values, cards spelled, and back.


def dump(state: State) -> Json:
    """Write a state as JSON values."""
    deal, drawn = state.deal, state.drawn
    return {
        **dump_deal(deal, _dump_result(deal.last) if deal.last else None),
        "par": deal.par,
        "turn": state.turn,
        "rows": [spelled(row) for row in state.rows],
        "hands": [spelled_set(hand) for hand in state.hands],
        "aside": spelled_set(state.aside),
        "drawn": [drawn.seat, drawn.rows, spelled(drawn.cards)] if drawn else None,
    }


def load(data: Json) -> State:
    """Read back what `dump` wrote."""
    stored = Stored(data)
    hands = stored.card_sets("hands")
    head = load_deal(stored, len(hands))
    return State(
        deal=Deal(**head, last=_load_result(stored), par=stored.flag("par")),
        turn=stored.seat("turn"),
        rows=tuple([cards_of(row) for row in stored.texts("rows")]),
        hands=hands,
        aside=stored.card_set("aside"),
        drawn=_load_drawn(stored),
    )


def _load_drawn(stored: Stored) -> Drawn | None:
    drawn = stored.part_if_any("drawn")
    return Drawn(drawn.seat(0), drawn.text(1), drawn.cards(2)) if drawn else None


def _dump_result(result: DealResult) -> Json:
    return {
        "hands": [" ".join(nine.cards) for nine in result.hands],
        "par": " ".join(result.par.cards) if result.par else None,
    }


def _load_result(stored: Stored) -> DealResult | None:
    """Score the last finished deal again."""
    last, points = stored.part_if_any("last"), stored.points()
    if last is None:
        return None
    hands = last.card_sets("hands")
    par = last.card_set("par") if last.has("par") else None
    return deal_result(len(points), hands, par, totals_of(points[:-1], len(hands)))

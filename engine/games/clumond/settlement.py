"""Settling a hand: the codes of the cards left, who pays, who takes, what stays (C4-C8)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.cards import SUITS
from engine.codec import Stored, dump_deal, load_deal, spelled, spelled_set
from engine.game import Json
from engine.games.clumond.state import (
    SEATS,
    SUIT_MASKS,
    TRUMPS,
    TRUMPS_NUMBER,
    Deal,
    State,
    TrickState,
    hand_of,
    less_ante,
    shown,
)
from engine.games.clumond.view import (
    HIGHEST_CODE,
    LEFT_OVER,
    POINTS_AGAINST,
    POINTS_DECLARED,
    POINTS_MADE,
    SUIT_VALUES,
    TRICKS,
    Ask,
    DealResult,
    Phase,
    Scoring,
    Trumps,
)
from engine.match import added, totals_of
from engine.seats import NOBODY, with_seat

VALUE_OF_SUIT = tuple(SUIT_VALUES[suit] for suit in SUITS)
"""The amount that a card adds to a code, by the number of its suit (C4)."""


def meanings(code: int) -> tuple[int, ...]:
    """Return the numbers of tricks a code means: itself, and for 0…3 ten more (C4).

    >>> meanings(3), meanings(4)
    ((3, 13), (4,))
    """
    return tuple(tricks for tricks in (code, code + 10) if tricks <= TRICKS)


DISTANCE = tuple(
    tuple(min(abs(tricks - meant) for meant in meanings(code)) for tricks in range(TRICKS + 1))
    for code in range(HIGHEST_CODE + 1)
)
"""How far each number of tricks is from the nearer meaning of each code (C4)."""


def code_of(left: int) -> int:
    """Return the code that three cards spell (C4)."""
    return _spelled(_counts(left))


def codes_of(hand: int) -> tuple[int, ...]:
    """Return the codes that any three cards of a hand spell, in ascending order."""
    return _spellable(tuple([min(count, LEFT_OVER) for count in _counts(hand)]))


def _counts(mask: int) -> tuple[int, ...]:
    """Count a set's cards by suit."""
    return tuple([(mask & suit).bit_count() for suit in SUIT_MASKS])


def _spelled(counts: tuple[int, ...]) -> int:
    return sum(value * count for value, count in zip(VALUE_OF_SUIT, counts, strict=True))


def asks_of(hand: int, won: int, to_come: int) -> tuple[Ask, ...]:
    """Say what each code still possible asks of a seat that has won this many tricks (C4)."""
    return tuple([_ask(code, won, to_come) for code in codes_of(hand)])


def _ask(code: int, won: int, to_come: int) -> Ask:
    tricks = tuple([meant for meant in meanings(code) if won <= meant <= won + to_come])
    return Ask(code, tricks, tuple([meant - won for meant in tricks]))


@lru_cache
def _spellable(counts: tuple[int, ...]) -> tuple[int, ...]:
    """List the codes of all ways to keep three cards, this many of each suit being there."""
    ways = product(*(range(count + 1) for count in counts))
    return tuple(sorted({_spelled(way) for way in ways if sum(way) == LEFT_OVER}))


_NOTHING = (0,) * SEATS


class Settlement(NamedTuple):
    """The chips that each seat pays and takes, and that stay in the pot."""

    paid: tuple[int, ...]
    took: tuple[int, ...]
    stays: int


def settled(scoring: Scoring, pot: int, declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle a hand in which each seat was this many tricks `off`; `declarer` may be NOBODY.

    >>> settled(Scoring.CHIPS, 6, NOBODY, (0, 2, 1))
    Settlement(paid=(0, 2, 1), took=(3, 0, 0), stays=6)
    """
    if scoring is Scoring.POINTS:
        return _settled_in_points(declarer, off)
    return _settled_in_chips(pot, declarer, off)


def _settled_in_chips(pot: int, declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle with the pot (C5, C6)."""
    if declarer == NOBODY:
        paid, pot = off, pot + sum(off)
        took = _to_successful(off, pot // 3)
    else:
        paid, took = _NOTHING, _by_declarer(declarer, off, success=pot, failure=pot // 2)
    return Settlement(paid, took, pot - sum(took))


def _settled_in_points(declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle without a pot (C7)."""
    if declarer == NOBODY:
        return Settlement(off, _to_successful(off, POINTS_MADE), 0)
    took = _by_declarer(declarer, off, success=POINTS_DECLARED, failure=POINTS_AGAINST)
    return Settlement(_NOTHING, took, 0)


def _to_successful(off: tuple[int, ...], each: int) -> tuple[int, ...]:
    """Return `each` for every seat that is off by no trick, 0 for the others (C5, C7)."""
    return tuple([0 if distance else each for distance in off])


def _by_declarer(
    declarer: int, off: tuple[int, ...], *, success: int, failure: int
) -> tuple[int, ...]:
    """Return `success` for a declarer who made it, else `failure` for each opponent (C6, C7)."""
    if off[declarer - 1]:
        return with_seat((failure,) * SEATS, declarer, 0)
    return with_seat(_NOTHING, declarer, success)


def deal_result(state: State) -> DealResult:
    """Settle the hand whose last trick is `state.last_trick`, this hand's antes paid (C4-C8).

    The last hand of the game also splits the pot; odd chips are dropped (C8).
    """
    deal, trick = state.deal, state.last_trick
    if trick is None:
        raise ValueError("a hand is settled after its last trick")
    codes = tuple([code_of(left) for left in state.hands])
    off = tuple([DISTANCE[code][won] for code, won in zip(codes, state.tricks, strict=True)])
    paid, took, stays = settled(deal.scoring, deal.pot, state.declarer, off)
    share = stays // SEATS if deal.number == deal.deals else 0
    changes = [got + share - gave for got, gave in zip(took, paid, strict=True)]
    return DealResult(
        deal=deal.number,
        dealer=deal.dealer,
        declarer=state.declarer or None,
        trumps=TRUMPS[state.trumps],
        trick=shown(trick),
        left=tuple([hand_of(left) for left in state.hands]),
        codes=codes,
        tricks=state.tricks,
        off=off,
        ante=deal.ante,
        pot=deal.pot,
        paid=paid,
        took=took,
        stays=stays,
        share=share,
        points=tuple([change - deal.ante for change in changes]),
        totals=added(deal.totals, changes),
    )


# A state as JSON values, cards spelled, and back.


def dump(state: State) -> Json:
    """Write a state as JSON values."""
    deal = state.deal
    head = dump_deal(deal, _dump_result(deal.last) if deal.last else None)
    # No game of Clumond has a target.
    del head["target"]
    return {
        **head,
        "ante": deal.ante,
        "scoring": deal.scoring.value,
        "pot": deal.pot,
        "phase": state.phase.value,
        "turn": state.turn,
        "hands": [spelled_set(hand) for hand in state.hands],
        "tricks": list(state.tricks),
        "declarer": state.declarer,
        "trumps": TRUMPS[state.trumps].value,
        "trick": _dump_trick(TrickState(state.number, state.leader, state.cards, NOBODY)),
        "last_trick": _dump_trick(state.last_trick) if state.last_trick else None,
    }


def load(data: Json) -> State:
    """Read back what `dump` wrote."""
    stored = Stored(data)
    trick, last_trick = _load_trick(stored.part("trick")), stored.part_if_any("last_trick")
    state = State(
        _load_deal(stored),
        phase=Phase(stored.text("phase")),
        turn=stored.seat("turn"),
        hands=stored.card_sets("hands"),
        tricks=stored.numbers("tricks"),
        declarer=stored.seat("declarer"),
        trumps=_trumps(stored),
        number=trick.number,
        leader=trick.leader,
        cards=trick.cards,
        last_trick=_load_trick(last_trick) if last_trick else None,
    )
    last = stored.part_if_any("last")
    if last is None:
        return state
    return state._replace(deal=replace(state.deal, last=_load_result(last, state)))


def _load_deal(stored: Stored) -> Deal:
    deal = Deal(
        **load_deal(stored, SEATS),
        ante=stored.number("ante"),
        scoring=Scoring(stored.text("scoring")),
        pot=stored.number("pot"),
    )
    if stored.text("phase") == Phase.OVER:
        return deal
    return replace(deal, totals=less_ante(deal.totals, deal.ante))


def _dump_trick(trick: TrickState) -> Json:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "cards": spelled(trick.cards),
        "winner": trick.winner,
    }


def _load_trick(stored: Stored) -> TrickState:
    return TrickState(
        stored.number("number"), stored.seat("leader"), stored.cards("cards"), stored.seat("winner")
    )


def _dump_result(result: DealResult) -> Json:
    trick = result.trick
    return {
        "dealer": result.dealer,
        "declarer": result.declarer or NOBODY,
        "trumps": result.trumps.value,
        "trick": {
            "number": trick.number,
            "leader": trick.leader,
            "cards": " ".join([played.card for played in trick.cards]),
            "winner": trick.winner,
        },
        "left": [" ".join(left) for left in result.left],
        "tricks": list(result.tricks),
        "pot": result.pot,
    }


def _load_result(stored: Stored, now: State) -> DealResult:
    """Settle the last finished hand again; `now` is the position its game is at."""
    points, ante = now.deal.points, now.deal.ante
    deal = replace(
        now.deal,
        number=len(points),
        dealer=stored.seat("dealer"),
        pot=stored.number("pot"),
        totals=less_ante(totals_of(points[:-1], SEATS), ante),
    )
    ended = now._replace(
        deal=deal,
        hands=stored.card_sets("left"),
        tricks=stored.numbers("tricks"),
        declarer=stored.seat("declarer"),
        trumps=_trumps(stored),
        last_trick=_load_trick(stored.part("trick")),
    )
    return deal_result(ended)


def _trumps(stored: Stored) -> int:
    return TRUMPS_NUMBER[Trumps(stored.text("trumps"))]

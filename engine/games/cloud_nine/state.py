"""The whole truth of a game of Cloud Nine: cards as numbers, hands and clouds as sets of cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine import match
from engine.cards import BIT, IDENTITIES, mask_of
from engine.codec import Stored, dump_deal, load_deal, spelled, spelled_set
from engine.game import Info, Json
from engine.games.cloud_nine.view import DealResult, Phase
from engine.match import added, totals_of
from engine.melds import nine_of
from engine.options import Number
from engine.seats import Seat, round_from

INFO = Info(
    key="cloud_nine",
    title="Cloud Nine",
    seats=(3,),
    options=(Number("deals", 3, 1, 9, unless="target"), Number("target", None, 50, 2000)),
    rules_version=1,
)

SEATS = 3

PACK = IDENTITIES
"""The cards that are shuffled for a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(match.Deal[DealResult]):
    """The deal of Cloud Nine."""


class TrickState(NamedTuple):
    """A trick: its `cards` in the order played, from the leader.

    `ranking` is () until the trick is complete, then winner, runner-up and loser, or only the
    winner while they have yet to name the second (N4). `taken` are the cards taken so far, in the
    order of the ranking (N5), and `untaken` is the set of the others.
    """

    number: int
    leader: Seat
    cards: tuple[int, ...] = ()
    untaken: int = 0
    taken: tuple[int, ...] = ()
    ranking: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the order they play."""
        return round_from(self.leader, SEATS)

    def with_played(self, card: int) -> TrickState:
        """Return the trick with one more card; none has been taken so far."""
        cards, untaken = (*self.cards, card), self.untaken | BIT[card]
        return TrickState(self.number, self.leader, cards, untaken)

    def with_taken(self, card: int) -> TrickState:
        """Return the complete trick with one more card taken."""
        untaken, taken = self.untaken ^ BIT[card], (*self.taken, card)
        return TrickState(self.number, self.leader, self.cards, untaken, taken, self.ranking)

    def taker_of(self, card: int) -> Seat | None:
        """Return the seat that took a card of the trick; None if nobody has yet."""
        return self.ranking[self.taken.index(card)] if card in self.taken else None


class State(NamedTuple):
    """A position. `turn` is NOBODY when the game is over; `hands` and `clouds` are card sets.

    `stock` is dealt from its front. `last_trick` is the one before the present `trick`, None
    during the first of a deal. `drawn` is the set of cards dealt after it (N6), whoever has them.
    """

    deal: Deal
    phase: Phase
    turn: Seat
    hands: tuple[int, ...]
    clouds: tuple[int, ...]
    stock: tuple[int, ...]
    trick: TrickState
    last_trick: TrickState | None
    drawn: int = 0


def deal_result(
    number: int, clouds: tuple[int, ...], hands: tuple[int, ...], before: tuple[int, ...]
) -> DealResult:
    """Score a finished deal: cloud and hand together (N7); `before` are the totals up to it."""
    of_clouds = tuple(map(nine_of, clouds))
    of_hands = tuple(map(nine_of, hands))
    points = added((nine.meld.score for nine in of_clouds), (nine.meld.score for nine in of_hands))
    return DealResult(number, of_clouds, of_hands, points, added(before, points))


# A state as JSON values, cards spelled, and back.


def dump(state: State) -> Json:
    """Write a state as JSON values."""
    last = state.deal.last
    return {
        **dump_deal(state.deal, _dump_result(last) if last else None),
        "phase": state.phase.value,
        "turn": state.turn,
        "hands": [spelled_set(hand) for hand in state.hands],
        "clouds": [spelled_set(cloud) for cloud in state.clouds],
        "stock": spelled(state.stock),
        "trick": _dump_trick(state.trick),
        "last_trick": _dump_trick(state.last_trick) if state.last_trick else None,
        "drawn": spelled_set(state.drawn),
    }


def load(data: Json) -> State:
    """Read back what `dump` wrote."""
    stored = Stored(data)
    last_trick = stored.part_if_any("last_trick")
    return State(
        deal=Deal(**load_deal(stored, SEATS), last=_load_result(stored)),
        phase=Phase(stored.text("phase")),
        turn=stored.seat("turn"),
        hands=stored.card_sets("hands"),
        clouds=stored.card_sets("clouds"),
        stock=stored.cards("stock"),
        trick=_load_trick(stored.part("trick")),
        last_trick=_load_trick(last_trick) if last_trick else None,
        drawn=stored.card_set("drawn"),
    )


def _dump_trick(trick: TrickState) -> Json:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "cards": spelled(trick.cards),
        "taken": spelled(trick.taken),
        "ranking": list(trick.ranking),
    }


def _load_trick(stored: Stored) -> TrickState:
    cards, taken = stored.cards("cards"), stored.cards("taken")
    return TrickState(
        number=stored.number("number"),
        leader=stored.seat("leader"),
        cards=cards,
        untaken=mask_of(cards) & ~mask_of(taken),
        taken=taken,
        ranking=stored.seats("ranking"),
    )


def _dump_result(result: DealResult) -> Json:
    return {
        "clouds": [" ".join(nine.cards) for nine in result.clouds],
        "hands": [" ".join(nine.cards) for nine in result.hands],
    }


def _load_result(stored: Stored) -> DealResult | None:
    """Score the last finished deal again."""
    last, points = stored.part_if_any("last"), stored.points()
    if last is None:
        return None
    before = totals_of(points[:-1], SEATS)
    return deal_result(len(points), last.card_sets("clouds"), last.card_sets("hands"), before)

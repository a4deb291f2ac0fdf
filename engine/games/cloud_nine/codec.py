"""A state as JSON values, cards spelled, and back."""

from __future__ import annotations

from engine.cards import mask_of
from engine.codec import Stored, dump_deal, load_deal, spelled, spelled_set
from engine.game import Json
from engine.games.cloud_nine.state import SEATS, Deal, State, TrickState, deal_result
from engine.games.cloud_nine.view import DealResult, Phase
from engine.match import totals_of


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

"""A state as JSON values, cards spelled, and back."""

from __future__ import annotations

from dataclasses import replace

from engine.codec import Stored, dump_deal, load_deal, spelled, spelled_set
from engine.game import Json
from engine.games.clumond.settling import deal_result
from engine.games.clumond.state import (
    SEATS,
    TRUMPS,
    TRUMPS_NUMBER,
    Deal,
    State,
    TrickState,
    less_ante,
)
from engine.games.clumond.view import DealResult, Phase, Scoring, Trumps
from engine.match import totals_of
from engine.seats import NOBODY


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
        stored.number("number"),
        stored.seat("leader"),
        stored.cards("cards"),
        stored.seat("winner"),
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

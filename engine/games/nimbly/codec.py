"""A state as JSON values, cards spelled, and back."""

from __future__ import annotations

from engine.codec import Stored, cards_of, dump_deal, load_deal, spelled, spelled_set
from engine.game import Json
from engine.games.nimbly.state import Deal, Drawn, State, deal_result
from engine.games.nimbly.view import DealResult
from engine.match import totals_of


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

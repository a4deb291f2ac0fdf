"""A position as JSON values, cards spelled, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_IDENTITY, IDENTITIES, faces_in, mask_of_faces
from engine.chance import Chance
from engine.game import Json
from engine.games.nimbly.state import Deal, Drawn, Rows, State, deal_result
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.nimbly.view import DealResult


def dumped(state: State) -> Json:
    """Write a state as JSON values."""
    deal, drawn = state.deal, state.drawn
    return {
        "deals": deal.deals,
        "target": deal.target,
        "par": deal.par,
        "chance": cast("Json", deal.chance.dump()),
        "deal": deal.number,
        "dealer": deal.dealer,
        "points": [list(points) for points in deal.points],
        "last": _dump_result(deal.last) if deal.last else None,
        "turn": state.turn,
        "rows": [_joined(row) for row in state.rows],
        "hands": [_spelled(hand) for hand in state.hands],
        "aside": _spelled(state.aside),
        "drawn": [drawn.seat, drawn.rows, _joined(drawn.cards)] if drawn else None,
    }


def loaded(data: Json) -> State:
    """Read back what `dumped` wrote."""
    # Only `dumped` writes what is read here, so its shape is known.
    saved = cast("dict[str, Json]", data)
    hands = _masks(saved["hands"])
    points = tuple(tuple(row) for row in cast("list[list[int]]", saved["points"]))
    deal = Deal(
        cast("int | None", saved["deals"]),
        cast("int | None", saved["target"]),
        cast("bool", saved["par"]),
        Chance.load(cast("dict[str, object]", saved["chance"])),
        cast("int", saved["deal"]),
        Seat(cast("int", saved["dealer"])),
        points,
        _totals(points, len(hands)),
        _load_result(saved["last"], points) if saved["last"] else None,
    )
    rows = cast("Rows", tuple(_cards(row) for row in cast("list[str]", saved["rows"])))
    turn, aside = Seat(cast("int", saved["turn"])), _mask(saved["aside"])
    return State(deal, turn, rows, hands, aside, _load_drawn(saved["drawn"]))


def _load_drawn(data: Json) -> Drawn | None:
    if data is None:
        return None
    seat, rows, cards = cast("tuple[int, str, str]", data)
    return Drawn(Seat(seat), rows, _cards(cards))


def _dump_result(result: DealResult) -> Json:
    return {
        "hands": [" ".join(nine.cards) for nine in result.hands],
        "par": " ".join(result.par.cards) if result.par else None,
    }


def _load_result(data: Json, points: tuple[tuple[int, ...], ...]) -> DealResult:
    """Score the last finished deal again; `points` are those of all finished deals."""
    saved = cast("dict[str, Json]", data)
    hands = _masks(saved["hands"])
    par = _mask(saved["par"]) if saved["par"] else None
    return deal_result(len(points), hands, par, _totals(points[:-1], len(hands)))


def _totals(points: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    return tuple(map(sum, zip((0,) * seats, *points, strict=True)))


def _spelled(mask: int) -> str:
    return " ".join(faces_in(mask))


def _joined(cards: Iterable[int]) -> str:
    return " ".join(IDENTITIES[card] for card in cards)


def _cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_OF_IDENTITY[identity] for identity in text.split())


def _mask(data: Json) -> int:
    return mask_of_faces(cast("str", data).split())


def _masks(data: Json) -> tuple[int, ...]:
    return tuple(_mask(text) for text in cast("list[Json]", data))

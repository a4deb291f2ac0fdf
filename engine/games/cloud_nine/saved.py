"""A position as JSON values, cards spelled, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_IDENTITY, IDENTITIES, identities_in, mask_of, mask_of_faces
from engine.chance import Chance
from engine.game import Json
from engine.games.cloud_nine.state import (
    NO_POINTS,
    Deal,
    State,
    Three,
    Tricking,
    deal_result,
    trick_of,
)
from engine.games.cloud_nine.view import DealResult, Phase
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable


def dumped(state: State) -> Json:
    """Write a state as JSON values."""
    deal = state.deal
    return {
        "deals": deal.deals,
        "target": deal.target,
        "chance": cast("Json", deal.chance.dump()),
        "deal": deal.number,
        "dealer": deal.dealer,
        "points": [list(points) for points in deal.points],
        "last": _dump_result(deal.last) if deal.last else None,
        "phase": state.phase.value,
        "turn": state.turn,
        "hands": [_spelled(hand) for hand in state.hands],
        "clouds": [_spelled(cloud) for cloud in state.clouds],
        "stock": _joined(state.stock),
        "trick": _dump_trick(trick_of(state)),
        "last_trick": _dump_trick(state.last_trick) if state.last_trick else None,
    }


def loaded(data: Json) -> State:
    """Read back what `dumped` wrote."""
    # Only `dumped` writes what is read here, so its shape is known.
    saved = cast("dict[str, Json]", data)
    points = tuple(cast("Three", tuple(row)) for row in cast("list[list[int]]", saved["points"]))
    deal = Deal(
        cast("int | None", saved["deals"]),
        cast("int | None", saved["target"]),
        Chance.load(cast("dict[str, object]", saved["chance"])),
        cast("int", saved["deal"]),
        Seat(cast("int", saved["dealer"])),
        points,
        _totals(points),
        _load_result(saved["last"], points) if saved["last"] else None,
    )
    return State(
        deal,
        Phase(cast("str", saved["phase"])),
        Seat(cast("int", saved["turn"])),
        _masks(saved["hands"]),
        _masks(saved["clouds"]),
        _cards(saved["stock"]),
        *_load_trick(saved["trick"]),
        _load_trick(saved["last_trick"]) if saved["last_trick"] else None,
    )


def _dump_trick(trick: Tricking) -> Json:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "cards": _joined(trick.cards),
        "taken": _joined(trick.taken),
        "ranking": list(trick.ranking),
    }


def _load_trick(data: Json) -> Tricking:
    saved = cast("dict[str, Json]", data)
    cards = _cards(saved["cards"])
    taken = _cards(saved["taken"])
    return Tricking(
        cast("int", saved["number"]),
        Seat(cast("int", saved["leader"])),
        cards,
        mask_of(card for card in cards if card not in taken),
        taken,
        tuple(Seat(seat) for seat in cast("list[int]", saved["ranking"])),
    )


def _dump_result(result: DealResult) -> Json:
    return {
        "clouds": [" ".join(nine.cards) for nine in result.clouds],
        "hands": [" ".join(nine.cards) for nine in result.hands],
    }


def _load_result(data: Json, points: tuple[Three, ...]) -> DealResult:
    """Score the last finished deal again; `points` are those of all finished deals."""
    saved = cast("dict[str, Json]", data)
    clouds, hands = _masks(saved["clouds"]), _masks(saved["hands"])
    return deal_result(len(points), clouds, hands, _totals(points[:-1]))


def _totals(points: tuple[Three, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(NO_POINTS, *points, strict=True)))


def _spelled(mask: int) -> str:
    return " ".join(identities_in(mask))


def _joined(cards: Iterable[int]) -> str:
    return " ".join(IDENTITIES[card] for card in cards)


def _cards(data: Json) -> tuple[int, ...]:
    return tuple(CARD_OF_IDENTITY[identity] for identity in cast("str", data).split())


def _masks(data: Json) -> Three:
    return cast("Three", tuple(mask_of_faces(text.split()) for text in cast("list[str]", data)))

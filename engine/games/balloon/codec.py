"""A position as JSON values, cards spelled, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.chance import Chance
from engine.game import Json
from engine.games.balloon.cards import IDENTITIES, NUMBER, identities_in, mask_of
from engine.games.balloon.state import State, Table
from engine.games.balloon.view import Ending, Flight, Phase, TripResult
from engine.seats import Seat
from engine.trail import Trail

if TYPE_CHECKING:
    from collections.abc import Iterable


def dumped(state: State) -> Json:
    """Write a state as JSON values."""
    table = state.table
    return {
        "seats": table.seats,
        "target": table.target,
        "redeal": table.redeal,
        "odds": table.odds,
        "chance": cast("Json", table.chance.dump()),
        "trip": state.trip,
        "throws": state.throws,
        "shuffles": state.shuffles,
        "phase": state.phase.value,
        "turn": state.turn,
        "pilot": state.pilot,
        "cloud": state.cloud,
        "dice": state.dice,
        "aboard": state.aboard,
        "hands": [" ".join(identities_in(hand)) for hand in state.hands],
        "pile": " ".join(IDENTITIES[card] for card in state.pile),
        "discards": " ".join(identities_in(state.discards)),
        "scores": list(state.scores),
        "jumps": list(state.jumps),
        "flight": _dump_flight(state.flight) if state.flight else None,
        "points": [list(points) for points in state.points],
        "last": _dump_result(state.last) if state.last else None,
    }


def loaded(data: Json) -> State:
    """Read back what `dumped` wrote."""
    # Only `dumped` writes what is read here, so its shape is known.
    saved = cast("dict[str, Json]", data)
    points = Trail(_numbers(row) for row in cast("list[Json]", saved["points"]))
    return State(
        _load_table(saved),
        _number(saved["trip"]),
        _number(saved["throws"]),
        _number(saved["shuffles"]),
        Phase(cast("str", saved["phase"])),
        Seat(_number(saved["turn"])),
        Seat(_number(saved["pilot"])),
        _number(saved["cloud"]),
        cast("str", saved["dice"]),
        _number(saved["aboard"]),
        tuple(mask_of(_cards(hand)) for hand in cast("list[Json]", saved["hands"])),
        tuple(_cards(saved["pile"])),
        mask_of(_cards(saved["discards"])),
        _numbers(saved["scores"]),
        _numbers(saved["jumps"]),
        _load_flight(saved["flight"]) if saved["flight"] else None,
        points,
        _load_result(saved["last"], points) if saved["last"] else None,
    )


def _load_table(saved: dict[str, Json]) -> Table:
    return Table(
        _number(saved["seats"]),
        _number(saved["target"]),
        bool(saved["redeal"]),
        bool(saved["odds"]),
        Chance.load(cast("dict[str, object]", saved["chance"])),
    )


def _dump_flight(flight: Flight) -> Json:
    return {"pilot": flight.pilot, "cloud": flight.cloud, "paid": "".join(flight.paid)}


def _load_flight(data: Json) -> Flight:
    saved = cast("dict[str, Json]", data)
    return Flight(Seat(_number(saved["pilot"])), _number(saved["cloud"]), _faces(saved["paid"]))


def _dump_result(result: TripResult) -> Json:
    return {
        "ending": result.ending.value,
        "pilot": result.pilot,
        "cloud": result.cloud,
        "dice": "".join(result.dice),
        "paid": "".join(result.paid),
        "jumps": list(result.jumps),
    }


def _load_result(data: Json, points: Trail[tuple[int, ...]]) -> TripResult:
    """Read the last finished trip; `points` are those of all finished trips."""
    saved = cast("dict[str, Json]", data)
    return TripResult(
        len(points),
        Ending(cast("str", saved["ending"])),
        Seat(_number(saved["pilot"])),
        _number(saved["cloud"]),
        _faces(saved["dice"]),
        _faces(saved["paid"]),
        _numbers(saved["jumps"]),
        points[-1],
        tuple(map(sum, zip(*points, strict=True))),
    )


def _number(data: Json) -> int:
    return cast("int", data)


def _numbers(data: Json) -> tuple[int, ...]:
    return tuple(cast("list[int]", data))


def _faces(data: Json) -> tuple[str, ...]:
    return tuple(cast("str", data))


def _cards(data: Json) -> Iterable[int]:
    return [NUMBER[identity] for identity in cast("str", data).split()]

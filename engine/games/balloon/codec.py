"""A state as JSON values, cards spelled, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from engine.cards import mask_of
from engine.codec import Stored
from engine.game import Json
from engine.games.balloon.cards import IDENTITIES, NUMBER, identities_in
from engine.games.balloon.state import Setup, State
from engine.games.balloon.view import Ending, Flight, Phase, TripResult
from engine.match import totals_of
from engine.trail import Trail


def dump(state: State) -> Json:
    """Write a state as JSON values."""
    setup = state.setup
    return {
        "seats": setup.seats,
        "target": setup.target,
        "redeal": setup.redeal,
        "odds": setup.odds,
        "chance": cast("Json", setup.chance.dump()),
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
        "pile": " ".join([IDENTITIES[card] for card in state.pile]),
        "discards": " ".join(identities_in(state.discards)),
        "scores": list(state.scores),
        "jumps": list(state.jumps),
        "flight": _dump_flight(state.flight) if state.flight else None,
        "points": [list(points) for points in state.points],
        "last": _dump_result(state.last) if state.last else None,
    }


def load(data: Json) -> State:
    """Read back what `dump` wrote."""
    stored = Stored(data)
    points = Trail(stored.points())
    flight, last = stored.part_if_any("flight"), stored.part_if_any("last")
    return State(
        _load_setup(stored),
        trip=stored.number("trip"),
        throws=stored.number("throws"),
        shuffles=stored.number("shuffles"),
        phase=Phase(stored.text("phase")),
        turn=stored.seat("turn"),
        pilot=stored.seat("pilot"),
        cloud=stored.number("cloud"),
        dice=stored.text("dice"),
        aboard=stored.number("aboard"),
        hands=tuple([mask_of(_numbers(hand)) for hand in stored.texts("hands")]),
        pile=tuple(_numbers(stored.text("pile"))),
        discards=mask_of(_numbers(stored.text("discards"))),
        scores=stored.numbers("scores"),
        jumps=stored.numbers("jumps"),
        flight=_load_flight(flight) if flight else None,
        points=points,
        last=_load_result(last, points) if last else None,
    )


def _load_setup(stored: Stored) -> Setup:
    return Setup(
        seats=stored.number("seats"),
        target=stored.number("target"),
        redeal=stored.flag("redeal"),
        odds=stored.flag("odds"),
        chance=stored.chance(),
    )


def _dump_flight(flight: Flight) -> Json:
    return {"pilot": flight.pilot, "cloud": flight.cloud, "paid": "".join(flight.paid)}


def _load_flight(stored: Stored) -> Flight:
    return Flight(stored.seat("pilot"), stored.number("cloud"), tuple(stored.text("paid")))


def _dump_result(result: TripResult) -> Json:
    return {
        "ending": result.ending.value,
        "pilot": result.pilot,
        "cloud": result.cloud,
        "dice": "".join(result.dice),
        "paid": "".join(result.paid),
        "jumps": list(result.jumps),
    }


def _load_result(stored: Stored, points: Trail[tuple[int, ...]]) -> TripResult:
    """Read the last finished trip; `points` are those of all finished trips."""
    return TripResult(
        trip=len(points),
        ending=Ending(stored.text("ending")),
        pilot=stored.seat("pilot"),
        cloud=stored.number("cloud"),
        dice=tuple(stored.text("dice")),
        paid=tuple(stored.text("paid")),
        jumps=stored.numbers("jumps"),
        points=points[-1],
        totals=totals_of(points, len(points[-1])),
    )


def _numbers(identities: str) -> Iterable[int]:
    return [NUMBER[identity] for identity in identities.split()]

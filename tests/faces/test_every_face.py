"""What holds for the face of every game, over whole random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.faces import FACES
from bot.texts import Texts
from engine.chance import Chance
from engine.events import Event, as_seen_by
from engine.game import Options
from engine.games import GAMES

SAY = Texts.load().words("en")


def walk(
    key: str, seed: int, options: Options | None = None
) -> Iterator[tuple[Any, tuple[Event, ...], int]]:
    """Play a random game: each state, what happened last and how many sit there."""
    game, generator = GAMES[key], random.Random(seed)
    seats = generator.choice(game.info.seats)
    step = game.start(seats, options or {}, Chance(bytes([seed]) * 32))
    while True:
        yield step.state, step.events, seats
        to_act = sorted(game.to_act(step.state))
        if not to_act:
            return
        seat = generator.choice(to_act)
        move = generator.choice(list(game.legal(step.state, seat)))
        step = game.apply(step.state, seat, move)


@pytest.fixture(params=sorted(GAMES))
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def names(seats: int) -> tuple[str, ...]:
    return tuple(f"Player{seat}" for seat in range(1, seats + 1))


def test_every_game_has_a_face() -> None:
    assert set(FACES) == set(GAMES)


def test_legal_moves_have_different_names_and_short_labels(key: str) -> None:
    game, face = GAMES[key], FACES[key]
    for state, _, seats in walk(key, 3):
        for seat in game.to_act(state):
            codes = [game.code(move) for move in game.legal(state, seat)]
            view = game.view(state, seat)
            called = [face.move_name(view, code, SAY, names(seats)) for code in codes]
            assert len(set(called)) == len(codes)
            controls = face.controls(view, SAY, names(seats))
            assert {control.code for control in controls} == set(codes)
            assert all(0 < len(control.label) <= 80 for control in controls)


def test_open_controls_are_legal_and_no_secret(key: str) -> None:
    game, face = GAMES[key], FACES[key]
    for state, _, seats in walk(key, 4):
        controls = face.open_controls(game.view(state, None), SAY, names(seats))
        legal = {game.code(m) for seat in game.to_act(state) for m in game.legal(state, seat)}
        assert {control.code for control in controls} <= legal


def test_every_event_and_every_moment_has_words(key: str) -> None:
    game, face = GAMES[key], FACES[key]
    told = 0
    for state, events, seats in walk(key, 5):
        view = game.view(state, None)
        assert face.headline(view, SAY)
        assert bool(face.waiting(view, SAY, names(seats))) == bool(game.to_act(state))
        for seat in range(1, seats + 1):
            assert face.prompt(game.view(state, seat), SAY)  # type: ignore[arg-type] # Seat
        for event in as_seen_by(None, events):
            told += bool(face.sentence(event, SAY, names(seats)))
    assert told > 20


def test_final_scores_are_spelled_with_their_unit(key: str) -> None:
    game, face = GAMES[key], FACES[key]
    *_, (state, _, _) = walk(key, 6)
    outcome, view = game.outcome(state), game.view(state, None)
    assert outcome is not None
    units = {face.score(view, points, SAY).partition(" ")[2] for points in outcome.scores}
    assert units <= {"point", "points", "chip", "chips"}
    assert face.score(view, 1, SAY).split() != face.score(view, 2, SAY).split()
    assert face.score(view, -7, SAY).startswith("\N{MINUS SIGN}7 ")
    assert "{" not in face.ending(view, SAY)


def test_a_hand_gets_a_new_message_once_a_deal_at_most(key: str) -> None:
    game, face = GAMES[key], FACES[key]
    numbers = [
        (face.hand_number(v), v.deal) for v in (game.view(s, None) for s, _, _ in walk(key, 8))
    ]
    assert numbers[0][0] == 1
    assert all(1 <= number <= max(1, deal) for number, deal in numbers)
    assert numbers == sorted(numbers)


def test_the_balloon_game_keeps_one_message_from_trip_to_trip() -> None:
    game, face = GAMES["balloon"], FACES["balloon"]
    assert {face.hand_number(game.view(state, None)) for state, _, _ in walk("balloon", 8)} == {1}

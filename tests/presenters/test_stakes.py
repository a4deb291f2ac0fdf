"""Stakes: what is said where something ends is true, and said wherever a move decides a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.presenters.stakes import stake_of
from bot.texts import Texts
from engine.chance import Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.seats import Seat
from render.api import number

SEEDS = 12
WORLDS = 6

SHORT: dict[str, tuple[int, Options]] = {
    "balloon": (4, {"target": 20}),
    "cloud_nine": (3, {"deals": 2}),
    "nimbly": (3, {"deals": 2}),
    "clumond": (3, {"deals": 3}),
}
"""How many sit at short games, and the options of those."""

NAMES = ("Ada", "Ben", "Cleo", "Dora")


class Noted:
    """Words that give the key of what is said, and keep the values."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._words = Texts.load().words("en")

    def __call__(self, key: str, /, **values: Any) -> str:
        if key.startswith("stake."):
            self._words(key, **values)  # it can be said
            self.values = values
            return key
        return self._words(key, **values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._words, name)


def choices(key: str, seed: int) -> Iterator[tuple[Course, Seat]]:
    """Play a short game at random; give each position with the seat that is to move."""
    seats, options = SHORT[key]
    random = Random(seed)
    course = Course.begin(GAMES[key], seats, options, Chance(random.randbytes(32)))
    while course.to_act():
        seat = course.to_act()[0]
        yield course, seat
        course = course.then(seat, random.choice(course.legal(seat)))


def on(course: Course, random: Random, trip: int) -> Course:
    """Play on at random to the end of a trip."""
    while course.to_act() and course.view(None).deal == trip:
        seat = course.to_act()[0]
        course = course.then(seat, random.choice(course.legal(seat)))
    return course


def place(course: Course, seat: Seat) -> int | None:
    """Return the place of a seat in a game that is over."""
    outcome = course.game.outcome(course.state)
    if outcome is None:
        return None
    own = outcome.scores[seat - 1]
    return 1 if seat in outcome.winners else 1 + sum(score >= own for score in outcome.scores)


def is_true(said: str, values: dict[str, Any], course: Course, seat: Seat) -> bool:
    """Return whether what is said of a position holds in the game that follows."""
    view: Any = course.view(seat)
    match said.removeprefix("stake."):
        case "jump_wins" | "jump_loses" | "jump_ties":
            after = course.then(seat, "jump")
            first, scores = place(after, seat), after.view(None).scores
            is_fitting = {"wins": first == 1, "loses": first != 1, "ties": True}
            ended = first is not None and is_fitting[said.rpartition("_")[2]]
            return ended and (scores[seat - 1], max(_others(scores, seat))) == (
                values["total"], values["best"],
            )  # fmt: skip
        case "fall":
            after = course.then(seat, "fall")
            return place(after, seat) is not None and _own(after, seat) == values["total"]
        case "last_trip" | "makes_last":
            after = on(course.then(seat, "jump"), Random(1), view.deal)
            return not after.to_act() and _own(after, seat) == values["total"]
        case "last_trick":
            right = {str(card) for card in values["cards"]}
            off = {code: _off(course.then(seat, code), seat) for code in course.legal(seat)}
            return sum(not far for far in off.values()) == len(right) < len(off)
        case _:
            scores = view.scores
            told = number(scores[seat - 1]), number(max(_others(scores, seat)))
            return view.deal == view.deals and told == (values["own"], values["best"])


def _others(scores: tuple[int, ...], seat: Seat) -> list[int]:
    return [score for other, score in enumerate(scores, start=1) if other != seat]


def _own(course: Course, seat: Seat) -> int:
    return course.view(None).scores[seat - 1]


def _off(course: Course, seat: Seat) -> int:
    last: Any = course.view(None)
    return int(last.last_deal.off[seat - 1])


def decides(course: Course, seat: Seat, random: Random) -> bool:
    """Return whether a legal move ends the game with one place in all worlds that may be."""
    imagine = course.game.imaginer(course.view(seat), course.heard(seat))
    worlds = [Course.taken_up(course.game, imagine(random)) for _ in range(WORLDS)]
    for code in course.legal(seat):
        places = {place(world.then(seat, code), seat) for world in worlds}
        if len(places) == 1 and None not in places:
            return True
    return False


@pytest.mark.parametrize("key", SHORT)
def test_what_is_at_stake_is_true_and_said_where_a_move_ends_the_game(key: str) -> None:
    said, silent, random = Counter[str](), 0, Random(7)
    for seed in range(SEEDS):
        for course, seat in choices(key, seed):
            noted = Noted()
            stake = stake_of(course.view(seat), noted, NAMES)
            said[stake] += 1
            if stake:
                assert is_true(stake, noted.values, course, seat), (stake, noted.values)
            elif len(course.legal(seat)) > 1 and decides(course, seat, random):
                silent += 1
    assert not silent
    assert len(said) > 1, "nothing was ever at stake"
    assert said[""] > sum(said.values()) / 2, "what is always said is not read"

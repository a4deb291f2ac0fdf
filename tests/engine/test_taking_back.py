"""Moves that are taken back: what may be, and what is left of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.chance import Chance
from engine.course import BACK, Course
from engine.events import TakenBack
from engine.game import IllegalMove, SharedRefusal
from engine.games import GAMES
from engine.players.trying import TRYING
from engine.record import (
    MoveLine,
    Record,
    RecordError,
    format_record,
    parse_record,
    replay,
    settled,
)
from engine.seats import Seat

SEED = bytes(32)


def seats_of(key: str) -> int:
    """Return three seats, or as many as a game has."""
    seats = GAMES[key].info.seats
    return 3 if 3 in seats else max(seats)


def begun(key: str) -> Course:
    return Course.begin(GAMES[key], seats_of(key), {}, Chance(SEED))


def played(key: str, seed: int) -> Iterator[tuple[Course, Seat, str, Course]]:
    """Play a game by random moves; give each with the game before and after it."""
    generator, course = random.Random(seed), begun(key)
    while course.to_act():
        seat = course.to_act()[0]
        code = generator.choice(course.legal(seat))
        after = course.then(seat, code)
        yield course, seat, code, after
        course = after


def again(key: str, seed: int) -> tuple[Course, list[MoveLine], Counter[str]]:
    """Play a game in which everybody takes back what they may, now and then."""
    generator, course = random.Random(seed), begun(key)
    lines, counted = list[MoveLine](), Counter[str]()
    while course.to_act():
        seat = course.to_act()[0]
        code = generator.choice(course.legal(seat))
        mover = None if course.last is None else course.last.seat
        if mover is not None and course.may_take_back(mover) and generator.random() < 0.4:
            seat, code = mover, BACK
        counted[BACK if code == BACK else "move"] += 1
        lines.append(MoveLine(seat, code))
        course = course.follow(seat, code)
    return course, lines, counted


@pytest.mark.parametrize("key", GAMES)
def test_a_move_taken_back_leaves_the_game_as_it_was_and_nothing_heard_of_it(key: str) -> None:
    counted = Counter[bool]()
    for before, seat, _, after in played(key, 5):
        counted[after.may_take_back(seat)] += 1
        others = [Seat(n) for n in range(1, seats_of(key) + 1) if n != seat]
        assert not any(after.may_take_back(other) for other in others)
        if not after.may_take_back(seat):
            with pytest.raises(IllegalMove, match=SharedRefusal.NOT_TO_TAKE_BACK):
                after.follow(seat, BACK)
            continue
        back = after.follow(seat, BACK)
        assert back.state == before.state
        assert [*back.happened] == [*before.happened, (), (TakenBack(seat),)]
        for eyes in (None, *others, seat):
            known = [heard for heard in back.heard(eyes) if heard.event != TakenBack(seat)]
            assert known == [*before.heard(eyes)]
        assert not back.may_take_back(seat)  # nothing is left to take back
    assert counted[True]
    assert counted[False]


@pytest.mark.parametrize("key", TRYING)
def test_nothing_by_chance_has_come_of_what_may_be_taken_back(key: str) -> None:
    chances = TRYING[key].chances
    for before, seat, code, after in played(key, 6):
        if after.may_take_back(seat):
            for other in (1, 2, 3):
                assert not [*chances(before, code, after, Seat(other))]


@pytest.mark.parametrize("key", GAMES)
def test_a_record_has_a_line_for_it_and_replays_to_the_same_end(key: str) -> None:
    course, lines, counted = again(key, 7)
    assert counted[BACK] > 3
    record = Record(key, seats_of(key), {}, SEED, moves=tuple(lines))
    found = parse_record(format_record(record))
    assert [(line.seat, line.code) for line in found.moves] == [line[:2] for line in lines]
    assert replay(found).state == course.state
    kept = settled(lines)
    assert len(kept) == counted["move"] - counted[BACK]
    assert replay(Record(key, seats_of(key), {}, SEED, moves=tuple(kept))).state == course.state


def test_a_record_that_takes_back_what_cannot_be_is_refused() -> None:
    written = format_record(Record("nimbly", 3, {}, SEED, moves=(MoveLine(Seat(1), "draw A"),)))
    for more, line in (("2 back\n", 6), ("1 back\n1 back\n", 7)):
        with pytest.raises(RecordError) as error:
            replay(parse_record(written + more))
        assert (error.value.line, error.value.reason) == (line, "not_to_take_back")


def test_a_game_taken_up_from_a_state_has_nothing_to_take_back() -> None:
    course = begun("nimbly")
    loaded = Course.taken_up(course.game, course.state).then(course.to_act()[0], "draw A")
    assert not loaded.may_take_back(course.to_act()[0])

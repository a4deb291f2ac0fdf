"""What holds for every game in GAMES."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from random import Random

import pytest

from engine.chance import Chance
from engine.codec import plain
from engine.course import Course
from engine.events import Event, Secret, as_seen_by
from engine.game import BadOptions, IllegalMove
from engine.games import GAMES
from engine.options import spell_option
from engine.record import MoveLine, Record, format_record, parse_record, replay
from engine.seats import Seat
from tests.engine.walks import Beginning, Situation, beginnings, everyone, walk
from tests.soak.amounts import is_extreme, later, wholly

CARD = re.compile(r"[2-9TJQKA][CDHS]|JK|[RGPYW]")

every_game = pytest.mark.parametrize("key", GAMES)


# By the same options from another seed much is proved once more.
BEGINNINGS = [
    later(one) if one.seed and not one.options else one if is_extreme(*one[:2]) else wholly(one)
    for one in beginnings()
]


# Of the module, so that the tests of one beginning are run together, and its walk is made once.
@pytest.fixture(scope="module", params=BEGINNINGS, ids=str)
def beginning(request: pytest.FixtureRequest) -> Beginning:
    assert isinstance(request.param, Beginning)
    return request.param


@pytest.fixture(scope="module")
def situations(beginning: Beginning) -> list[Situation]:
    return list(walk(beginning))


@every_game
def test_a_game_is_registered_under_its_own_key(key: str) -> None:
    assert GAMES[key].info.key == key
    assert GAMES[key].info.title


@every_game
def test_default_options_are_in_their_ranges(key: str) -> None:
    for option in GAMES[key].info.options:
        option.check(option.default)
        if option.choices:
            assert spell_option(option.default) in option.choices


@every_game
def test_wrong_seats_and_options_are_refused(key: str) -> None:
    game, chance = GAMES[key], Chance(bytes(32))
    with pytest.raises(BadOptions):
        game.start(99, {}, chance)
    with pytest.raises(BadOptions) as refused:
        game.start(game.info.seats[0], {"no such option": 1}, chance)
    assert refused.value.key == "no such option"


def test_a_random_game_ends_with_an_outcome(
    beginning: Beginning, situations: list[Situation]
) -> None:
    *before, last = situations
    game = beginning.game
    assert all(game.outcome(situation.course.state) is None for situation in before)
    outcome = game.outcome(last.course.state)
    assert outcome is not None
    assert len(outcome.scores) == beginning.seats
    assert outcome.winners
    assert set(outcome.winners) <= set(range(1, beginning.seats + 1))


def test_only_seats_to_act_have_legal_moves(
    beginning: Beginning, situations: list[Situation]
) -> None:
    for course, _, _ in situations:
        acting = course.to_act()
        for seat in range(beginning.seats + 2):
            assert bool(course.legal(Seat(seat))) == (seat in acting)


def test_legal_moves_do_not_repeat_and_are_spelled_one_way(
    beginning: Beginning, situations: list[Situation]
) -> None:
    game = beginning.game
    for course, _, _ in situations:
        for seat in course.to_act():
            codes = course.legal(seat)
            assert len(set(codes)) == len(codes)
            assert [game.code(game.parse(code)) for code in codes] == list(codes)
            moves = game.legal(course.state, seat)
            assert [game.parse(code) for code in codes] == list(moves)


def test_what_is_not_legal_is_refused_and_what_is_legal_is_not(
    beginning: Beginning, situations: list[Situation]
) -> None:
    ever_legal = {
        code for course, _, _ in situations for s in course.to_act() for code in course.legal(s)
    }
    random = Random(beginning.seed)
    for course, _, _ in random.sample(situations, min(12, len(situations))):
        for seat in map(Seat, range(1, beginning.seats + 1)):
            legal = set(course.legal(seat))
            assert {code for code in ever_legal if allowed(course, seat, code)} == legal


def allowed(course: Course, seat: Seat, code: str) -> bool:
    try:
        course.then(seat, code)
    except IllegalMove as refused:
        return not re.fullmatch("[a-z_]+", refused.reason)
    return True


@every_game
@pytest.mark.parametrize("spelling", ["", "play", "PLAY KH", "play  KH", " pass", "take 1C", "é"])
def test_what_is_no_spelling_of_a_move_is_unreadable(key: str, spelling: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAMES[key].parse(spelling)
    assert refused.value.reason == "unreadable"


def test_a_stored_state_is_read_back(beginning: Beginning, situations: list[Situation]) -> None:
    game = beginning.game
    for course, _, _ in situations:
        stored = json.dumps(game.dump(course.state))
        assert game.load(json.loads(stored)) == course.state


def test_a_game_goes_on_alike_from_a_stored_state(
    beginning: Beginning, situations: list[Situation]
) -> None:
    game = beginning.game
    for (course, seat, code), (after, _, _) in pairwise(situations):
        assert seat is not None
        assert code is not None
        stored = game.load(game.dump(course.state))
        step = game.apply(stored, seat, game.parse(code))
        assert (step.state, step.events) == (after.state, after.happened[-1])


def test_an_imagined_state_looks_the_same(
    beginning: Beginning, situations: list[Situation]
) -> None:
    game, random = beginning.game, Random(beginning.seed)
    for course, _, _ in situations:
        for seat in everyone(beginning.seats):
            view = course.view(seat)
            imagined = game.imaginer(view, course.heard(seat))(random)
            assert game.view(imagined, seat) == view


def test_an_imagined_game_can_be_played_to_its_end(
    beginning: Beginning, situations: list[Situation]
) -> None:
    game, random = beginning.game, Random(beginning.seed)
    course = situations[len(situations) // 2].course
    for seat in everyone(beginning.seats):
        state = game.imaginer(course.view(seat), course.heard(seat))(random)
        while acting := sorted(game.to_act(state)):
            state = game.apply(state, acting[0], random.choice(game.legal(state, acting[0]))).state
        assert game.outcome(state)


@every_game
def test_a_view_of_another_kind_cannot_be_imagined(key: str) -> None:
    with pytest.raises(TypeError):
        GAMES[key].imaginer(object(), ())(Random(0))


def test_every_card_a_seat_hears_of_it_sees_before_or_after(
    beginning: Beginning, situations: list[Situation]
) -> None:
    for seat in everyone(beginning.seats):
        seen: set[str] = set()
        for course, _, _ in situations:
            before, seen = seen, cards_in(course.view(seat))
            for event in as_seen_by(seat, course.happened[-1]):
                assert cards_in(event) <= before | seen, event


def test_a_secret_is_heard_by_its_seats_only_and_by_others_as_its_twin(
    beginning: Beginning, situations: list[Situation]
) -> None:
    course = situations[-1].course
    for events in course.happened:
        for seat in everyone(beginning.seats):
            for told, heard in zip(events, as_seen_by(seat, events), strict=True):
                assert not isinstance(heard, Secret)
                assert heard == expected(told, seat)


def expected(told: Event, seat: Seat | None) -> Event:
    if isinstance(told, Secret):
        return told.private if seat in told.seats else told.public
    return told


def test_views_and_events_are_plain_values_without_seed_or_state(
    beginning: Beginning, situations: list[Situation]
) -> None:
    seed = Random(beginning.seed).randbytes(32)
    for course, _, _ in situations:
        for seat in everyone(beginning.seats):
            for thing in (course.view(seat), *as_seen_by(seat, course.happened[-1])):
                assert all(isinstance(v, str | int | None) for v in leaves(thing)), thing
                assert seed.hex() not in json.dumps(plain(thing))


def test_a_view_says_what_every_view_says(
    beginning: Beginning, situations: list[Situation]
) -> None:
    for course, _, _ in situations:
        for seat in everyone(beginning.seats):
            view = course.view(seat)
            assert dataclasses.is_dataclass(view)
            assert (view.seat, view.seats) == (seat, beginning.seats)
            assert view.to_act == course.to_act()
            assert len(view.scores) == beginning.seats
            assert len(view.deal_scores) in {view.deal - 1, view.deal}


def test_a_move_leaves_the_state_it_was_made_in_alone(
    beginning: Beginning, situations: list[Situation]
) -> None:
    game = beginning.game
    for course, seat, code in situations[:30]:
        before = json.dumps(game.dump(course.state))
        if seat and code:
            game.apply(course.state, seat, game.parse(code))
        assert json.dumps(game.dump(course.state)) == before
        assert hash(course.state) == hash(game.load(game.dump(course.state)))


def test_the_same_record_gives_the_same_events(
    beginning: Beginning, situations: list[Situation]
) -> None:
    course = situations[-1].course
    outcome = beginning.game.outcome(course.state)
    record = Record(
        beginning.key,
        beginning.seats,
        beginning.options,
        Random(beginning.seed).randbytes(32),
        result=outcome.scores if outcome else None,
        moves=tuple(MoveLine(s, code) for _, s, code in situations if s and code),
    )
    again = parse_record(format_record(record))
    assert format_record(again) == format_record(record)
    assert replay(again).happened == course.happened
    assert replay(again).state == course.state


def leaves(value: object) -> Iterator[object]:
    """Return the values a view or an event is made of."""
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from leaves(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, Enum):
        yield value.value
    else:
        yield value


def cards_in(value: object) -> set[str]:
    """Return the cards named anywhere in a view or an event."""
    words = (word for leaf in leaves(value) if isinstance(leaf, str) for word in leaf.split())
    return {word for word in words if CARD.fullmatch(word)}

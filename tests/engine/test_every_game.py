"""What holds for every game in GAMES, at every point of it, and its rules by example."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.cards import CARD_OF_IDENTITY, FULL_PACK, mask_of
from engine.chance import Chance
from engine.codec import plain
from engine.course import Course
from engine.events import Event, Secret, as_seen_by
from engine.game import BadOptions, IllegalMove
from engine.games import GAMES
from engine.games.balloon.cards import FULL_PACK as BALLOON_PACK
from engine.games.clumond.state import FULL_PACK as CLUMOND_PACK
from engine.games.clumond.view import Scoring
from engine.games.nimbly.state import pack
from engine.melds import score
from engine.options import spell_option
from engine.record import MoveLine, Record, format_record, parse_record, replay
from engine.seats import Seat
from tests.engine.examples import Example, examples
from tests.engine.playthroughs import FOLDER, file_of, playthroughs, text_of
from tests.engine.walks import Beginning, Situation, beginnings, everyone, walk
from tests.soak.amounts import is_extreme, later, wholly

# What holds for every game in GAMES.

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


# What holds at every point of every game: no card is lost or twice, and scores add up.


def assert_whole(places: Sequence[int], whole: int) -> None:
    """Hold sets of cards to be all of these cards, each once."""
    assert sum(places) == whole
    assert sum(place.bit_count() for place in places) == whole.bit_count()


def check_balloon(state: Any) -> None:
    assert_whole([*state.hands, state.discards, mask_of(state.pile)], BALLOON_PACK)


def check_cloud_nine(state: Any) -> None:
    trick = state.trick
    places = [*state.hands, *state.clouds, mask_of(state.stock), trick.untaken]
    assert_whole(places, FULL_PACK)
    assert trick.untaken == mask_of(set(trick.cards) - set(trick.taken))


def check_clumond(state: Any) -> None:
    """As many cards are gone as tricks and the present one took."""
    assert sum(state.hands) & ~CLUMOND_PACK == 0
    held = sum(hand.bit_count() for hand in state.hands)
    assert sum(state.hands).bit_count() == held
    present = len(state.cards) if GAMES["clumond"].to_act(state) else 0
    assert 48 - held == 3 * sum(state.tricks) + present


def check_nimbly(state: Any) -> None:
    whole = mask_of(CARD_OF_IDENTITY[card] for card in pack(len(state.hands)))
    assert_whole([*map(mask_of, state.rows), *state.hands, state.aside], whole)
    assert all(hand.bit_count() <= 9 for hand in state.hands)


CHECKS = {
    "balloon": check_balloon,
    "cloud_nine": check_cloud_nine,
    "clumond": check_clumond,
    "nimbly": check_nimbly,
}


KNOWN = [beginning for beginning in beginnings(4) if beginning.key in CHECKS]
"""Games that come later say in tests of their own how their cards and points add up."""


def scored_last(key: str, state: Any) -> tuple[int, ...]:
    """Return what the last deal gives by its cards (N7, J5, J6)."""
    if key == "cloud_nine":
        pairs = zip(state.clouds, state.hands, strict=True)
        return tuple(score(cloud) + score(hand) for cloud, hand in pairs)
    ace_low = len(state.hands) == 5
    par = score(state.aside, ace_low=ace_low) if state.deal.par else 0
    made = [score(hand, ace_low=ace_low) for hand in state.hands]
    return tuple(points if points >= par else 0 for points in made)


@pytest.mark.whole
@pytest.mark.parametrize("beginning", KNOWN, ids=str)
def test_no_card_is_lost_on_any_walk_nor_in_what_is_imagined_of_it(beginning: Beginning) -> None:
    check, game, random = CHECKS[beginning.key], beginning.game, Random(beginning.seed)
    for number, (course, _, _) in enumerate(walk(beginning)):
        check(course.state)
        for seat in everyone(beginning.seats) if number % 7 == 0 or not course.to_act() else ():
            imagined: Any = game.imaginer(course.view(seat), course.heard(seat))(random)
            check(imagined)
            if beginning.key == "clumond":  # whose cards are all different
                assert not seat or imagined.hands[seat - 1] == course.state.hands[seat - 1]
                assert sum(imagined.hands) == sum(course.state.hands)


@pytest.mark.parametrize("beginning", [b for b in KNOWN if b.key != "balloon"], ids=str)
def test_totals_are_the_sums_of_deals_and_no_chip_is_lost(beginning: Beginning) -> None:
    """C8: before the end none, and then at most two odd ones."""
    for course, _, _ in walk(beginning):
        deal, over = course.state.deal, not course.to_act()
        if deal.points:
            settled = tuple(map(sum, zip(*deal.points, strict=True)))
            ante = 0 if over or beginning.key != "clumond" else deal.ante
            assert deal.totals == tuple(total - ante for total in settled)
        if over and beginning.key != "clumond":
            assert deal.points[-1] == scored_last(beginning.key, course.state)
        if beginning.key == "clumond" and deal.scoring is Scoring.CHIPS:
            assert 0 <= -sum(deal.totals) - deal.pot <= (2 if over else 0)
        elif beginning.key == "clumond":
            assert deal.pot == 0


# The rules by example, in plain texts (see `tests/engine/examples.py`).

EXAMPLES = examples(Path(__file__).parent.glob("*/examples.txt"), lambda file: file.parent.name)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.game} {one.sentence}")
def test_what_follows_is_as_the_example_says(example: Example) -> None:
    example.hold()


def test_every_example_is_of_a_game_there_is() -> None:
    assert {example.game for example in EXAMPLES} <= GAMES.keys()


@pytest.mark.parametrize(
    "line",
    ["= pilot 2", "2= hand -", "*= cloud 2", "1= without R", "2= with R", "legal: stay",
     "no 2 stay: must_fly", "! Stayed(seat 2)", "!! Stayed(seat 2)", "nonsense"],
)  # fmt: skip
def test_an_example_that_is_not_so_would_be_found(line: str) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        Example("balloon", "wrong", ("deal RRRRRR, GGGGGG, PPPPPP; rolls YY", line)).hold()


@pytest.mark.parametrize("beginning", playthroughs(), ids=lambda b: f"{b.key}-{b.seats}")
def test_a_game_goes_as_its_golden_playthrough(beginning: Beginning) -> None:
    # A change that is meant: python -m tests.engine.playthroughs --write, and read the difference.
    assert text_of(beginning) == file_of(beginning).read_text("utf-8")


@pytest.mark.parametrize("beginning", playthroughs(), ids=lambda b: f"{b.key}-{b.seats}")
def test_a_playthrough_begins_with_its_record(beginning: Beginning) -> None:
    record = parse_record(file_of(beginning).read_text("utf-8").partition("\n==")[0])
    course = replay(record)
    assert course.game.outcome(course.state) is not None


def test_every_golden_file_belongs_to_a_playthrough() -> None:
    kept = {file_of(beginning) for beginning in playthroughs()}
    assert set(FOLDER.iterdir()) == {file for file in kept if file.parent == FOLDER}

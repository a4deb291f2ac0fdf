"""A game's course: its options, its moves, and moves that are taken back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from engine.cards import CARD_OF_IDENTITY, IDENTITIES
from engine.chance import Chance
from engine.codec import Stored, dump_deal, load_deal
from engine.course import BACK, Course, Trail
from engine.events import GameEnded, TakenBack, as_seen_by
from engine.game import BadOptions, IllegalMove, Info, Option, OptionValue, SharedRefusal
from engine.games import GAMES
from engine.match import Deal, deal_in_turn, totals_of, winners
from engine.options import Choice, Flag, Number, read_option, settle, spell_option
from engine.players.cases import TRYING
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


@dataclass(frozen=True)
class Result:
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithResult(Deal[Result]):
    pass


def deal(*, deals: int | None = 3, target: int | None = None) -> WithResult:
    return WithResult(
        chance=Chance(SEED), deals=deals, target=target, dealer=Seat(2), totals=(0, 0)
    )


def test_a_scored_deal_counts_its_result() -> None:
    result = Result((5, 7), (5, 7))
    scored = deal().scored(result)
    assert (scored.points, scored.totals, scored.last) == (((5, 7),), (5, 7), result)
    assert (scored.number, scored.dealer) == (1, 2)


def test_the_next_deal_keeps_what_was_scored() -> None:
    after = deal().scored(Result((5, 7), (5, 7))).following(Seat(1))
    assert (after.number, after.dealer, after.totals) == (2, 1, (5, 7))


@pytest.mark.parametrize(("deals", "is_last"), [(1, True), (2, False)])
def test_a_game_lasts_as_many_deals_as_it_has(deals: int, is_last: bool) -> None:
    assert deal(deals=deals).scored(Result((5, 7), (5, 7))).is_last() is is_last


@pytest.mark.parametrize(("most", "is_last"), [(99, False), (100, True), (101, True)])
def test_n8_j7_a_target_is_reached_by_equalling_it(most: int, is_last: bool) -> None:
    scored = deal(deals=None, target=100).scored(Result((5, most), (5, most)))
    assert scored.is_last() is is_last


def test_the_end_of_a_game_names_those_with_the_highest_total() -> None:
    scored = deal().scored(Result((7, 7), (7, 7)))
    assert scored.ended() == GameEnded((7, 7), (Seat(1), Seat(2)))
    assert scored.outcome().winners == (1, 2)


@pytest.mark.parametrize(
    ("totals", "won"),
    [((5, 9, 7), (2,)), ((9, 5, 9), (1, 3)), ((4, 4, 4), (1, 2, 3)), ((-3, -1, -2), (2,))],
)
def test_n8_c8_j7_the_highest_total_wins_and_ties_share(
    totals: tuple[int, ...], won: tuple[int, ...]
) -> None:
    assert winners(totals) == won


def test_a_shuffle_is_that_of_the_deals_number() -> None:
    second = deal().following(Seat(1))
    order = Chance(SEED).shuffle("thunder", 2, IDENTITIES)
    assert second.shuffled("thunder", IDENTITIES) == tuple(CARD_OF_IDENTITY[c] for c in order)


def test_cards_are_dealt_one_at_a_time() -> None:
    dealt = deal_in_turn(range(10), Seat(3), seats=3, each=2)
    assert dealt == ((3, (0, 3)), (1, (1, 4)), (2, (2, 5)))


def test_nothing_scored_makes_no_points() -> None:
    assert totals_of([], seats=4) == (0, 0, 0, 0)


def test_a_stored_deal_is_read_back() -> None:
    before = deal(deals=None, target=100).scored(Result((5, 7), (5, 7))).following(Seat(1))
    stored = Stored(dump_deal(before, None))
    assert WithResult(**load_deal(stored, seats=2), last=before.last) == before


INFO = Info(
    key="sample",
    title="Sample",
    seats=(3, 4),
    options=(
        Number("deals", 3, 1, 9),
        Number("target", None, 50, 2000),
        Choice("scoring", "chips", choices=("chips", "points")),
        Flag("redeal", default=True),
        Flag("par", default=False, seats=(3,)),
        Number("rounds", 9, 3, 30, step=3),
    ),
    rules_version=1,
)


def test_an_option_that_cannot_be_read_or_checked_is_none() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Option("deals", 3)  # type: ignore[abstract] # on purpose


def test_what_is_left_out_has_its_default() -> None:
    assert settle(INFO, 3, {"target": 100}) == {
        "deals": 3,
        "target": 100,
        "scoring": "chips",
        "redeal": True,
        "par": False,
        "rounds": 9,
    }


def test_an_option_that_is_off_unless_given_can_be_given_as_off() -> None:
    assert settle(INFO, 4, {"target": None})["target"] is None


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("colour", 3, "unknown_option"),
        ("deals", 0, "out_of_range"),
        ("deals", 10, "out_of_range"),
        ("deals", "3", "not_a_number"),
        ("deals", True, "not_a_number"),
        ("deals", None, "not_a_number"),
        ("rounds", 10, "not_a_multiple"),
        ("rounds", 33, "out_of_range"),
        ("scoring", "beans", "not_a_choice"),
        ("redeal", "yes", "not_a_flag"),
        ("redeal", 1, "not_a_flag"),
    ],
)
def test_an_option_the_game_does_not_have_is_refused(
    key: str, value: OptionValue, reason: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        settle(INFO, 3, {key: value})
    assert (refused.value.reason, refused.value.key) == (reason, key)


def test_an_option_for_some_tables_is_refused_at_others_unless_it_is_off() -> None:
    assert settle(INFO, 3, {"par": True})["par"] is True
    assert settle(INFO, 4, {"par": False})["par"] is False
    with pytest.raises(BadOptions) as refused:
        settle(INFO, 4, {"par": True})
    assert (refused.value.reason, refused.value.key) == ("not_with_these_seats", "par")


def test_a_number_of_seats_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadOptions) as refused:
        settle(INFO, 5, {})
    assert (refused.value.reason, refused.value.key) == ("wrong_seats", "seats")


@pytest.mark.parametrize(
    ("key", "word", "value"),
    [
        ("deals", "9", 9),
        ("target", "50", 50),
        ("scoring", "points", "points"),
        ("redeal", "false", False),
    ],
)
def test_an_option_is_read_as_it_is_spelled(key: str, word: str, value: OptionValue) -> None:
    assert read_option(INFO, key, word) == value
    assert spell_option(value) == word


@pytest.mark.parametrize(
    ("key", "word", "reason"),
    [
        ("deals", "+3", "not_a_number"),
        ("deals", "\N{ARABIC-INDIC DIGIT THREE}", "not_a_number"),
        ("deals", "12", "out_of_range"),
        ("scoring", "Chips", "not_a_choice"),
        ("redeal", "True", "not_a_flag"),
        ("colour", "red", "unknown_option"),
    ],
)
def test_a_spelling_that_is_no_value_is_refused(key: str, word: str, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        read_option(INFO, key, word)


def test_a_number_may_be_one_that_fits_no_step() -> None:
    rounds = Number("rounds", 9, 3, 30, step=3, also=(1,))
    assert rounds.read("1") == 1
    for word in ("2", "4", "0"):
        with pytest.raises(BadOptions):
            rounds.read(word)


# The course of a game: what it knows when it was followed from the start, and when not.


def test_a_trail_grows_at_its_end_and_the_shorter_one_stays_as_it_is() -> None:
    short = Trail("ab")
    long = short.then("c").then("d")
    assert ([*short], [*long]) == (["a", "b"], ["a", "b", "c", "d"])
    assert (len(short), short[-1], long[-1], long[1:3]) == (2, "b", "d", ("b", "c"))


def test_trails_that_part_do_not_meet_again() -> None:
    start = Trail("a")
    one, other = start.then("b"), start.then("c")
    assert ([*one.then("d")], [*other.then("e")]) == (["a", "b", "d"], ["a", "c", "e"])
    assert [*start] == ["a"]


def test_a_trail_that_grows_copies_nothing() -> None:
    trail = Trail("a")
    assert trail.then("b")._shared is trail._shared


def test_trails_are_equal_by_what_they_hold() -> None:
    assert Trail("ab") == Trail("a").then("b")
    assert hash(Trail("ab")) == hash(Trail("a").then("b"))
    assert Trail("ab") != Trail("ac")
    assert Trail("ab") != ("a", "b")
    assert repr(Trail("ab")) == "Trail(['a', 'b'])"


def test_nothing_stands_beyond_the_end_of_a_trail() -> None:
    short = Trail("a")
    short.then("b")
    for at in (1, -2):
        with pytest.raises(IndexError):
            short[at]


BEGUN = Course.begin(GAMES["nimbly"], 3, {}, Chance(bytes(32)))


def test_a_move_leaves_the_course_before_it_as_it_was() -> None:
    (seat,) = BEGUN.to_act()
    after = BEGUN.then(seat, BEGUN.legal(seat)[0])
    assert (len(BEGUN.happened), len(after.happened)) == (1, 2)
    assert after.heard(seat)[-1].move == 1


def test_a_game_taken_up_goes_on_alike_but_does_not_know_what_was_heard() -> None:
    taken_up = Course.taken_up(BEGUN.game, BEGUN.state)
    (seat,) = taken_up.to_act()
    code = taken_up.legal(seat)[0]
    after = taken_up.then(seat, code)
    assert after.state == BEGUN.then(seat, code).state
    for course in (taken_up, after):
        with pytest.raises(ValueError, match="not known"):
            course.heard(Seat(1))


@pytest.mark.parametrize("key", GAMES)
def test_what_everybody_was_told_is_what_a_spectator_hears_of_all_that_happened(key: str) -> None:
    game = GAMES[key]
    course = Course.begin(game, max(game.info.seats), {}, Chance(bytes(32)))
    for _ in range(12):
        seat, *_ = course.to_act()
        course = course.then(seat, course.legal(seat)[0])
    assert list(course.told) == [as_seen_by(None, events) for events in course.happened]
    assert len(course.told) == 13
    assert not Course.taken_up(game, course.state).told


# Moves that are taken back: what may be, and what is left of them.


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

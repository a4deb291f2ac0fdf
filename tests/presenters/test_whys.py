"""Why a move is better, in sentences that name cards and people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.presenters import PRESENTERS
from bot.presenters.cards import amount, counted, listed, made, name_of, percent, won
from bot.presenters.stakes import stake_of
from bot.puzzles.service import Puzzle, shipped
from bot.texts import Texts
from engine.analysis.paired import Reasons
from engine.chance import Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.melds import Meld
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import number
from tests.catalogues import catalogue
from tests.engine.analysis.claims import CLAIMS
from tests.games import registered

# Why a move is better, in words: short sentences that name cards, people and what comes of it.

SAY = Texts.load().words("en")
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")
WORDS = 12
"""How many a sentence has at most; a name, a card or a draw is one."""

DRAWN = re.compile(r"(?<=[♠♥♦♣]) \w+[♠♥♦♣]")  # each card of a draw but its first

DECISIONS = 24
"""How many puzzles of each game are looked at, in which one move is clearly best."""


@cache
def told(key: str) -> tuple[tuple[tuple[Reason, ...], str], ...]:
    """Return why the best move of each puzzle is better than the worst."""
    rows = [row for row in shipped().puzzles if row.game == key][:DECISIONS]
    return tuple(_told(key, Puzzle.of(row)) for row in rows)


def _told(key: str, puzzle: Puzzle) -> tuple[tuple[Reason, ...], str]:
    view, heard = puzzle.view, puzzle.course.heard(puzzle.seat)
    best, worst = puzzle.choices[0].code, puzzle.choices[-1].code
    reasons = Reasons(key, view, heard, (best, worst), Random(6)).why(best, worst)
    presenter = PRESENTERS[key]
    named = [presenter.named(view, code, SAY, NAMES) for code in (best, worst)]
    return reasons, presenter.why(reasons, named[0], named[1], SAY, NAMES)


@pytest.mark.whole
@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_most_moves_that_are_clearly_worse_have_a_reason(key: str) -> None:
    assert sum(bool(reasons) for reasons, _ in told(key)) > 0.9 * DECISIONS
    assert all(len(reasons) <= 2 for reasons, _ in told(key))


@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_each_reason_is_one_short_sentence(key: str) -> None:
    for reasons, text in told(key):
        sentences = [each for each in text.split(". ") if each]
        assert len(sentences) == len(reasons)
        for sentence in sentences:
            assert len(DRAWN.sub("", sentence).split()) <= WORDS, sentence
            assert sentence[0] == sentence[0].upper()
            assert "{" not in sentence
        assert not text or text.endswith(".")


@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_every_reason_can_be_told(key: str) -> None:
    """No catalogue has a sentence longer than a reason may be, whatever it is filled with."""
    whys = {name: forms for name, forms in catalogue("en").items() if f"{key}.why." in name}
    assert whys
    for name, forms in whys.items():
        for form in forms:
            longest = form.replace("{fit}", "three of a kind").replace("{often}", "more often")
            assert len(longest.split()) <= WORDS, name


@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_reasons_differ(key: str) -> None:
    keys = Counter(reason.key for reasons, _ in told(key) for reason in reasons)
    assert len(keys) > 2
    assert keys.most_common(1)[0][1] < DECISIONS


@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_a_reason_of_an_earlier_version_is_left_out(key: str) -> None:
    """Reviews keep theirs: what has no words any more, or lacks a value, is not told."""
    old = (
        Reason.of("goes", seat=2, card="KS", often="more"),
        Reason.of("leaves", seat=2, card="KS", often="usually"),
        Reason.of("hand_run_long"),
        Reason.of("costs_wild"),
        Reason.of("makes", fit="flush", n=5),
        Reason.of("makes", fit="suit", n=5),
        Reason.of("needs", often="always"),
    )
    assert PRESENTERS[key].why(old, "one", "other", SAY, NAMES) == ""


def test_that_a_draw_makes_less_now_is_said_once() -> None:
    said = ("makes_less", "leaves_but")
    for reasons, _ in told("nimbly"):
        assert sum(reason.key in said for reason in reasons) <= 1


def test_a_sentence_that_names_nothing_stands_alone() -> None:
    vague = ("hand", "cloud", "brings", "helps")
    for key in ("cloud_nine", "nimbly"):
        for reasons, _ in told(key):
            are_vague = [reason.key.startswith(vague) for reason in reasons]
            assert all(are_vague) or not any(are_vague)


def test_a_game_without_reasons_says_nothing() -> None:
    with registered():
        presenter = PRESENTERS["hail"]
        assert presenter.why((), "one", "other", SAY, NAMES) == ""
        assert presenter.why((Reason("unknown"),), "one", "other", SAY, NAMES) == ""


def test_a_move_of_cloud_9_is_named_as_what_is_done() -> None:
    view = Puzzle.of(next(row for row in shipped().puzzles if row.game == "balloon")).view
    named = [PRESENTERS["balloon"].named(view, code, SAY, NAMES) for code in ("pay", "wild")]
    assert named == ["paying", "paying a wild card"]


# How sentences name people and what each of them has.

THREE = ("Ada", "Ben", "Cem")


def test_a_seat_has_the_name_of_who_sits_there() -> None:
    assert [name_of(THREE, Seat(seat)) for seat in (1, 3)] == ["Ada", "Cem"]


def test_points_are_listed_in_seat_order() -> None:
    text = listed((7, 0, "+2"), THREE, SAY)
    found = [text.index(part) for part in ("Ada", "7", "Ben", "0", "Cem", "+2")]
    assert found == sorted(found)


def test_one_winner_wins_and_several_share() -> None:
    alone, shared = won((Seat(2),), THREE, SAY), won((Seat(1), Seat(3)), THREE, SAY)
    assert "Ben" in alone
    assert "Ada" in shared
    assert "Cem" in shared
    assert alone.replace("Ben", "") != shared.replace("Ada", "").replace("Cem", "")


# The numbers of moves in words: what a nine makes, averages and chances.


def test_a_nine_is_spelled_with_its_factors() -> None:
    assert made(Meld(4, 3, 2, 0, 24), SAY) == "suit 4 \u00d7 run 3 \u00d7 sets 2 = 24"
    assert made(Meld(4, 3, 2, 1, 34), SAY).endswith("sets 2 + 10 for a joker = 34")
    assert made(Meld(4, 3, 2, 2, 44), SAY).endswith("sets 2 + 20 for both jokers = 44")


@pytest.mark.parametrize(
    ("number", "shown"),
    [(41.4, "41"), (4.26, "4.3"), (-0.5, "\u22120.5"), (-12.0, "\u221212"), (0, "0"), (-0.04, "0")],
)
def test_averages_are_as_exact_as_they_need_to_be(number: float, shown: str) -> None:
    assert amount(number, SAY) == shown


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0.1, "0.1 points", "0,1 point"),
        (-1.5, "\u22121.5 points", "\u22121,5 point"),
        (1.0, "1.0 points", "1,0 point"),
        (2.5, "2.5 points", "2,5 points"),
        (0, "0 points", "0 point"),
    ],
)
def test_a_fraction_has_its_unit_as_the_language_counts(
    number: float, english: str, french: str
) -> None:
    for language, told in (("en", english), ("fr", french)):
        say = Texts.load().words(language)
        n, points = counted(number, say)
        assert say("result.points", n=n, points=points) == told


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, 0), (0.001, 1), (0.456, 46), (0.999, 99), (1, 100), (-0.02, 1), (1.03, 99)],
)
def test_a_chance_is_neither_nothing_nor_certain_unless_it_is(share: float, shown: int) -> None:
    assert percent(share) == shown


# Stakes: what is said where something ends is true, and said wherever it decides a place.

SEEDS = 12
WORLDS = 6

SHORT: dict[str, tuple[int, Options]] = {
    "balloon": (4, {"target": 20}),
    "cloud_nine": (3, {"deals": 2}),
    "nimbly": (3, {"deals": 2}),
    "clumond": (3, {"deals": 3}),
}
"""How many sit at short games, and the options of those."""

SEATED = ("Ada", "Ben", "Cleo", "Dora")


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
            counts = view.declarer in {None, seat}  # C6
            return counts and sum(not far for far in off.values()) == len(right) < len(off)
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
            stake = stake_of(course.view(seat), noted, SEATED)
            said[stake] += 1
            if stake:
                assert is_true(stake, noted.values, course, seat), (stake, noted.values)
            elif len(course.legal(seat)) > 1 and decides(course, seat, random):
                silent += 1
    assert not silent
    assert len(said) > 1, "nothing was ever at stake"
    assert said[""] > sum(said.values()) / 2, "what is always said is not read"

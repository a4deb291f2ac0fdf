"""Standard errors of trials, against the plain formulas where there are any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, cast

import pytest

from bot.puzzles.service import Puzzle, shipped
from engine.analysis.decision import Decision, Gap
from engine.analysis.paired import BATCHES, CLEARLY, Comparison, Reasons, argued
from engine.cards import RANKS, faces_in
from engine.game import Json
from engine.players.cases import TRYING
from engine.players.levels import HOUSE_PLAYERS
from engine.players.reasons import ADVICE, SHARE, Compared, Reason
from engine.players.robot import RankedMove
from engine.players.trials import MeanTrials, Value
from tests.catalogues import catalogue
from tests.engine.analysis.claims import CLAIMS, Claim, is_true_of_the_rules
from tests.engine.walks import Beginning, open_situations, usual_seats
from tests.games import registered
from tests.soak.amounts import later

WORTH = {"a": 0.3, "b": 0.25, "c": 0.25}


class Noisy(MeanTrials):
    """Moves of a known worth, whose trials share some of their chance and differ in some."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, ...]] = []

    def tried(self, codes: Sequence[str], random: Random) -> list[Value]:
        common = random.gauss(0, 0.3)
        shares = [WORTH[code] + common + random.gauss(0, 0.1) for code in codes]
        self.seen.append(tuple(shares))
        return [Value(100 * share, share) for share in shares]


class Certain(Noisy):
    is_certain = True


def test_the_error_of_a_mean_is_that_of_its_trials() -> None:
    trials = Noisy()
    gap = Comparison(trials, ("a", "b"), Random(1), BATCHES).gap("a", "b")
    differences = [a - b for a, b in trials.seen]
    assert len(differences) == gap.trials == BATCHES
    assert gap.share == pytest.approx(fmean(differences))
    assert gap.share_error == pytest.approx(stdev(differences) / sqrt(BATCHES))
    assert gap.points_error == pytest.approx(100 * gap.share_error)


def test_times_are_rounded_up_to_whole_batches() -> None:
    assert Comparison(Noisy(), ("a", "b"), Random(1), 33).times == 2 * BATCHES
    assert Comparison(Noisy(), ("a", "b"), Random(1), 5).times == 5
    assert Comparison(Certain(), ("a", "b"), Random(1), 500).times == 1


def test_a_gap_of_nothing_is_found_clear_as_seldom_as_two_errors_promise() -> None:
    found = [
        Comparison(Noisy(), ("b", "c"), Random(look), BATCHES).gap("b", "c") for look in range(400)
    ]
    assert 2 <= sum(gap.is_clear() for gap in found) <= 20
    assert not any(gap.is_clear(5.0) for gap in found)


def test_a_real_gap_is_found_and_unbiased() -> None:
    found = [
        Comparison(Noisy(), ("a", "b"), Random(look), BATCHES).gap("a", "b") for look in range(100)
    ]
    assert fmean(gap.share for gap in found) == pytest.approx(0.05, abs=0.01)
    assert sum(gap.is_clear() for gap in found) > 25


def test_a_move_is_no_better_than_itself() -> None:
    gap = Comparison(Noisy(), ("a", "b"), Random(1), BATCHES).gap("a", "a")
    assert (gap.share, gap.share_error, gap.points) == (0, 0, 0)
    assert not gap.is_clear()


# Why a move is better: found in imagined games, and told only where it is clear.


def test_a_decision_keeps_its_reasons() -> None:
    gap = Gap(0.1, 0.01, 3.0, 1.0, 64)
    reasons = (Reason.of("leaves", card="KS", seat=2), Reason("hand"))
    decision = Decision(3, 1, "b", "a", "b", gap, gap, 0.5, 0.4, 9.0, 6.0, reasons=reasons)
    written = decision.to_json()
    assert Decision.from_json(cast("Json", written)) == decision


@pytest.mark.parametrize("spoilt", [7, None, "leaves", ["leaves"], ["leaves", 7], ["a", {}, 1]])
def test_what_is_no_reason_is_refused(spoilt: Json) -> None:
    with pytest.raises((ValueError, TypeError)):
        Reason.from_json(spoilt)


def test_a_difference_is_told_only_where_it_is_clear() -> None:
    even = [{"cloud": 10.0}, {"cloud": 20.0}, {"cloud": 30.0}, {"cloud": 20.0}]
    more = [{"cloud": seen["cloud"] + 3} for seen in even]
    wild = [{"cloud": 50.0}, {"cloud": 0.0}, {"cloud": 0.0}, {"cloud": 42.0}]
    assert Compared(more, even).gap("cloud") == 3
    assert Compared(even, more).gap("cloud") == -3
    assert Compared(wild, even).better("cloud") - Compared(wild, even).worse("cloud") == 3
    assert Compared(wild, even).gap("cloud") == 0
    assert Compared(even, even).gap("anything else") == 0


def test_a_move_that_wins_less_often_is_not_argued_for() -> None:
    assert Compared([{SHARE: 0.5}], [{SHARE: 0.4}]).is_better
    assert not Compared([{SHARE: 0.4}], [{SHARE: 0.5}]).is_better


@pytest.mark.parametrize("key", ["hail", "thunder"])
def test_a_game_without_reasons_gives_none(key: str) -> None:
    with registered():
        course = open_situations(Beginning(key, usual_seats(key), {}, 1))[0].course
        seat = course.to_act()[0]
        view, heard, codes = course.view(seat), course.heard(seat), course.legal(seat)
        ranked = [RankedMove(code) for code in codes]
        assert Reasons(key, view, heard, codes, Random(1)).why(*codes[:2]) == ()
        assert argued(key, view, heard, ranked, 3, Random(1)) == tuple(ranked)


def test_the_moves_below_the_best_say_why_as_many_as_are_asked_for() -> None:
    key, found = "cloud_nine", 0
    for course, _, _ in open_situations(Beginning(key, 3, {"deals": 1}, 2))[::4]:
        seat = course.to_act()[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        ranked = HOUSE_PLAYERS[key]["quick"].rank(view, heard, legal, Random(1))
        told = argued(key, view, heard, ranked, 2, Random(2))
        assert [move._replace(reasons=()) for move in told] == list(ranked)
        assert not any(move.reasons for move in (told[0], *told[2:]))
        reasons = Reasons(key, view, heard, [ranked[0].code, ranked[1].code], Random(2))
        assert told[1].reasons == reasons.why(ranked[0].code, ranked[1].code)
        found += bool(told[1].reasons)
    assert found


def test_where_the_next_moves_are_as_good_the_first_that_is_clearly_worse_says_why() -> None:
    key, found = "nimbly", set[str]()
    for course, _, _ in open_situations(Beginning(key, 3, {}, 3))[::4]:
        seat = course.to_act()[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        thought = HOUSE_PLAYERS[key]["quick"].rank(view, heard, legal, Random(1))
        ranked = [move._replace(share=0.4) for move in thought[:-1]]
        ranked.append(thought[-1]._replace(share=0.4 - CLEARLY))
        told = argued(key, view, heard, ranked, 2, Random(2))
        said = [move.code for move in told if move.reasons]
        assert said in ([], [told[1].code], [told[-1].code])
        found.update(said and ["next" if said == [told[1].code] else "worse"])
        found.update(["merits"] if told[1].merits else [])
        assert not any(move.merits for move in (told[0], *told[2:]))
        assert not any(reason.key in ADVICE for reason in told[1].merits)
        assert [move._replace(reasons=(), merits=()) for move in told] == ranked
    assert found == {"next", "worse", "merits"}


RIVALS = 3
"""Moves that the best one of a puzzle is compared to."""


PUZZLES = 7, 150
"""How many of each game are looked at, and how many with `make soak`."""


@cache
def claims(key: str, puzzles: int) -> list[Claim]:
    """Return the reasons of some puzzles, with the same games played once more."""
    rows = [row for row in shipped().puzzles if row.game == key][:puzzles]
    return [claim for at, row in enumerate(rows) for claim in _claims(Puzzle.of(row), at)]


def _claims(puzzle: Puzzle, number: int) -> Iterator[Claim]:
    key, view, seat = puzzle.row.game, puzzle.view, puzzle.seat
    heard, state = puzzle.course.heard(seat), puzzle.course.state
    best, *others = [choice.code for choice in puzzle.choices]
    codes = (best, *Random(number).sample(others, min(RIVALS, len(others))))
    reasons = Reasons(key, view, heard, codes, Random(number))
    random, maker = Random(number), TRYING[key].cases
    assert maker is not None
    cases = maker(view, heard, random)
    rows = [cases.observed(codes, random) for _ in range(cases.times)]
    seen = dict(zip(codes, zip(*rows, strict=True), strict=True))
    hands = [faces_in(hand) for hand in state.hands] if key == "nimbly" else ()
    for rival in codes[1:]:
        for reason in reasons.why(best, rival):
            yield Claim(reason, view, best, rival, seen[best], seen[rival], hands)


@pytest.mark.whole
@pytest.mark.parametrize("puzzles", [PUZZLES[0], later(PUZZLES[1])])
@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_no_reason_is_false_of_the_games_it_was_found_in(key: str, puzzles: int) -> None:
    told = Counter[str]()
    for claim in claims(key, puzzles):
        told[claim.reason.key] += 1
        assert CLAIMS[key][claim.reason.key](claim), (claim.reason, claim.better, claim.worse)
    assert len(told) > 2


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("8421148aa19e", Reason("keeps_wild")),
        ("fd4882653775", Reason.of("exact", code=6, n=6)),
        ("9a32707b4799", Reason.of("exact", code=9, n=9)),
        ("5a5e8f297936", Reason.of("exact", code=0, n=0)),
    ],
)
def test_what_decides_is_told_first(key: str, told: Reason) -> None:
    """Colours keep a wild card for the throws to come; three cards say what tricks there are."""
    puzzle = next(Puzzle.of(row) for row in shipped().puzzles if row.key == key)
    heard, codes = puzzle.course.heard(puzzle.seat), [each.code for each in puzzle.choices[:2]]
    reasons = Reasons(puzzle.row.game, puzzle.view, heard, codes, Random(1))
    assert reasons.why(*codes)[0] == told
    assert told in puzzle.choices[1].reasons


@pytest.mark.parametrize("key", ["cloud_nine", "clumond", "nimbly"])
def test_no_shipped_puzzle_calls_sure_what_others_may_change(key: str) -> None:
    sure = 0
    for puzzle in (Puzzle.of(row) for row in shipped().puzzles if row.game == key):
        best, *others = puzzle.choices
        for choice in others:
            for reason in choice.reasons:
                claim = Claim(reason, puzzle.view, best.code, choice.code, (), (), ())
                assert is_true_of_the_rules(claim), (puzzle.row.key, choice)
                sure += claim.values.get("often") == "surely"
    assert sure


def test_a_trick_of_clumond_is_sure_only_where_no_card_of_others_beats_the_one_played() -> None:
    sure = 0
    for puzzle in (Puzzle.of(row) for row in shipped().puzzles if row.game == "clumond"):
        codes, state = [each.code for each in puzzle.choices[:2]], cast("Any", puzzle.course.state)
        own = {"needs": codes[0], "spares": codes[1]}
        for reason in puzzle.choices[1].reasons:
            if dict(reason.values).get("often") != "surely" or len(state.cards) == 2:
                continue
            card = own[reason.key].removeprefix("play ")
            others = [hand for seat, hand in enumerate(state.hands, 1) if seat != puzzle.seat]
            faces = [face for hand in others for face in faces_in(hand)]
            higher = [face for face in faces if RANKS.index(face[0]) > RANKS.index(card[0])]
            assert not any(face[1] == card[1] for face in higher)
            sure += 1
    assert sure


@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_what_is_claimed_can_be_false(key: str) -> None:
    """Of the two moves the other way round next to nothing holds."""
    told = claims(key, PUZZLES[0])
    turned = [
        replace(
            claim,
            better=claim.worse,
            worse=claim.better,
            seen_better=claim.seen_worse,
            seen_worse=claim.seen_better,
        )
        for claim in told
    ]
    assert sum(not CLAIMS[key][each.reason.key](each) for each in turned) >= 0.8 * len(told) > 0


def test_a_claim_of_the_rarest_kinds_is_known() -> None:
    """Every sentence of a catalogue has its claim, so that none goes unchecked."""
    for key, known in CLAIMS.items():
        start = f"{key}.why."
        keys = {name.removeprefix(start) for name in catalogue("en") if name.startswith(start)}
        assert {name.removesuffix("_fit") for name in keys} == set(known)

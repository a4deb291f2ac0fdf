"""Reviews of whole games: how decisions are judged, and which positions make puzzles."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from engine.analysis.decision import Gap
from engine.analysis.judgement import EFFORTS, DecisionPoint, Judge, Judged
from engine.analysis.luck import Amount, Luck
from engine.analysis.paired import Comparison
from engine.analysis.puzzle import CLEAR, HOPE, SURE, clear_best, is_worth_it
from engine.analysis.review import Review, accuracy, review
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.players import cases
from engine.players.cases import TRYING
from engine.record import MoveLine, Record, RecordError, replay
from engine.seats import Seat
from tests.engine.analysis.conftest import SMALL, at_the_top, played
from tests.engine.balloon import positions as balloon

# How decisions are judged: no trial counts twice, and nothing is known that the seat could not.


def compared(course: Course, *, known: bool = False) -> Gap:
    """Compare to stay with to jump."""
    seat, random = course.to_act()[0], Random(1)
    truth = course.state if known else None
    trials = TRYING["balloon"].trials(course.view(seat), course.heard(seat), random, truth)
    return Comparison(trials, ("stay", "jump"), random, 64).gap("stay", "jump")


PAYS, FALLS = at_the_top("RGPYWW"), at_the_top("RRRGGG")


def test_what_a_seat_could_not_know_changes_nothing() -> None:
    assert compared(PAYS) == compared(FALLS)


def test_with_all_cards_known_the_truth_is_told() -> None:
    """Who stays wins if the pilot pays; who jumps shares with seat 3 if the pilot falls (B11)."""
    pays, falls = compared(PAYS, known=True), compared(FALLS, known=True)
    assert (pays.share, pays.points) == (1, 5)
    assert (falls.share, falls.points) == (-0.5, -20)
    assert (pays.share_error, falls.share_error) == (0, 0)


@pytest.mark.parametrize("key", ["balloon", "nimbly"])
def test_no_round_counts_the_chance_of_another(key: str) -> None:
    """Whatever was picked because it looked best is looked at again by new chance."""
    record, names = played(key, ("any", "any", "quick"), 5), list[str]()

    def generators(name: str) -> Random:
        names.append(name)
        return Random(name)

    found = review(record, Seat(1), generators, effort=SMALL)
    rounds = [name.rsplit("/", 1)[-1] for name in names]
    assert {"asked", "screened", "asked again", "checked", "told"} <= set(rounds)
    drawn = [name for name in names if not name.endswith("/quick")]
    assert len(drawn) == len(set(drawn))
    assert found.mistakes


def test_a_random_move_stands_for_all_that_are_legal() -> None:
    """One picked by chance alone would make the accuracy of a short game a matter of luck."""
    record = played("nimbly", ("any", "quick", "quick"), 5)
    course = Course.begin(GAMES["nimbly"], 3, record.options, record.chance)
    for line in record.moves[:5]:
        course = course.then(line.seat, line.code)
    seat, effort = course.to_act()[0], SMALL._replace(asked=24, screened=600)
    moment = DecisionPoint(course, seat, 5, course.legal(seat)[0])
    names = ("a", "b", "c")
    judged = [Judge("nimbly", Random, name, effort).screened([moment])[0] for name in names]
    trials = TRYING["nimbly"].trials(course.view(seat), course.heard(seat), Random(2))
    truth = Comparison(trials, moment.legal, Random(3), 96)
    means = [fmean(truth.gap(each.best, code).share for code in moment.legal) for each in judged]
    assert [each.random for each in judged] == pytest.approx(means, abs=0.1)


def test_what_can_be_tried_is_a_game_and_only_that_has_an_effort() -> None:
    assert EFFORTS.keys() <= TRYING.keys() <= GAMES.keys()


# Reviews of whole games.


def test_luck_adds_up_with_independent_errors() -> None:
    luck = Luck(Amount(3, 3, 0.3, 0.03, 1), Amount(1, 4, -0.1, 0.04, 2), Amount())
    total = luck.total
    assert (total.points, total.points_error, total.events) == (4, 5, 3)
    assert round(total.share, 9) == 0.2
    assert round(total.share_error, 9) == 0.05


def of(record: Record, seat: int = 1, **given: object) -> Review:
    return review(record, Seat(seat), Random, effort=SMALL, **given)  # type: ignore[arg-type] # others


def begun(key: str, moves: int = 30) -> Record:
    """Return the first moves of a game in which seat 2 makes any."""
    record = played(key, ("quick", "any", "quick"), 3)
    return replace(record, moves=record.moves[:moves])


def unforced(record: Record, seat: int) -> set[int]:
    course, found = replay(replace(record, moves=())), set()
    for number, (mover, code, _) in enumerate(record.moves):
        if mover == seat and len(course.legal(mover)) > 1:
            found.add(number)
        course = course.then(mover, code)
    return found


@pytest.mark.parametrize("key", sorted(TRYING))
def test_a_record_has_one_review_in_which_all_that_is_named_is_clear(key: str) -> None:
    record = begun(key)
    found = of(record, 2)
    assert found == of(record, 2)
    assert Review.from_json(json.loads(json.dumps(found.to_json()))) == found
    assert found.decisions == len(unforced(record, 2))
    assert [point.move for point in found.curve][: found.decisions] == sorted(unforced(record, 2))
    shares = dict(found.curve)
    assert all(0 <= share <= 1 for share in shares.values())
    for decision in (*found.mistakes, *found.praised):
        assert decision.move in unforced(record, 2)
        assert decision.code == record.moves[decision.move].code
        assert decision.gap.share > 2 * decision.gap.share_error
        assert decision.share_best - decision.share_rival == pytest.approx(decision.gap.share)
        assert decision.points_best - decision.points_rival == pytest.approx(decision.gap.points)
        assert shares[decision.move] == decision.share
    assert all(mistake.code == mistake.rival != mistake.best for mistake in found.mistakes)
    assert all(move.code == move.best != move.rival for move in found.praised)
    costs = [decision.gap.share for decision in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) <= 3


def test_what_somebody_else_did_for_the_seat_is_not_judged() -> None:
    record = begun("balloon")
    stand_in = set(sorted(unforced(record, 2))[:3])
    assert stand_in
    assert of(record, 2, others=stand_in).decisions == len(unforced(record, 2)) - len(stand_in)


def test_a_game_without_a_decision_has_nothing_to_say() -> None:
    record = replace(played("clumond", ("quick", "any", "quick"), 3), moves=())
    found = of(record, 3)
    assert (found.decisions, found.accuracy, found.mistakes, found.praised) == (0, None, (), ())
    assert found.luck.cards.events == 1


@pytest.mark.whole
@pytest.mark.parametrize("key", sorted(TRYING))
def test_the_chance_to_win_ends_with_the_share_of_the_win(key: str) -> None:
    record = played(key, ("quick", "any", "quick"), 3)
    end = replay(record)
    outcome = end.game.outcome(end.state)
    assert outcome is not None
    for seat in (outcome.winners[0], next(s for s in (1, 2, 3) if s not in outcome.winners)):
        won = 1 / len(outcome.winners) if seat in outcome.winners else 0
        effort = SMALL._replace(asked=1, screened=1, checked=2, told=2, lucky=1)
        curve = review(record, Seat(seat), Random, effort=effort).curve
        assert curve[-1] == (len(record.moves), won)
        assert [move for move, _ in curve[:-1]] == sorted(unforced(record, seat))


def test_an_impossible_record_or_seat_is_refused() -> None:
    record = played("nimbly", ("any", "quick", "quick"), 5)
    with pytest.raises(RecordError):
        of(replace(record, moves=(MoveLine(Seat(2), "draw A"),)))
    with pytest.raises(ValueError, match="no such seat"):
        of(record, 4)


def test_a_game_whose_moves_cannot_be_tried_has_no_review_and_no_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = played("nimbly", ("any", "quick", "quick"), 5)
    monkeypatch.setattr(cases, "TRYING", {})
    with pytest.raises(ValueError, match="cannot be tried: nimbly"):
        of(record)
    course = replay(replace(record, moves=(), result=None))
    with pytest.raises(ValueError, match="cannot be tried: nimbly"):
        clear_best(course, course.to_act()[0], Random, "a position")


def test_a_game_with_trials_alone_has_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has measured what its trials take, so they are as many as are usual."""
    record = begun("nimbly", 4)
    monkeypatch.setattr("engine.analysis.review.EFFORTS", {})
    monkeypatch.setattr("engine.analysis.review.USUAL", SMALL)
    assert review(record, Seat(1), Random).decisions == len(unforced(record, 1))


def judged(lost: float, random: float, error: float = 0.0) -> Judged:
    record = played("nimbly", ("any", "quick", "quick"), 5)
    moment = DecisionPoint(replay(replace(record, moves=())), Seat(1), 0, "draw A")
    return Judged(moment, "draw A", 0.0, lost, (random,), error, 0.5)


def test_accuracy_is_what_was_not_lost_of_what_random_moves_would_have_lost() -> None:
    assert accuracy([judged(0.0, 0.2), judged(0.1, 0.2)] * 3) == pytest.approx(75)
    assert accuracy([judged(0.0, 0.2), judged(-0.1, 0.2)] * 3) == 100
    assert accuracy([judged(0.3, 0.2)] * 5) == 0


def test_accuracy_is_not_told_where_nothing_was_at_stake() -> None:
    assert accuracy([]) is None
    assert accuracy([judged(0.0, 0.003)] * 9) is None
    assert accuracy([judged(0.0, 0.2, error=0.2)] * 5) is None


def test_no_accuracy_is_told_of_fewer_than_five_choices_whose_moves_differ() -> None:
    alike = [judged(0.0, 0.0)] * 20
    assert accuracy([*alike, *[judged(0.0, 0.2)] * 4]) is None
    assert accuracy([*alike, *[judged(0.0, 0.2)] * 5]) == 100


# Positions in which one move is clearly best.


def test_a_clearly_best_move_is_found_and_the_others_told() -> None:
    """The pilot almost surely pays: seat 1 holds no wild card, and nobody has paid a card yet."""
    found = clear_best(PAYS, Seat(1), Random, "a")
    assert found is not None
    best, other = found.choices
    assert (best.code, other.code) == ("stay", "jump")
    assert (best.behind.share, best.behind.share_error) == (0, 0)
    assert other.behind.share >= CLEAR
    assert other.behind.share > SURE * other.behind.share_error
    assert best.share - other.share == pytest.approx(other.behind.share)
    assert clear_best(PAYS, Seat(1), Random, "a") == found


def test_a_second_look_tries_the_moves_that_come_near_more_often() -> None:
    once, closely = (clear_best(PAYS, Seat(1), Random, "a", times=times) for times in (1, 3))
    assert once is not None
    assert closely is not None
    assert [each.code for each in once.choices] == [each.code for each in closely.choices]
    assert closely.choices[1].behind.trials == 3 * once.choices[1].behind.trials
    assert closely.choices[1].behind.share_error < once.choices[1].behind.share_error


@pytest.mark.parametrize(
    ("best", "second", "is_worth"),
    [
        (0.10, 0.01, False),  # all is lost
        (HOPE, 0.0, True),
        (0.98, 0.87, False),  # all is won
        (0.97, 0.87, True),
        (1.0, 0.0, True),  # all or nothing
    ],
)
def test_where_all_is_lost_or_won_anyhow_there_is_no_puzzle(
    best: float, second: float, is_worth: bool
) -> None:
    assert is_worth_it(best, second) is is_worth


def test_moves_of_equal_worth_are_no_puzzle() -> None:
    """Of cards of one suit that nothing lies between, each does what the other does (C3)."""
    course = Course.begin(GAMES["clumond"], 3, {}, Chance(bytes(32)))
    for seat in (1, 2, 3):
        course = course.then(Seat(seat), "pass")
    assert clear_best(course, course.to_act()[0], Random, "a") is None


def test_a_forced_move_is_no_puzzle() -> None:
    course = balloon.played(PAYS, "1 stay")
    fallen = balloon.table("RRRRRR", "GGGGGG", "YYYYYY", rolls=("GG",))
    forced = balloon.played(fallen, "2 stay", "3 stay")
    assert balloon.legal(forced) == ("fall",)
    assert clear_best(forced, Seat(1), Random, "a") is None
    with pytest.raises(ValueError, match="not to act"):
        clear_best(course, Seat(1), Random, "a")

"""Reviews of whole games."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from engine.analysis.judging import DecisionPoint, Judged
from engine.analysis.luck import Amount, Luck
from engine.analysis.puzzle import clear_best
from engine.analysis.review import Review, accuracy, review
from engine.players import trying
from engine.players.trying import TRYING
from engine.record import MoveLine, Record, RecordError, replay
from engine.seats import Seat
from tests.engine.analysis.games import SMALL, played


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
    monkeypatch.setattr(trying, "TRYING", {})
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

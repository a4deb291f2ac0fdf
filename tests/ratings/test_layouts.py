"""Ratings beside a result, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.show.board_layouts import line_layout
from bot.match.show.finished_layouts import finished_hand_layout, finished_layout
from bot.ratings.layouts import RatingNotes
from bot.ratings.rows import Conduct, Verdict
from bot.ratings.rules import RatingNews
from bot.skill import Rating
from engine.seats import Seat
from render.api import MINUS
from tests.match.rows import SAY, board_of, faults, hand_of, picture, said
from tests.match.show.test_board_layouts import NAMES
from tests.match.show.test_finished_layouts import last

UP = RatingNews(Verdict.COUNTS, Rating(24.775, 5), Rating(25.075, 5), Conduct.WHOLE)
NEW = RatingNews(Verdict.COUNTS, Rating(), Rating(24, 8), Conduct.WHOLE)


def shown(ratings: dict[Seat, RatingNews]) -> tuple[str, str, str]:
    """Return board, line and the hand of the first seat of a finished game, as they read."""
    table = last(*NAMES)
    notes = RatingNotes(ratings)
    board = replace(board_of(table), notes=notes)
    hand = replace(hand_of(table, 1)[1], notes=notes)
    layouts = (
        finished_layout(board, [("a.png", picture())], [], SAY),
        line_layout(board, SAY),
        finished_hand_layout(board, hand, [], SAY),
    )
    assert [faults(layout) for layout in layouts] == [[], [], []]
    first, second, third = map(said, layouts)
    return first, second, third


def test_nothing_is_said_before_a_game_is_rated() -> None:
    assert not any("rating" in text for text in shown({}))


def test_rating_and_change_stand_beside_each_result_but_no_change_of_a_provisional_one() -> None:
    board, line, hand = shown({Seat(1): UP, Seat(2): NEW, Seat(3): UP})
    assert "points · rating 1003 (+12)" in board
    assert "points · rating 960 so far\n" in board
    assert "points, rating 1003 (+12)" in line
    assert "points, rating 960 so far" in line
    assert f"{MINUS}40" not in board + line
    assert "Your rating: **1003 (+12)**" in hand
    assert "place on the leaderboard" not in hand


def test_whoever_has_no_place_is_told_that_more_games_bring_one() -> None:
    *_, hand = shown({Seat(1): NEW})
    assert "A few more rated games give you a place on the leaderboard." in hand


@pytest.mark.parametrize(
    ("conduct", "text"),
    [(Conduct.FORFEIT, "last place"), (Conduct.HELPED, "ouse player filled in for")],
)
def test_who_could_not_gain_is_told_why(conduct: Conduct, text: str) -> None:
    board, _, hand = shown({Seat(1): replace(UP, conduct=conduct), Seat(2): UP})
    assert text in board
    assert text in hand


def test_the_table_is_told_who_is_rated_as_last_for_a_hint() -> None:
    notes = RatingNotes({Seat(1): replace(UP, conduct=Conduct.FORFEIT), Seat(2): UP})
    row = last(*NAMES).row
    assert "You left early, so" in notes.own(Seat(1), SAY)
    hinted = replace(notes, hinted=frozenset({Seat(1)}))
    assert "You took a hint, so" in hinted.own(Seat(1), SAY)
    first, *others = row.members
    (told,) = notes.below(replace(row, members=(replace(first, hinted=True), *others)), SAY)
    assert told == "-# This game counts as last place for **Ada**, who took a hint or left early."


@pytest.mark.parametrize(
    ("verdict", "text"),
    [(Verdict.OFTEN, "a lot together"), (Verdict.UNKNOWN, "without a rating")],
)
def test_why_a_game_changes_no_rating_is_told(verdict: Verdict, text: str) -> None:
    board, line, hand = shown({Seat(1): RatingNews(verdict, Rating(), Rating(), UP.conduct)})
    assert text in board
    assert text in hand
    assert "Your rating" not in hand
    assert "points · rating" not in board
    assert "points, rating" not in line

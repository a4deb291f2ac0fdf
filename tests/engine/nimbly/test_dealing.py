"""The rows, who begins, and how long a game is: J1, J3, J7."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.events import DealScored
from engine.game import OptionValue
from engine.games.nimbly.state import pack
from engine.games.nimbly.view import DealStarted
from tests.engine.nimbly.positions import (
    GAME,
    SEED,
    first_moves,
    seen,
    table,
    told,
)


@pytest.mark.parametrize(("seats", "cards", "lowest"), [(3, 36, "6"), (4, 36, "6"), (5, 52, "2")])
def test_j1_the_pack_is_36_from_the_six_up_and_52_for_five(
    seats: int, cards: int, lowest: str
) -> None:
    assert len(pack(seats)) == cards
    assert min(card[0] for card in pack(seats)) == lowest


@pytest.mark.parametrize(("seats", "length", "aside"), [(3, 9, 9), (4, 12, 0), (5, 15, 7)])
def test_j1_j3_three_rows_of_three_cards_a_player_and_seat_1_begins(
    seats: int, length: int, aside: int
) -> None:
    view = seen(table(seats=seats))
    assert [len(row) for row in view.rows] == [length] * 3
    assert (view.aside, view.dealer, view.to_act) == (aside, seats, (1,))


def test_j1_the_first_cards_of_the_shuffle_are_row_a_from_the_covered_end() -> None:
    chance = Chance(SEED)
    shuffled = chance.shuffle("nimbly", 1, pack(3))
    view = seen(Course.begin(GAME, 3, {}, chance))
    assert view.rows == (shuffled[:9], shuffled[9:18], shuffled[18:27])


def test_j3_the_deal_passes_left_and_the_dealers_left_begins() -> None:
    course = table(seats=3, deals=4)
    dealers = []
    for deal in range(1, 4):
        course = first_moves(course, deal)
        dealers.append((seen(course).dealer, *seen(course).to_act))
    assert dealers == [(1, 2), (2, 3), (3, 1)]


@pytest.mark.parametrize(
    ("seats", "options", "deals"), [(3, {}, 3), (4, {}, 4), (5, {}, 5), (3, {"deals": 7}, 7)]
)
def test_j7_a_game_has_as_many_deals_as_players_or_as_asked(
    seats: int, options: dict[str, OptionValue], deals: int
) -> None:
    course = first_moves(Course.begin(GAME, seats, options, Chance(SEED)), 99)
    assert seen(course).deals == len(seen(course).deal_scores) == deals


def test_j7_with_a_target_the_deal_in_which_it_is_reached_is_finished() -> None:
    course = first_moves(table(target=147, deals=1), 99)
    view = seen(course)
    assert view.deals is None
    *before, last = view.deal_scores
    assert max(map(sum, zip(*before, strict=True))) < 147 <= max(view.scores)
    assert [a - b for a, b in zip(view.scores, last, strict=True)] == [
        sum(points) for points in zip(*before, strict=True)
    ]


def test_a_finished_deal_is_told_and_the_next_laid_out_with_it() -> None:
    course = first_moves(table(deals=2))
    scored, started = told(course)[-2:]
    assert isinstance(scored, DealScored)
    assert isinstance(started, DealStarted)
    assert scored.result == seen(course).last_deal
    assert seen(course).last_draw is None

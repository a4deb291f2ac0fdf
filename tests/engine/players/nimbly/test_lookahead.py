"""Looking ahead in Nimbly: exact at the end of a deal, within its budget before."""

from __future__ import annotations

import pytest

from engine.course import Course
from engine.players.nimbly.lookahead import POINT, DealUtility, Lookahead, Spent, ValuedTake
from engine.players.nimbly.position import position_of
from tests.engine.nimbly.positions import state_of
from tests.engine.players.nimbly.searching import late
from tests.engine.players.stupidities.exact import Solver

PLENTY = 1_000_000
TEMPERATURE = 0.05
FEW = 7
"""So few cards in the rows are followed to the end by every level that looks ahead."""


def searched(course: Course, budget: int) -> tuple[list[ValuedTake], DealUtility, int]:
    """Rank the takes of the seat to act; with what they are weighed, and the positions it took."""
    state = state_of(course)
    layout, position = position_of(state)
    utility = DealUtility(state, position.turn)
    lookahead = Lookahead(layout, utility, budget, [TEMPERATURE] * 5)
    return lookahead.ranked(position), utility, lookahead.counted


@pytest.mark.parametrize(
    ("seats", "cards", "par", "seed"),
    [(seats, 5, False, seed) for seats in (3, 4, 5) for seed in range(8)]
    + [(3, 4, True, seed) for seed in range(6)],
)
def test_the_end_of_a_deal_is_worth_what_the_rules_say(
    seats: int, cards: int, par: bool, seed: int
) -> None:
    """By the public rules alone, every line of play followed to its end (J2, J3, J6, J7)."""
    course = late(seats, cards, seed, deals=1, **({"par": True} if par else {}))
    state, seat = state_of(course), course.to_act()[0]
    layout, position = position_of(state)
    lookahead = Lookahead(layout, DealUtility(state, position.turn), PLENTY, ())
    truth = Solver(course.game).worth(state).values
    assert lookahead.exact(position)[:seats] == pytest.approx(truth)
    (best, *_), _, _ = searched(course, PLENTY)
    assert best.value[seat - 1] == pytest.approx(truth[seat - 1])


def test_the_points_of_the_thinking_place_are_those_its_value_counts() -> None:
    course = late(3, FEW, 3)
    seen, utility, _ = searched(course, PLENTY)
    (seat,) = course.to_act()
    for _, value in seen:
        assert utility.share(value) == pytest.approx(value[seat - 1] - POINT * value[-1], abs=1e-12)
        assert 0 <= utility.share(value) <= 1


@pytest.mark.parametrize("budget", [0, 1, 100, 1000])
@pytest.mark.parametrize("cards", [27, 15, FEW, 3])
def test_no_more_positions_are_weighed_than_the_budget_allows(budget: int, cards: int) -> None:
    """One look at each take is always made."""
    course = late(3, cards, 5)
    (seat,) = course.to_act()
    legal = course.legal(seat)
    seen, _, counted = searched(course, budget)
    assert sorted(f"draw {take.rows}" for take, _ in seen) == sorted(legal)
    assert counted <= max(budget, budget // 2 + len(legal))


def test_a_larger_budget_is_used() -> None:
    course = late(3, 27, 1)
    used = [searched(course, budget)[2] for budget in (10, 500, 6000)]
    assert used == sorted(set(used))


def test_an_end_too_long_for_the_budget_is_given_up() -> None:
    state = state_of(late(3, FEW, 2))
    layout, position = position_of(state)
    with pytest.raises(Spent):
        Lookahead(layout, DealUtility(state, position.turn), 3, ()).exact(position)


def test_a_round_that_costs_more_than_was_foreseen_is_given_up() -> None:
    """The moves of the last whole round are what counts then."""
    course, budget = late(3, 27, 0), 2000
    seen, _, counted = searched(course, budget)
    shorter, _, less = searched(course, budget // 2)
    assert less < counted == budget
    assert [take for take, _ in seen] == [take for take, _ in shorter]


def test_deals_still_to_come_make_a_lead_count_for_less() -> None:
    """J7: what one deal of three gives is hardly ever the win already."""
    alone, first = (late(3, 15, 7, deals=deals) for deals in (1, 3))
    spans = []
    for course in (alone, first):
        seen, utility, _ = searched(course, 3000)
        shares = [utility.share(value) for _, value in seen]
        spans.append(max(shares) - min(shares))
    assert 0 < spans[1] < spans[0]

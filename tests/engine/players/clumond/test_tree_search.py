"""The tree search of Clumond: alike compiled or not, and right where right can be known."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import CARD_OF_FACE
from engine.players.clumond import kernel_search
from engine.players.clumond.kernel_search import Searching
from engine.players.clumond.policy import Habits
from engine.players.clumond.tree_search import TreeSearch
from tests.engine.clumond.positions import HIGH, LOW, PASSES, played, seen, table
from tests.engine.players.clumond.test_kernel import called
from tests.engine.walks import wander

if TYPE_CHECKING:
    from engine.course import Course
    from engine.players.robot import RankedMove

BUDGET = 40


def ranked(course: Course, budget: int = BUDGET, seed: int = 1) -> tuple[RankedMove, ...]:
    seat = course.to_act()[0]
    view, heard = seen(course, seat), course.heard(seat)
    return TreeSearch(Habits()).rank(view, heard, view.legal, Random(seed), budget)


def asked() -> list[Course]:
    """Return the same questions each time, a call and some cards among them."""
    begun = [wander(called(seed), Random(seed), moves=9 * seed + 1) for seed in range(3)]
    return [table(HIGH), *begun]


def test_where_nothing_is_compiled_fewer_simulations_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    course = called(2)
    few = ranked(course, BUDGET)
    monkeypatch.setattr(kernel_search, "MOST", BUDGET)
    assert ranked(course, 50 * BUDGET) == few


def test_cards_that_come_to_the_same_have_the_same_numbers_the_lowest_first() -> None:
    """Ace to knave of one suit, and no tens: nobody can come between them."""
    moves = {m.code: m for m in ranked(played(table(HIGH), *PASSES), 2000)}
    assert len(moves) == 16
    codes = [*moves]
    for suit in "CDHS":
        four = [f"play {rank}{suit}" for rank in "JQKA"]
        assert len({(moves[code].share, moves[code].facts) for code in four}) == 1
        at = codes.index(four[0])
        assert codes[at : at + 4] == four


def test_the_number_shown_decides() -> None:
    for seed in range(4):
        shares = [move.share for move in ranked(called(seed), 500)]
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(
    "habits", [Habits(), Habits(listens=False, remembers=False, reckons=False)]
)
def test_simulations_are_counted_once(habits: Habits) -> None:
    course = called(4)
    seat = course.to_act()[0]
    view = seen(course, seat)
    searching = Searching(view, course.heard(seat), Random(1), habits)
    found = searching.cards(300)
    assert sum(each.times for each in found.values()) == 300
    assert all(sum(each.codes) == each.times for each in found.values())
    assert set(found) == set(
        searching.standing_for([CARD_OF_FACE[c.split()[1]] for c in view.legal]).values()
    )


def test_a_pass_reckons_with_others_who_declare() -> None:
    """Whoever holds no high card leaves more of them to the others (C2)."""
    weak, strong = (
        Searching(seen(course, 1), course.heard(course.to_act()[0]), Random(1), Habits()).passing()
        for course in (table(LOW), table(HIGH))
    )
    assert all(0 <= chance <= 1 for chance in (*weak, *strong))
    assert min(weak) > max(strong)


def test_who_listens_expects_more_against_weak_defenders() -> None:
    course = table(HIGH)
    seat = course.to_act()[0]
    view, heard = seen(course, seat), course.heard(seat)

    def hopes(habits: Habits, company: tuple[str, ...]) -> list[float]:
        robot = TreeSearch(habits).among(company)
        moves = robot.rank(view, heard, view.legal, Random(1), 200)
        declared = {m.code: dict(m.facts)["success"] for m in moves if m.code != "pass"}
        return [declared[code] for code in sorted(declared)]

    easy, hard = (hopes(Habits(), (level, level)) for level in ("easy", "hard"))
    assert all(one > other for one, other in zip(easy, hard, strict=True))
    deaf = Habits(listens=False)
    assert hopes(deaf, ("easy", "easy")) == hopes(deaf, ("hard", "hard"))


def test_each_card_is_tried_and_the_better_half_more_often() -> None:
    """So what is said of a lower card is no guess (sixteen cards, four rounds)."""
    course = called(4)
    seat = course.to_act()[0]
    searching = Searching(seen(course, seat), course.heard(seat), Random(1), Habits())
    found = sorted(searching.cards(800).values(), key=lambda each: each.stayed)
    rounds, each = found[-1].stayed, 800 // found[-1].stayed
    assert found[0].times >= each // len(found)
    for stayed in range(1, rounds):
        alive = [one for one in found if one.stayed > stayed]
        assert len(alive) == (len([one for one in found if one.stayed >= stayed]) + 1) // 2
    assert found[0].times < found[-1].times


def test_no_lower_card_is_worth_more() -> None:
    for seed in range(6):
        course = wander(called(seed), Random(seed), moves=7 * seed)
        shares = [move.share for move in ranked(course, 60)]
        assert shares == sorted(shares, reverse=True)

"""The kernel of Nimbly's endings, against the rules and against the slower search."""

from __future__ import annotations

from random import Random

import pytest

from engine import melds
from engine.games.nimbly.turns import DRAWS
from engine.melds import NINE
from engine.players.nimbly import kernel, kernel_ending
from engine.players.nimbly.endings import Setting, setting_of, solved
from engine.players.nimbly.lookahead import DealUtility, Lookahead
from engine.players.nimbly.position import position_of
from tests.engine.nimbly.positions import seen, state_of
from tests.engine.players.nimbly.searching import late
from tests.engine.players.stupidities.exact import Solver
from tests.soak.amounts import some

MOST = {3: 12, 4: 11, 5: 10}
"""Cards left where the kernel begins, by the number of seats."""

ENOUGH = 20_000


def begun(seats: int, cards: int, seed: int, **options: int | bool) -> Setting:
    layout, position = position_of(state_of(late(seats, cards, seed, **options)))
    utility = DealUtility(state_of(late(seats, cards, seed, **options)), position.turn)
    return setting_of(layout, utility, position, ENOUGH)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", some(range(8), 3))
def test_the_kernel_moves_as_the_rules_say(seats: int, seed: int) -> None:
    """J1-J3, M1, J5: every legal draw, who is next, and in the end every score."""
    course, random = late(seats, MOST[seats], seed), Random(seed)
    ending, key, left, rooms = begun(seats, MOST[seats], seed)
    top = ending.facts[kernel.CARDS] * seats
    while acting := course.to_act():
        player = (key >> top) - 1
        assert player == acting[0] - 1
        room = rooms >> (kernel.ROOM_BITS * player) & kernel.ROOM
        draws = [at for at in range(len(DRAWS)) if kernel.may_draw(left, room, at)]
        assert [f"draw {DRAWS[at].rows}" for at in draws] == [*course.legal(acting[0])]
        draw = random.choice(draws)
        course = course.then(acting[0], f"draw {DRAWS[draw].rows}")
        key = kernel.after(ending.facts, key, left, rooms, draw)
        left -= kernel.NEEDED[draw]
        rooms -= kernel.DRAWN[draw] << (kernel.ROOM_BITS * player)
    result = seen(course).last_deal
    assert result is not None
    count = ending.facts[kernel.CARDS]
    chosen = [key >> (count * player) & ((1 << count) - 1) for player in range(seats)]
    made = [kernel.worth(ending, player, each) for player, each in enumerate(chosen)]
    assert (left, rooms) == (0, 0)
    assert made == [nine.meld.score for nine in result.hands]


@pytest.mark.parametrize("ace_low", [False, True])
def test_a_hand_scores_as_in_the_rules(ace_low: bool) -> None:
    random = Random(1)
    for size in (1, 5, NINE):
        for _ in range(200):
            mask = sum(1 << card for card in random.sample(range(52), size))
            expected = melds.score(mask, ace_low=ace_low)
            assert kernel.score(kernel.MELDS, mask, int(ace_low)) == expected


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"deals": 1}),
        (3, {"deals": 3}),
        (3, {"target": 147}),
        (3, {"deals": 2, "par": True}),
        (4, {"deals": 1}),
        (5, {"deals": 2}),
    ],
)
@pytest.mark.parametrize("seed", some(range(3), 2))
def test_an_ending_is_worth_what_the_slower_search_finds(
    seats: int, options: dict[str, int], seed: int
) -> None:
    state = state_of(late(seats, 12 - seats, seed, **options))
    layout, position = position_of(state)
    utility = DealUtility(state, position.turn)
    search = Lookahead(layout, utility, ENOUGH, (0.0,) * seats)
    found = solved(layout, utility, position, ENOUGH)
    assert found
    for take, value in found:
        assert value == pytest.approx(search.exact(position.after(take)), abs=1e-6)
    own = [value[position.turn] for _, value in found]
    assert own == sorted(own, reverse=True)


def against_all(seats: int, seed: int) -> list[bool]:
    """Return which takes win alone whatever the others do, by the kernel."""
    state = state_of(late(seats, 7, seed))
    layout, position = position_of(state)
    utility = DealUtility(state, position.turn)
    setting = setting_of(layout, utility, position, ENOUGH, against=True)
    values = kernel_ending.solved(*setting)
    takes = layout.takes(position.left, position.hands[position.turn].bit_count())
    return [values[at * (seats + 1) + position.turn] >= kernel.ONE for at in range(len(takes))]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", some(range(6), 3))
def test_what_is_sure_is_so_whatever_the_others_draw(seats: int, seed: int) -> None:
    """By the solver that asks the rules."""
    course = late(seats, 7, seed)
    (seat,), state = course.to_act(), state_of(course)
    solver = Solver(course.game)
    for code, found in zip(course.legal(seat), against_all(seats, seed), strict=True):
        after = course.then(seat, code).state
        assert found == (solver.bounds(after, seat).sure == 1)
    assert state.turn == seat


@pytest.mark.parametrize("seed", some(range(30), 8))
def test_takes_that_win_whatever_the_others_draw_are_first(seed: int) -> None:
    state = state_of(late(3, 7, seed))
    layout, position = position_of(state)
    utility = DealUtility(state, position.turn)
    takes = layout.takes(position.left, position.hands[position.turn].bit_count())
    pairs = zip(takes, against_all(3, seed), strict=True)
    sure = {take for take, wins in pairs if wins}
    first = [take for take, _ in solved(layout, utility, position, ENOUGH)][: len(sure)]
    assert {*first} == sure


def test_what_cannot_matter_is_left_out() -> None:
    """Of 2,711 positions with at least five cards left in this ending."""
    setting = begun(3, 12, 1)
    assert kernel_ending.solved(*setting)
    assert setting.ending.facts[kernel.COUNTED] < 2000


def test_what_is_too_much_is_not_searched() -> None:
    state = state_of(late(3, 9, 1))
    layout, position = position_of(state)
    assert solved(layout, DealUtility(state, position.turn), position, 10) == []


def test_too_many_cards_for_one_number_are_not_searched() -> None:
    state = state_of(late(5, 16, 1))
    layout, position = position_of(state)
    assert solved(layout, DealUtility(state, position.turn), position, ENOUGH) == []

"""The kernel's tree of draws, and the evaluation its playouts go by, against the rules."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from engine.games.nimbly.turns import DRAWS
from engine.melds import NINE, RUN, RUN_HIGH
from engine.players.nimbly import kernel, kernel_tree
from engine.players.nimbly.endings import memory_for, solved
from engine.players.nimbly.evaluation import evaluation_for
from engine.players.nimbly.kernel_tree import FREE, LEFT, ROOMS, TURN, Tree
from engine.players.nimbly.lookahead import DealUtility
from engine.players.nimbly.position import Layout, Position, position_of
from engine.players.nimbly.tree_search import searched, tree_of
from tests.engine.nimbly.positions import state_of
from tests.engine.players.nimbly.searching import late

ENOUGH = 20_000


class Begun(NamedTuple):
    """A search that can begin."""

    layout: Layout
    utility: DealUtility
    position: Position
    ending: kernel.Ending
    tree: Tree


def begun(seats: int, cards: int, seed: int, room: int = 50, **options: int | bool) -> Begun:
    state = state_of(late(seats, cards, seed, **options))
    layout, position = position_of(state)
    utility = DealUtility(state, position.turn)
    ending = memory_for(utility, position.hands, [], (0, 0, 0), 1)
    tree = tree_of(layout, position, room)
    kernel_tree.begin(tree)
    return Begun(layout, utility, position, ending, tree)


def legal(tree: Tree) -> list[int]:
    room = tree.now[ROOMS] >> (kernel.ROOM_BITS * tree.now[TURN]) & kernel.ROOM
    return [at for at in range(len(DRAWS)) if kernel.may_draw(tree.now[LEFT], room, at)]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_the_tree_moves_as_the_rules_say(seats: int, seed: int) -> None:
    """J1-J3: every legal draw, what it takes, and who is next."""
    course, random = late(seats, 9 * seats, seed), Random(seed)
    tree = begun(seats, 9 * seats, seed).tree
    while acting := course.to_act():
        assert tree.now[TURN] == acting[0] - 1
        assert [f"draw {DRAWS[at].rows}" for at in legal(tree)] == [*course.legal(acting[0])]
        draw = random.choice(legal(tree))
        course = course.then(acting[0], f"draw {DRAWS[draw].rows}")
        kernel_tree.take(tree, draw)
        assert tuple(tree.hands) == state_of(course).hands or not course.to_act()
    assert {int(hand).bit_count() for hand in tree.hands} == {NINE}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hands_are_hoped_to_make_what_the_evaluation_says(seats: int) -> None:
    random, worth, fit = Random(seats), evaluation_for(seats), kernel.fitted(seats)
    lowest, ace_low = (0, 1) if seats == 5 else (4, 0)
    pack = [suit * 13 + rank for suit in range(4) for rank in range(lowest, 13)]
    for _ in range(500):
        held = random.randint(1, NINE)
        cards = random.sample(pack, random.randint(held, len(pack)))
        hand, live = (sum(1 << card for card in some) for some in (cards[:held], cards[held:]))
        found = kernel.hoped(fit, kernel.MELDS, hand, live, NINE - held, ace_low)
        assert found == worth(hand, live)


@pytest.mark.parametrize("ace_low", [0, 1])
def test_a_run_grows_by_the_ranks_that_are_there(ace_low: int) -> None:
    """M2: the ace is low too where twos are."""
    random, lengths = Random(1), RUN if ace_low else RUN_HIGH
    for _ in range(300):
        held = random.getrandbits(13) & random.getrandbits(13)
        more = random.getrandbits(13) & ~held
        ranks = [1 << rank for rank in range(13) if more >> rank & 1]
        one = max(lengths[held | rank] for rank in [0, *ranks])
        two = max(lengths[held | a | b] for a in [0, *ranks] for b in [0, *ranks])
        assert kernel.runs(held, more, ace_low) == one | two << 4


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {"deals": 1}), (3, {"deals": 3}), (3, {"target": 147}), (3, {"deals": 1, "par": True}),
     (4, {"deals": 1}), (5, {"deals": 2})],
)  # fmt: skip
def test_a_playout_ends_in_a_deal_worth_what_its_utility_says(
    seats: int, options: dict[str, int | bool]
) -> None:
    """J6, J7, in the parts that the kernel counts in."""
    _, utility, position, ending, tree = begun(seats, 9 * seats, 1, **options)
    for _ in range(5):
        kernel_tree.begin(tree)
        kernel_tree.play_out(tree, kernel.MELDS)
        assert not kernel_tree.is_open(tree.now[ROOMS], tree.now[TURN])
        kernel_tree.settle(ending, tree)
        hands = [int(hand) for hand in tree.hands]
        assert [hand.bit_count() for hand in hands] == [NINE] * seats
        value = utility.final(hands)
        found = [share / kernel.ONE for share in ending.stack[:seats]]
        assert found == pytest.approx(value[:-1], abs=1e-6)
        assert ending.stack[seats] == kernel.FINE * value[-1]
    assert position.hands == tuple(tree.held)


def test_every_simulation_is_counted_once() -> None:
    _, _, position, ending, tree = begun(3, 27, 2)
    kernel_tree.simulate(ending, tree, 50)
    first, count = tree.nodes[kernel_tree.FIRST], tree.nodes[kernel_tree.COUNT]
    at_root = [first + at * kernel_tree.NODE for at in range(count)]
    assert tree.nodes[kernel_tree.VISITS] == 50
    assert sum(tree.nodes[node + kernel_tree.VISITS] for node in at_root) == 50
    for node in at_root:
        draw = tree.nodes[node + kernel_tree.DRAW]
        own = tree.totals[4 * draw + position.turn]
        assert tree.nodes[node + kernel_tree.TOTAL] == own


def test_a_full_tree_grows_no_more() -> None:
    """Simulations go on with playouts where there is no room for nodes."""
    _, _, _, ending, tree = begun(3, 27, 2, room=3)
    kernel_tree.simulate(ending, tree, 100)
    assert tree.now[FREE] * kernel_tree.NODE <= len(tree.nodes)
    assert tree.nodes[kernel_tree.VISITS] == 100


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_take_is_valued_and_alike_each_time(seats: int) -> None:
    layout, utility, position, _, _ = begun(seats, 9 * seats, 3)
    once, again = (searched(layout, utility, position, 60) for _ in range(2))
    assert once == again
    takes = layout.takes(position.left, position.hands[position.turn].bit_count())
    assert {each.take for each in once} == {*takes}
    for _, value in once:
        points = 1 + sum(value[:-1]) - 1
        assert 1 <= points <= 1 + seats * 150 / 10_000
    shares = [utility.share(value) for _, value in once]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("seed", range(4))
def test_a_small_ending_is_played_as_the_exact_search_plays_it(seed: int) -> None:
    layout, utility, position, _, _ = begun(3, 5, seed)
    exact = {
        take: utility.share(value) for take, value in solved(layout, utility, position, ENOUGH)
    }
    best, *_ = searched(layout, utility, position, 2000)
    assert exact[best.take] == pytest.approx(max(exact.values()), abs=1e-6)

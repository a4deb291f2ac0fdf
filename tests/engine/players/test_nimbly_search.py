"""The search of Nimbly: its position, its kernels and looking ahead, against the rules."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from engine import melds
from engine.cards import CARD_OF_FACE, mask_of_faces
from engine.course import Course
from engine.games.nimbly.turns import DRAWS
from engine.melds import NINE, RUN, RUN_HIGH
from engine.players.nimbly import kernel, kernel_ending, kernel_tree
from engine.players.nimbly.endings import Setting, memory_for, setting_of, solved
from engine.players.nimbly.evaluation import evaluation_for
from engine.players.nimbly.kernel_tree import FREE, LEFT, ROOMS, TURN, Tree
from engine.players.nimbly.lookahead import POINT, DealUtility, Lookahead, Spent, ValuedTake
from engine.players.nimbly.position import DONE, Layout, Position, position_of
from engine.players.nimbly.tree_search import searched, tree_of
from tests.engine.nimbly.positions import late, same, seen, state_of, table
from tests.engine.players.stupidities.pattern import Solver
from tests.engine.walks import Beginning
from tests.soak.amounts import some

# The kernel of Nimbly's endings, against the rules and against the slower search.

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


# The kernel's tree of draws, and the evaluation its playouts go by, against the rules.


class Begun(NamedTuple):
    """A search that can begin."""

    layout: Layout
    utility: DealUtility
    position: Position
    ending: kernel.Ending
    tree: Tree


def begun_tree(seats: int, cards: int, seed: int, room: int = 50, **options: int | bool) -> Begun:
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
    tree = begun_tree(seats, 9 * seats, seed).tree
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
    _, utility, position, ending, tree = begun_tree(seats, 9 * seats, 1, **options)
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
    _, _, position, ending, tree = begun_tree(3, 27, 2)
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
    _, _, _, ending, tree = begun_tree(3, 27, 2, room=3)
    kernel_tree.simulate(ending, tree, 100)
    assert tree.now[FREE] * kernel_tree.NODE <= len(tree.nodes)
    assert tree.nodes[kernel_tree.VISITS] == 100


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_take_is_valued_and_alike_each_time(seats: int) -> None:
    layout, utility, position, _, _ = begun_tree(seats, 9 * seats, 3)
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
    layout, utility, position, _, _ = begun_tree(3, 5, seed)
    exact = {
        take: utility.share(value) for take, value in solved(layout, utility, position, ENOUGH)
    }
    best, *_ = searched(layout, utility, position, 2000)
    assert exact[best.take] == pytest.approx(max(exact.values()), abs=1e-6)


# Looking ahead in Nimbly: exact at the end of a deal, within its budget before.

PLENTY = 1_000_000
TEMPERATURE = 0.05
FEW = 7
"""So few cards in the rows are followed to the end by every level that looks ahead."""


def looked_ahead(course: Course, budget: int) -> tuple[list[ValuedTake], DealUtility, int]:
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
    (best, *_), _, _ = looked_ahead(course, PLENTY)
    assert best.value[seat - 1] == pytest.approx(truth[seat - 1])


def test_the_points_of_the_thinking_place_are_those_its_value_counts() -> None:
    course = late(3, FEW, 3)
    seen, utility, _ = looked_ahead(course, PLENTY)
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
    seen, _, counted = looked_ahead(course, budget)
    assert sorted(f"draw {take.rows}" for take, _ in seen) == sorted(legal)
    assert counted <= max(budget, budget // 2 + len(legal))


def test_a_larger_budget_is_used() -> None:
    course = late(3, 27, 1)
    used = [looked_ahead(course, budget)[2] for budget in (10, 500, 6000)]
    assert used == sorted(set(used))


def test_an_end_too_long_for_the_budget_is_given_up() -> None:
    state = state_of(late(3, FEW, 2))
    layout, position = position_of(state)
    with pytest.raises(Spent):
        Lookahead(layout, DealUtility(state, position.turn), 3, ()).exact(position)


def test_a_round_that_costs_more_than_was_foreseen_is_given_up() -> None:
    """The moves of the last whole round are what counts then."""
    course, budget = late(3, 27, 0), 2000
    seen, _, counted = looked_ahead(course, budget)
    shorter, _, less = looked_ahead(course, budget // 2)
    assert less < counted == budget
    assert [take for take, _ in seen] == [take for take, _ in shorter]


def test_deals_still_to_come_make_a_lead_count_for_less() -> None:
    """J7: what one deal of three gives is hardly ever the win already."""
    alone, first = (late(3, 15, 7, deals=deals) for deals in (1, 3))
    spans = []
    for course in (alone, first):
        seen, utility, _ = looked_ahead(course, 3000)
        shares = [utility.share(value) for _, value in seen]
        spans.append(max(shares) - min(shares))
    assert 0 < spans[1] < spans[0]


# The position that search moves in, against the rules themselves.


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(30))
def test_a_world_moves_as_the_rules_say(seats: int, seed: int) -> None:
    """In lockstep with the public rules (J1-J3): what may be taken, what it gives, who is next."""
    course, random = Beginning("nimbly", seats, {"deals": 1}, seed).course(), Random(seed)
    layout, position = position_of(state_of(course))
    while acting := course.to_act():
        assert same(layout, position, state_of(course))
        assert same(*position_of(state_of(course)), state_of(course))
        takes = layout.takes(position.left, position.hands[position.turn].bit_count())
        assert [f"draw {take.rows}" for take in takes] == [*course.legal(acting[0])]
        take = random.choice(takes)
        course = course.then(acting[0], f"draw {take.rows}")
        position = position.after(take)
    result = seen(course).last_deal
    assert result is not None
    assert (position.turn, position.left) == (DONE, 0)
    assert position_of(state_of(course))[1].turn == DONE
    assert position.hands == tuple(mask_of_faces(nine.cards) for nine in result.hands)


def test_a_full_hand_is_passed_over() -> None:
    """J2: a player with nine is skipped."""
    full, open_hand = (1 << 9) - 1, 1 << 20
    layout = Layout(((30,), (31,), ()))
    position = Position(layout.whole, (open_hand, full, full << 9), 0)
    take, *_ = layout.takes(position.left, 1)
    assert position.after(take).turn == 0


def test_a_world_stays_as_it_is_when_it_is_moved_on() -> None:
    layout, position = position_of(state_of(table("KH QH JH")))
    take = layout.takes(position.left, 0)[0]
    after = position.after(take)
    assert position.hands == (0, 0, 0)
    assert after.hands == (1 << CARD_OF_FACE["JH"], 0, 0)
    assert layout.live(position.left) ^ layout.live(after.left) == take.cards

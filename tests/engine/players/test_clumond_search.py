"""The search of Clumond: its position against the rules, and a tree that is right."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import CARD_OF_FACE, FACES, SUIT_SIZE, SUITS
from engine.course import Course
from engine.games.clumond.imagine import hands_imaginer, known_state
from engine.games.clumond.state import State
from engine.players.clumond import kernel_search
from engine.players.clumond.kernel_search import Searching
from engine.players.clumond.policy import Habits, play_by_rule, weighted_imaginer
from engine.players.clumond.position import Position, hand_from, play_out
from engine.players.clumond.tree_search import TreeSearch
from tests.engine.clumond.positions import (
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    played,
    result_of,
    seen,
    state_of,
    table,
)
from tests.engine.players.test_clumond_kernels import called
from tests.engine.walks import wander
from tests.soak.amounts import some

if TYPE_CHECKING:
    from engine.course import Course
    from engine.players.robot import RankedMove


# The position that search plays in, against the rules themselves.


def make(position: Position, code: str) -> None:
    suit, rank = divmod(CARD_OF_FACE[code.split()[1]], SUIT_SIZE)
    position.play(suit, 1 << rank)


def same(position: Position, state: State) -> bool:
    return (
        [hand_from(hand) for hand in state.hands] == position.hands
        and list(state.tricks) == position.won
        and state.turn - 1 == position.turn
        and len(state.cards) == position.played
        and (not state.cards or SUITS[position.suit] == FACES[state.cards[0]][-1])
    )


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_a_position_moves_and_settles_as_the_rules_say(seed: int) -> None:
    """In lockstep with the public rules (C3, C4), with and without trumps."""
    course, random = called(seed), Random(seed)
    position = Position.of(state_of(course))
    while seen(course).last_deal is None:
        assert same(position, state_of(course))
        seat = course.to_act()[0]
        code = random.choice(course.legal(seat))
        course = course.then(seat, code)
        make(position, code)
    result = result_of(course)
    assert tuple(position.won) == result.tricks
    assert tuple(position.off()) == result.off


class Followed(Position):
    """Plays each card by the public rules too."""

    def __init__(self, truth: Position, course: Course) -> None:
        super().__init__(truth.hands, truth.turn, truth.trumps, truth.declarer)
        self.course = course

    def play(self, suit: int, bit: int) -> None:
        code = f"play {FACES[suit * SUIT_SIZE + bit.bit_length() - 1]}"
        seat = self.course.to_act()[0]
        assert code in self.course.legal(seat)
        self.course = self.course.then(seat, code)
        super().play(suit, bit)


@pytest.mark.parametrize("seed", some(range(30), 8))
def test_the_rule_of_thumb_plays_what_the_rules_allow(seed: int) -> None:
    course = called(seed)
    position = Followed(Position.of(state_of(course)), course)
    play_by_rule(position)
    assert tuple(position.off()) == result_of(position.course).off


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_a_playout_at_random_could_have_been_played(seed: int) -> None:
    """Its cards and tricks are those of a real game (C3): found by playing for the same end.

    Three stay in each hand, thirteen tricks are won; a trick begun is played to its end.
    """
    random = Random(seed)
    course = called(seed)
    course = wander(course, random, moves=seed % 39)
    state = state_of(course)
    position = begun(course)
    before = [[*hand] for hand in position.hands]
    play_out(position, random)
    assert [sum(ranks.bit_count() for ranks in hand) for hand in position.hands] == [3, 3, 3]
    assert sum(position.won) == 13
    assert all(now >= then for now, then in zip(position.won, state.tricks, strict=True))
    for old, new in zip(before, position.hands, strict=True):
        assert all(not kept & ~held for kept, held in zip(new, old, strict=True))


def begun(course: Course) -> Position:
    """Return the whole truth of any moment of play as a position."""
    state = state_of(course)
    hands = [hand_from(hand) for hand in state.hands]
    position = Position(hands, state.leader - 1, state.trumps, state.declarer - 1)
    position.won = [*state.tricks]
    position.cards = 16 - sum(state.tricks)
    for card in state.cards:
        suit, rank = divmod(card, SUIT_SIZE)
        position.hands[position.turn][suit] |= 1 << rank
        position.play(suit, 1 << rank)
    return position


def by_the_rules(course: Course, random: Random) -> tuple[int, ...]:
    """Play a hand to its end at random by the public rules; give tricks and distances."""
    course = wander(course, random, lambda now: seen(now).last_deal)
    return (*result_of(course).tricks, *result_of(course).off)


@pytest.mark.whole
@pytest.mark.parametrize("code", ["pass", "declare NT", "declare S"])
def test_playouts_at_random_end_like_random_play_by_the_rules(code: str) -> None:
    """Tricks and distances (C4) of 1,000 playouts and 500 hands agree on average."""
    course = played(table(HIGH, MIDDLE), f"1 {code}")
    if code == "pass":
        course = played(course, *PASSES[1:])
    # Four cards from the end of this deal chance still decides much.
    random = Random(5)
    truth = [by_the_rules(course, random) for _ in range(500)]
    found = []
    for _ in range(1000):
        position = Position.of(state_of(course))
        play_out(position, random)
        found.append((*position.won, *position.off()))
    for a, b in zip(zip(*truth, strict=True), zip(*found, strict=True), strict=True):
        assert abs(sum(a) / len(a) - sum(b) / len(b)) < 0.35


@pytest.mark.parametrize("listens", [False, True])
@pytest.mark.parametrize("seed", some(range(12), 4))
def test_an_imagined_position_holds_what_the_seat_sees_and_every_other_card(
    seed: int, listens: bool
) -> None:
    course, random = called(seed), Random(seed)
    while seen(course).last_deal is None:
        seat = course.to_act()[0]
        imagine = (weighted_imaginer if listens else hands_imaginer)(
            seen(course, seat), course.heard(seat)
        )
        position = Position.of(known_state(seen(course, seat))).with_hands(imagine(random))
        truth = begun(course)
        assert position.hands[seat - 1] == truth.hands[seat - 1]
        assert [sum(map(int.bit_count, hand)) for hand in position.hands] == [
            sum(map(int.bit_count, hand)) for hand in truth.hands
        ]
        for suit in range(4):
            held, real = ([hand[suit] for hand in w.hands] for w in (position, truth))
            assert sum(held) == sum(real)
        for field in ("won", "cards", "turn", "played", "trumps", "declarer"):
            assert getattr(position, field) == getattr(truth, field)
        if position.played:
            assert (position.suit, position.best, position.winner) == (
                truth.suit, truth.best, truth.winner,
            )  # fmt: skip
        course = course.then(seat, random.choice(course.legal(seat)))


def test_a_copy_of_a_position_is_played_in_apart() -> None:
    position = Position.of(state_of(called(1)))
    twin = position.copy()
    play_by_rule(twin)
    assert (position.cards, position.won, position.kept) == (16, [0, 0, 0], [0, 0, 0])
    assert twin.cards == 3


# The tree search of Clumond: alike compiled or not, and right where right can be known.

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

"""The kernels of Clumond, in lockstep with the rules."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import exp
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import BIT, CARD_OF_FACE, SUIT_SIZE, mask_of, mask_of_faces
from engine.course import Course
from engine.games.clumond.imagine import revealed_by
from engine.games.clumond.state import FULL_PACK
from engine.games.clumond.turns import winning
from engine.games.clumond.view import TRICKS
from engine.players.clumond.evaluation import leans
from engine.players.clumond.kernel import (
    BEST,
    CARDS,
    DECLARER,
    FAR,
    LEFT,
    PLAYED,
    PLAYERS,
    RANKS,
    SUITS,
    WINNER,
    WORTH,
    code_of,
    count,
    distinct,
    lowest_of_each,
    off,
    outcome,
    packed,
    play,
    play_out,
    playable,
)
from engine.players.clumond.kernel_hidden import (
    FINE,
    NO_CALL,
    ONE,
    OTHER,
    PASSED,
    Holder,
    chance_of,
    deal,
    hand_of,
    hidden_from,
    lean_of,
)
from engine.players.clumond.kernel_last import FIRST, KEY, MANY, play_last
from engine.players.clumond.kernel_search import Searching
from engine.players.clumond.kernel_tree import ONE_WIN, Stake, worth_of
from engine.players.clumond.policy import Call, Habits
from engine.players.clumond.position import NOWHERE, Position, hand_from
from engine.players.clumond.tally import HandUtility
from engine.players.compiled import Numbers, array_of, zeros
from tests.engine.clumond.positions import HIGH, result_of, seen, state_of, table
from tests.engine.walks import Beginning, wander
from tests.soak.amounts import some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.course import Course


# The compiled hand of Clumond, in lockstep with the rules.

IN_TRICK = range(BEST, WINNER + 1)
"""What means nothing between two tricks, as the suit led."""


def called(seed: int) -> Course:
    """Deal at random and call at random, up to the first lead."""
    course, random = Beginning("clumond", 3, {}, seed).course(), Random(seed)
    while seen(course).phase == "call":
        seat = course.to_act()[0]
        declare = [code for code in course.legal(seat) if code != "pass"]
        course = course.then(seat, random.choice(["pass", *declare[: seed % 6]]))
    return course


def of(course: Course) -> Numbers:
    state = state_of(course)
    return packed(Position.of(state), mask_of(state.cards))


def numbers(p: Numbers) -> list[int]:
    """List what a position means: what the last trick left behind means nothing."""
    skipped = () if p[PLAYED] else (*IN_TRICK, BEST - 1)
    return [int(number) for place, number in enumerate(p) if place not in skipped]


def may_be_played(p: Numbers) -> int:
    return sum(playable(p, suit) << RANKS * suit for suit in range(SUITS))


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_a_hand_is_played_and_settled_as_the_rules_say(seed: int) -> None:
    """C3, C4: legal cards, whose turn it is, who wins each trick, and how far off all are."""
    course, random = called(seed), Random(seed)
    p = of(course)
    while seen(course).last_deal is None:
        assert numbers(p) == numbers(of(course))
        seat = course.to_act()[0]
        legal = course.legal(seat)
        assert may_be_played(p) == mask_of_faces([code.split()[1] for code in legal])
        code = random.choice(legal)
        course = course.then(seat, code)
        suit, rank = divmod(CARD_OF_FACE[code.split()[1]], SUIT_SIZE)
        play(p, suit, 1 << rank)
    result = result_of(course)
    assert tuple(off(p, player) for player in range(3)) == result.off
    assert tuple(code_of(p, player) for player in range(3)) == result.codes
    one, two, three = result.off
    declared = int(off(p, p[DECLARER]) > 0) if result.declarer else None
    assert outcome(p) == ((one * FAR + two) * FAR + three if declared is None else declared)


@pytest.mark.parametrize("seed", some(range(20), 6))
def test_cards_that_stand_for_each_other_win_and_lose_alike(seed: int) -> None:
    """Whatever the others play to the trick, the cards of one block win it or lose it together."""
    course, random = called(seed), Random(seed)
    course = wander(course, random, moves=seed)
    state, p = state_of(course), of(course)
    lowest, others = distinct(p), sum(h for s, h in enumerate(state.hands, 1) if s != state.turn)
    assert lowest & ~may_be_played(p) == 0
    rivals = [card for card in range(52) if others & BIT[card]]
    for card in [card for card in range(52) if may_be_played(p) & BIT[card]]:
        stands_for = (lowest & (2 << card) - 1).bit_length() - 1
        assert stands_for // RANKS == card // RANKS
        for rival in rivals:
            wins = [winning((*state.cards, own, rival), state.trumps) for own in (card, stands_for)]
            assert wins[0] == wins[1]


def test_of_neighbours_the_lowest_is_kept() -> None:
    assert lowest_of_each(0b111, 0b000) == 0b001
    assert lowest_of_each(0b101, 0b010) == 0b101
    assert lowest_of_each(0b1101, 0b0010) == 0b0101
    assert lowest_of_each(0, 0b11) == 0


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_random_play_ends_with_three_cards_each(seed: int) -> None:
    p = of(called(seed))
    play_out(p, array_of([seed + 1, 2]), LEFT)
    assert p[CARDS] == LEFT
    assert [sum(count(p[4 * who + suit]) for suit in range(4)) for who in range(3)] == [3, 3, 3]
    assert sum(p[12:15]) == 13


def test_ranks_are_counted() -> None:
    assert all(count(ranks) == ranks.bit_count() for ranks in range(1 << RANKS))


# Hidden hands made up by the kernel.


def drawn_hands(hidden: Numbers, times: int) -> list[tuple[int, int]]:
    generator, found = array_of([17, 4]), []
    for _ in range(times):
        deal(hidden, generator)
        found.append((int(hand_of(hidden, ONE)), int(hand_of(hidden, OTHER))))
    return found


@pytest.mark.parametrize("seed", some(range(15), 5))
def test_made_up_hands_are_in_keeping_with_what_was_played(seed: int) -> None:
    """C3: the sizes are right, every unseen card is there once, and who lacked a suit has none."""
    course, random = called(seed), Random(seed)
    course = wander(course, random, moves=2 * seed)
    seat = course.to_act()[0]
    view, revealed = seen(course, seat), revealed_by(course.heard(seat))
    others = [other for other in range(3) if other != seat - 1]
    own = state_of(course).hands[seat - 1]
    holders = [Holder(view.hand_counts[o], revealed.lacking[o], PASSED, 0) for o in others]
    unseen = FULL_PACK & ~revealed.played & ~own
    for hands in drawn_hands(hidden_from(unseen, holders, 1), 30):
        assert hands[0] | hands[1] == unseen
        assert not hands[0] & hands[1]
        for hand, holder in zip(hands, holders, strict=True):
            assert hand.bit_count() == holder.size
            assert not hand & holder.lacking


def test_without_calls_all_ways_to_share_are_equally_likely() -> None:
    cards = 0b111111
    holders = [Holder(2, 0, NO_CALL, 0), Holder(4, 0b1, NO_CALL, 0)]
    found = Counter(one for one, _ in drawn_hands(hidden_from(cards, holders, 1), 5000))
    assert set(found) == {0b11, 0b101, 0b1001, 0b10001, 0b100001}
    assert all(900 < times < 1100 for times in found.values())


def test_what_cannot_be_shared_out_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be shared"):
        hidden_from(0b11, [Holder(2, 0b1, NO_CALL, 0), Holder(0, 0, NO_CALL, 0)], 1)


@pytest.mark.parametrize("seed", some(range(5), 2))
def test_calls_are_as_likely_as_the_readable_code_says(seed: int) -> None:
    hand = state_of(called(seed)).hands[0]
    clubs, diamonds, hearts, spades = suits = hand_from(hand)
    for trumps, lean in enumerate(leans(suits)):
        assert lean_of(clubs, diamonds, hearts, spades, trumps) == pytest.approx(
            lean * FINE, abs=12
        )
        likely = Call(trumps, 0).likelihood(hand)
        assert chance_of(hand, trumps) == pytest.approx(likely, rel=exp(0.25) - 1, abs=1e-6)
    assert chance_of(hand, PASSED) == pytest.approx(Call(None, 0).likelihood(hand), abs=0.05)


def test_who_has_declared_is_given_the_cards_for_it() -> None:
    """The chain draws hands with which the call was likely more often than others."""
    unseen = FULL_PACK & ~state_of(called(1)).hands[0]
    mean = {}
    for call in (NO_CALL, 2):
        holders = [Holder(16, 0, call, 0), Holder(16, 0, NO_CALL, 0)]
        hands = [one for one, _ in drawn_hands(hidden_from(unseen, holders, 1), 4000)]
        mean[call] = sum(leans(hand_from(hand))[2] for hand in hands) / len(hands)
    assert mean[2] > mean[NO_CALL] + 0.2


# The last trick by kernels, in lockstep with the rules: solved, and all that may come of it.

SEEDS = range(24)


def last_trick(seed: int) -> Course:
    """Play at random up to the last trick, and none to two cards of it."""
    course, random = called(seed), Random(seed)
    course = wander(course, random, lambda now: seen(now).trick.number == TRICKS)
    return wander(course, random, moves=seed % 3)


def in_order(course: Course) -> list[str]:
    """List the legal cards, lowest first."""
    return sorted(course.legal(course.to_act()[0]), key=card_of)


def card_of(code: str) -> int:
    return CARD_OF_FACE[code.split()[1]]


def end_of(course: Course) -> int:
    """Return the number of an end, as `kernel.outcome` has it."""
    result = result_of(course)
    if result.declarer:
        return int(result.off[result.declarer - 1] > 0)
    one, two, three = result.off
    return (one * FAR + two) * FAR + three


def is_over(course: Course) -> bool:
    return seen(course).last_deal is not None


def solved(course: Course, worth: Numbers) -> int:
    """Return the end when all play what is best for them, the first of what is alike."""
    if is_over(course):
        return end_of(course)
    seat = course.to_act()[0]
    ends = [solved(course.then(seat, code), worth) for code in in_order(course)]
    return max(ends, key=lambda end: worth[end * WORTH + seat - 1])


def ends(course: Course) -> Iterator[int]:
    """Give the ends of all ways to play on."""
    if is_over(course):
        yield end_of(course)
        return
    for code in in_order(course):
        yield from ends(course.then(course.to_act()[0], code))


@pytest.mark.parametrize("seed", some(SEEDS, 8))
def test_everybody_plays_what_is_best_for_them(seed: int) -> None:
    course = last_trick(seed)
    view, state = seen(course), state_of(course)
    worth = worth_of(Stake.of(view), (view.declarer or 0) - 1, 0).table
    p = packed(Position.of(state), mask_of(state.cards))
    play_last(p, worth, zeros(PLAYERS))
    assert outcome(p) == solved(course, worth)


@pytest.mark.parametrize("seed", some(SEEDS, 8))
def test_all_that_may_come_of_a_card_is_told(seed: int) -> None:
    """Among the worlds is the true one; in it the ends are those of the rules, by replies."""
    course = last_trick(seed)
    seat, state = course.to_act()[0], state_of(course)
    searching = Searching(seen(course, seat), course.heard(seat), Random(1), Habits())
    tried, truth = searching.last_cards(), 0
    worlds = [hands[:2] for hands in searching.worlds()]
    truth = worlds.index((state.hands[seat % 3], state.hands[(seat + 1) % 3]))
    stands_for = searching.standing_for([card_of(code) for code in course.legal(seat)])
    assert set(stands_for.values()) == set(tried)
    for code in course.legal(seat):
        row = tried[stands_for[card_of(code)]].rows[truth]
        after = course.then(seat, code)
        assert [*row[FIRST : FIRST + row[MANY]]] == [*ends(after)]
        if not is_over(after):
            follower = after.to_act()[0]
            legal = mask_of(card_of(each) for each in after.legal(follower))
            assert row[KEY] & state.hands[follower - 1] == legal


@pytest.mark.parametrize("seed", some(SEEDS, 8))
def test_a_card_is_worth_what_comes_of_it_in_all_worlds(seed: int) -> None:
    course = last_trick(seed)
    seat = course.to_act()[0]
    view = seen(course, seat)
    searching = Searching(view, course.heard(seat), Random(1), Habits())
    declarer = (view.declarer or 0) - 1
    worth = worth_of(Stake.of(view), declarer, seat - 1).table
    known = packed(Position.of(state_of(course)), mask_of(state_of(course).cards))
    for card, tried in searching.last_cards().items():
        total = [0] * PLAYERS
        for (one, other, weight), counted in zip(searching.worlds(), tried.weights, strict=True):
            assert weight == counted
            p = known.copy()  # type: ignore[attr-defined] # both kinds of arrays have it
            for place, hand in ((seat % 3, one), ((seat + 1) % 3, other)):
                for suit in range(4):
                    p[place * 4 + suit] = hand >> SUIT_SIZE * suit & (1 << SUIT_SIZE) - 1
            play(p, card // SUIT_SIZE, 1 << card % SUIT_SIZE)
            play_last(p, worth, zeros(PLAYERS))
            end = outcome(p)
            assert p[DECLARER] == declarer
            total = [
                whole + weight * int(worth[end * WORTH + player])
                for player, whole in enumerate(total)
            ]
        assert tuple(total) == tried.found.worths


# What ends are worth to all players, against what they are worth to the one who thinks.

OPTIONS = [{}, {"ante": 10}, {"scoring": "points"}, {"deals": 3}]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("player", range(PLAYERS))
def test_worth_and_points_are_those_of_the_utility(
    options: dict[str, str | int], player: int
) -> None:
    view = seen(table(HIGH, **options))
    utility, worth = HandUtility(view, player), worth_of(Stake.of(view), NOWHERE, player)
    for far in product((0, 1, 4, 9), repeat=PLAYERS):
        points, share = utility.value(NOWHERE, far)
        row = (PLAYERS + 1) * ((far[0] * FAR + far[1]) * FAR + far[2])
        assert worth.share(worth.table[row + player], player) == pytest.approx(share, abs=1e-4)
        assert worth.table[row + PLAYERS] == points


@pytest.mark.parametrize("declarer", range(PLAYERS))
def test_a_declaration_is_made_or_missed(declarer: int) -> None:
    """C6: one end is all that is hoped for, the other all that is feared."""
    view = seen(table(HIGH))
    worth = worth_of(Stake.of(view), declarer, 0)
    made, missed = ([int(n) for n in worth.table[at : at + PLAYERS]] for at in (0, PLAYERS + 1))
    assert made == [ONE_WIN * (player == declarer) for player in range(PLAYERS)]
    assert missed == [ONE_WIN - number for number in made]


def test_a_player_who_cannot_win_any_more_still_plays_for_something() -> None:
    stake = Stake.of(seen(table(HIGH)))._replace(before=(-90, 40, 40), scale=0.5, is_last=True)
    worth = worth_of(stake, NOWHERE, 0)
    assert worth.share(ONE_WIN, 0) == pytest.approx(0.0)
    assert worth.table[(2 * FAR + 2) * (PLAYERS + 1)] > worth.table[3 * FAR * FAR * (PLAYERS + 1)]

"""The rules of Cloud 9, and what a seat can reckon of hidden hands: B1 to B11."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance
from engine.course import Course
from engine.game import IllegalMove
from engine.games.balloon.cards import (
    DIE,
    FULL_PACK,
    IDENTITIES,
    NEEDS,
    OF_FACE,
    count_faces,
    covers,
    identities_in,
    odds_of,
    paying_hands,
)
from engine.games.balloon.state import State
from engine.games.balloon.view import (
    DICE,
    FACES,
    VALUES,
    WILD,
    Fallen,
    Jumped,
    NothingToDraw,
    Odds,
    PackShuffled,
)
from engine.seats import Seat
from tests.engine.balloon.positions import (
    BLANKS,
    GAME,
    SEED,
    fly,
    legal,
    played,
    seen,
    state_of,
    table,
    told,
)

# The throw, the passengers and the pilot's answer: B1 to B7.


def refused(course: Course, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        played(course, move)
    return error.value.reason


def test_the_pack_has_eighteen_of_each_colour_and_four_wild() -> None:
    faces = [identity[0] for identity in IDENTITIES]
    assert len(IDENTITIES) == 76
    assert [faces.count(face) for face in "RGPYW"] == [18, 18, 18, 18, 4]
    assert {"R01", "R18", "G01", "P10", "Y18", "W1", "W4"} <= set(IDENTITIES)


def test_clouds_are_worth_and_ask_for_dice_as_printed() -> None:
    assert VALUES[1:] == (1, 2, 4, 6, 9, 12, 15, 20, 25)
    assert DICE[1:9] == (2, 2, 2, 3, 3, 3, 4, 4)


def test_b1_throws_are_counted_over_the_whole_game_and_made_as_the_record_says() -> None:
    course = table("", "", "")
    assert "".join(seen(course).dice) == Chance(SEED).roll("balloon", 1, 2, DIE)
    after = fly(course, way=legal(played(course, "2 stay", "3 stay"))[0])
    dice = DICE[seen(after).cloud]
    assert "".join(seen(after).dice) == Chance(SEED).roll("balloon", 2, dice, DIE)


def test_b1_every_cloud_has_its_dice() -> None:
    course = table("", "", "", rolls=BLANKS, target=200)
    thrown = [len(seen(course).dice)]
    for _ in range(7):
        course = fly(course)
        thrown.append(len(seen(course).dice))
    assert thrown == [2, 2, 2, 3, 3, 3, 4, 4]


@pytest.mark.parametrize("cloud", range(1, 9))
def test_b2_a_jumper_scores_the_value_of_the_cloud_at_once(cloud: int) -> None:
    course = table("", "", "", rolls=BLANKS, target=200)
    for _ in range(cloud - 1):
        course = fly(course)
    who = seen(course).to_act[0]
    course = played(course, f"{who} jump")
    assert told(course) == (Jumped(who, cloud, VALUES[cloud]),)
    assert seen(course).scores[who - 1] == VALUES[cloud]
    assert seen(course).jumps[who - 1] == cloud


def test_b4_a_falling_pilot_shows_nothing_whatever_they_hold() -> None:
    """The same events and the same public view with a wild card in the hand and without."""
    rolls = ("RR", "GG")
    with_wild = table("WYYYYY", "", "", rolls=rolls, pile="RRR")
    without = table("PYYYYY", "", "", rolls=rolls, pile="RRR")
    falls = [played(course, "2 stay", "3 stay", "1 fall") for course in (with_wild, without)]
    assert told(falls[0]) == told(falls[1])
    assert seen(falls[0]) == seen(falls[1])
    assert told(falls[0])[0] == Fallen(Seat(1), 1, ("R", "R"))


def test_b4_no_other_view_tells_what_the_pilot_may_do() -> None:
    ask = [
        played(table(hand, "GGGGGG", "PPPPPP", rolls=("RR",)), "2 stay", "3 stay")
        for hand in ("WRYYYY", "YYYYYY", "RRYYYY")
    ]
    for seat in (None, 2, 3):
        views = [seen(course, seat) for course in ask]
        assert views[0] == views[1] == views[2]


# How trips and the game end: B8 to B11, and the options.


def at_the_top(
    *, seats: int = 3, first: str = "stay", target: int = 200, redeal: bool = True
) -> Course:
    """Fly to the ninth cloud for nothing; on the first cloud seat 2 stays or jumps."""
    course = table(*[""] * seats, rolls=BLANKS, target=target, redeal=redeal)
    course = played(course, f"2 {first}")
    while seen(course).deal == 1 and course.to_act():
        course = fly(course)
    return course


def test_b8_then_all_76_cards_are_shuffled_and_six_dealt_from_the_next_pilot() -> None:
    course = at_the_top()
    order = Chance(SEED).shuffle("balloon", 2, IDENTITIES)
    assert PackShuffled(76, whole=True) in told(course)
    assert state_of(course).shuffles == 2
    pilot = seen(course).pilot
    assert identities_in(state_of(course).hands[pilot - 1]) == tuple(
        sorted(order[:18:3], key=IDENTITIES.index)
    )
    assert (seen(course).hand_counts, seen(course).pile) == ((6, 6, 6), 76 - 18)
    assert seen(course).discards == ()


def nearly_empty(pile: int, discards: str) -> Course:
    """Let seat 1 be about to fall with so few cards in the pile and these on the discards."""
    course = played(table("YYYYYY", "", "", rolls=("RR",)), "2 stay", "3 stay")
    state = state_of(course)
    heap = sum(1 << IDENTITIES.index(card) for card in discards.split())
    short = state._replace(pile=state.pile[:pile], discards=heap)
    return Course(GAME, short, course.happened, course.told)


def test_b9_an_empty_pile_is_made_of_the_shuffled_discards() -> None:
    course = played(nearly_empty(1, "R18 G18 P18 W4"), "1 fall")
    order = Chance(SEED).shuffle("balloon", 2, ("R18", "G18", "P18", "W4"))
    assert PackShuffled(4, whole=False) in told(course)
    assert seen(course).hand_counts == (7, 7, 7)
    hands = state_of(course).hands
    assert order[0] in identities_in(hands[3 - 1])
    assert order[1] in identities_in(hands[1 - 1])
    assert (seen(course).pile, seen(course).discards) == (2, ())


def test_b9_if_the_discards_are_empty_too_there_is_no_card() -> None:
    course = played(nearly_empty(1, ""), "1 fall")
    assert seen(course).hand_counts == (6, 7, 6)
    assert NothingToDraw((Seat(3), Seat(1))) in told(course)
    assert seen(course).deal == 2
    enough = told(played(nearly_empty(3, ""), "1 fall"))
    assert not [event for event in enough if isinstance(event, NothingToDraw)]
    assert seen(played(nearly_empty(0, "R18"), "1 fall")).hand_counts == (6, 7, 6)


def test_a_table_waits_for_a_third_unless_two_may_play() -> None:
    assert GAME.info.seats_with({}) == (3, 4, 5, 6)
    assert GAME.info.seats_with({"two": False}) == (3, 4, 5, 6)
    assert GAME.info.seats_with({"two": True}) == (2, 3, 4, 5, 6)


# What is made up contradicts nothing that was heard (B3, B4).


def test_who_fell_is_imagined_without_the_colours_thrown() -> None:
    course = table("YYYYYY", "", "", rolls=("RG", "--"))
    course = played(course, "2 stay", "3 stay", "1 fall")
    random = Random(1)
    for seat in (None, Seat(2), Seat(3)):
        for _ in range(50):
            imagined = GAME.imaginer(course.view(seat), course.heard(seat))(random)
            reds, greens, *_ = count_faces(imagined.hands[0])
            # One card was drawn since: without it a red or a green one is missing.
            assert min(reds, greens) <= 1
            assert not (reds > 1 and greens > 1)


def test_a_wild_card_is_imagined_with_who_fell_as_with_anybody() -> None:
    course = table("YYYYYY", "", "", rolls=("RG",))
    course = played(course, "2 stay", "3 stay", "1 fall")
    random = Random(2)
    view, heard = course.view(Seat(2)), course.heard(Seat(2))
    wild = [count_faces(GAME.imaginer(view, heard)(random).hands[0])[-1] for _ in range(200)]
    assert 0 < sum(wild) < 200


def test_many_falls_are_obeyed_at_once() -> None:
    falls = ("RR", "GG", "PP", "RG", "RP", "GP")
    course = table("YYYYYY", "YYYYYY", "WWWW", rolls=falls, pile="YYYYYY", target=200)
    for _ in falls:
        while seen(course).phase == "ride":
            course = played(course, "* stay")
        course = played(course, "* fall" if "fall" in course.legal(course.to_act()[0]) else "* pay")
    random = Random(3)
    for _ in range(20):
        imagined = GAME.imaginer(course.view(Seat(3)), course.heard(Seat(3)))(random)
        (red, green, *_), (red_2, green_2, purple_2, *_) = map(count_faces, imagined.hands[:2])
        # Each has twelve cards now; the first fall was with six or seven, the second with three
        # more. Seat 1 lacked RR, then RG; seat 2 lacked GG, then RP.
        assert red <= 1 + 6
        assert min(red, green) <= 3
        assert green_2 <= 1 + 5
        assert min(red_2, purple_2) <= 2
        assert GAME.view(imagined, Seat(3)) == course.view(Seat(3))


def test_without_hearsay_any_hand_is_imagined() -> None:
    course = table("YYYYYY", "", "", rolls=("RG",))
    imagined = GAME.imaginer(course.view(Seat(2)), ())(Random(4))
    assert GAME.view(imagined, Seat(2)) == course.view(Seat(2))


def test_own_cards_and_discards_are_kept() -> None:
    course = played(table("RGYYYY", "PPPPPP", "", rolls=("RG", "PP")), "2 stay", "3 stay", "1 pay")
    imagined = GAME.imaginer(course.view(Seat(2)), course.heard(Seat(2)))(Random(5))
    assert count_faces(imagined.hands[1]) == (0, 0, 6, 0, 0)
    assert count_faces(imagined.discards) == (1, 1, 0, 0, 0)
    assert sum(h.bit_count() for h in imagined.hands) + len(imagined.pile) == 74


def test_who_pays_covers_the_throw() -> None:
    course = table("RRGGPY", "", "", rolls=("RG",))
    hand = state_of(course).hands[0]
    assert covers(hand, NEEDS["RG"])
    assert covers(hand, NEEDS["----"])
    assert not covers(hand, NEEDS["PP"])


# The chance that a pilot can pay, against counting every hand.

COUNTS = st.tuples(*[st.integers(0, 4)] * 4, st.integers(0, 2))
NEEDED = st.lists(st.sampled_from("RGPY-"), min_size=2, max_size=4)


@given(COUNTS, NEEDED, st.integers(0, 6))
def test_paying_hands_are_counted_as_one_by_one(
    unseen: tuple[int, ...], dice: list[str], cards: int
) -> None:
    needs = [dice.count(colour) for colour in "RGPY"]
    heap = [face for face, count in zip(FACES, unseen, strict=True) for _ in range(count)]
    found = sum(
        WILD in hand or all(hand.count(c) >= n for c, n in zip("RGPY", needs, strict=True))
        for hand in combinations(heap, cards)
    )
    assert paying_hands(unseen, needs, cards) == found


@given(st.sampled_from(sorted(NEEDS)), st.integers(1, 12))
def test_a_chance_is_a_fraction_in_lowest_terms(dice: str, cards: int) -> None:
    odds = odds_of(0, cards, dice)
    chance = Fraction(odds.ways, odds.total)
    assert 0 < chance <= 1
    assert (chance.numerator, chance.denominator) == (odds.ways, odds.total)


def test_a_blank_throw_is_certain() -> None:
    assert odds_of(0, 6, "---") == Odds(1, 1)


def test_what_is_seen_does_not_count() -> None:
    """With all wild and all red cards seen, nobody can pay red."""
    seen_cards = OF_FACE[0] | OF_FACE[-1]
    assert odds_of(seen_cards, 6, "R-") == Odds(0, 1)
    only = FULL_PACK & ~(1 << 0 | 1 << 1)
    assert odds_of(only, 1, "RR") == Odds(0, 1)
    assert odds_of(only, 2, "RR") == Odds(1, 1)


def brute(state: State, viewer: int) -> Fraction:
    """Count all hands the pilot may hold, by the cards the viewer has not seen."""
    seen_cards = state.hands[viewer - 1] | state.discards
    unseen = [card for card in range(len(IDENTITIES)) if not seen_cards >> card & 1]
    count = state.hands[state.pilot - 1].bit_count()
    hands = [sum(1 << card for card in hand) for hand in combinations(unseen, count)]
    paying = sum(bool(h & OF_FACE[-1]) or covers(h, NEEDS[state.dice]) for h in hands)
    return Fraction(paying, len(hands))


def test_a_seat_is_told_the_chance_from_the_cards_it_has_not_seen() -> None:
    course = table("RRRGGG", "WWPPPP", "", rolls=("RG",))
    state = state_of(course)
    # A pilot of two cards keeps the count of all hands small.
    small = state._replace(hands=(0b11, *state.hands[1:]))
    for viewer in (2, 3):
        odds = GAME.view(small, Seat(viewer)).odds
        assert odds is not None
        assert Fraction(odds.ways, odds.total) == brute(small, viewer)

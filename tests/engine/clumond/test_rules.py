"""The rules of Clumond, and hidden hands that respect them: C1 to C9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

import pytest

from engine.cards import BIT, CARD_OF_IDENTITY, RANKS, mask_of, mask_of_faces
from engine.chance import Chance
from engine.course import Course
from engine.events import DealScored, GameEnded
from engine.game import OptionValue
from engine.games.clumond.imagine import sharer
from engine.games.clumond.settlement import DISTANCE, asks_of, code_of, codes_of, meanings, settled
from engine.games.clumond.state import FULL_PACK, PACK, SUIT_MASKS, State
from engine.games.clumond.turns import winning
from engine.games.clumond.view import Ask, Declared, Phase, Scoring, Trumps
from engine.seats import Seat
from tests.engine.clumond.positions import (
    GAME,
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    SEED,
    keeping,
    played,
    result_of,
    seen,
    table,
    to_the_end,
    told,
)

# The deal, the ante and the call: C1, C2.


def test_the_pack_has_48_cards_and_no_tens() -> None:
    assert len(PACK) == len(set(PACK)) == 48
    assert not [card for card in PACK if card[0] == "T" or card.startswith("JK")]


def test_sixteen_cards_are_dealt_each_one_at_a_time_from_the_dealers_left() -> None:
    order = Chance(SEED).shuffle("clumond", 1, PACK)
    course = Course.begin(GAME, 3, {}, Chance(SEED))
    for place in range(3):
        hand = seen(course, place + 1).hand
        assert hand is not None
        assert sorted(hand) == sorted(order[place::3])
    assert seen(course).dealer == 3


def test_the_dealer_rotates_left_and_the_next_deal_begins_at_their_left() -> None:
    course = keeping(played(table(HIGH, MIDDLE, LOW), *PASSES))
    order = Chance(SEED).shuffle("clumond", 2, PACK)
    assert (seen(course).dealer, seen(course).to_act) == (1, (2,))
    assert sorted(seen(course, 2).hand or ()) == sorted(order[0::3])


@pytest.mark.parametrize("trumps", list(Trumps))
@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_c2_the_first_to_declare_ends_the_call(declarer: int, trumps: Trumps) -> None:
    course = played(table(), *PASSES[: declarer - 1], f"{declarer} declare {trumps.value}")
    view = seen(course)
    assert (view.phase, view.declarer, view.trumps) == (Phase.PLAY, declarer, trumps)
    assert view.passed == tuple(range(1, declarer))
    assert told(course) == (Declared(Seat(declarer), trumps, Seat(declarer % 3 + 1)),)


# Codes and how far off a number of tricks is: C4.


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("AD KD QD", 0),
        ("AC KC QC", 9),
        ("AC AH AD", 5),
        ("AC AS 2S", 5),
        ("AH 2H AS", 5),
        ("2C 3H 4S", 6),
        ("2S 3S 4S", 3),
    ],
)
def test_c4_club_3_heart_2_spade_1_diamond_0(cards: str, code: int) -> None:
    assert code_of(mask_of_faces(cards.split())) == code


def test_c4_a_code_of_0_to_3_also_means_10_to_13() -> None:
    assert [meanings(code) for code in range(4)] == [(0, 10), (1, 11), (2, 12), (3, 13)]
    assert [meanings(code) for code in range(4, 10)] == [(code,) for code in range(4, 10)]


@pytest.mark.parametrize(
    ("code", "tricks", "off"),
    [(2, 8, 4), (5, 13, 8), (0, 10, 0), (3, 13, 0), (3, 12, 1), (1, 6, 5), (9, 0, 9), (0, 5, 5)],
)
def test_c4_the_distance_is_to_the_nearer_meaning(code: int, tricks: int, off: int) -> None:
    assert DISTANCE[code][tricks] == off


def test_c4_codes_of_a_hand_are_those_of_any_three_of_its_cards() -> None:
    random = Random(4)
    for size in (3, 4, 5, 9, 16):
        hand = random.sample(PACK, size)
        every = {code_of(mask_of_faces(three)) for three in combinations(hand, 3)}
        assert codes_of(mask_of_faces(hand)) == tuple(sorted(every))


def test_asks_say_which_tricks_a_code_means_and_how_many_more_it_takes() -> None:
    assert asks_of(mask_of_faces(["AD", "KD", "QD", "AC"]), 4, 7) == (
        Ask(0, (10,), (6,)),
        Ask(3, (), ()),
    )
    assert asks_of(mask_of_faces(["AC", "AH", "AD"]), 5, 0) == (Ask(5, (5,), (0,)),)
    assert asks_of(mask_of_faces(["AC", "AD", "KD"]), 3, 10)[0] == Ask(3, (3, 13), (0, 10))


def test_a_seat_sees_its_own_asks_and_nobody_elses() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    assert [ask.code for ask in seen(course, 1).asks] == list(range(10))
    assert seen(course).asks == ()


def test_asks_shrink_as_the_hand_does() -> None:
    course = played(table("AC AH AS AD " + NO_CLUBS), *PASSES, "1 play AC")
    assert max(ask.code for ask in seen(course, 1).asks) == 6
    assert all(ask.code < 10 for ask in seen(keeping(course), 1).asks)


def test_asks_are_of_the_cards_left_when_a_suit_that_was_led_is_followed() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    while seen(course).deal == 1:
        for seat in range(1, 4):
            view = seen(course, seat)
            hand, has_played = view.hand or (), any(p.seat == seat for p in view.trick.cards)
            led = "" if has_played or not view.trick.cards else view.trick.cards[0].card[1]
            follows = [card for card in hand if card[1] == led]
            codes = {code for c in follows or [""] for code in codes_of(_without(hand, c))}
            assert [ask.code for ask in view.asks] == sorted(codes)
        course = course.then(course.to_act()[0], course.legal(course.to_act()[0])[-1])


def _without(hand: Sequence[str], card: str) -> int:
    return mask_of_faces([each for each in hand if each != card])


NO_CLUBS = "KH QH JH 9H KS QS JS 9S KD QD JD 9D"


# Thirteen tricks: C3.


@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_c3_the_declarers_left_leads_so_that_they_play_last(declarer: int) -> None:
    course = played(table(), *PASSES[: declarer - 1], f"{declarer} declare NT")
    for _ in range(2):
        seat = course.to_act()[0]
        assert seat != declarer
        course = course.then(seat, course.legal(seat)[0])
    assert course.to_act() == (declarer,)


def test_c3_every_trick_is_won_by_the_letter_of_the_rules() -> None:
    few = [card for card in PACK if card[0] in "259A"]
    for cards in permutations(few, 3):
        numbers = tuple(CARD_OF_IDENTITY[card] for card in cards)
        for number, trumps in enumerate(("C", "D", "H", "S", "")):
            assert cards[winning(numbers, number)] == plainly_won(cards, trumps)


def plainly_won(cards: tuple[str, ...], trumps: str) -> str:
    """Find the card that wins by C3 read word by word."""
    trumped = [card for card in cards if card[1] == trumps]
    followed = [card for card in cards if card[1] == cards[0][1]]
    return max(trumped or followed, key=lambda card: RANKS.index(card[0]))


def test_c9_the_three_cards_left_are_secret_until_the_last_trick_is_done() -> None:
    before = course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    while seen(course).deal == 1:
        before, course = (
            course,
            course.then(course.to_act()[0], course.legal(course.to_act()[0])[0]),
        )
    left = set(result_of(course).left[0])
    assert len(left) == 3
    assert not left & words_of(
        str(seen(before)) + str(seen(before, 2)) + str(before.heard(Seat(2)))
    )
    assert left <= words_of(str(seen(course)))
    assert left <= words_of(str(told(course)))


def words_of(text: str) -> set[str]:
    return {word.strip("'(),") for word in text.replace("=", " ").split()}


# Who pays, who takes, what stays, and how the game ends: C5-C8.

NOBODY = 0
THREE_DIAMONDS = ("AD", "KD", "QD", "9D", "8D", "7D", "5D", "4D", "3D")


def high_wins_all(*calls: str, keep: tuple[str, ...], **options: OptionValue) -> Course:
    """Let seat 1 win all thirteen tricks and everybody keep these cards, if they can."""
    return keeping(played(table(HIGH, MIDDLE, LOW, **options), *calls), *keep)


@pytest.mark.parametrize(
    ("rule", "scoring", "pot", "declarer", "off", "settlement"),
    [
        ("C5 the rule sheet's own", "chips", 6, NOBODY, (0, 2, 1), ((0, 2, 1), (3, 0, 0), 6)),
        ("C5 the rule sheet's own", "chips", 6, NOBODY, (0, 0, 1), ((0, 0, 1), (2, 2, 0), 3)),
        ("C5 the rule sheet's own", "chips", 6, NOBODY, (0, 0, 0), ((0, 0, 0), (2, 2, 2), 0)),
        ("C5 nobody is right", "chips", 6, NOBODY, (1, 4, 2), ((1, 4, 2), (0, 0, 0), 13)),
        ("C5 a third is rounded down", "chips", 7, NOBODY, (0, 1, 0), ((0, 1, 0), (2, 0, 2), 4)),
        ("C6 who makes it takes all", "chips", 6, 2, (4, 0, 1), ((0, 0, 0), (0, 6, 0), 0)),
        ("C6 the odd chip stays", "chips", 7, 2, (0, 3, 1), ((0, 0, 0), (3, 0, 3), 1)),
        ("C7 made", "points", 0, 1, (0, 2, 0), ((0, 0, 0), (10, 0, 0), 0)),
        ("C7 missed", "points", 0, 1, (1, 0, 0), ((0, 0, 0), (0, 5, 5), 0)),
        ("C7 missed by far", "points", 0, 3, (0, 0, 9), ((0, 0, 0), (5, 5, 0), 0)),
        ("C7 undeclared", "points", 0, NOBODY, (0, 3, 1), ((0, 3, 1), (2, 0, 0), 0)),
        ("C7 all right", "points", 0, NOBODY, (0, 0, 0), ((0, 0, 0), (2, 2, 2), 0)),
    ],
)
def test_who_pays_who_takes_and_what_stays(
    rule: str, scoring: str, pot: int, declarer: int, off: tuple[int, ...], settlement: object
) -> None:
    assert settled(Scoring(scoring), pot, declarer, off) == settlement, rule


@pytest.mark.parametrize("deals", [3, 6, 30])
def test_c8_the_game_ends_after_its_hands(deals: int) -> None:
    course = to_the_end(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=deals))
    view = seen(course)
    assert (view.phase, view.deal, len(view.deal_scores)) == (Phase.OVER, deals, deals)
    assert view.to_act == ()


def test_c8_at_the_end_the_pot_is_split_in_thirds_and_odd_chips_are_dropped() -> None:
    course = to_the_end(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3))
    result, view = result_of(course), seen(course)
    assert result.share == result.stays // 3
    assert view.pot == 0
    assert sum(view.scores) == -(result.stays % 3)
    assert view.scores == tuple(map(sum, zip(*view.deal_scores, strict=True)))


def test_c8_only_the_last_hand_splits_the_pot() -> None:
    course = high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3)
    assert (result_of(course).stays, result_of(course).share) == (3, 0)


def test_c8_the_end_is_told_after_the_last_settlement() -> None:
    course = to_the_end(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3))
    *_, scored, ended = told(course)
    view = seen(course)
    assert scored == DealScored(result_of(course))
    assert ended == GameEnded(view.scores, view.winners)
    outcome = course.game.outcome(course.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == (view.scores, view.winners)


# Making up hidden hands: everything seen and every void is respected (C3, C9).

CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS
NO_HEARTS = "AS KS QS JS 9S 8S 7S 6S 5S 4S 3S 2S AD KD QD JD"


def imagined(course: Course, seat: int | None, random: Random) -> State:
    who = None if seat is None else Seat(seat)
    state = GAME.imaginer(course.view(who), course.heard(who))(random)
    assert isinstance(state, State)
    return state


def test_who_failed_to_follow_is_never_given_a_card_of_that_suit() -> None:
    course = played(table("AH KH", NO_HEARTS), *PASSES, "1 play AH", "2 play JD")
    for seed in range(50):
        for seat in (None, 1, 3):
            assert not imagined(course, seat, Random(seed)).hands[1] & HEARTS


def test_a_void_is_remembered_when_its_trick_has_left_the_table() -> None:
    course = played(
        table("AH KH AC", NO_HEARTS), *PASSES, "1 play AH", "2 play JD", "3 play 9H",
        "1 play KH", "2 play QD", "3 play 8H",
    )  # fmt: skip
    seat = course.to_act()[0]
    course = course.then(seat, "play AC")
    assert not any(imagined(course, 1, Random(n)).hands[1] & HEARTS for n in range(50))


def test_cards_played_are_in_no_imagined_hand() -> None:
    course = played(
        table(HIGH, MIDDLE, LOW), *PASSES, "1 play AH", "2 play 9H", "3 play 5H",
        "1 play AS", "2 play 9S", "3 play 5S",
    )  # fmt: skip
    gone = mask_of_faces(["AH", "9H", "5H", "AS", "9S", "5S"])
    for seat in (None, 1, 2, 3):
        state = imagined(course, seat, Random(1))
        assert sum(state.hands) == FULL_PACK & ~gone


def test_voids_and_cards_of_the_last_hand_are_forgotten() -> None:
    course = played(table("AH KH", NO_HEARTS), *PASSES, "1 play AH", "2 play JD")
    while seen(course).deal == 1:
        course = course.then(course.to_act()[0], course.legal(course.to_act()[0])[0])
    hands = [imagined(course, 1, Random(seed)).hands for seed in range(20)]
    assert any(second & HEARTS for _, second, _ in hands)
    assert all(sum(three) == FULL_PACK for three in hands)


def test_what_can_be_where_is_there_about_as_often() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    random = Random(2)
    held = Counter(
        bool(imagined(course, 1, random).hands[1] & BIT[CARD_OF_IDENTITY["5C"]]) for _ in range(600)
    )
    assert 240 < held[True] < 360


def test_two_hands_share_alike_what_either_may_hold() -> None:
    random, share = Random(3), sharer(mask_of(range(4)), [2, 2], [BIT[0], 0])
    ways = Counter(share(random)[0] for _ in range(3000))
    assert set(ways) == {mask_of(pair) for pair in ((1, 2), (1, 3), (2, 3))}
    assert all(850 < count < 1150 for count in ways.values())


def test_three_hands_with_tight_voids_are_still_shared_out() -> None:
    cards = mask_of(range(6))
    lacking = [mask_of((0, 1)), mask_of((0, 1, 2, 3)), mask_of((4, 5))]
    for seed in range(200):
        hands = sharer(cards, [2, 2, 2], lacking)(Random(seed))
        assert not any(hand & lacked for hand, lacked in zip(hands, lacking, strict=True))
        assert sum(hands) == cards
        assert [hand.bit_count() for hand in hands] == [2, 2, 2]


def test_an_impossible_sharing_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be shared"):
        sharer(mask_of((0, 1)), [1, 1], [BIT[0], BIT[0]])
    with pytest.raises(ValueError, match="cannot be shared"):
        sharer(mask_of((0, 1, 2)), [1, 2], [0, mask_of((0, 1))])

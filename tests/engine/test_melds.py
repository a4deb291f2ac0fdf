"""Scoring a nine, M1-M5, against the rule sheets' examples and a plain version."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD_OF_IDENTITY, IDENTITIES, RANKS, SUITS, mask_of, mask_of_faces
from engine.melds import Meld, meld, score

hands = st.sets(st.sampled_from(IDENTITIES), max_size=9)


def of(cards: str, *, ace_low: bool = True) -> Meld:
    return meld(mask_of_faces(cards.split()), ace_low=ace_low)


def suit_first(cards: str) -> str:
    """Turn cards as rule sheets print them, suit first, into their spelling here."""
    return " ".join(card[1] + card[0] for card in cards.split())


def plain_meld(cards: set[str], *, ace_low: bool) -> Meld:
    """Score by the letter of the rules, with no tables."""
    naturals = [card for card in cards if not card.startswith("JK")]
    ranks = {RANKS.index(card[0]) for card in naturals}
    runs = [plain_run(ranks)]
    if ace_low:
        runs.append(plain_run({-1 if rank == 12 else rank for rank in ranks}))
    alike = list(Counter(card[0] for card in naturals).values())
    flush = max((sum(card[1] == suit for card in naturals) for suit in SUITS), default=0)
    sets = sum(count for count in alike if count >= 3) or (2 if 2 in alike else 1)
    jokers = len(cards) - len(naturals)
    return Meld(flush, max(runs), sets, jokers, flush * max(runs) * sets + 10 * jokers)


def plain_run(ranks: set[int]) -> int:
    starts = [rank for rank in ranks if rank - 1 not in ranks]
    return max((next(n for n in range(14) if s + n not in ranks) for s in starts), default=0)


@given(hands, st.booleans())
def test_tables_score_as_the_letter_of_the_rules(cards: set[str], ace_low: bool) -> None:
    mask = mask_of(CARD_OF_IDENTITY[card] for card in cards)
    expected = plain_meld(cards, ace_low=ace_low)
    assert meld(mask, ace_low=ace_low) == expected
    assert score(mask, ace_low=ace_low) == expected.score


@pytest.mark.parametrize(
    ("cards", "factors"),
    [
        ("CA CQ C9 C8 C6 HA SA SQ DQ", (5, 2, 6)),
        ("DA DK DT D9 D7 D6 CK H7 SK", (6, 2, 3)),
        ("HQ HJ HT H8 H6 SJ S6 DJ CT", (5, 3, 3)),
        ("CJ C7 HK H9 ST S9 S8 S7 D8", (4, 5, 2)),
    ],
)
def test_m5_the_repaired_examples(cards: str, factors: tuple[int, int, int]) -> None:
    found = of(suit_first(cards), ace_low=False)
    assert found[:3] == factors
    assert found.score == factors[0] * factors[1] * factors[2]


@pytest.mark.parametrize(
    ("cards", "factors", "points"),
    [
        ("9C 9D 9H 9S 4C 4D 4H TC JD", (3, 3, 7), 63),
        ("2C 5C 9C KC 4D 6D 9H QS JK", (4, 3, 2), 24 + 10),
        ("3S 4S 5S 6S TS KS TD 8H QD", (6, 4, 2), 48),
        ("7C 7D 7H 8C 8D 8S 9C TH JK", (3, 4, 6), 72 + 10),
        ("2H 3H 4H 8H JH JD 6C KS TC", (5, 3, 2), 30),
        ("2C 3C 4C 6D 8D JD 6H TH KS", (3, 3, 2), 18),
    ],
)
def test_hands_with_the_factors_of_the_rule_sheets_sample_deal(
    cards: str, factors: tuple[int, int, int], points: int
) -> None:
    # The sheet shows the cards only as pictures, and misprints Connie's 5x3x2 as 5x4x2 = 30.
    found = of(cards)
    assert (found[:3], found.score) == (factors, points)


def test_m1_a_repeated_rank_counts_once_in_a_run() -> None:
    assert of("5C 6D 6H 7S").run == 3


def test_m1_only_the_longest_run_and_suit_count() -> None:
    assert of("2C 3C 4C 8H 9H TH JH")[:2] == (4, 4)


def test_m2_the_ace_is_high_or_low_whichever_scores_more() -> None:
    assert of("AC 2D 3H KS").run == 3
    assert of("AC 2D KH QS").run == 3


def test_m2_a_run_does_not_go_round_the_ace() -> None:
    assert of("KC AD 2H").run == 2


def test_m2_the_ace_can_be_high_only() -> None:
    assert of("AC 2D 3H", ace_low=False).run == 2
    assert of("AC 6D 7H", ace_low=False).run == 2


def test_m3_a_loose_pair_adds_nothing_beside_a_set() -> None:
    assert of("5C 5D 5H 9C 9D").sets == 3


def test_m3_several_sets_add_up() -> None:
    assert of("5C 5D 5H 9C 9D 9H 2C 2D 2H").sets == 9
    assert of("5C 5D 5H 5S 9C 9D 9H 9S").sets == 8


def test_m3_several_pairs_are_two_in_all() -> None:
    assert of("5C 5D 9C 9D KC KD").sets == 2


def test_m3_two_jokers_are_no_pair() -> None:
    assert of("2C 9D JK JK") == Meld(1, 1, 1, 2, 21)


def test_a_hand_of_one_card_scores_one() -> None:
    assert of("7H") == Meld(1, 1, 1, 0, 1)


def test_a_hand_without_naturals_scores_its_jokers() -> None:
    assert of("JK JK") == Meld(0, 0, 1, 2, 20)
    assert of("") == Meld(0, 0, 1, 0, 0)


def test_m4_the_best_nine_of_thirty_six_cards_is_150() -> None:
    assert of("6C 7C 8C 9C TC 6D 6H 7D 7H", ace_low=False) == Meld(5, 5, 6, 0, 150)

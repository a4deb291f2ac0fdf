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
    ("what", "cards", "factors", "points"),
    [
        ("M5 the repaired examples", "AC QC 9C 8C 6C AH AS QS QD", (5, 2, 6), 60),
        ("M5 the repaired examples", "AD KD TD 9D 7D 6D KC 7H KS", (6, 2, 3), 36),
        ("M5 the repaired examples", "QH JH TH 8H 6H JS 6S JD TC", (5, 3, 3), 45),
        ("M5 the repaired examples", "JC 7C KH 9H TS 9S 8S 7S 8D", (4, 5, 2), 40),
        ("M4 the best nine of 36 cards", "6C 7C 8C 9C TC 6D 6H 7D 7H", (5, 5, 6), 150),
        ("M4 the ends of the scale", "6C 8C QC 6D 8D QD 6H 8H TS", (3, 1, 6), 18),
        ("M4 the ends of the scale", "6C 6D 7C 7D TC TH JH KS KH", (3, 2, 2), 12),
        ("M4 the ends of the scale", "6C 6D 8C 8D TH TS QH QS AC", (3, 1, 2), 6),
        ("M4 the ends of the scale", "6C 7C 8C 9C TC TD TH 9D 9H", (5, 5, 6), 150),
        ("M4 the ends of the scale", "6C 7C 8C 9C TC JC QC QD QH", (7, 7, 3), 147),
        ("M2 the ace can be high only", "AC 2D 3H", (1, 2, 1), 2),
        ("M2 the ace can be high only", "AC 6D 7H", (1, 2, 1), 2),
    ],
)
def test_what_a_nine_scores_where_the_ace_is_high(
    what: str, cards: str, factors: tuple[int, ...], points: int
) -> None:
    found = of(cards, ace_low=False)
    assert (found[:3], found.score) == (factors, points), what


@pytest.mark.parametrize(
    ("what", "cards", "factors", "points"),
    [
        # The sheet shows the cards only as pictures, and misprints Connie's 5x3x2 as 5x4x2 = 30.
        ("the sample deal", "9C 9D 9H 9S 4C 4D 4H TC JD", (3, 3, 7, 0), 63),
        ("the sample deal", "2C 5C 9C KC 4D 6D 9H QS JK", (4, 3, 2, 1), 24 + 10),
        ("the sample deal", "3S 4S 5S 6S TS KS TD 8H QD", (6, 4, 2, 0), 48),
        ("the sample deal", "7C 7D 7H 8C 8D 8S 9C TH JK", (3, 4, 6, 1), 72 + 10),
        ("the sample deal", "2H 3H 4H 8H JH JD 6C KS TC", (5, 3, 2, 0), 30),
        ("the sample deal", "2C 3C 4C 6D 8D JD 6H TH KS", (3, 3, 2, 0), 18),
        ("M1 a repeated rank counts once in a run", "5C 6D 6H 7S", (1, 3, 2, 0), 6),
        ("M1 only the longest run and suit count", "2C 3C 4C 8H 9H TH JH", (4, 4, 1, 0), 16),
        ("M2 the ace is high or low", "AC 2D 3H KS", (1, 3, 1, 0), 3),
        ("M2 whichever scores more", "AC 2D KH QS", (1, 3, 1, 0), 3),
        ("M2 a run does not go round the ace", "KC AD 2H", (1, 2, 1, 0), 2),
        ("M3 a loose pair adds nothing beside a set", "5C 5D 5H 9C 9D", (2, 1, 3, 0), 6),
        ("M3 several sets add up", "5C 5D 5H 9C 9D 9H 2C 2D 2H", (3, 1, 9, 0), 27),
        ("M3 several sets add up", "5C 5D 5H 5S 9C 9D 9H 9S", (2, 1, 8, 0), 16),
        ("M3 several pairs are two in all", "5C 5D 9C 9D KC KD", (3, 1, 2, 0), 6),
        ("M3 two jokers are no pair", "2C 9D JK JK", (1, 1, 1, 2), 21),
        ("one card scores one", "7H", (1, 1, 1, 0), 1),
        ("without naturals jokers score", "JK JK", (0, 0, 1, 2), 20),
        ("nothing scores nothing", "", (0, 0, 1, 0), 0),
    ],
)
def test_what_a_nine_scores(what: str, cards: str, factors: tuple[int, ...], points: int) -> None:
    assert of(cards) == (*factors, points), what

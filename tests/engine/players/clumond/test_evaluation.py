"""What is thought of a declaration before it is made (C6)."""

from __future__ import annotations

import pytest

from engine.cards import NO_TRUMPS, mask_of_faces
from engine.players.clumond.evaluation import chance, lean
from engine.players.clumond.position import hand_from
from tests.engine.clumond.positions import HIGH, LOW, MIDDLE

CLUBS, SPADES = 0, 3
PLAIN = "9C 8C 7C 6C 5C 4C 9H 8H 7H 6H 5H 9D 8D 7D 6D 9S"


def leaning(hand: str, trumps: int) -> float:
    return lean(hand_from(mask_of_faces(hand.split())), trumps)


def test_high_cards_speak_for_a_declaration() -> None:
    assert leaning(HIGH, CLUBS) > leaning(MIDDLE, CLUBS) == leaning(LOW, CLUBS)


def test_trumps_that_steer_are_worth_more_than_none() -> None:
    """Ace, king and queen of trumps count besides the ace itself."""
    assert leaning(HIGH, CLUBS) > leaning(HIGH, NO_TRUMPS)
    assert leaning(MIDDLE, CLUBS) == leaning(MIDDLE, NO_TRUMPS)


@pytest.mark.parametrize("face", ["AC", "AD"])
def test_an_ace_of_any_suit_counts(face: str) -> None:
    card = "4C" if face == "AC" else "6D"
    assert leaning(PLAIN.replace(card, face), NO_TRUMPS) > leaning(PLAIN, NO_TRUMPS)


@pytest.mark.parametrize(("higher", "lower"), [("KD", "QD"), ("9D", "8D")])
def test_cards_that_follow_the_ace_without_a_gap_count(higher: str, lower: str) -> None:
    """There are no tens, so a nine follows a knave."""
    top = ["AD", "KD", "QD", "JD"]
    kept = top[: 1 if higher == "KD" else 4]
    low = "9C 8C 7C 6C 5C 4C 9H 8H 7H 6H 5H 4H 9S 8S 7S 6S"
    rest = low.split()[len(kept) + 1 :]
    gains = [leaning(" ".join((*kept, card, *rest)), NO_TRUMPS) for card in (higher, lower)]
    assert gains[0] > gains[1]


def test_a_short_side_suit_helps_but_short_trumps_do_not() -> None:
    assert leaning(PLAIN, CLUBS) > leaning(PLAIN, SPADES)


def test_what_playouts_found_moves_the_chance_but_never_makes_it_sure() -> None:
    found = [chance(0.0, made, 40) for made in (0, 10, 20, 30, 40)]
    assert found == sorted(set(found))
    assert found[0] > 0.1
    assert found[2] == 0.5
    assert found[4] < 0.9


def test_few_playouts_move_the_chance_less() -> None:
    assert 0.5 < chance(0.0, 2, 2) < chance(0.0, 20, 20)

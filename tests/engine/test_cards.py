from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CARD_OF_FACE,
    FACES,
    FULL_PACK,
    IDENTITIES,
    JOKERS,
    LIKE,
    PACK_SIZE,
    faces_in,
    identities_in,
    lister,
    mask_of,
    mask_of_faces,
)

sets_of_cards = st.integers(0, FULL_PACK)


def test_the_pack_has_every_card_once() -> None:
    assert len(set(IDENTITIES)) == PACK_SIZE == 54
    assert IDENTITIES[0] == "2C"
    assert IDENTITIES[51:] == ("AS", "JK1", "JK2")


def test_the_two_jokers_look_alike() -> None:
    assert FACES[52:] == ("JK", "JK")
    assert CARD_OF_FACE["JK"] == 52
    assert LIKE[52] == LIKE[53] == JOKERS


@given(sets_of_cards)
def test_a_set_is_listed_from_its_highest_card_down(mask: int) -> None:
    cards = [card for card in reversed(range(PACK_SIZE)) if mask >> card & 1]
    assert identities_in(mask) == tuple(IDENTITIES[card] for card in cards)
    assert faces_in(mask) == tuple(FACES[card] for card in cards)


@given(sets_of_cards)
def test_identities_name_their_set(mask: int) -> None:
    assert mask_of_faces(identities_in(mask)) == mask


@given(sets_of_cards)
def test_faces_name_their_set_but_for_which_joker(mask: int) -> None:
    assert faces_in(mask_of_faces(faces_in(mask))) == faces_in(mask)


def test_a_second_unnumbered_joker_is_the_second_joker() -> None:
    assert mask_of_faces(["JK", "2C", "JK"]) == JOKERS | 1


def test_equal_values_can_be_listed_once() -> None:
    assert lister(FACES, once=True)(FULL_PACK).count("JK") == 1
    assert lister(FACES)(FULL_PACK).count("JK") == 2


def test_a_set_is_made_from_numbers() -> None:
    assert mask_of([0, 3, 3]) == 0b1001

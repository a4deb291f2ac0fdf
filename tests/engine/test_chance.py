"""Chance against values computed here from the definition alone."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import (
    BadChance,
    Chance,
    commitment,
    entropy_of,
    seating,
    seed_from,
)

DIE = "RGPY--"
SEED = bytes(range(32))
CARDS = ["KH", "2C", "JK1", "JK2", "R07", "AS"]


def keyed(key: bytes, name: str) -> str:
    return hmac.new(key, name.encode("utf-8"), hashlib.sha256).hexdigest()


def test_a_shuffle_is_the_order_of_the_keyed_hashes() -> None:
    expected = sorted(CARDS, key=lambda card: keyed(SEED, f"cloud_nine/shuffle/2/{card}"))
    assert list(Chance(SEED).shuffle("cloud_nine", 2, CARDS)) == expected


def test_a_shuffle_forgets_the_order_the_cards_came_in() -> None:
    chance = Chance(SEED)
    assert chance.shuffle("nimbly", 1, CARDS) == chance.shuffle("nimbly", 1, CARDS[::-1])


def test_games_and_numbers_have_shuffles_of_their_own() -> None:
    chance = Chance(SEED)
    orders = {chance.shuffle(game, k, CARDS) for game in ("nimbly", "clumond") for k in (1, 2, 3)}
    assert len(orders) == 6


def test_a_die_is_a_keyed_hash_modulo_six() -> None:
    digests = [keyed(SEED, f"balloon/roll/5/{die}") for die in (1, 2, 3, 4)]
    assert Chance(SEED).roll("balloon", 5, 4, DIE) == "".join(
        "RGPY--"[int(d, 16) % 6] for d in digests
    )


def test_chance_is_what_another_program_computes() -> None:
    # printf cloud_nine/shuffle/1/2C | openssl dgst -sha256 -mac HMAC -macopt hexkey:0001...1f
    cards = ["2C", "3C", "4C", "5C", "AS", "JK1", "JK2"]
    order = ("JK1", "5C", "JK2", "3C", "AS", "2C", "4C")
    assert Chance(SEED).shuffle("cloud_nine", 1, cards) == order
    assert Chance(SEED).roll("balloon", 1, 2, DIE) == "PR"
    assert seating(SEED, ["house:1", "42"]) == ("42", "house:1")


def test_every_game_throws_dice_of_its_own() -> None:
    digests = [keyed(SEED, f"thunder/roll/1/{die}") for die in (1, 2, 3)]
    thrown = Chance(SEED).roll("thunder", 1, 3, "12345678")
    assert thrown == "".join("12345678"[int(d, 16) % 8] for d in digests)


def test_seats_are_the_order_of_the_players_keyed_hashes() -> None:
    ids = ["80351110224678912", "house:1", "house:2"]
    expected = sorted(ids, key=lambda who: keyed(SEED, f"seat/{who}"))
    assert list(seating(SEED, ids)) == expected


def test_the_seed_is_the_entropy_hashed_under_the_secret() -> None:
    assert seed_from(SEED, "1:2\nstart:3").hex() == keyed(SEED, "1:2\nstart:3")


def test_the_commitment_is_the_secrets_hash() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_entropy_is_sorted_as_text() -> None:
    assert entropy_of([(9, 4), (10, 5)], 6) == "10:5\n9:4\nstart:6"


def test_a_fixed_shuffle_is_taken_as_it_stands() -> None:
    chance = Chance(SEED, shuffles=((2, ("JK2", "2C", "JK1")),))
    assert chance.shuffle("cloud_nine", 2, ["2C", "JK1", "JK2"]) == ("JK2", "2C", "JK1")


def test_fixed_cards_without_identity_are_numbered_as_they_come() -> None:
    chance = Chance(b"", shuffles=((1, ("JK", "2C", "JK")),))
    assert chance.shuffle("cloud_nine", 1, ["2C", "JK1", "JK2"]) == ("JK1", "2C", "JK2")


@pytest.mark.parametrize("order", ["2C", "2C 2C", "2C 3C 4C", "2C 4C"])
def test_a_fixed_shuffle_of_other_cards_is_refused(order: str) -> None:
    chance = Chance(SEED, shuffles=((1, tuple(order.split())),))
    with pytest.raises(BadChance) as refused:
        chance.shuffle("cloud_nine", 1, ["2C", "3C"])
    assert (refused.value.event, refused.value.reason) == ("shuffle 1", "not_the_whole_pack")


def test_a_fixed_throw_gives_its_first_dice() -> None:
    assert Chance(SEED, rolls=((3, ("R", "-", "-")),)).roll("balloon", 3, 2, DIE) == "R-"


@pytest.mark.parametrize(("thrown", "reason"), [("R", "too_few_dice"), ("R X", "not_a_face")])
def test_a_fixed_throw_that_cannot_be_is_refused(thrown: str, reason: str) -> None:
    with pytest.raises(BadChance) as refused:
        Chance(SEED, rolls=((1, tuple(thrown.split())),)).roll("balloon", 1, 2, DIE)
    assert (refused.value.event, refused.value.reason) == ("roll 1", reason)


def test_what_nothing_fixes_needs_a_seed() -> None:
    with pytest.raises(BadChance, match="shuffle 1: no_seed"):
        Chance(b"").shuffle("cloud_nine", 1, ["2C"])
    with pytest.raises(BadChance, match="roll 1: no_seed"):
        Chance(b"").roll("balloon", 1, 2, DIE)


@given(
    st.binary(min_size=32, max_size=32),
    st.dictionaries(st.integers(1, 9), st.lists(st.sampled_from(CARDS)).map(tuple)),
)
def test_chance_is_stored_and_read_back(seed: bytes, fixed: dict[int, tuple[str, ...]]) -> None:
    chance = Chance(seed, shuffles=tuple(fixed.items()), rolls=tuple(fixed.items())[:1])
    assert Chance.load(chance.dump()) == chance

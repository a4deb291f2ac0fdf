"""Cards: how chance deals them, and what a nine of them scores."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CARD_OF_FACE,
    CARD_OF_IDENTITY,
    FACES,
    FULL_PACK,
    IDENTITIES,
    JOKERS,
    LIKE,
    PACK_SIZE,
    RANKS,
    SUITS,
    faces_in,
    identities_in,
    lister,
    mask_of,
    mask_of_faces,
)
from engine.chance import BadChance, Chance, commitment, entropy_of, seating, seed_from
from engine.melds import Meld, meld, score

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


# Chance against values computed here from the definition alone.

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


# Scoring a nine, M1-M5, against the rule sheets' examples and a plain version.

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

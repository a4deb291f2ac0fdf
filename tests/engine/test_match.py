from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.cards import CARD_OF_IDENTITY, IDENTITIES
from engine.chance import Chance
from engine.codec import Stored, dump_deal, load_deal
from engine.events import GameEnded
from engine.match import Deal, deal_in_turn, totals_of, winners
from engine.seats import Seat

SEED = bytes(32)


@dataclass(frozen=True)
class Result:
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithResult(Deal[Result]):
    pass


def deal(*, deals: int | None = 3, target: int | None = None) -> WithResult:
    return WithResult(
        chance=Chance(SEED), deals=deals, target=target, dealer=Seat(2), totals=(0, 0)
    )


def test_a_scored_deal_counts_its_result() -> None:
    result = Result((5, 7), (5, 7))
    scored = deal().scored(result)
    assert (scored.points, scored.totals, scored.last) == (((5, 7),), (5, 7), result)
    assert (scored.number, scored.dealer) == (1, 2)


def test_the_next_deal_keeps_what_was_scored() -> None:
    after = deal().scored(Result((5, 7), (5, 7))).following(Seat(1))
    assert (after.number, after.dealer, after.totals) == (2, 1, (5, 7))


@pytest.mark.parametrize(("deals", "is_last"), [(1, True), (2, False)])
def test_a_game_lasts_as_many_deals_as_it_has(deals: int, is_last: bool) -> None:
    assert deal(deals=deals).scored(Result((5, 7), (5, 7))).is_last() is is_last


@pytest.mark.parametrize(("most", "is_last"), [(99, False), (100, True), (101, True)])
def test_n8_j7_a_target_is_reached_by_equalling_it(most: int, is_last: bool) -> None:
    scored = deal(deals=None, target=100).scored(Result((5, most), (5, most)))
    assert scored.is_last() is is_last


def test_the_end_of_a_game_names_those_with_the_highest_total() -> None:
    scored = deal().scored(Result((7, 7), (7, 7)))
    assert scored.ended() == GameEnded((7, 7), (Seat(1), Seat(2)))
    assert scored.outcome().winners == (1, 2)


@pytest.mark.parametrize(
    ("totals", "won"),
    [((5, 9, 7), (2,)), ((9, 5, 9), (1, 3)), ((4, 4, 4), (1, 2, 3)), ((-3, -1, -2), (2,))],
)
def test_n8_c8_j7_the_highest_total_wins_and_ties_share(
    totals: tuple[int, ...], won: tuple[int, ...]
) -> None:
    assert winners(totals) == won


def test_a_shuffle_is_that_of_the_deals_number() -> None:
    second = deal().following(Seat(1))
    order = Chance(SEED).shuffle("thunder", 2, IDENTITIES)
    assert second.shuffled("thunder", IDENTITIES) == tuple(CARD_OF_IDENTITY[c] for c in order)


def test_cards_are_dealt_one_at_a_time() -> None:
    dealt = deal_in_turn(range(10), Seat(3), seats=3, each=2)
    assert dealt == ((3, (0, 3)), (1, (1, 4)), (2, (2, 5)))


def test_nothing_scored_makes_no_points() -> None:
    assert totals_of([], seats=4) == (0, 0, 0, 0)


def test_a_stored_deal_is_read_back() -> None:
    before = deal(deals=None, target=100).scored(Result((5, 7), (5, 7))).following(Seat(1))
    stored = Stored(dump_deal(before, None))
    assert WithResult(**load_deal(stored, seats=2), last=before.last) == before

"""What holds at every point of every game: no card is lost or twice, and scores add up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.cards import CARD_OF_IDENTITY, FULL_PACK, mask_of
from engine.games import GAMES
from engine.games.balloon.cards import FULL_PACK as BALLOON_PACK
from engine.games.clumond.state import FULL_PACK as CLUMOND_PACK
from engine.games.clumond.view import Scoring
from engine.games.nimbly.state import pack
from engine.melds import score
from tests.engine.walks import Beginning, beginnings, everyone, walk


def assert_whole(places: Sequence[int], whole: int) -> None:
    """Hold sets of cards to be all of these cards, each once."""
    assert sum(places) == whole
    assert sum(place.bit_count() for place in places) == whole.bit_count()


def check_balloon(state: Any) -> None:
    assert_whole([*state.hands, state.discards, mask_of(state.pile)], BALLOON_PACK)


def check_cloud_nine(state: Any) -> None:
    trick = state.trick
    places = [*state.hands, *state.clouds, mask_of(state.stock), trick.untaken]
    assert_whole(places, FULL_PACK)
    assert trick.untaken == mask_of(set(trick.cards) - set(trick.taken))


def check_clumond(state: Any) -> None:
    """As many cards are gone as tricks and the present one took."""
    assert sum(state.hands) & ~CLUMOND_PACK == 0
    held = sum(hand.bit_count() for hand in state.hands)
    assert sum(state.hands).bit_count() == held
    present = len(state.cards) if GAMES["clumond"].to_act(state) else 0
    assert 48 - held == 3 * sum(state.tricks) + present


def check_nimbly(state: Any) -> None:
    whole = mask_of(CARD_OF_IDENTITY[card] for card in pack(len(state.hands)))
    assert_whole([*map(mask_of, state.rows), *state.hands, state.aside], whole)
    assert all(hand.bit_count() <= 9 for hand in state.hands)


CHECKS = {
    "balloon": check_balloon,
    "cloud_nine": check_cloud_nine,
    "clumond": check_clumond,
    "nimbly": check_nimbly,
}


KNOWN = [beginning for beginning in beginnings(4) if beginning.key in CHECKS]
"""Games that come later say in tests of their own how their cards and points add up."""


def scored_last(key: str, state: Any) -> tuple[int, ...]:
    """Return what the last deal gives by its cards (N7, J5, J6)."""
    if key == "cloud_nine":
        pairs = zip(state.clouds, state.hands, strict=True)
        return tuple(score(cloud) + score(hand) for cloud, hand in pairs)
    ace_low = len(state.hands) == 5
    par = score(state.aside, ace_low=ace_low) if state.deal.par else 0
    made = [score(hand, ace_low=ace_low) for hand in state.hands]
    return tuple(points if points >= par else 0 for points in made)


@pytest.mark.whole
@pytest.mark.parametrize("beginning", KNOWN, ids=str)
def test_no_card_is_lost_on_any_walk_nor_in_what_is_imagined_of_it(beginning: Beginning) -> None:
    check, game, random = CHECKS[beginning.key], beginning.game, Random(beginning.seed)
    for number, (course, _, _) in enumerate(walk(beginning)):
        check(course.state)
        for seat in everyone(beginning.seats) if number % 7 == 0 or not course.to_act() else ():
            imagined: Any = game.imaginer(course.view(seat), course.heard(seat))(random)
            check(imagined)
            if beginning.key == "clumond":  # whose cards are all different
                assert not seat or imagined.hands[seat - 1] == course.state.hands[seat - 1]
                assert sum(imagined.hands) == sum(course.state.hands)


@pytest.mark.parametrize("beginning", [b for b in KNOWN if b.key != "balloon"], ids=str)
def test_totals_are_the_sums_of_deals_and_no_chip_is_lost(beginning: Beginning) -> None:
    """C8: before the end none, and then at most two odd ones."""
    for course, _, _ in walk(beginning):
        deal, over = course.state.deal, not course.to_act()
        if deal.points:
            settled = tuple(map(sum, zip(*deal.points, strict=True)))
            ante = 0 if over or beginning.key != "clumond" else deal.ante
            assert deal.totals == tuple(total - ante for total in settled)
        if over and beginning.key != "clumond":
            assert deal.points[-1] == scored_last(beginning.key, course.state)
        if beginning.key == "clumond" and deal.scoring is Scoring.CHIPS:
            assert 0 <= -sum(deal.totals) - deal.pot <= (2 if over else 0)
        elif beginning.key == "clumond":
            assert deal.pot == 0

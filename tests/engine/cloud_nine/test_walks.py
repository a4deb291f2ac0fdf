"""What holds at every point of every game of Cloud Nine."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FULL_PACK, mask_of
from engine.chance import Chance
from engine.game import OptionValue
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.view import Phase
from engine.melds import score
from engine.seats import Seat
from tests.engine.cloud_nine.positions import GAME

options = st.fixed_dictionaries(
    {}, optional={"deals": st.integers(1, 3), "target": st.integers(50, 150)}
)


@settings(max_examples=12, deadline=None)
@given(st.binary(min_size=32, max_size=32), options, st.lists(st.integers(0, 8), max_size=60))
def test_any_legal_walk_keeps_all_cards_and_ends(
    seed: bytes, chosen: dict[str, OptionValue], picks: list[int]
) -> None:
    state = GAME.start(3, chosen, Chance(seed)).state
    assert isinstance(state, State)
    random = Random(seed)
    while state.phase is not Phase.OVER:
        check_cards(state)
        check_scores(state)
        check_views(state, random)
        (seat,) = GAME.to_act(state)
        legal = GAME.legal(state, seat)
        pick = picks.pop(0) if picks else random.randrange(9)
        after = GAME.apply(state, seat, legal[pick % len(legal)]).state
        assert isinstance(after, State)
        state = after
    check_cards(state)
    check_scores(state)
    check_views(state, random)
    assert GAME.outcome(state) is not None


def check_cards(state: State) -> None:
    """All 54 cards are in the hands, the clouds, the stock or untaken in the trick, once."""
    places = [*state.hands, *state.clouds, mask_of(state.stock), state.trick.untaken]
    assert sum(place.bit_count() for place in places) == 54
    assert sum(places) == FULL_PACK
    assert state.trick.untaken == mask_of(set(state.trick.cards) - set(state.trick.taken))


def check_scores(state: State) -> None:
    """Totals are the sums of the deals, and the last deal is scored as its cards say."""
    deal = state.deal
    assert list(deal.totals) == [sum(points[seat] for points in deal.points) for seat in range(3)]
    if state.phase is Phase.OVER:
        hands = zip(state.clouds, state.hands, strict=True)
        assert deal.points[-1] == tuple(score(cloud) + score(hand) for cloud, hand in hands)


def check_views(state: State, random: Random) -> None:
    for seat in (None, Seat(1), Seat(2), Seat(3)):
        view = GAME.view(state, seat)
        imagined = GAME.imaginer(view, ())(random)
        assert GAME.view(imagined, seat) == view
        check_cards(imagined)

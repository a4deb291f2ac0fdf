"""What holds at every point of every game of Nimbly."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import CARD_OF_IDENTITY, mask_of
from engine.chance import Chance
from engine.game import OptionValue
from engine.games.nimbly.state import State, pack
from engine.melds import score
from tests.engine.nimbly.positions import GAME

options = st.fixed_dictionaries(
    {}, optional={"deals": st.integers(1, 3), "target": st.integers(50, 150)}
)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from([3, 4, 5]),
    st.binary(min_size=32, max_size=32),
    options,
    st.lists(st.integers(0, 18), max_size=60),
)
def test_any_legal_walk_keeps_all_cards_and_ends(
    seats: int, seed: bytes, chosen: dict[str, OptionValue], picks: list[int]
) -> None:
    chosen = chosen | ({"par": bool(seed[0] % 2)} if seats == 3 else {})
    state, random = GAME.start(seats, chosen, Chance(seed)).state, Random(seed)
    while GAME.to_act(checked(state)):
        (seat,) = GAME.to_act(checked(state))
        legal = GAME.legal(checked(state), seat)
        pick = picks.pop(0) if picks else random.randrange(19)
        state = GAME.apply(checked(state), seat, legal[pick % len(legal)]).state
    check_scores(checked(state))


def checked(state: object) -> State:
    """Check that all cards of the pack are in the rows, the hands or aside, once."""
    assert isinstance(state, State)
    places = [*map(mask_of, state.rows), *state.hands, state.aside]
    whole = mask_of(CARD_OF_IDENTITY[card] for card in pack(len(state.hands)))
    assert sum(places) == whole
    assert sum(place.bit_count() for place in places) == whole.bit_count()
    assert all(hand.bit_count() <= 9 for hand in state.hands)
    return state


def check_scores(state: State) -> None:
    """Totals are the sums of the deals, and the last deal is scored as its cards say (J5, J6)."""
    deal, ace_low = state.deal, len(state.hands) == 5
    assert deal.totals == tuple(map(sum, zip(*deal.points, strict=True)))
    par = score(state.aside, ace_low=ace_low) if deal.par else 0
    made = [score(hand, ace_low=ace_low) for hand in state.hands]
    assert deal.points[-1] == tuple(points if points >= par else 0 for points in made)

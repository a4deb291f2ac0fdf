"""What holds at every point of every game of Clumond."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Chance
from engine.events import Heard, as_seen_by
from engine.game import OptionValue
from engine.games.clumond.state import FULL_PACK, State
from engine.games.clumond.view import Phase, Scoring
from engine.seats import Seat
from tests.engine.clumond.positions import GAME

EVERYONE = (None, Seat(1), Seat(2), Seat(3))

options = st.fixed_dictionaries(
    {},
    optional={
        "ante": st.integers(1, 10),
        "deals": st.sampled_from((3, 6)),
        "scoring": st.sampled_from([kind.value for kind in Scoring]),
    },
)


@settings(max_examples=12, deadline=None)
@given(st.binary(min_size=32, max_size=32), options, st.lists(st.integers(0, 15), max_size=60))
def test_any_legal_walk_keeps_all_cards_and_chips_and_ends(
    seed: bytes, chosen: dict[str, OptionValue], picks: list[int]
) -> None:
    state, events = GAME.start(3, {"deals": 3, **chosen}, Chance(seed))
    random, moves = Random(seed), 0
    heard: dict[Seat | None, list[Heard]] = {seat: [] for seat in EVERYONE}
    while True:
        assert isinstance(state, State)
        for seat in EVERYONE:
            heard[seat] += [Heard(moves, event) for event in as_seen_by(seat, events)]
        check_cards(state)
        check_chips(state)
        if moves % 7 == 0 or state.phase is Phase.OVER:
            check_imagined(state, heard, random)
        if state.phase is Phase.OVER:
            break
        legal = GAME.legal(state, state.turn)
        pick = picks.pop(0) if picks else random.randrange(16)
        state, events = GAME.apply(state, state.turn, legal[pick % len(legal)])
        moves += 1
    assert GAME.outcome(state) is not None


def check_cards(state: State) -> None:
    """No card is twice, and as many are gone as tricks and the present one took."""
    held = [hand.bit_count() for hand in state.hands]
    assert sum(state.hands) & ~FULL_PACK == 0
    assert sum(state.hands).bit_count() == sum(held)
    present = 0 if state.phase is Phase.OVER else len(state.cards)
    assert 48 - sum(held) == 3 * sum(state.tricks) + present


def check_chips(state: State) -> None:
    """No chip is lost before the end, and then at most two odd ones (C8)."""
    deal = state.deal
    lost = -sum(deal.totals) - deal.pot
    if deal.scoring is Scoring.CHIPS:
        assert 0 <= lost <= (2 if state.phase is Phase.OVER else 0)
    else:
        assert deal.pot == 0


def check_imagined(state: State, heard: dict[Seat | None, list[Heard]], random: Random) -> None:
    """An imagined state looks alike, and holds the same cards where a seat knows them."""
    for seat in EVERYONE:
        view = GAME.view(state, seat)
        made_up = GAME.imaginer(view, heard[seat])(random)
        assert isinstance(made_up, State)
        assert GAME.view(made_up, seat) == view
        assert sum(made_up.hands) == sum(state.hands)
        if seat is not None:
            assert made_up.hands[seat - 1] == state.hands[seat - 1]

"""What ends are worth to all players, against what they are worth to the one who thinks."""

from __future__ import annotations

from itertools import product

import pytest

from engine.players.clumond.kernel import FAR, PLAYERS
from engine.players.clumond.kernel_tree import ONE_WIN, Stake, worth_of
from engine.players.clumond.position import NOWHERE
from engine.players.clumond.tally import HandUtility
from tests.engine.clumond.positions import HIGH, seen, table

OPTIONS = [{}, {"ante": 10}, {"scoring": "points"}, {"deals": 3}]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("player", range(PLAYERS))
def test_worth_and_points_are_those_of_the_utility(
    options: dict[str, str | int], player: int
) -> None:
    view = seen(table(HIGH, **options))
    utility, worth = HandUtility(view, player), worth_of(Stake.of(view), NOWHERE, player)
    for off in product((0, 1, 4, 9), repeat=PLAYERS):
        points, share = utility.value(NOWHERE, off)
        row = (PLAYERS + 1) * ((off[0] * FAR + off[1]) * FAR + off[2])
        assert worth.share(worth.table[row + player], player) == pytest.approx(share, abs=1e-4)
        assert worth.table[row + PLAYERS] == points


@pytest.mark.parametrize("declarer", range(PLAYERS))
def test_a_declaration_is_made_or_missed(declarer: int) -> None:
    """C6: one end is all that is hoped for, the other all that is feared."""
    view = seen(table(HIGH))
    worth = worth_of(Stake.of(view), declarer, 0)
    made, missed = ([int(n) for n in worth.table[at : at + PLAYERS]] for at in (0, PLAYERS + 1))
    assert made == [ONE_WIN * (player == declarer) for player in range(PLAYERS)]
    assert missed == [ONE_WIN - number for number in made]


def test_a_player_who_cannot_win_any_more_still_plays_for_something() -> None:
    stake = Stake.of(seen(table(HIGH)))._replace(before=(-90, 40, 40), scale=0.5, is_last=True)
    worth = worth_of(stake, NOWHERE, 0)
    assert worth.share(ONE_WIN, 0) == pytest.approx(0.0)
    assert worth.table[(2 * FAR + 2) * (PLAYERS + 1)] > worth.table[3 * FAR * FAR * (PLAYERS + 1)]

"""What people are asked before they leave, and told after."""

from __future__ import annotations

import pytest

from bot.match.leaving_layout import Ending, Leaving, leaving_layout, left_layout
from bot.store.rows import MatchId
from tests.match.rows import SAY, faults, ids, said


@pytest.mark.parametrize("what", Leaving)
def test_what_leaving_does_is_said_before_and_after(what: Leaving) -> None:
    asked = leaving_layout(MatchId(7), SAY, what)
    assert faults(asked) == faults(left_layout(SAY, what)) == []
    assert ids(asked) == (["q:7"] if what is Leaving.ENDS else ["q:7:on"])
    assert said(asked) != said(left_layout(SAY, what))


@pytest.mark.parametrize("what", Leaving)
def test_last_place_is_named_where_the_game_is_rated_and_goes_on(what: Leaving) -> None:
    text = said(leaving_layout(MatchId(7), SAY, what, rated=True))
    assert ("last place" in text) == (what in (Leaving.FINISHED, Leaving.GOES_ON))
    assert "last place" not in said(leaving_layout(MatchId(7), SAY, what))


@pytest.mark.parametrize(
    ("ending", "offered"),
    [
        (Ending(), ["q:7:on"]),
        (Ending(needed=2), ["q:7:on", "t:7:end"]),
        (Ending(needed=2, has_voted=True), ["q:7:on", "q:7:back"]),
        (Ending(at_once=True), ["q:7:on", "q:7:end"]),
    ],
)
def test_the_same_panel_ends_the_game_for_all_as_far_as_one_may(
    ending: Ending, offered: list[str]
) -> None:
    shown = leaving_layout(MatchId(7), SAY, Leaving.GOES_ON, ending=ending)
    assert ids(shown) == offered
    assert ("2 votes" in said(shown)) == (ending.needed == 2)
    assert faults(shown) == []

"""What people are asked before they leave, and told after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.acts.leaving import (
    Ending,
    Leaving,
    ended_layout,
    leaving_layout,
    left_layout,
    voted_layout,
)
from bot.match.clock.layouts import voters_of
from bot.store.rows import MatchId
from tests.match.rows import SAY, faults, ids, lobby_row, said


@pytest.mark.parametrize("what", Leaving)
def test_what_leaving_does_is_said_before_and_after(what: Leaving) -> None:
    asked = leaving_layout(MatchId(7), SAY, what)
    after = ended_layout(SAY) if what is Leaving.ENDS else left_layout(SAY, what)
    assert faults(asked) == faults(after) == []
    assert ids(asked) == (["q:7"] if what is Leaving.ENDS else ["q:7:on"])
    assert said(asked) != said(after)


def test_a_vote_says_how_many_there_are_and_who_would_end_the_game_by_leaving_whose() -> None:
    row = replace(lobby_row("Ada", "Ben"), votes=(101,))
    voted = voted_layout(row, SAY)
    assert "(1 of 2 votes)" in said(voted)
    assert ids(voted) == ["q:7:back"]
    asked = leaving_layout(row.id, SAY, Leaving.ENDS, voters=voters_of(row, SAY))
    assert "**Ada** wants to end it, too. If you leave, it ends at once" in said(asked)
    assert ids(asked) == ["t:7:end"]  # their vote ends it just as well, and names them


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

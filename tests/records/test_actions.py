from __future__ import annotations

import pytest

from bot.records import actions
from bot.records.actions import moves_text, record_layout
from bot.records.service import find_finished
from tests.match.finished import ADA, CHANNEL, Hall, opened, start
from tests.match.rows import SAY, said


async def test_the_latest_deals_are_listed_and_the_earlier_ones_counted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await opened(hall.lobbies)
    await hall.lobbies.set_options(lobby.id, ADA, {"deals": "3"}, moderator=False)
    await start(hall.lobbies, lobby)
    await hall.finish(lobby.id)
    finished = await find_finished(hall.store, ADA, CHANNEL, lobby.id)
    for most, earlier in ((3, ""), (2, "-# 1 earlier line is"), (1, "-# 2 earlier lines are")):
        monkeypatch.setattr(actions, "MOST_DEALS", most)
        shown = said(record_layout(finished, "a.txt", SAY))
        assert earlier in shown
        assert ("earlier" in shown) is bool(earlier)
        assert [f"{deal}. " in shown for deal in (1, 2, 3)] == [n + most >= 3 for n in range(3)]


async def test_each_trick_is_told_in_a_line_of_its_own(hall: Hall) -> None:
    lobby = await opened(hall.lobbies)
    await start(hall.lobbies, lobby)
    await hall.finish(lobby.id)
    finished = await find_finished(hall.store, ADA, CHANNEL, lobby.id)
    head, *lines = moves_text(finished, SAY).splitlines()
    assert head == "**What happened**"
    assert len(lines) == 9
    assert all(line.startswith("- ") and line.count(" takes ") == 2 for line in lines)
    assert lines[0].startswith("- Deal 1 begins.")
    assert "Deal 1 is over" in lines[-1]

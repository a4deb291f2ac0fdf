"""What one press costs: each message is looked at once, and the store is asked a few times."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.match.show.publisher import Publisher
from bot.store.database import Database
from engine.games import GAMES
from tests.sim.evening import choose, evening

MESSAGES = 4
"""The board, and a hand for each of three persons."""

FORCED = 1
"""The clocks look once at the table, for a move that makes itself."""


async def test_a_press_makes_one_view_a_message_and_reads_once_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[object] = []
    reads: Counter[str] = Counter()
    game, read = type(GAMES["cloud_nine"]), Database.read
    view = game.view

    def viewed(self: Any, state: Any, seat: Any) -> Any:
        views.append(seat)
        return view(self, state, seat)

    async def counted(self: Database, query: Any, *args: Any) -> Any:
        reads[query.__name__] += 1
        return await read(self, query, *args)

    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben", "Cleo")
        await held.bot.app.get(Publisher).idle()
        monkeypatch.setattr(game, "view", viewed)
        monkeypatch.setattr(Database, "read", counted)
        set_by_people = 0
        for _ in range(9):
            name, table = await held.turn()
            code = table.legal(table.to_act()[0])[0]
            views.clear()
            reads.clear()
            await choose(held[name].user, held.hand(name), table, code)
            await held.bot.app.get(Publisher).idle()
            assert len(views) <= MESSAGES + FORCED
            assert reads["messages_of"] == 0
            set_by_people += reads.pop("all_of", 0)
            assert reads.total() <= 1, reads
        # What the server and each person have set is read once.
        assert set_by_people <= 1 + len(held.people)

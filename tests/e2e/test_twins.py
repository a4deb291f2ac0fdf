"""Killed between sending a message and noting it: the one sent is found again, and brought up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import delete

from bot.match.tables import Tables
from bot.store import schema
from bot.store.rows import MatchId
from tests.e2e.running_bot import RunningBot, buttons, moves_in_dm, opened, running_bot
from tests.swift import SwiftClock


async def test_a_hand_sent_but_not_noted_is_shown_anew_and_not_sent_twice(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tab = (await opened(held, ("Ada",)))[0]
        await tab.wait_for(moves_in_dm)
        await held.kill()
        await _forget_hands_and_move(held)
        before = [message["id"] for message in tab.dm_messages()]
        await held.wake()
        moment = f"m:1:{(await held.table()).row.moves}:"
        await tab.wait_for(lambda tab: _offered(tab, moment))
        assert [message["id"] for message in tab.dm_messages()] == before


async def _forget_hands_and_move(held: RunningBot) -> None:
    """Bring the store to where it stands if the kill came before the hand was noted."""
    async with held.store() as store:
        tables = Tables(store, SwiftClock())
        table = await tables.load(MatchId(1))
        member = table.member(table.to_act()[0])
        assert member.user_id is not None
        await store.database.write(lambda connection: connection.execute(delete(schema.hand)))
        await tables.play(table.row.id, member.user_id, None, table.legal(table.to_act()[0])[0])
        while await tables.play_house(table.row.id):
            pass


def _offered(tab: Any, prefix: str) -> list[Any]:
    return [part for message in tab.dm_messages() for part in buttons(message, prefix)]

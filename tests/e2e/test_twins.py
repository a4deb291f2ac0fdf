"""Killed between sending a message and noting it: the one sent is found again, and brought up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import delete

from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinking import InlineThinker
from bot.match.table.tables import Tables
from bot.store import schema
from bot.store.rows import MatchId
from sandbox.view import words_of
from tests.e2e.running_bot import RunningBot, buttons, moves_in_dm, opened, running_bot
from tests.swift import SwiftClock


async def test_a_hand_sent_but_not_noted_is_shown_anew_and_not_sent_twice(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben"))
        await held.until(lambda: any(map(moves_in_dm, tabs)))
        # A greeting comes before the hand.
        await held.until(lambda: all(map(_hands, tabs)))
        await held.kill()
        await _forget_hands_and_move(held)
        before = [[message["id"] for message in tab.dm_messages()] for tab in tabs]
        await held.wake()
        moves = (await held.table()).row.moves
        await held.until(lambda: any(_offered(tab, moves) for tab in tabs))
        assert [[message["id"] for message in tab.dm_messages()] for tab in tabs] == before


async def _forget_hands_and_move(held: RunningBot) -> None:
    """Bring the store to where it stands if the kill came before the hand was noted."""
    async with held.store() as store:
        tables = Tables(store, SwiftClock(), HouseQueue(InlineThinker()))
        table = await tables.load(MatchId(1))
        member = table.member(table.to_act()[0])
        assert member.user_id is not None
        await store.database.write(lambda connection: connection.execute(delete(schema.hand)))
        await tables.play(table.row.id, member.user_id, None, table.legal(table.to_act()[0])[0])
        while await tables.play_house(table.row.id):
            pass


def _hands(tab: Any) -> list[Any]:
    return [message for message in tab.dm_messages() if "your hand" in words_of(message)]


def _offered(tab: Any, moves: int) -> list[Any]:
    """Return the buttons after so many moves, or more: the bot makes those without a choice."""
    found = [part for message in tab.dm_messages() for part in buttons(message, "m:1:")]
    return [part for part in found if int(part["custom_id"].split(":")[2]) >= moves]

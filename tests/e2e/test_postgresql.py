"""Evenings with the games kept in PostgreSQL: bots that are killed, and a server that goes away."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.e2e.running_bot import moves_in_dm, opened, running_bot, state_equals_log
from tests.e2e.test_database import (
    CONFIG,
    HASTY,
    IOERR,
    NOT_SAVED,
    in_hand,
    logged,
    refused,
    well,
    whispered,
)
from tests.e2e.test_kills import kill_while_playing
from tests.postgresql import Server


@pytest.mark.soak  # one of two processes is killed in any case
async def test_a_killed_bot_loses_nothing_and_the_game_is_played_to_its_end(
    tmp_path: Path, address: str
) -> None:
    await kill_while_playing(tmp_path, 1, 7, {"deals": "1"}, address)


async def test_while_the_server_is_away_players_are_told_and_then_the_game_goes_on(
    tmp_path: Path, address: str, postgresql: Server
) -> None:
    async with running_bot(tmp_path, HASTY, DATABASE_URL=address) as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        await well(held)
        before = (await held.table()).row
        message, choices = in_hand(tab)
        postgresql.stop()
        try:
            assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
            await tab.wait_for(lambda tab: whispered(tab, NOT_SAVED))
            log = await logged(held, "health is red")
            assert "Traceback" not in log
        finally:
            postgresql.start()
        await logged(held, "health is no longer red")
        assert (await held.table()).row.moves == before.moves
        assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
        await held.until_stored(lambda row: row.moves != before.moves)
        await state_equals_log(held)


async def test_a_start_without_its_database_says_why_and_never_the_password(
    tmp_path: Path, address: str
) -> None:
    sandbox = Sandbox(token="a-token")
    await sandbox.start()
    secret = address.replace("nimbus@", "nimbus:hush@")
    path = tmp_path / "data" / "nimbus.sqlite3"
    path.parent.mkdir()
    for wrong, status, said in (
        (secret.replace("/test_", "/no_"), CONFIG, "There is no database no_"),
        (f"{secret}&port=1", IOERR, "cannot be reached"),
    ):
        ended, sentence = await refused(sandbox, path, wrong)
        assert ended == status
        assert said in sentence
        assert "hush" not in sentence
    await sandbox.stop()

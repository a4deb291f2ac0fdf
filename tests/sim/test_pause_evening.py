"""A game that is paused, through the whole bot: told to everybody, refused, and gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.store.rows import MatchId, Pause
from tests.sim.evening import evening, texts
from tests.sim.test_clock_evening import MINUTE, calls, started


def answer(result: Any) -> str:
    return texts(result.followups[-1] if result.followups else result.response.message)


async def test_a_paused_game_says_so_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await started(held, "Ada", "Ben", "Cleo")
        name, table = await held.turn()
        await held.env.advance_time(MINUTE * 0.75 + 1)
        assert len(calls(held)) == 1
        tables = held.bot.app.get(Tables)
        await tables.pause(MatchId(1), Pause("moderator", by=held["Ben"].user.id))
        await held.bot.app.get(Publisher).idle()
        words = f"<@{held['Ben'].user.id}> paused this game"
        assert words in texts(held.board())
        assert words in texts(held.hand(name))
        assert calls(held) == []
        code = table.legal(table.to_act()[0])[0]
        assert "This game is paused" in answer(
            await held[name].slash(held.channel, "move", move=code)
        )
        assert "This game is paused" in answer(await held[name].slash(held.channel, "hint"))
        shown = await held[name].slash(held.channel, "games")
        assert words in texts(shown.response.message)
        await held.restart()
        await held.env.advance_time(20 * MINUTE)
        assert words in texts(held.board())
        assert (await held.table()).row.moves == table.row.moves
        await held.bot.app.get(Tables).resume(MatchId(1), "moderator")
        await held.bot.app.get(Publisher).idle()
        assert "paused" not in texts(held.board())
        assert "paused" not in texts(held.hand(name))
        await held[name].slash(held.channel, "move", move=code)
        assert (await held.table()).row.moves > table.row.moves

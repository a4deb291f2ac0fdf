"""After a game: a rematch of the same people, or a new table."""

from __future__ import annotations

from functools import partial

from bot.discord.press import Press
from bot.match.clock.clocks import Clocks
from bot.match.lobby.actions import greet
from bot.match.lobby.play_actions import may_open
from bot.match.lobby.rematch import Rematches
from bot.match.show.publisher import Publisher
from bot.store.rows import MatchId, MatchRow


async def rematch(press: Press, match_id: MatchId) -> None:
    """Open a rematch, or join the lobby of the one that somebody else asked for."""
    asked = await press.app.get(Rematches).again(
        match_id, press.as_member(), press.location, partial(may_open, press),
        roles=press.roles, by_token=press.is_by_token,
    )  # fmt: skip
    if asked.is_new:
        await _show(press, asked.row)
    elif asked.before is not None and asked.before.dm:
        await press.private(press.say("lobby.already_in"))
    else:
        await greet(press, asked.row.id)


async def new_table(press: Press, match_id: MatchId) -> None:
    """Open a new table of the game that has ended, where that was opened."""
    asked = await press.app.get(Rematches).afresh(
        match_id, press.as_member(), press.location, partial(may_open, press),
        locale=await press.locale_of_all(), by_token=press.is_by_token,
    )  # fmt: skip
    if asked.is_new:
        await _show(press, asked.row)
    else:
        await press.private(press.say("lobby.already_in"))


async def _show(press: Press, row: MatchRow) -> None:
    """Have a lobby shown where its match belongs; say where, if that is not here."""
    if row.by_token:
        press.hear(row.id)
    press.app.get(Clocks).arm(row)
    press.app.get(Publisher).request(row.id)
    if press.location != row.location:
        await press.private(press.say("rematch.there", channel=f"<#{row.channel_id}>"))

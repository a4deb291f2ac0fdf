"""After a game: a rematch of the same people, or the next game, wherever its result is read."""

from __future__ import annotations

from functools import partial

from bot.discord.press import Press
from bot.match.hand_actions import hand
from bot.match.kind import kind_of
from bot.match.lobby.actions import greet
from bot.match.lobby.play_actions import member_at, opening, say_where, show_in_place
from bot.match.lobby.rematch import Rematches
from bot.match.my_games import games_of, in_order
from bot.match.tables import Tables
from bot.store.rows import MatchId


async def rematch(press: Press, match_id: MatchId) -> None:
    """Open a rematch, or join the lobby of the one that somebody else asked for."""
    member = await member_at(press, (await press.app.get(Tables).load(match_id)).row.guild_id)
    roles = press.roles if member is None else tuple(role.id for role in member.roles)
    asked = await press.app.get(Rematches).again(
        match_id, press.as_member(), press.location, partial(opening, press, member=member),
        roles=roles, by_token=press.is_by_token,
    )  # fmt: skip
    if asked.is_new:
        await show_in_place(press, asked.row)
    elif asked.before is not None and asked.before.dm:
        await press.private(press.say("lobby.already_in"))
    else:
        await say_where(press, asked.row)
        await greet(press, asked.row.id)


async def next_game(press: Press, match_id: MatchId) -> None:
    """Show the hand of another game that waits for this person, or open a table of the same."""
    games = in_order(await games_of(press.app.store, press.user_id))
    # Practice waits for nobody.
    waiting = next((one for one in games if not kind_of(one.row).is_practice), None)
    if waiting is not None and waiting.waits:
        await hand(press, waiting.row.id)
        return
    old = (await press.app.get(Tables).load(match_id)).row
    member = await member_at(press, old.guild_id)
    asked = await press.app.get(Rematches).afresh(
        match_id, press.as_member(), press.location, partial(opening, press, member=member),
        locale=old.locale, by_token=press.is_by_token,
    )  # fmt: skip
    if not asked.is_new:
        await press.private(press.say("lobby.already_in"))
        return
    await show_in_place(press, asked.row)
    if press.location == asked.row.location:
        await press.withdraw()

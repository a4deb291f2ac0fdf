"""The leaderboard of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord_io import named
from bot.errors import Refused
from bot.names import clean_name
from bot.show.look import theme_for
from bot.ui.controls import page_row
from bot.ui.standings import (
    HERE,
    empty_layout,
    leaderboard_layout,
    own_line,
)
from engine.games import GAMES
from render.scenes import SCENES
from render.scenes.leaderboard import MOST, paint_leaderboard

if TYPE_CHECKING:
    from bot.press import Press
    from render.api import Words


async def leaderboard(press: Press, game: str, where: str) -> None:
    """Show the first page to everybody, and privately to the one who asks where they stand."""
    if await _show_page(press, game, where, 1, own=False):
        await press.private(await _own_line(press, game, where))


async def own_leaderboard(press: Press, game: str) -> None:
    """Open the leaderboard of this server for one person."""
    await _show_page(press, game, HERE, 1, own=True)


async def turn_leaderboard(press: Press, game: str, where: str, page: int) -> None:
    """Turn to a page, counted from 1; page 0 is page 1."""
    await _show_page(press, game, where, max(1, page), own=press.is_in_private)


async def _show_page(press: Press, game: str, where: str, page: int, *, own: bool) -> bool:
    """Show a page of a leaderboard; return whether anybody is on it.

    `own` says where the one who asks stands, too: for answers that only they see. Where there is no
    server, all games count. Raises Refused for a game that is gone.
    """
    if game not in GAMES:
        raise Refused("refused.no_game")
    app, say = press.app, press.say if own else await press.say_to_all()
    # One more than is shown tells whether there is another page.
    found = await app.store.leaderboard(game, _guild_of(press, where), MOST + 1, MOST * (page - 1))
    shown, title = found[:MOST], _title(press, game, where, say)
    if not shown and page == 1:
        await press.answer(view=empty_layout(title, say), attachments=[])
        return False
    unit, theme = SCENES[game].unit, await theme_for(app.store, press.location.guild_id)
    painted = await app.painter.paint(lambda: paint_leaderboard(title, shown, unit, say, theme))
    picture = (f"leaderboard-{game}-{page}.png", painted)
    lines = [await _own_line(press, game, where)] if own else []
    lines.append(say("leaderboard.counts", per=say(f"picture.column.average.{unit}")))
    more = len(found) > MOST
    turning = page_row(lambda to: f"b:{game}:{where}:{to}", page, more=more, say=say)
    layout = leaderboard_layout(picture, "\n".join(lines), turning)
    await press.answer(view=layout, attachments=named([picture]))
    return True


def _title(press: Press, game: str, where: str, say: Words) -> str:
    guild = press.interaction.guild
    server = say("hand.somewhere") if guild is None else clean_name(guild.name)
    is_everywhere = _guild_of(press, where) is None
    counted = say("leaderboard.everywhere") if is_everywhere else server
    return say("leaderboard.title", game=say(f"game.{game}"), where=counted)


async def _own_line(press: Press, game: str, where: str) -> str:
    own = await press.app.store.standing(press.user_id, game, _guild_of(press, where))
    return own_line(own, press.say)


def _guild_of(press: Press, where: str) -> int | None:
    return press.location.guild_id if where == HERE else None

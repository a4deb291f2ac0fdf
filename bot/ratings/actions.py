"""The leaderboard of a game."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.controls import page_row
from bot.discord.io import named
from bot.discord.names import clean_name, escape
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.show.look import theme_for
from bot.ratings.layouts import (
    EVER,
    EVERYWHERE,
    HERE,
    SEASON,
    Board,
    empty_layout,
    leaderboard_layout,
    switches,
)
from bot.ratings.rankings_actions import Ranking, ranking_of
from engine.games import GAMES
from render.api import Words
from render.scenes.leaderboard import ROWS_SHOWN, Heading


async def leaderboard(press: Press, game: str, where: str, when: str) -> None:
    """Show the first page to everybody, and privately to the one who asks where they stand."""
    board = Board(game, where, when)
    if await _show(press, board, own=False):
        ranking = await ranking_of(press, board, press.locale)
        await press.private(await ranking.own(press.user_id, press.say))


async def own_leaderboard(press: Press, game: str) -> None:
    """Open the leaderboard of this server for one person."""
    await _show(press, Board(game, HERE, SEASON), own=True)


async def switch_leaderboard(press: Press, game: str, where: str, when: str, page: int) -> None:
    """Show other games, another time or another page, counted from 1; page 0 is page 1."""
    await _show(press, Board(game, where, when, max(1, page)), own=press.is_in_private)


async def _show(press: Press, board: Board, *, own: bool) -> bool:
    """Show a page of a leaderboard; return whether anybody is on it.

    `own` says where the one who asks stands, too: for answers that only they see. Where there is no
    server, all games count. A page behind the last is the first. Raises Refused for a game that is
    gone.
    """
    if board.game not in GAMES:
        raise Refused("refused.no_game")
    if board.where not in (HERE, EVERYWHERE) or board.when not in (SEASON, EVER):
        raise Refused("refused.malformed")
    locale = press.locale if own else await press.locale_of_all()
    say, ranking = press.app.texts.words(locale), await ranking_of(press, board, locale)
    # One more than is shown tells whether there is another page.
    page = await ranking.page(ROWS_SHOWN + 1, ROWS_SHOWN * (board.page - 1), say)
    if not page.lines and board.page > 1:
        board = replace(board, page=1)
        page = await ranking.page(ROWS_SHOWN + 1, 0, say)
    heading = Heading(say(f"game.{board.game}"), ranking.season_text(say))
    where = _place(press, ranking, say)
    switching = switches(
        board, say, in_server=press.location.guild_id is not None,
        seasons=ranking.seasons,
    )  # fmt: skip
    if not page.lines:
        await press.answer(view=empty_layout(heading, where, switching, say), attachments=[])
        return False
    theme = await theme_for(
        press.app.store, press.location.guild_id, press.user_id if own else None
    )
    painted = await press.app.painter.paint(lambda: page.paint(heading, say, theme))
    picture = (f"leaderboard-{board.game}-{board.page}.png", painted)
    lines = [await ranking.own(press.user_id, say)] if own else []
    turning = page_row(board.turned, board.page, more=page.lines > ROWS_SHOWN, say=say)
    words = "\n".join([*lines, ranking.counts(escape(where), say)])
    layout = leaderboard_layout(picture, words, [*switching, *turning])
    await press.answer(view=layout, attachments=named([picture]))
    return True


def _place(press: Press, ranking: Ranking, say: Words) -> str:
    """Name the server whose games count, or everywhere."""
    if ranking.guild_id is None:
        return say("leaderboard.everywhere")
    guild = press.interaction.guild
    return say("hand.somewhere") if guild is None else clean_name(guild.name)

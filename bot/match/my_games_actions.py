"""All tables of a person, wherever they are, and the hand of the one that is meant."""

from __future__ import annotations

from bot.discord.press import Press
from bot.match.my_games import At, games_of, in_order
from bot.match.my_games_layout import PAGE, games_layout, no_games_layout
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.hand_layout import place_text
from bot.match.show.lanes import BOARD
from bot.match.show.publisher import Publisher
from bot.match.which_actions import act
from bot.store.rows import MatchRow

CLOSED = (At.LOBBY, At.LEFT)
"""Games whose hand is not opened unasked: there is none, or it would bring the person back."""


async def open_games(press: Press) -> None:
    """Show a person the hand of their only game, or of the one in this thread; else all games."""
    found = await games_of(press.app.store, press.user_id)
    here = [game for game in found if press.location.channel_id == game.row.thread_id]
    meant = here or found
    if len(meant) == 1 and meant[0].at not in CLOSED:
        await act(press, "hand", meant[0].row.id)
    else:
        await games(press)


async def games(press: Press, page: int = 1) -> None:
    """Show a person a page of their games, counted from 1; the nearest one if there is none."""
    found = in_order(await games_of(press.app.store, press.user_id))
    if not found:
        mentions = await press.app.io.mentions(press.interaction.client.tree)
        await press.answer(view=no_games_layout(press.say, mentions["play"]))
        return
    page = min(max(1, page), -(-len(found) // PAGE))
    shown = found[(page - 1) * PAGE : page * PAGE]
    for game in shown:
        if game.at is At.LOBBY and not game.row.by_token:
            # It may have been deleted: nobody has a button left then that would show it again.
            press.app.get(Publisher).request(game.row.id, BOARD)
    places = [await _place(press, game.row) for game in shown]
    await press.answer(view=games_layout(found, places, page, press.say))


async def _place(press: Press, row: MatchRow) -> str:
    publication = await press.app.store.publication(row.id)
    server = await press.app.get(DiscordStage).server_name(row.guild_id)
    return place_text(row, server, publication.board_message, press.say)

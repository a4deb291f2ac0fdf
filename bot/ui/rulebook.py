"""The rules of a game, a page at a time: words from the catalogue, a picture from the scene."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.discord_io import named
from bot.errors import Refused
from bot.report import answer
from bot.texts import MissingText, Texts
from bot.ui.opening import Opening
from bot.ui.paging import page_row
from bot.ui.parts import container, gallery
from engine.games import GAMES
from render.scenes import SCENES

if TYPE_CHECKING:
    from bot.painter import Painter
    from bot.report import Pressing
    from render.api import Picture, Words


class RulesButton(
    Opening,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=r"r:(?P<game>[a-z0-9_]{1,40}):(?P<page>[0-9]{1,3})",
):
    """Opens a page of the rules, counted from 1, or turns to it."""

    def __init__(self, game: str, page: int, button: ui.Button[Any]) -> None:
        button.custom_id = f"r:{game}:{page}"
        super().__init__(button)
        self.game = game
        self.page = page

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> RulesButton:
        return cls(match["game"], int(match["page"]), ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await show_rules(interaction, self.game, self.page)


async def example(painter: Painter, game: str, say: Words) -> list[tuple[str, Picture]]:
    """Paint the first picture of a game's rules and name its file; [] where they have none."""
    picture = await painter.paint(partial(_example, game, say))
    return [] if picture is None else [(f"{game}.png", picture)]


def _example(game: str, say: Words) -> Picture | None:
    pages = range(1, page_count(game) + 1)
    painted = (SCENES[game].rules(page, say) for page in pages)
    return next((picture for picture in painted if picture is not None), None)


@cache
def page_count(game: str) -> int:
    """Return how many pages the rules of a game have: as many as the catalogue has titles."""
    say, pages = Texts.load().words(None), 0
    while True:
        try:
            say(f"rules.{game}.{pages + 1}.title")
        except MissingText:
            return pages
        pages += 1


async def show_rules(interaction: Pressing, game: str, page: int) -> None:
    """Show a page of the rules in the answer to an interaction, in the asker's language.

    A page that is not there is the nearest one. Raises Refused for a game that is gone.
    """
    if game not in GAMES:
        raise Refused("refused.no_game")
    app, pages = interaction.client.app, page_count(game)
    page = min(max(1, page), pages)
    say = app.texts.words(str(interaction.locale))
    title = say(f"rules.{game}.{page}.title")
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(say("rules.heading", game=say(f"game.{game}"), title=title)),
        ui.TextDisplay(say(f"rules.{game}.{page}.body")),
    ]
    picture = await app.painter.paint(lambda: SCENES[game].rules(page, say))
    pictures = [] if picture is None else [(f"rules-{game}-{page}.png", picture)]
    if pictures:
        parts.append(gallery([(name, picture.alt) for name, picture in pictures]))
    parts += [
        ui.TextDisplay(say("page.number", page=page, pages=pages)),
        *page_row(
            lambda to, button: RulesButton(game, to, button), page, more=page < pages, say=say
        ),
    ]
    await answer(interaction, view=container(*parts), attachments=named(pictures))

"""The leaderboard and a person's own numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.discord_io import named
from bot.errors import Refused
from bot.report import Ack, answer, private
from bot.ui.items import Pressed
from bot.ui.names import clean_name, escape
from bot.ui.opening import is_in_private
from bot.ui.paging import page_row
from bot.ui.parts import container, gallery
from engine.games import GAMES
from render.numbers import decimal
from render.scenes import SCENES
from render.scenes.leaderboard import MOST, paint_leaderboard

if TYPE_CHECKING:
    from bot.report import Pressing
    from bot.store.rows import Standing
    from render.api import Words

HERE, EVERYWHERE = "here", "all"
"""Which games count: those of this server, or all."""


class LeaderboardButton(
    Pressed,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=r"b:(?P<game>[a-z0-9_]{1,40}):(?P<where>here|all):(?P<page>[0-9]{1,5})",
):
    """Turns to a page of a leaderboard, counted from 1."""

    def __init__(self, game: str, where: str, page: int, button: ui.Button[Any]) -> None:
        button.custom_id = f"b:{game}:{where}:{page}"
        super().__init__(button)
        self.game = game
        self.where = where
        self.page = page

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> LeaderboardButton:
        button: ui.Button[Any] = ui.Button(custom_id=match[0])
        return cls(match["game"], match["where"], int(match["page"]), button)

    async def pressed(self, interaction: Pressing) -> None:
        own = is_in_private(interaction)
        await show_leaderboard(interaction, self.game, self.where, self.page, own=own)


class BestButton(
    Pressed,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=r"best:(?P<game>[a-z0-9_]{1,40})",
):
    """Opens the leaderboard of this server in a private answer."""

    ack = Ack.PRIVATE

    def __init__(self, game: str, button: ui.Button[Any]) -> None:
        button.custom_id = f"best:{game}"
        super().__init__(button)
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> BestButton:
        return cls(match["game"], ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await show_leaderboard(interaction, self.game, HERE, 1, own=True)


async def open_leaderboard(interaction: Pressing, game: str, where: str) -> None:
    """Show the first page to everybody, and privately to the one who asks where they stand."""
    if await show_leaderboard(interaction, game, where, 1):
        say = _say_to(interaction)
        await private(interaction, await _own_line(interaction, game, where, say))


async def show_leaderboard(
    interaction: Pressing, game: str, where: str, page: int, *, own: bool = False
) -> bool:
    """Show a page (from 1) of a leaderboard in the answer to an interaction; page 0 is page 1.

    `own` says where the one who asks stands, too: for answers that only they see. Where there is no
    server, all games count. Gives whether anybody is on it. Raises Refused for a game that is gone.
    """
    if game not in GAMES:
        raise Refused("refused.no_game")
    app, page = interaction.client.app, max(1, page)
    say = _say_to(interaction) if own else _say_to_all(interaction)
    # One more than is shown tells whether there is another page.
    found = await app.store.leaderboard(
        game, _guild_of(interaction, where), MOST + 1, MOST * (page - 1)
    )
    shown, title = found[:MOST], _title(interaction, game, where, say)
    if not shown and page == 1:
        await answer(interaction, view=_empty_layout(title, say), attachments=[])
        return False
    unit = SCENES[game].unit
    picture = await app.painter.paint(lambda: paint_leaderboard(title, shown, unit, say))
    pictures = [(f"leaderboard-{game}-{page}.png", picture)]
    lines = [await _own_line(interaction, game, where, say)] if own else []
    lines.append(say("leaderboard.counts", per=say(f"picture.column.average.{unit}")))
    parts: list[ui.Item[Any]] = [
        gallery([(name, picture.alt) for name, picture in pictures]),
        ui.TextDisplay("\n".join(lines)),
        *page_row(
            lambda to, button: LeaderboardButton(game, where, to, button),
            page, more=len(found) > MOST, say=say,
        ),
    ]  # fmt: skip
    await answer(interaction, view=container(*parts), attachments=named(pictures))
    return True


def _empty_layout(title: str, say: Words) -> ui.LayoutView:
    """Lay out a leaderboard nobody is on: the picture of any other bears its title itself."""
    heading: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(
        say("leaderboard.heading", title=escape(title))
    )
    return container(heading, ui.TextDisplay(say("leaderboard.empty", play="`/play`")))


def own_line(own: Standing | None, say: Words) -> str:
    """Tell people where they stand themselves."""
    if own is None:
        return say("leaderboard.own_none")
    key = "leaderboard.own" if own.place is not None else "leaderboard.own_winless"
    return say(key, place=own.place, wins=own.wins, n=own.games)


def stats_line(where: str, own: Standing, unit: str, say: Words) -> str:
    """Spell a person's numbers in one game, which is dealt in deals, hands or trips."""
    place = "stats.no_place" if own.place is None else "stats.place"
    return say(
        "stats.line", where=where, n=own.games, wins=own.wins, average=decimal(own.average, say),
        best=say("picture.none") if own.best_deal is None else own.best_deal,
        place=say(place, place=own.place), per=say(f"picture.column.average.{unit}"),
        top=say(f"picture.column.best.{unit}"),
    )  # fmt: skip


async def show_stats(interaction: Pressing, person: discord.User | discord.Member) -> None:
    """Show a person's numbers in the answer to an interaction, in the asker's language."""
    if not isinstance(person, (discord.User, discord.Member)):
        raise Refused("refused.malformed")
    say = interaction.client.app.texts.words(str(interaction.locale))
    name = f"**{escape(clean_name(person.display_name))}**"
    own = person.id == interaction.user.id
    text = await stats_text(interaction, person.id, say)
    if not text:
        text = say("stats.none_own", play="`/play`") if own else say("stats.none", name=name)
    heading = say("stats.heading_own") if own else say("stats.heading", name=name)
    await answer(interaction, view=container(ui.TextDisplay(heading), ui.TextDisplay(text)))


async def stats_text(interaction: Pressing, user_id: int, say: Words) -> str:
    """Spell a person's numbers in every game, here and everywhere; "" if there are none."""
    app, guild_id = interaction.client.app, interaction.guild_id
    paragraphs = []
    for game in GAMES:
        everywhere = await app.store.standing(user_id, game, None)
        if everywhere is None:
            continue
        here = await app.store.standing(user_id, game, guild_id) if guild_id else None
        lines, unit = [say("stats.game", game=say(f"game.{game}"))], SCENES[game].unit
        if here is not None:
            lines.append(stats_line(say("leaderboard.choice.here"), here, unit, say))
        lines.append(stats_line(say("leaderboard.choice.all"), everywhere, unit, say))
        paragraphs.append("\n".join(lines))
    return "\n\n".join([*paragraphs, say("stats.counts")] if paragraphs else [])


def _title(interaction: Pressing, game: str, where: str, say: Words) -> str:
    guild = interaction.guild.name if interaction.guild is not None else say("hand.somewhere")
    is_everywhere = _guild_of(interaction, where) is None
    place = say("leaderboard.everywhere") if is_everywhere else clean_name(guild)
    return say("leaderboard.title", game=say(f"game.{game}"), where=place)


async def _own_line(interaction: Pressing, game: str, where: str, say: Words) -> str:
    store = interaction.client.app.store
    guild_id = _guild_of(interaction, where)
    return own_line(await store.standing(interaction.user.id, game, guild_id), say)


def _guild_of(interaction: Pressing, where: str) -> int | None:
    return interaction.guild_id if where == HERE else None


def _say_to(interaction: Pressing) -> Words:
    return interaction.client.app.texts.words(str(interaction.locale))


def _say_to_all(interaction: Pressing) -> Words:
    locale = str(interaction.guild_locale or interaction.locale)
    return interaction.client.app.texts.words(locale)

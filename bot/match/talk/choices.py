"""Choices and autocompletion for the slash commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from discord import app_commands

from bot.discord.names import worded
from bot.discord.parts import CHOICE, cut
from bot.discord.press import Interaction, Press
from bot.errors import Refused
from bot.match.acts.cards import PLAYING, match_for, matching, named_moves
from bot.match.show.looks import match_name
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.store.database import make_urgent
from bot.store.errors import UnreadableMatch
from bot.store.rows import LIVE, MatchRow
from engine.games import GAMES

CHOICES = 25
"""Discord's limit of choices."""

TYPING = 2.0
"""Seconds in which something is offered to who types, or nothing: Discord waits for three."""

Key = TypeVar("Key", str, int)
Choices: TypeAlias = "Coroutine[Any, Any, list[app_commands.Choice[Key]]]"


def quietly(
    offer: Callable[[Press, str], Choices[Key]],
) -> Callable[[Interaction, str], Choices[Key]]:
    """Offer nothing where something goes wrong, or takes long: nobody is told while they type."""

    @wraps(offer)
    async def offered(interaction: Interaction, current: str) -> list[app_commands.Choice[Key]]:
        press = Press(interaction)
        make_urgent()
        try:
            async with asyncio.timeout(TYPING):
                await press.learn_language()
                return await offer(press, str(current))
        except Exception as error:  # noqa: BLE001 - as in `Press.run`
            await press.report(error)
            return []

    return offered


def game_choices(
    can_have: Callable[[str], bool] = GAMES.__contains__,
    *,
    described: bool = False,
    in_full: bool = False,
) -> list[app_commands.Choice[str]]:
    """Offer every game by its name, or those that can have something.

    Where people look for one that they may like, each is `described`; where games are introduced
    they have their names `in_full`, by which some know them.
    """
    form = ".choice" if described else ".full" if in_full else ""
    return [
        app_commands.Choice(name=worded(f"game.{key}{form}"), value=key)
        for key in GAMES
        if can_have(key)
    ]


def counted_choices(*which: str) -> list[app_commands.Choice[str]]:
    """Offer which games count on a leaderboard."""
    texts = [(one, worded(f"leaderboard.choice.{one}")) for one in which]
    return [app_commands.Choice(name=text, value=one) for one, text in texts]


@quietly
async def move_choices(press: Press, current: str) -> list[app_commands.Choice[str]]:
    """Offer the legal moves in words, filtered by what is typed."""
    try:
        table = await table_meant(press)
    except (Refused, UnreadableMatch):
        return []
    say, presenter = press.say, PRESENTERS[table.row.game]
    moves = matching(named_moves(table, press.user_id, say), current, say, presenter)
    return [
        app_commands.Choice(name=cut(move.name, CHOICE), value=move.code)
        for move in moves[:CHOICES]
    ]


async def table_meant(press: Press, *, anybody: bool = False) -> Table:
    """Find the table that a command is about while it is typed, as `match_for` does.

    Raises Refused, UnreadableMatch.
    """
    number = getattr(press.interaction.namespace, "table", None)
    row = await match_for(
        press.app.store, press.user_id, press.interaction.channel_id,
        number if isinstance(number, int) else None, anybody=anybody,
    )  # fmt: skip
    return Table.load(row)


@quietly
async def match_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer the tables a person plays at."""
    rows = await press.app.store.matches_of(press.user_id, PLAYING)
    return tables_named(press, rows, current)


@quietly
async def seat_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer what a person can leave, to a moderator also what is played here."""
    store = press.app.store
    rows = await store.matches_of(press.user_id, LIVE)
    if press.is_moderator:
        here = await store.matches_in(press.location.channel_id, PLAYING)
        rows = list({row.id: row for row in (*rows, *here)}.values())
    return tables_named(press, rows, current)


@quietly
async def table_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer the tables of this server, to its moderators."""
    guild_id = press.location.guild_id
    if guild_id is None or not press.is_moderator:
        return []
    rows = await press.app.store.matches_of_guild(guild_id, LIVE)
    return tables_named(press, rows, current)


def tables_named(
    press: Press, rows: Iterable[MatchRow], current: str
) -> list[app_commands.Choice[int]]:
    """Return tables as choices, by their names, filtered by what is typed."""
    names = [(match_name(row, press.say), row.id) for row in rows]
    return containing(names, current)


def containing(names: Iterable[tuple[str, Key]], current: str) -> list[app_commands.Choice[Key]]:
    """Return the choices that hold what is typed; whole numbers arrive as numbers."""
    found = [(name, value) for name, value in names if current.casefold() in name.casefold()]
    return [
        app_commands.Choice(name=cut(name, CHOICE), value=value) for name, value in found[:CHOICES]
    ]

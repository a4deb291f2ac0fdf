"""Choices and autocompletion for the slash commands."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from discord import app_commands

from bot.errors import Refused
from bot.play.choosing import PLAYING, match_for, matching, named_moves
from bot.play.records import recent, someone
from bot.play.table import Table
from bot.report import answer_error
from bot.store.errors import UnreadableMatch
from bot.store.rows import Status
from bot.texts import Texts
from bot.ui.names import marked, plain_names
from bot.ui.standings import EVERYWHERE, HERE
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from bot.report import Pressing
    from bot.store.rows import MatchRow

MOST = 25
"""Discord's limit of choices."""

Key = TypeVar("Key", str, int)
Offer: TypeAlias = "Callable[[Pressing, str], Coroutine[Any, Any, list[app_commands.Choice[Key]]]]"
"""Gives the choices that fit what was typed so far."""


def quietly(offer: Offer[Key]) -> Offer[Key]:
    """Offer nothing where something goes wrong: nobody can be told while they type."""

    @wraps(offer)
    async def offered(interaction: Pressing, current: str) -> list[app_commands.Choice[Key]]:
        try:
            return await offer(interaction, str(current))
        except Exception as error:  # noqa: BLE001 - the one place that answers for every error
            await answer_error(interaction, error)
            return []

    return offered


def game_choices() -> list[app_commands.Choice[str]]:
    """Offer every game by its name."""
    say = Texts.load().words(None)
    return [app_commands.Choice(name=say(f"game.{key}.choice"), value=key) for key in GAMES]


def where_choices() -> list[app_commands.Choice[str]]:
    """Offer which games count on a leaderboard."""
    say = Texts.load().words(None)
    return [
        app_commands.Choice(name=say(f"leaderboard.choice.{where}"), value=where)
        for where in (HERE, EVERYWHERE)
    ]


@quietly
async def move_choices(interaction: Pressing, current: str) -> list[app_commands.Choice[str]]:
    """Offer the legal moves in words, filtered by what is typed."""
    app = interaction.client.app
    table = getattr(interaction.namespace, "table", None)
    try:
        row = await match_for(
            app.store, interaction.user.id, interaction.channel_id,
            table if isinstance(table, int) else None,
        )  # fmt: skip
        loaded = Table.load(row)
    except (Refused, UnreadableMatch):
        return []
    say = app.texts.words(str(interaction.locale))
    moves = matching(named_moves(loaded, interaction.user.id, say), current, say)
    return [app_commands.Choice(name=move.name[:100], value=move.code) for move in moves[:MOST]]


@quietly
async def match_choices(interaction: Pressing, current: str) -> list[app_commands.Choice[int]]:
    """Offer the tables a person plays at."""
    rows = await interaction.client.app.store.matches_of(interaction.user.id, PLAYING)
    return _tables(interaction, rows, current)


@quietly
async def seat_choices(interaction: Pressing, current: str) -> list[app_commands.Choice[int]]:
    """Offer what a person can leave: tables and lobbies."""
    statuses = (*PLAYING, Status.LOBBY)
    rows = await interaction.client.app.store.matches_of(interaction.user.id, statuses)
    return _tables(interaction, rows, current)


@quietly
async def end_choices(interaction: Pressing, current: str) -> list[app_commands.Choice[int]]:
    """Offer the tables a person plays at, and those of this channel, which moderators may end."""
    store = interaction.client.app.store
    rows = await store.matches_of(interaction.user.id, PLAYING)
    here = await store.matches_in(interaction.channel_id or 0, PLAYING)
    return _tables(interaction, {row.id: row for row in (*rows, *here)}.values(), current)


def _tables(
    interaction: Pressing, rows: Iterable[MatchRow], current: str
) -> list[app_commands.Choice[int]]:
    say = interaction.client.app.texts.words(str(interaction.locale))
    names = [
        (
            say(
                "table.choice", game=say(f"game.{row.game}"), number=row.id,
                names=", ".join(plain_names(row, say)),
            )[:100],
            row.id,
        )
        for row in rows
    ]  # fmt: skip
    return _containing(names, current)


@quietly
async def finished_choices(interaction: Pressing, current: str) -> list[app_commands.Choice[int]]:
    """Offer the games finished here, or by this person."""
    texts, locale = interaction.client.app.texts, str(interaction.locale)
    say = texts.words(locale)
    past = await recent(interaction.client.app.store, interaction.user.id, interaction.channel_id)
    names = [
        (
            say(
                "finished.choice", game=say(f"game.{match.game}"), number=match.match_id,
                day=texts.day(locale, match.finished),
                names=", ".join(marked(someone(result), say) for result in match.results),
            )[:100],
            match.match_id,
        )
        for match in past
    ]  # fmt: skip
    return _containing(names, current)


def _containing(names: Iterable[tuple[str, int]], current: str) -> list[app_commands.Choice[int]]:
    """Keep what holds what is typed; numbers arrive as numbers once they are complete."""
    found = [(name, number) for name, number in names if current.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=number) for name, number in found[:MOST]]

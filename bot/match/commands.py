"""The commands of tables: /play, /games, /move, /hint, /leave, /look, /rules and /help."""

from __future__ import annotations

import asyncio
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.names import command, worded
from bot.discord.parts import CHOICE, cut
from bot.discord.press import Ack, Interaction, Press
from bot.errors import Refused
from bot.match.acts.choosing import PLAYING, match_for, matching, named_moves
from bot.match.lobby.actions import show_blocks
from bot.match.lobby.play_actions import play
from bot.match.show.locations import Locations
from bot.match.show.looks import match_name
from bot.match.show.publisher import Publisher
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.match.talk.asking import is_open, questions_of, view_for
from bot.match.talk.my_games import open_games
from bot.match.talk.rules import read_help, read_rules
from bot.match.talk.which import act, invite
from bot.presenters import PRESENTERS
from bot.store.database import make_urgent
from bot.store.errors import UnreadableMatch
from bot.store.rows import LIVE
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from bot.discord.press import Interaction
    from bot.store.rows import MatchRow


# Choices and autocompletion for the slash commands.

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
    can_have: Callable[[str], bool] = GAMES.__contains__, *, described: bool = False
) -> list[app_commands.Choice[str]]:
    """Offer every game by its name, or those that can have something.

    Where people look for one that they may like, each is `described`.
    """
    return [
        app_commands.Choice(
            name=worded(f"game.{key}.choice" if described else f"game.{key}"), value=key
        )
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


# /play, /games, /move, /hint and /leave; /invite and /block.


class Play(commands.Cog):
    """Opening tables and playing at them."""

    @app_commands.command(name="play", description=command("play"))
    @app_commands.describe(game=command("play.game"))
    @app_commands.choices(game=game_choices(described=True))
    async def play(self, interaction: Interaction, game: str) -> None:
        """Open a lobby."""
        await Press(interaction).run(Ack.PUBLIC, play, str(game))

    @app_commands.command(name="games", description=command("games"))
    async def games(self, interaction: Interaction) -> None:
        """Show all games of a person, privately, or the hand of their only one."""
        await Press(interaction).run(Ack.PRIVATE, open_games)

    @app_commands.command(name="move", description=command("move"))
    @app_commands.describe(move=command("move.move"), table=command("move.table"))
    @app_commands.autocomplete(move=move_choices)
    @app_commands.autocomplete(table=match_choices)
    async def move(self, interaction: Interaction, move: str, table: int | None = None) -> None:
        """Make a move by its name or its notation."""
        await Press(interaction).run(Ack.PRIVATE, act, "move", table, str(move))

    @app_commands.command(name="hint", description=command("hint"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=match_choices)
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the best moves and why, privately."""
        await Press(interaction).run(Ack.PRIVATE, act, "hint", table)

    @app_commands.command(name="leave", description=command("leave"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=seat_choices)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave a lobby, or let a house player play on."""
        await Press(interaction).run(Ack.PRIVATE, act, "leave", table)


class Inviting(commands.Cog):
    """Asking people to one's tables, and keeping people out of them."""

    @app_commands.command(name="invite", description=command("invite"))
    @app_commands.describe(who=command("invite.who"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def invite(
        self, interaction: Interaction, who: discord.Member | discord.User | discord.Role
    ) -> None:
        """Invite a person or a role to a lobby."""
        await Press(interaction).run(Ack.PRIVATE, invite, who)

    @app_commands.command(name="block", description=command("block"))
    async def block(self, interaction: Interaction) -> None:
        """Show who is blocked, and let one change that."""
        await Press(interaction).run(Ack.PRIVATE, show_blocks)


# /look.


@quietly
async def question_choices(press: Press, current: str) -> list[app_commands.Choice[str]]:
    """Offer what may be asked of a table, filtered by what is typed."""
    try:
        table = await table_meant(press, anybody=True)
        view = view_for(table, press.user_id, press.interaction.channel_id)
    except (Refused, UnreadableMatch):
        return []
    asked = questions_of(table.row, view)
    return containing(((press.say(f"look.button.{each}"), each) for each in asked), current)


@quietly
async def watched_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer the tables a person plays at, and those that everybody here can see."""
    mine = await press.app.store.matches_of(press.user_id, PLAYING)
    here = await press.app.store.matches_in(press.location.channel_id, PLAYING)
    rows = {row.id: row for row in (*mine, *filter(is_open, here))}
    return tables_named(press, rows.values(), current)


class Asking(commands.Cog):
    """Questions about a game."""

    @app_commands.command(name="look", description=command("look"))
    @app_commands.describe(question=command("look.question"), table=command("move.table"))
    @app_commands.autocomplete(question=question_choices)
    @app_commands.autocomplete(table=watched_choices)
    async def look(self, interaction: Interaction, question: str, table: int | None = None) -> None:
        """Answer a question about a game in words, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, act, "look", table, str(question))


# /rules and /help.


class Reading(commands.Cog):
    """The rules of the games, and how to begin."""

    @app_commands.command(name="rules", description=command("rules"))
    @app_commands.describe(game=command("rules.game"))
    @app_commands.choices(game=game_choices(described=True))
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the first page of a game's rules, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_rules, str(game), 1)

    @app_commands.command(name="help", description=command("help"))
    async def help(self, interaction: Interaction) -> None:
        """Show how to begin, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_help)


# Events of servers, channels and threads: where tables may be shown, or are gone.


class LocationsCog(commands.Cog):
    """Listens only; the `guilds` intent brings all of it."""

    def __init__(self, app: App) -> None:
        self._publisher = app.get(Publisher)
        self._locations = Locations(
            app.store, app.get(Tables), app.get(Publisher), app.clock, app.io
        )
        self._io = app.io

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find out what went while the bot was off; servers in an outage are still ours."""
        await self._locations.arrived(self._io.guild_ids())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._locations.guild_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._locations.guild_gone(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._locations.channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._locations.channel_gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self._publisher.hurry(payload.guild_id)
        state = payload.data.get("thread_metadata") or {}
        locked, archived = (state.get(key) is True for key in ("locked", "archived"))
        await self._locations.thread_changed(payload.thread_id, locked=locked, archived=archived)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._locations.guild_changed(guild.id)

    @commands.Cog.listener()
    async def on_guild_update(self, _: discord.Guild, guild: discord.Guild) -> None:
        await self._locations.guild_changed(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        await self._locations.guild_changed(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        await self._locations.guild_changed(role.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._locations.guild_changed(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: Any, member: discord.Member) -> None:
        """Look again when the bot's own roles have changed, or its time-out is over."""
        if member == member.guild.me:
            await self._locations.guild_changed(member.guild.id)

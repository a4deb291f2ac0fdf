"""The commands of tables: to play, to invite and block, to ask, and to read the rules."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.errors import Refused
from bot.match.acts.cards import PLAYING
from bot.match.lobby.actions import show_blocks
from bot.match.lobby.play_actions import play
from bot.match.talk import choices
from bot.match.talk.my_games import act, invite, open_games
from bot.match.talk.questions import is_open, questions_of, view_for
from bot.match.talk.rules import read_help, read_rules
from bot.store.errors import UnreadableMatch

# /play, /games, /move, /hint and /leave; /invite and /block.


class Play(commands.Cog):
    """Opening tables and playing at them."""

    @app_commands.command(name="play", description=command("play"))
    @app_commands.describe(game=command("play.game"))
    @app_commands.choices(game=choices.game_choices(described=True))
    async def play(self, interaction: Interaction, game: str) -> None:
        """Open a lobby."""
        await Press(interaction).run(Ack.PUBLIC, play, str(game))

    @app_commands.command(name="games", description=command("games"))
    async def games(self, interaction: Interaction) -> None:
        """Show all games of a person, privately, or the hand of their only one."""
        await Press(interaction).run(Ack.PRIVATE, open_games)

    @app_commands.command(name="move", description=command("move"))
    @app_commands.describe(move=command("move.move"), table=command("move.table"))
    @app_commands.autocomplete(move=choices.move_choices)
    @app_commands.autocomplete(table=choices.match_choices)
    async def move(self, interaction: Interaction, move: str, table: int | None = None) -> None:
        """Make a move by its name or its notation."""
        await Press(interaction).run(Ack.PRIVATE, act, "move", table, str(move))

    @app_commands.command(name="hint", description=command("hint"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=choices.match_choices)
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the best moves and why, privately."""
        await Press(interaction).run(Ack.PRIVATE, act, "hint", table)

    @app_commands.command(name="leave", description=command("leave"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=choices.seat_choices)
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


@choices.quietly
async def question_choices(press: Press, current: str) -> list[app_commands.Choice[str]]:
    """Offer what may be asked of a table, filtered by what is typed."""
    try:
        table = await choices.table_meant(press, anybody=True)
        view = view_for(table, press.user_id, press.interaction.channel_id)
    except (Refused, UnreadableMatch):
        return []
    asked = questions_of(table.row, view)
    return choices.containing(((press.say(f"look.button.{each}"), each) for each in asked), current)


@choices.quietly
async def watched_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer the tables a person plays at, and those that everybody here can see."""
    mine = await press.app.store.matches_of(press.user_id, PLAYING)
    here = await press.app.store.matches_in(press.location.channel_id, PLAYING)
    rows = {row.id: row for row in (*mine, *filter(is_open, here))}
    return choices.tables_named(press, rows.values(), current)


class Asking(commands.Cog):
    """Questions about a game."""

    @app_commands.command(name="look", description=command("look"))
    @app_commands.describe(question=command("look.question"), table=command("move.table"))
    @app_commands.autocomplete(question=question_choices)
    @app_commands.autocomplete(table=watched_choices)
    async def look(
        self, interaction: Interaction, question: str = "", table: int | None = None
    ) -> None:
        """Answer a question about a game in words, or say how it stands, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, act, "look", table, str(question))


# /rules and /help.


class Reading(commands.Cog):
    """The rules of the games, and how to begin."""

    @app_commands.command(name="rules", description=command("rules"))
    @app_commands.describe(game=command("rules.game"))
    @app_commands.choices(game=choices.game_choices(in_full=True))
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the first page of a game's rules, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_rules, str(game), 1)

    @app_commands.command(name="help", description=command("help"))
    async def help(self, interaction: Interaction) -> None:
        """Show how to begin, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_help)

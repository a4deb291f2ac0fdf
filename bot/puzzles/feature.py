"""Puzzles as a feature: their commands, and what they add to the core."""

from __future__ import annotations

from asyncio import to_thread
from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.names import command
from bot.discord.parts import CHOICE, cut
from bot.discord.press import Ack, Interaction, Press
from bot.match.feature import Jobs, Room
from bot.match.house.workshop import Workshop
from bot.match.table.kind import Ability, can
from bot.match.talk.choices import CHOICES, game_choices, quietly
from bot.preferences.server import Feature
from bot.puzzles import store
from bot.puzzles.actions import puzzle
from bot.puzzles.layouts import named_themes, puzzle_facts, puzzle_lines
from bot.puzzles.service import Puzzles, shipped
from bot.reviews.service import Reviews
from bot.store.holdings import Holdings
from engine.games import GAMES

# /puzzle.


@quietly
async def theme_choices(press: Press, current: str) -> list[app_commands.Choice[str]]:
    """Offer the themes of the game that was chosen, or of all."""
    game = getattr(press.interaction.namespace, "game", None)
    games = [game] if game in GAMES else [*GAMES]
    names = [each for one in games for each in named_themes(str(one), press.say)]
    found = [each for each in names if current.casefold() in each[0].casefold()][:CHOICES]
    return [app_commands.Choice(name=cut(name, CHOICE), value=spelling) for name, spelling in found]


class PuzzleCommands(commands.Cog):
    """Positions in which one move is clearly best."""

    @app_commands.command(name="puzzle", description=command("puzzle"))
    @app_commands.describe(game=command("puzzle.game"), theme=command("puzzle.theme"))
    @app_commands.choices(game=game_choices(partial(can, ability=Ability.PUZZLE)))
    @app_commands.autocomplete(theme=theme_choices)
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, theme: str | None = None
    ) -> None:
        """Give whoever asks a puzzle of a game or theme, or of any."""
        # A theme says which game it is of; but the game that was chosen counts.
        of, _, about = str(theme or "").rpartition(".")
        chosen = (of or None) if game is None else str(game)
        await Press(interaction, Feature.PUZZLES).run(Ack.PRIVATE, puzzle, chosen, about or None)


# Puzzles as a feature.


def _wire(app: App, jobs: Jobs) -> None:
    puzzles = Puzzles(app.store, app.get(Workshop), app.clock)
    app.put(puzzles)
    app.get(Reviews).listeners.append(puzzles.on_review)
    jobs.read.append(partial(to_thread, shipped))
    jobs.start.append(puzzles.begin)
    jobs.close.append(puzzles.close)


FEATURE = Room(
    name="puzzles",
    cogs=(PuzzleCommands,),
    wire=_wire,
    lines=puzzle_lines,
    facts=puzzle_facts,
    holdings=Holdings(personal_data=store.personal_data),
)

"""/puzzle."""

from __future__ import annotations

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.match.abilities import Ability, can
from bot.match.choices_commands import game_choices
from bot.puzzles.actions import puzzle


class Puzzles(commands.Cog):
    """Positions in which one move is clearly best."""

    @app_commands.command(name="puzzle", description=command("puzzle"))
    @app_commands.describe(game=command("puzzle.game"))
    @app_commands.choices(game=game_choices(partial(can, ability=Ability.PUZZLE)))
    async def puzzle(self, interaction: Interaction, game: str | None = None) -> None:
        """Give whoever asks a puzzle of a game, or of any."""
        await Press(interaction).run(Ack.PRIVATE, puzzle, None if game is None else str(game))

"""/evening: an evening of several rounds for a whole server."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command, worded
from bot.discord.press import Ack, Interaction, Need, Press
from bot.evenings.actions import show_evenings
from bot.evenings.opening_actions import TURNS, Wanted, ask, challenge, open_evening, show_offer
from bot.match.table.crowd import MOST_ROUNDS
from bot.match.talk.choices import game_choices
from bot.preferences.server import Feature

_HOSTING = (Feature.EVENINGS, Need.SERVER)
_TERMS = {
    "game": command("evening.game"), "rounds": command("evening.rounds"),
    "deals": command("evening.deals"), "turn": command("evening.turn"),
    "begins": command("evening.begins"),
}  # fmt: skip
_TURNS = [app_commands.Choice(name=worded(f"terms.clock.{word}"), value=word) for word in TURNS]


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Evenings(commands.GroupCog, group_name="evening", group_description=command("evening")):
    """Opening an evening, and looking at those there were."""

    @app_commands.command(name="open", description=command("evening.open"))
    @app_commands.describe(**_TERMS)
    @app_commands.choices(game=game_choices(), turn=_TURNS)
    async def open(
        self,
        interaction: Interaction,
        game: str,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        deals: int | None = None,
        turn: str = TURNS[0],
        begins: str = "",
    ) -> None:
        """Open the lobby of an evening."""
        await _open(interaction, Wanted(game, rounds, deals, str(turn)), str(begins))

    @app_commands.command(name="challenge", description=command("evening.challenge"))
    @app_commands.describe(**_TERMS)
    @app_commands.choices(game=game_choices(), turn=_TURNS)
    async def challenge(
        self,
        interaction: Interaction,
        game: str,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        deals: int | None = None,
        turn: str = TURNS[0],
        begins: str = "",
    ) -> None:
        """Open the lobby of an evening against another server."""
        await _open(interaction, Wanted(game, rounds, deals, str(turn), against=True), str(begins))

    @app_commands.command(name="accept", description=command("evening.accept"))
    @app_commands.describe(code=command("evening.code"))
    async def accept(self, interaction: Interaction, code: str) -> None:
        """Show what another server offers, with the button that accepts it."""
        await Press(interaction, *_HOSTING).run(Ack.PRIVATE, show_offer, str(code))

    @app_commands.command(name="past", description=command("evening.past"))
    async def past(self, interaction: Interaction) -> None:
        """Show the evenings of a server."""
        await Press(interaction, Feature.EVENINGS, Need.ANY_SERVER).run(Ack.PRIVATE, show_evenings)


async def _open(interaction: Interaction, wanted: Wanted, begins: str) -> None:
    """Open the lobby of an evening at once; one that begins at a time is asked about first."""
    if begins.strip():
        await Press(interaction, *_HOSTING).run(Ack.FORM, ask, wanted, begins)
    else:
        opens = challenge if wanted.against else open_evening
        await Press(interaction, *_HOSTING).run(Ack.PUBLIC, opens, wanted)

"""What makes a deal fair, and what a finished match leaves behind: its record and its proof."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.play.lobbies import commitment_of
from bot.play.records import find_finished, find_match, record_files, stem
from bot.play.table import Someone, Table
from bot.play.verify import checks_of
from bot.presenters import PRESENTERS
from bot.presenters.naming import listed, signed
from bot.report import Ack, acknowledge, answer
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId, Status
from bot.ui.items import MATCH, Pressed
from bot.ui.names import bold_names, escape, marked
from bot.ui.parts import container
from engine.events import as_seen_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.play.records import Finished
    from bot.play.verify import Check
    from bot.report import Pressing
    from bot.store.rows import MatchRow
    from render.api import Words


MOST_DEALS = 15
"""How many deals a score sheet lists at most."""

MOST_MOVES = 2400
"""How many characters of moves are told; more are left to the file."""


class FairButton(Pressed, ui.DynamicItem[ui.Button[ui.LayoutView]], template=rf"fair:{MATCH}"):
    """Tells one person what makes a deal fair: the fingerprint before the end, the proof after it."""

    ack = Ack.PRIVATE

    def __init__(self, match_id: int, button: ui.Button[Any]) -> None:
        button.custom_id = f"fair:{match_id}"
        super().__init__(button)
        self.match_id = MatchId(match_id)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> FairButton:
        return cls(int(match["match"]), ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await show_fairness(interaction, self.match_id)


class RecordButton(Pressed, ui.DynamicItem[ui.Button[ui.LayoutView]], template=rf"record:{MATCH}"):
    """Gives one person the record of a finished match."""

    ack = Ack.PRIVATE

    def __init__(self, match_id: int, button: ui.Button[Any]) -> None:
        button.custom_id = f"record:{match_id}"
        super().__init__(button)
        self.match_id = MatchId(match_id)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> RecordButton:
        return cls(int(match["match"]), ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await show_record(interaction, self.match_id, ack=Ack.PRIVATE)


async def show_record(
    interaction: Pressing, match_id: int | None, *, ack: Ack = Ack.PUBLIC
) -> None:
    """Give the record of a finished match and its entropy, to everybody or privately.

    A private answer tells the moves, too, where they are not too many. Raises Refused.
    """
    found = await _found(interaction, match_id, ack)
    files = record_files(found)
    say = _say(interaction, ack)
    moves = moves_text(found, say) if ack is Ack.PRIVATE else ""
    await answer(
        interaction,
        view=record_layout(found, [name for name, _ in files], say, moves),
        attachments=[discord.File(io.BytesIO(data), filename=name) for name, data in files],
    )


async def show_proof(interaction: Pressing, match_id: int | None, *, ack: Ack = Ack.PUBLIC) -> None:
    """Compute a finished match anew before everybody's eyes, or one person's. Raises Refused."""
    found = await _found(interaction, match_id, ack)
    await answer(interaction, view=proof_layout(found, checks_of(found), _say(interaction, ack)))


async def show_fairness(interaction: Pressing, match_id: MatchId) -> None:
    """Show the proof of a finished match privately, before its end the fingerprint. Raises Refused."""
    store = interaction.client.app.store
    row = await find_match(store, interaction.user.id, interaction.channel_id, match_id)
    if row.status in (Status.LOBBY, Status.PLAYING):
        await answer(interaction, view=fingerprint_layout(row, _say(interaction, Ack.PRIVATE)))
        return
    await show_proof(interaction, match_id, ack=Ack.PRIVATE)


def fingerprint_layout(row: MatchRow, say: Words) -> ui.LayoutView:
    """Lay out what binds the deal of a match, and what that means."""
    return container(
        ui.TextDisplay(say("fair.before", fingerprint=commitment_of(row), number=row.id))
    )


def record_layout(
    finished: Finished, files: Sequence[str], say: Words, moves: str = ""
) -> ui.LayoutView:
    """Lay out the record of a match: the points of each deal, its files by name, and its moves."""
    row = finished.row
    title = say("record.given", game=say(f"game.{row.game}"), number=row.id)
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([title, *_sheet(row, say)]))]
    if moves:
        parts += [ui.Separator(), ui.TextDisplay(moves)]
    return container(
        *parts,
        ui.Separator(),
        ui.TextDisplay(say("record.files")),
        *(ui.File(f"attachment://{name}") for name in files),
    )


def moves_text(finished: Finished, say: Words) -> str:
    """Tell all that happened in a match in sentences; "" if that is too much, or cannot be told."""
    row, presenter = finished.row, PRESENTERS[finished.row.game]
    try:
        table = Table.replay(row, finished.moves)
    except UnreadableMatch:
        return ""
    names = bold_names(row, say, ())
    told = [
        sentence
        for events in table.happened
        for event in as_seen_by(None, events)
        if (sentence := presenter.sentence(event, say, names))
    ]
    text = say("record.moves", moves=" ".join(told))
    return text if len(text) <= MOST_MOVES else ""


def _sheet(row: MatchRow, say: Words) -> list[str]:
    """Write who made how much in each deal and in all; the latest deals where there are many."""
    view, names = Table.load(row).view(None), bold_names(row, say, ())
    deals = list(enumerate(view.deal_scores, start=1))
    lines = [say("record.earlier", n=len(deals) - MOST_DEALS)] if len(deals) > MOST_DEALS else []
    lines += [
        say("record.deal", deal=number, points=listed([signed(n) for n in made], names, say))
        for number, made in deals[-MOST_DEALS:]
    ]
    totals = listed([signed(score) for score in view.scores], names, say)
    return [*lines, say("record.total", points=totals)]


def proof_layout(finished: Finished, checks: Sequence[Check], say: Words) -> ui.LayoutView:
    """Lay out the steps of the proof, each marked, and how to take them oneself."""
    row = finished.row
    heading = "verify.proved" if all(check.holds for check in checks) else "verify.broken"
    own = say("verify.own", record="`/record`", file=stem(row), secret=row.secret.hex())
    return container(
        ui.TextDisplay(say(heading, game=say(f"game.{row.game}"), number=row.id)),
        ui.TextDisplay("\n".join(step_text(check, say) for check in checks)),
        ui.Separator(),
        ui.TextDisplay(own),
    )


def step_text(check: Check, say: Words) -> str:
    """Spell one step with its mark."""
    values = {key: _spelled(value, say) for key, value in check.values.items()}
    step = say(f"verify.step.{check.key}", **values)
    return say("verify.holds" if check.holds else "verify.failed", step=step)


def _spelled(value: object, say: Words) -> object:
    """Spell the value of a step: lists by commas, names safe in markdown, points with names."""
    if not isinstance(value, list):
        return value
    return ", ".join(
        say("list.points", name=_named(item[0], say), points=item[1])
        if isinstance(item, tuple)
        else _named(item, say)
        for item in value
    )


def _named(item: object, say: Words) -> str:
    return escape(marked(item, say) if isinstance(item, Someone) else str(item))


async def _found(interaction: Pressing, match_id: int | None, ack: Ack) -> Finished:
    """Find the match, then announce the answer.

    In this order, since what is announced to all cannot be refused privately any more; finding
    it takes a few reads by key, far less than the three seconds there are.
    """
    store = interaction.client.app.store
    found = await find_finished(store, interaction.user.id, interaction.channel_id, match_id)
    await acknowledge(interaction, ack)
    return found


def _say(interaction: Pressing, ack: Ack) -> Words:
    """Return the words of whoever reads the answer."""
    shared = None if ack is Ack.PRIVATE else interaction.guild_locale
    return interaction.client.app.texts.words(str(shared or interaction.locale))

"""Showing what a finished match leaves behind: its record, and the proof of a fair deal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.play.records import find_finished, record_files, stem
from bot.play.table import Someone
from bot.play.verify import checks_of
from bot.report import Ack, acknowledge, answer
from bot.ui.names import bold_names, escape, marked
from bot.ui.parts import container

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.play.records import Finished
    from bot.play.verify import Check
    from bot.report import Pressing
    from render.api import Words


async def show_record(interaction: Pressing, match_id: int | None) -> None:
    """Give everybody the record of a finished match and its entropy. Raises Refused."""
    found = await _found(interaction, match_id)
    files = record_files(found)
    await answer(
        interaction,
        view=record_layout(found, [name for name, _ in files], _say(interaction)),
        attachments=[discord.File(io.BytesIO(data), filename=name) for name, data in files],
    )


async def show_proof(interaction: Pressing, match_id: int | None) -> None:
    """Compute a finished match anew before everybody's eyes. Raises Refused."""
    found = await _found(interaction, match_id)
    await answer(interaction, view=proof_layout(found, checks_of(found), _say(interaction)))


def record_layout(finished: Finished, files: Sequence[str], say: Words) -> ui.LayoutView:
    """Lay out the record of a match: whose game it was, and its files by name."""
    row = finished.row
    names = ", ".join(bold_names(row, say))
    text = say("record.given", game=say(f"game.{row.game}"), number=row.id, names=names)
    return container(ui.TextDisplay(text), *(ui.File(f"attachment://{name}") for name in files))


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


async def _found(interaction: Pressing, match_id: int | None) -> Finished:
    """Find the match, then announce an answer to all.

    In this order, since what is announced to all cannot be refused privately any more; finding
    it takes a few reads by key, far less than the three seconds there are.
    """
    store = interaction.client.app.store
    found = await find_finished(store, interaction.user.id, interaction.channel_id, match_id)
    await acknowledge(interaction, Ack.PUBLIC)
    return found


def _say(interaction: Pressing) -> Words:
    locale = str(interaction.guild_locale or interaction.locale)
    return interaction.client.app.texts.words(locale)

"""Showing what a finished match leaves behind: its record, and the proof of a fair deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ui

from bot.play.records import stem
from bot.ui.parts import bold_names, container, escape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.play.records import Finished
    from bot.play.verify import Check
    from render.api import Words


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
        say("list.points", name=escape(item[0]), points=item[1])
        if isinstance(item, tuple)
        else escape(str(item))
        for item in value
    )

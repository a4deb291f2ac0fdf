"""What is kept about people: what they are told of it, and their own as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ui

from bot.ui.controls import button
from bot.ui.parts import container, rows

if TYPE_CHECKING:
    from bot.play.exports import Export
    from render.api import Words

FILE = "nimbus-my-data.zip"
"""What a person's own data is called."""


def privacy_layout(say: Words) -> ui.LayoutView:
    """Lay out what is kept, why, for how long and who sees it, with the way to one's own."""
    return container(
        ui.TextDisplay(say("privacy.text")),
        *rows([button("data:export", say("data.button.export"))]),
    )


def export_layout(made: Export, say: Words) -> ui.LayoutView:
    """Lay out the file with all that is kept about a person."""
    lines = [say("data.exported", n=made.games)]
    if made.left_out:
        lines.append(say("data.cut", n=made.left_out))
    return container(ui.TextDisplay("\n".join(lines)), ui.File(f"attachment://{FILE}"))

"""The row of buttons under what has several pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from discord import ui

if TYPE_CHECKING:
    from render.api import Words

Turn = Callable[[int, "ui.Button[Any]"], ui.Item[Any]]
"""Makes a button out of a plain one that turns to a page, counted from 1."""


def page_row(turn: Turn, page: int, *, more: bool, say: Words) -> list[ui.ActionRow[Any]]:
    """Return the row that turns pages; none where there is nothing to turn to."""
    if page <= 1 and not more:
        return []
    back: ui.Button[Any] = ui.Button(label=say("page.button.back"), disabled=page <= 1)
    onward: ui.Button[Any] = ui.Button(label=say("page.button.next"), disabled=not more)
    return [ui.ActionRow(turn(page - 1, back), turn(page + 1, onward))]

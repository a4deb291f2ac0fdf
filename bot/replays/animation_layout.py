"""A deal that is shown move by move, for everybody in a channel."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.controls import button
from bot.discord.parts import Pictures, container, galleries
from bot.replays.moments import TABLE, Moment
from bot.replays.service import Replay
from render.api import Words
from render.scenes import SCENES


def animation_layout(
    replay: Replay,
    deal: int,
    pictures: Pictures,
    say: Words,
    *,
    is_for_all: bool,
    is_drawn: bool = True,
) -> ui.LayoutView:
    """Lay out a deal, with the way to watch it oneself if everybody here may.

    Until it `is_drawn`, `pictures` show how it began.
    """
    row = replay.row
    title = say(
        f"animation.title.{SCENES[row.game].unit}", game=say(f"game.{row.game}"), number=row.id,
        deal=deal, deals=len(replay.starts),
    )  # fmt: skip
    text = title if is_drawn else f"{title}\n{say('animation.drawing')}"
    parts: list[ui.Item[Any]] = [ui.TextDisplay(text), *galleries(pictures)]
    if is_for_all:
        code = replay.codes.spell(Moment(row.id, replay.span(deal)[0], TABLE))
        parts.append(ui.ActionRow(button(f"rp:open:{code}", say("animation.button.open"))))
    return container(*parts)


def animation_button(replay: Replay, moment: Moment, say: Words) -> ui.Item[Any]:
    """Make the button that shows everybody the deal of a moment."""
    unit = SCENES[replay.row.game].unit
    return button(f"rp:animate:{replay.codes.spell(moment)}", say(f"animation.button.{unit}"))

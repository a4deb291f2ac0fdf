"""What a server is told of each day, and why a day is fair."""

from __future__ import annotations

from discord import ui

from bot.daily.calendar import Day
from bot.daily.layouts import fair_button, length_of, play_button
from bot.discord.parts import container, moment, rows
from bot.store.rows import SeriesRow
from engine.chance import commitment
from render.api import Words


def fair_layout(
    today: SeriesRow, ahead: SeriesRow | None, before: SeriesRow | None, say: Words
) -> ui.LayoutView:
    """Lay out the fingerprints of today and of the day after, and the secret of yesterday."""
    known = (series for series in (today, ahead) if series is not None)
    lines = [say("daily.fair"), *(_fingerprint(series, say) for series in known)]
    if before is not None and before.closed is not None:
        lines.append(say("daily.revealed", key=before.key, secret=before.secret.hex()))
    return container(ui.TextDisplay("\n".join(lines)))


def told_layout(today: SeriesRow, say: Words) -> ui.LayoutView:
    """Lay out what a server is told at the beginning of a day."""
    day = Day.of(today.key) or Day(0)
    title = say("daily.title", day=day.date, game=say(f"game.{today.game}"))
    how = say("daily.told", length=length_of(today, say), when=moment(today.closes))
    play = play_button(day, say("daily.button.play"))
    return container(ui.TextDisplay(f"{title}\n{how}"), *rows([play, fair_button(day, say)]))


def _fingerprint(series: SeriesRow, say: Words) -> str:
    return say(
        "daily.fingerprint", day=series.key.partition(" ")[2], game=say(f"game.{series.game}"),
        fingerprint=commitment(series.secret),
    )  # fmt: skip

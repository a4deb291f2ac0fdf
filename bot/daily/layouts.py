"""The daily as people see it: the panel of a day, its fingerprints, what is told and shared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.daily.calendar import Day
from bot.daily.dailies import MyDaily, TryOutcome
from bot.discord.controls import Button, button, rules_button
from bot.discord.names import escape
from bot.discord.parts import Pictures, container, galleries, moment, rows
from bot.match.show.looks import Look, looking_back
from bot.store.rows import MatchRow, SeriesRow, Status
from engine.chance import commitment
from render.api import Words
from render.numbers import change, number
from render.scenes import SCENES
from render.scenes.daily import DailyCard

LONGEST_MOVES = 900
"""The most characters that the moves of the best try take."""


def daily_button(row: MatchRow, say: Words) -> Button:
    """Make the button that leads from a try to what it came to."""
    day = Day.of(row.series)
    custom_id = f"daily:{day.number if day else 0}:result"
    return button(custom_id, say("daily.button.result"), discord.ButtonStyle.success)


def play_button(day: Day, label: str) -> Button:
    """Make the button that begins a try, or goes on with it."""
    return button(f"daily:{day.number}:play", label, discord.ButtonStyle.success)


def daily_layout(
    mine: MyDaily, pictures: Pictures, line: Sequence[str], say: Words, *, shares: bool
) -> ui.LayoutView:
    """Lay out a day for one person; `shares` says that they can share what they have.

    `line` are the moves of the best try, once the day is over: others would repeat them.
    Before they have played to the end nothing here tells how others did.
    """
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(_about(mine, say)),
        *galleries(pictures),
        ui.TextDisplay("\n".join(filter(None, _standing(mine, line, say)))),
    ]
    return container(*parts, *rows(_buttons(mine, say, shares=shares)))


def _about(mine: MyDaily, say: Words) -> str:
    series, day = mine.series, mine.day
    key = "daily.heading.closed" if series.closed is not None else "daily.heading"
    return say(
        key, day=day.date.isoformat(), game=say(f"game.{series.game}"),
        length=_length(series, say), when=moment(day.closes),
    )  # fmt: skip


def _standing(mine: MyDaily, line: Sequence[str], say: Words) -> Iterable[str]:
    """Say what this person's try is at, and what it came to."""
    row, outcome = mine.row, mine.outcome
    if mine.series.why:
        yield say("daily.closed_early")
    if outcome is not None:
        yield from _result(outcome, say)
        yield _best(mine, outcome, line, say)
    elif row is not None and row.status is Status.PLAYING:
        yield say("daily.finishing" if row.members[0].away else "daily.waits")
    elif row is None and mine.series.closed is None:
        yield say("daily.played_by", n=mine.ended)
    elif row is None:
        yield say("daily.missed")
    if outcome is None and mine.streak:
        yield say("daily.streak", n=mine.streak)


def _result(outcome: TryOutcome, say: Words) -> Iterable[str]:
    result, everywhere, here = outcome.result, outcome.everywhere, outcome.here
    if everywhere is None:
        yield say("daily.gave_up")
        yield say("daily.streak", n=outcome.streak) if outcome.streak else say("daily.anew")
        return
    yield say("daily.result", lead=change(result.lead), score=number(result.score))
    if everywhere.percentile is None:
        yield say("daily.first")
    else:
        yield say("daily.everywhere", percent=everywhere.percentile, n=everywhere.total - 1)
    if here is not None and here.percentile is not None:
        yield say("daily.here", percent=here.percentile, n=here.total - 1)
    yield say("daily.streak", n=outcome.streak)


def _best(mine: MyDaily, outcome: TryOutcome, line: Sequence[str], say: Words) -> str:
    """Tell the best try of the day, and how it was played when nobody can repeat it any more."""
    best, is_over = outcome.best, mine.series.closed is not None
    if best is None:
        return ""
    if best.user_id == outcome.result.user_id:
        return say("daily.best_own.over" if is_over else "daily.best_own")
    name, lead = escape(best.name), change(best.lead)
    if not is_over:
        return say("daily.best", name=name, lead=lead)
    text = " · ".join(line)
    moves = text if len(text) <= LONGEST_MOVES else text[:LONGEST_MOVES].rpartition(" · ")[0] + " …"
    return say("daily.best.over", name=name, lead=lead, moves=escape(moves))


def _buttons(mine: MyDaily, say: Words, *, shares: bool) -> list[ui.Item[Any]]:
    day, row, outcome = mine.day, mine.row, mine.outcome
    buttons: list[ui.Item[Any]] = []
    if outcome is not None and shares:
        share = f"daily:{day.number}:share"
        buttons.append(button(share, say("daily.button.share"), discord.ButtonStyle.primary))
    if row is None and mine.series.closed is None:
        buttons.append(play_button(day, say("daily.button.play")))
    elif row is not None and row.status is Status.PLAYING:
        buttons.append(play_button(day, say("daily.button.go_on")))
    if outcome is not None and row is not None and mine.series.closed is not None:
        buttons += looking_back(row, say)
    buttons.append(rules_button(mine.series.game, say))
    buttons.append(button(f"daily:{day.number}:fair", say("fair.button")))
    return buttons


def card_of(outcome: TryOutcome, mine: MyDaily, day: str, say: Words) -> DailyCard:
    """Return the facts on the result card of a try; `day` is the day as it is written."""
    result, field = outcome.result, outcome.everywhere
    return DailyCard(
        title=say("daily.title", game=say(f"game.{mine.series.game}")), day=day, name=result.name,
        lead=result.lead, place=result.place, percentile=field.percentile if field else None,
        others=field.total - 1 if field else 0, streak=outcome.streak, gave_up=result.gave_up,
    )  # fmt: skip


def shared_layout(
    mine: MyDaily, outcome: TryOutcome, pictures: Pictures, say: Words
) -> ui.LayoutView:
    """Lay out a result for everybody: the card, and a line of text with no card of the deal."""
    percent = outcome.everywhere.percentile if outcome.everywhere else None
    key = "daily.shared" if percent is not None else "daily.shared.first"
    if outcome.result.gave_up:
        key = "daily.shared.gave_up"
    text = say(
        key, game=say(f"game.{mine.series.game}"), day=mine.day.date.isoformat(),
        name=escape(outcome.result.name), lead=change(outcome.result.lead), percent=percent,
        n=outcome.streak,
    )  # fmt: skip
    play = [play_button(mine.day, say("daily.button.play"))] if mine.series.closed is None else []
    return container(*galleries(pictures), ui.TextDisplay(text), *rows(play))


def fair_layout(
    today: SeriesRow, ahead: Sequence[SeriesRow], before: SeriesRow | None, say: Words
) -> ui.LayoutView:
    """Lay out the fingerprints of today and of the days to come, and the secret of yesterday."""
    lines = [say("daily.fair"), *(_fingerprint(series, say) for series in (today, *ahead))]
    if before is not None and before.closed is not None:
        lines.append(
            say("daily.revealed", key=before.key, secret=before.secret.hex(), verify="`/verify`")
        )
    return container(ui.TextDisplay("\n".join(lines)))


def told_layout(
    today: SeriesRow, tomorrow: SeriesRow, before: SeriesRow | None, say: Words
) -> ui.LayoutView:
    """Lay out what a server is told at the beginning of a day."""
    day = Day.of(today.key) or Day(0)
    lines = [
        say(
            "daily.told", day=day.date.isoformat(), game=say(f"game.{today.game}"),
            length=_length(today, say), when=moment(today.closes),
        ),
        say("daily.told.next", fingerprint=commitment(tomorrow.secret)),
    ]  # fmt: skip
    if before is not None and before.closed is not None:
        lines.append(say("daily.told.before", secret=before.secret.hex()))
    play = play_button(day, say("daily.button.play"))
    return container(ui.TextDisplay("\n".join(lines)), *rows([play]))


def _length(series: SeriesRow, say: Words) -> str:
    """Say how long the game of a day is: in deals, or in points."""
    deals = series.options.get("deals")
    if deals is None:
        return say("daily.length.target", n=series.options.get("target"))
    return say(f"daily.length.{SCENES[series.game].unit}", n=deals)


def _fingerprint(series: SeriesRow, say: Words) -> str:
    return say(
        "daily.fingerprint", day=series.key.partition(" ")[2], game=say(f"game.{series.game}"),
        fingerprint=commitment(series.secret),
    )  # fmt: skip


def _title(game: str, series: str, say: Words) -> str:
    day = Day.of(series)
    return "" if day is None else say("title.daily", game=say(f"game.{game}"), day=day.date)


LOOK = Look(
    after=lambda row, say: [daily_button(row, say)],
    title=_title,
)

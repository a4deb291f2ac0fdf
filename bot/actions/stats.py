"""A person's own numbers, and those of two people side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord_io import named
from bot.errors import Refused
from bot.names import clean_name, escape
from bot.play.server_settings import Feature
from bot.show.look import theme_for
from bot.ui.standings import comparison_layout, stats_layout, stats_line
from engine.games import GAMES
from render.scenes import SCENES
from render.scenes.comparison import Meeting, paint_comparison
from render.scenes.stats import Numbers, paint_stats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from bot.press import Press
    from bot.ui.standings import Paragraph
    from render.theme import Theme

    Person: TypeAlias = discord.User | discord.Member


MOST_REVIEWS = 400
"""How many reviewed games the lines of accuracy go back."""


async def stats(press: Press, person: Person, other: Person | None = None) -> None:
    """Show a person's numbers in the asker's language, or two people's side by side."""
    for one in (person, *([] if other is None else [other])):
        if not isinstance(one, (discord.User, discord.Member)):
            raise Refused("refused.malformed")
    if other is None or other.id == person.id:
        await _show_one(press, person)
    else:
        await _show_two(press, person, other)


async def _show_one(press: Press, person: Person) -> None:
    say, name = press.say, f"**{escape(clean_name(person.display_name))}**"
    own = person.id == press.user_id
    theme = await theme_for(press.app.store, press.location.guild_id)
    accuracies = await _accuracies(press) if own else {}
    found = [await _paragraph(press, person, game, accuracies, theme) for game in GAMES]
    paragraphs = [one for one in found if one is not None]
    heading = say("stats.heading_own") if own else say("stats.heading", name=name)
    if paragraphs:
        footer = say("stats.counts")
    else:
        footer = say("stats.none_own", play="`/play`") if own else say("stats.none", name=name)
    pictures = named([picture for _, picture in paragraphs])
    await press.answer(view=stats_layout(heading, paragraphs, footer), attachments=pictures)


async def _accuracies(press: Press) -> dict[str, list[float]]:
    """Return by game how well the one who asks played, the earliest game first.

    A review is private, so nobody else is shown what it found.
    """
    if not (await press.server_settings(press.location.guild_id)).has(Feature.REVIEW):
        return {}
    found: dict[str, list[float]] = {}
    for row in reversed(await press.app.store.reviews.accuracy(press.user_id, MOST_REVIEWS)):
        found.setdefault(row.game, []).append(row.accuracy)
    return found


async def _paragraph(
    press: Press, person: Person, game: str, accuracies: Mapping[str, Sequence[float]], theme: Theme
) -> Paragraph | None:
    """Return a person's numbers in a game, here and everywhere; None if there are none."""
    store, say, guild_id = press.app.store, press.say, press.location.guild_id
    everywhere = await store.standing(person.id, game, None)
    if everywhere is None:
        return None
    here = await store.standing(person.id, game, guild_id) if guild_id else None
    lines, unit = [say("stats.game", game=say(f"game.{game}"))], SCENES[game].unit
    if here is not None:
        lines.append(stats_line(say("leaderboard.choice.here"), here, unit, say))
    lines.append(stats_line(say("leaderboard.choice.all"), everywhere, unit, say))
    numbers = await _numbers(press, person, game, accuracies.get(game, ()))
    name = clean_name(person.display_name)
    painted = await press.app.painter.paint(lambda: paint_stats(name, numbers, unit, say, theme))
    return "\n".join(lines), (f"stats-{game}.png", painted)


async def _numbers(press: Press, person: Person, game: str, accuracies: Sequence[float]) -> Numbers:
    """Return what the picture of a game shows; somebody has played it."""
    title = press.say(f"game.{game}")
    tally = await press.app.store.tallies.of(person.id, game)
    if tally is None:  # deleted just now
        return Numbers(title, 0)
    locale, texts = str(press.interaction.locale), press.app.texts
    days = texts.day(locale, tally.first), texts.day(locale, tally.last)
    return Numbers(
        title, tally.games, None, places=tally.places, best=tally.best, accuracies=accuracies,
        days=days,
    )  # fmt: skip


async def _show_two(press: Press, one: Person, other: Person) -> None:
    say, store = press.say, press.app.store
    first, second = (clean_name(person.display_name) for person in (one, other))
    meetings = await _meetings(press, one.id, other.id)
    values = {"one": f"**{escape(first)}**", "other": f"**{escape(second)}**"}
    heading = say("stats.comparison.heading", **values)
    if not meetings:
        text = say("stats.comparison.none", **values)
        await press.answer(view=comparison_layout(heading, None, text), attachments=[])
        return
    theme = await theme_for(store, press.location.guild_id)
    painted = await press.app.painter.paint(
        lambda: paint_comparison((first, second), meetings, say, theme)
    )
    picture = ("comparison.png", painted)
    layout = comparison_layout(heading, picture, say("stats.comparison.counts"))
    await press.answer(view=layout, attachments=named([picture]))


async def _meetings(press: Press, one: int, other: int) -> list[Meeting]:
    """Return what two people have against each other in every game they met in."""
    against = await press.app.store.tallies.against(one, other)
    return [
        Meeting(press.say(f"game.{game}"), tally.ahead, tally.level, tally.behind)
        for game in GAMES
        if (tally := against.get(game)) is not None
    ]

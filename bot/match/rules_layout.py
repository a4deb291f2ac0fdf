"""The rules of a game, a page at a time: words from the catalogue, a picture from the scene."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from discord import ui

from bot.discord.parts import button, container, galleries, page_row, with_last
from bot.match.abilities import lacking
from bot.texts import MissingText, Texts
from render.scenes import SCENES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.discord.parts import Pictures
    from bot.painter import Painter
    from render.api import Picture, Words
    from render.theme import Theme


async def example(
    painter: Painter, game: str, say: Words, theme: Theme
) -> list[tuple[str, Picture]]:
    """Paint the first picture of a game's rules and name its file; [] where they have none.

    Its alt text tells no cards, which say nothing yet to somebody who only hears of them.
    """
    picture = await painter.paint(partial(_example, game, say, theme))
    alt = say("lobby.example.alt", game=say(f"game.{game}"))
    return [] if picture is None else [(f"{game}.png", replace(picture, alt=alt))]


def _example(game: str, say: Words, theme: Theme) -> Picture | None:
    pages = range(1, page_count(game) + 1)
    painted = (SCENES[game].rules(page, say, theme) for page in pages)
    return next((picture for picture in painted if picture is not None), None)


@cache
def page_count(game: str) -> int:
    """Return how many pages the rules of a game have: as many as the catalogue has titles."""
    say, pages = Texts.load().words(None), 0
    while True:
        try:
            say(f"rules.{game}.{pages + 1}.title")
        except MissingText:
            return pages
        pages += 1


def rules_layout(
    game: str, page: int, pictures: Pictures, say: Words, of: str = "", *, opens: bool = True
) -> ui.LayoutView:
    """Lay out a page of the rules, with its picture if it has one.

    The last one leads on: to what they are read for (`of`), or it `opens` a table, unless it was
    read at one.
    """
    pages, title = page_count(game), say(f"rules.{game}.{page}.title")
    end = f":{of}" if of else ""
    turning = page_row(lambda to: f"r:{game}:{to}{end}", page, more=page < pages, say=say)
    leading = f"{of}:today" if of else f"play:{game}"
    opening = button(leading, say(f"rules.button.{of or 'play'}"))
    below = with_last(turning, opening) if page == pages and (of or opens) else turning
    return container(
        ui.TextDisplay(say("rules.heading", game=say(f"game.{game}"), title=title)),
        ui.TextDisplay(say(f"rules.{game}.{page}.body")),
        *galleries(pictures),
        *(_lacking(game, say) if page == pages else ()),
        ui.TextDisplay(say("page.number", page=page, pages=pages)),
        *below,
    )


def _lacking(game: str, say: Words) -> Iterator[ui.TextDisplay[Any]]:
    """Say what other games offer and this one does not."""
    if found := lacking(game):
        lacks = " ".join(say(f"lacks.{ability.value}") for ability in found)
        yield ui.TextDisplay(say("rules.lacks", lacks=lacks))

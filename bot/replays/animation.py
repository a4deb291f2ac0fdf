"""The animation of a deal: what the workshop is given to paint, and the still that comes first.

This module needs little, so that the workshop's process, which reads it, starts fast.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.texts import Texts
from render.animation import Still, animate
from render.api import Person, Picture
from render.scenes import SCENES
from render.theme import THEMES

if TYPE_CHECKING:
    from bot.replays.service import Replay  # which brings Discord and the database with it


PATIENCE = 1.5
"""Seconds after which a still is shown until the animation is there."""


def stills(replay: Replay, deal: int) -> tuple[Still, ...]:
    """Return a deal as a spectator saw it: its start, and what each of its moves led to."""
    first, *moves = replay.span(deal)
    return (
        Still(replay.view(first, None)),
        *(Still(replay.view(move, None), replay.happened(move)) for move in moves),
    )


def job(
    replay: Replay, deal: int, people: Sequence[Person], look: str, locale: str
) -> Callable[[], Picture]:
    """Return the painter of a deal in the workshop; `look` and `locale` are names, for the way."""
    return partial(paint, replay.row.game, stills(replay, deal), tuple(people), look, locale)


def paint(
    game: str, stills: Sequence[Still], people: Sequence[Person], look: str, locale: str
) -> Picture:
    """Paint stills as an animation."""
    return animate(SCENES[game], stills, people, Texts.load().words(locale), THEMES[look])


def still(
    replay: Replay, deal: int, people: Sequence[Person], look: str, locale: str
) -> Callable[[], Picture]:
    """Return the painter of the animation's first moment."""
    view, words = replay.view(replay.span(deal)[0], None), Texts.load().words(locale)
    return lambda: SCENES[replay.row.game].closed(view, people, words, THEMES[look])


async def still_first(
    painting: Coroutine[Any, Any, Picture],
    still: Callable[[], Awaitable[Picture]],
    show: Callable[[Picture, bool], Awaitable[None]],
    patience: float = PATIENCE,
) -> None:
    """Show an animation as soon as it is painted, after some seconds of `patience` a still first.

    `show` is told whether a picture is to stay. If nothing comes of the animation the still stays.
    Raises what `painting` raises.
    """
    task = asyncio.create_task(painting, name="animation")
    try:
        await asyncio.wait([task], timeout=patience)
        if task.done():
            await show(await task, True)
            return
        first = await still()
        await show(first, False)
        try:
            moving = await task
        except Exception:
            await show(first, True)
            raise
        await show(moving, True)
    finally:
        task.cancel()

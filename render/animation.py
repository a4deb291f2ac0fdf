"""A whole deal as an animation, its stills one after another; and a moment, which takes a second.

The stills are the ordinary pictures at their own size, in the theme's palette, without the mark of
whose turn it is: so little changes from one to the next that WebP without loss takes half the
bytes of a GIF (docs/performance.md). Nothing is scaled, because that would blur what is plain now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from engine.events import Event
from engine.game import View
from render.api import Person, Picture, Words
from render.canvas import Canvas
from render.context import Context
from render.encode import palette
from render.final import draw_final, final_sentences
from render.panels import sky
from render.scene import Scene
from render.shapes import Box
from render.speech import said
from render.theme import NIGHT, WIDTH, Theme

MOST_BYTES = 1_500_000
"""The most bytes of an animation."""

LONGEST_MS = 45_000
"""Milliseconds an animation may last; a longer one is played faster."""

STEP = 600
"""Milliseconds of a still in which nothing special happened."""

OPENING = 1_500
CLOSING = 1_500
RESULT = 6_000
"""Milliseconds of the first still, of the last one before the result, and of the result."""

BRIEFEST = 250
"""The fewest milliseconds of a still that is shown at all."""

BAR = 8
"""Height of the bar at the top that shows how far the deal has come."""

_METHOD, _EFFORT = 2, 20
"""How hard WebP tries; more takes twice the time for some percent."""


@dataclass(frozen=True, slots=True)
class Still:
    """The table at one moment of a deal: a spectator's view, and the events that led to it."""

    view: View
    events: tuple[Event, ...] = ()


class AnimationFrame(NamedTuple):
    """A picture with the theme's palette, and how long it is shown, in milliseconds."""

    picture: Image.Image
    shown: int


class _Shot(NamedTuple):
    """A picture's painter, and how long it is shown."""

    draw: Callable[[], Canvas]
    shown: int


def animate(
    scene: Scene[Any],
    stills: Sequence[Still],
    people: Sequence[Person],
    words: Words,
    theme: Theme = NIGHT,
    *,
    most: int = MOST_BYTES,
) -> Picture:
    """Paint a deal from its first moment to its last as a WebP of at most this many bytes.

    It plays forever. Where the last view has one more finished deal than the first, it ends with
    that deal's result. Raises ValueError if there is no still, and TypeError for the views of
    another game.
    """
    if not stills:
        raise ValueError("no still to animate")
    contexts = [scene.context(still.view, people, words, theme) for still in stills]
    shown = frames(scene, stills, contexts)
    data = encode(shown)
    while len(data) > most and len(shown) > 2:
        shown = thinned(shown)
        data = encode(shown)
    alt = said(contexts[-1], lambda last: _sentences(scene, contexts[0], last, len(stills) - 1))
    return Picture(data, *shown[0].picture.size, alt)


MOMENT = 12
"""Frames of a moment."""

MOMENT_MS = 1_000
"""Milliseconds of a moment until its last frame, which stays."""


def moving(
    scene: Scene[Any], view: View, people: Sequence[Person], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint a deal's result as `Scene.deal` does, where `Scene.is_moment` as a WebP that ends so.

    It plays once. Raises as `Scene.deal` does.
    """
    context = scene.context(view, people, words, theme)
    if not scene.is_moment(context):
        return scene.deal(view, people, words, theme)
    drawn = (scene.draw_deal(context, (at + 1) / MOMENT) for at in range(MOMENT))
    pictures = [_in_palette(canvas) for canvas in drawn if canvas is not None]
    shown = [AnimationFrame(picture, MOMENT_MS // MOMENT) for picture in pictures]
    alt = said(context, lambda short: scene.speech(short).deal())
    return Picture(encode(shown, loop=1), *pictures[0].size, alt)


def frames(
    scene: Scene[Any], stills: Sequence[Still], contexts: Sequence[Context[Any]]
) -> list[AnimationFrame]:
    """Draw all that is shown, on sheets of one height; `contexts` are those of the stills."""
    shots = [
        _Shot(partial(scene.draw_table, _resting(context)), _shown(scene, still.events))
        for still, context in zip(stills, contexts, strict=True)
    ]
    if _is_finished(contexts[0], contexts[-1]):
        shots[-1:] = _ending(scene, contexts)
    shots[0] = shots[0]._replace(shown=OPENING)
    shots[-1] = shots[-1]._replace(shown=RESULT)
    steps = max(len(shots) - 1, 1)
    # One after another: what is drawn takes three times the room of what is kept.
    drawn = [AnimationFrame(_taken(shot, at / steps), shot.shown) for at, shot in enumerate(shots)]
    return in_time(_of_one_height(drawn, contexts[0].theme))


def encode(shown: Sequence[AnimationFrame], loop: int = 0) -> bytes:
    """Write frames of one size as a WebP without loss that plays `loop` times; 0 is forever."""
    first, *others = (frame.picture for frame in shown)
    out = BytesIO()
    first.save(
        out, "WEBP", save_all=True, append_images=others, loop=loop,
        duration=[frame.shown for frame in shown], lossless=True, method=_METHOD,
        quality=_EFFORT, kmin=len(shown) + 1, kmax=len(shown) + 2,
    )  # fmt: skip
    return out.getvalue()


def in_time(shown: Sequence[AnimationFrame]) -> list[AnimationFrame]:
    """Play faster what would last longer than LONGEST_MS, but for the last frame."""
    *moving, last = shown
    room, total = LONGEST_MS - last.shown, sum(frame.shown for frame in moving)
    if total <= room:
        return list(shown)
    return [*(f._replace(shown=max(BRIEFEST, f.shown * room // total)) for f in moving), last]


def thinned(shown: Sequence[AnimationFrame]) -> list[AnimationFrame]:
    """Leave out every second of the briefest frames, never the first or the last.

    The one before is shown for as long as both were.
    """
    briefest = min(frame.shown for frame in shown[1:-1])
    kept, may_go = [shown[0]], True
    for frame in shown[1:-1]:
        if may_go and frame.shown == briefest:
            kept[-1] = kept[-1]._replace(shown=kept[-1].shown + frame.shown)
            may_go = False
        else:
            kept.append(frame)
            may_go = True
    return [*kept, shown[-1]]


def _ending(scene: Scene[Any], contexts: Sequence[Context[Any]]) -> list[_Shot]:
    """Return the table as the deal ended, as far as it is known, and its result."""
    last = contexts[-1]
    view = last.view if last.is_over else scene.closing(contexts[-2], last)
    result = _Shot(lambda: scene.draw_deal(last) or draw_final(last, scene.story), RESULT)
    if view is None:
        return [result]
    table = partial(scene.draw_table, _resting(replace(last, view=view)))
    return [_Shot(table, CLOSING), result]


def _is_finished(first: Context[Any], last: Context[Any]) -> bool:
    """Return whether a deal ended between these two."""
    return len(last.view.deal_scores) > len(first.view.deal_scores)


def _resting(context: Context[Any]) -> Context[Any]:
    """Return the table with nobody to act: a mark that jumps to and fro only distracts."""
    return replace(context, view=replace(context.view, to_act=()))


def _shown(scene: Scene[Any], events: Sequence[Event]) -> int:
    """Return how long a still is shown: as long as what happened last takes to read."""
    return max((scene.pace.get(type(event), STEP) for event in events), default=STEP)


def _taken(shot: _Shot, share: float) -> Image.Image:
    """Draw a shot in the theme's palette, with the bar filled so far."""
    canvas = shot.draw()
    canvas.bar(Box(0, 0, WIDTH, BAR), canvas.theme.well)
    canvas.bar(Box(0, 0, round(WIDTH * share), BAR), canvas.theme.glow)
    return _in_palette(canvas)


def _of_one_height(drawn: Sequence[AnimationFrame], theme: Theme) -> list[AnimationFrame]:
    """Lay what is lower than the highest on a sheet on which its sky goes on."""
    height = max(frame.picture.height for frame in drawn)
    sheet = _in_palette(Canvas(sky(height, theme), theme))

    def laid(picture: Image.Image) -> Image.Image:
        if picture.height == height:
            return picture
        whole = sheet.copy()
        whole.paste(picture)
        return whole

    return [frame._replace(picture=laid(frame.picture)) for frame in drawn]


def _in_palette(canvas: Canvas) -> Image.Image:
    return canvas.image.quantize(palette=palette(canvas.theme), dither=Image.Dither.NONE)


def _sentences(scene: Scene[Any], first: Context[Any], last: Context[Any], moves: int) -> list[str]:
    """Say which deal is played, and what the picture says that it ends with."""
    about = last.words(f"alt.animation.{scene.unit}", deal=first.view.deal, n=moves)
    if not _is_finished(first, last):
        return [about, *scene.speech(_resting(last)).table()]
    return [about, *(scene.speech(last).deal() or final_sentences(last, scene.game, scene.story))]

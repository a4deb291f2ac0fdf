"""The README's moving picture: one trick of Clouds, as the channel and one of its players see it.

`bench.samples` writes it. The pictures are those of a game really played, four fifths as large,
each with a line above it that says who sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from bench.evenings import PEOPLE, english, evening
from engine.games.cloud_nine.view import CloudNineView
from engine.seats import Seat
from render.api import Picture, Words
from render.canvas import PLAIN, Canvas, Lettered
from render.panels import sky
from render.scenes import SCENES
from render.shapes import Box, Size
from render.theme import NIGHT, WIDTH, tallest

PLAYER = Seat(1)
DEAL, TRICK = 2, 7
CAPTION = 54
"""Height of the line above a picture, in its own pixels."""

SHOWN = Size(800, (tallest(NIGHT) + CAPTION) * 4 // 5)
TABLE, HAND = "In the channel, for everybody", "Only for Annie, with a button for each card"
TABLE_MS, HAND_MS, LAST_MS = 1_400, 2_600, 3_000
"""Milliseconds of a picture; the last one of the trick is the longest."""

QUALITY = 80


def turn(seed: int) -> Picture:
    """Paint a trick of a game of this seed as a WebP that plays forever."""
    words = english()
    frames = list(_frames(seed, words))
    out = BytesIO()
    first, *others = (picture for picture, _ in frames)
    first.save(
        out, "WEBP", save_all=True, append_images=others, loop=0, quality=QUALITY, method=6,
        duration=[*(shown for _, shown in frames[:-1]), LAST_MS],
    )  # fmt: skip
    return Picture(out.getvalue(), *SHOWN, f"{TABLE}; {HAND.lower()}; {len(frames)} pictures")


def _frames(seed: int, words: Words) -> Iterator[tuple[Image.Image, int]]:
    """Return the pictures and how long each is shown: the table, and the hand where it acts."""
    scene = SCENES["cloud_nine"]
    for views in evening(CloudNineView, seed):
        table = views[None]
        if (table.deal, table.trick.number) != (DEAL, TRICK):
            continue
        drawn = scene.draw_table(scene.context(table, PEOPLE, words, NIGHT))
        yield _captioned(TABLE, drawn.image), TABLE_MS
        if PLAYER in table.to_act:
            drawn = scene.draw_hand(scene.context(views[PLAYER], PEOPLE, words, NIGHT))
            yield _captioned(HAND, drawn.image), HAND_MS


def _captioned(caption: str, picture: Image.Image) -> Image.Image:
    """Return a picture below a line, as large as all others."""
    whole = Canvas(sky(tallest(NIGHT) + CAPTION))
    whole.text(caption, Box(20, 8, WIDTH - 40, CAPTION - 12), Lettered(PLAIN, NIGHT.text))
    whole.paste(picture, 0, CAPTION)
    return whole.image.resize(SHOWN, Image.Resampling.LANCZOS)

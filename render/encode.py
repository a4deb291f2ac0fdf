"""From pixels to PNG: one palette prepared once, no dithering, and small files.

A palette picture is a third of the bytes and a quarter of the time of a true-colour one
(docs/performance.md, R2). The palette holds the theme's colours and the steps between those that
meet at the edges of letters and shapes.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import chain

from PIL import Image

from render.api import Picture
from render.canvas import Canvas
from render.theme import DIMMED, HAZE, NIGHT, PACK, Colour, Theme, mix, sky_colour, snap

MOST = 256
"""Colours a palette can hold."""

LEVEL = 5
"""Compression level of zlib; 6 takes half as long again for 5 % fewer bytes."""


def encode(image: Image.Image, theme: Theme = NIGHT) -> bytes:
    """Write an RGB picture as a palette PNG. The picture must be the caller's own.

    Pillow's `save` keeps its settings on the object meanwhile, so a shared picture would be
    encoded with another thread's.

    >>> encode(Image.new("RGB", (1000, 600), NIGHT.panel))[1:4]
    b'PNG'
    """
    small = image.quantize(palette=palette(theme), dither=Image.Dither.NONE)
    out = BytesIO()
    small.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def finished(canvas: Canvas, alt: str) -> Picture:
    """Encode a scene's own picture and put its alt text beside it."""
    return Picture(encode(canvas.image, canvas.theme), *canvas.image.size, alt)


@cache
def palette(theme: Theme = NIGHT) -> Image.Image:
    """Return the palette picture that `quantize` wants; shared and only read."""
    colours = _colours(theme)
    sheet = Image.new("P", (1, 1))
    sheet.putpalette(list(chain.from_iterable(colours)))
    return sheet


def _colours(theme: Theme) -> list[Colour]:
    """List at most 256 colours: the sky's, then ramps from ground to letter."""
    depths = [i / 400 for i in range(401)]
    colours = [sky_colour(depth, haze, theme) for haze in (0, HAZE) for depth in depths]
    for ground, letter, steps in _meetings(theme):
        colours += [snap(mix(ground, letter, i / steps)) for i in range(steps + 1)]
    return list(dict.fromkeys(colours))[:MOST]


def _meetings(theme: Theme) -> list[tuple[Colour, Colour, int]]:
    """Say which colours meet at edges, and how many steps their blend gets."""
    sky, dim = sky_colour(0.2, 0, theme), mix(PACK.paper, PACK.shade, DIMMED)
    suits = (PACK.black, PACK.red, PACK.blue, PACK.green, PACK.joker)
    letters = (theme.flush, theme.run, theme.sets, theme.bonus)
    return [
        *((PACK.paper, suit, 3) for suit in suits),
        *((ground, theme.text, 3) for ground in (theme.panel, theme.panel_turn, theme.well, sky)),
        *((ground, theme.gold, 2) for ground in (theme.panel_turn, sky)),
        (theme.ink, theme.glow, 3),
        (PACK.paper, PACK.yellow, 3),
        *((dim, mix(suit, PACK.shade, DIMMED), 2) for suit in suits),
        *((theme.panel, letter, 3) for letter in letters),
        *((theme.panel, seat, 2) for seat in theme.seats),
        *((seat, theme.ink, 3) for seat in theme.seats),
        (PACK.edge, PACK.paper, 3),
        (PACK.edge, theme.panel, 3),
        (theme.panel, theme.muted, 2),
        (sky, theme.muted, 2),
        (theme.panel, theme.mark, 3),
        (PACK.back, PACK.back_line, 2),
        (PACK.back, PACK.paper, 2),
        (theme.panel_turn, theme.muted, 2),
        (theme.panel, theme.rim, 1),
        (theme.panel, theme.well, 2),
        (theme.well, theme.line, 2),
    ]

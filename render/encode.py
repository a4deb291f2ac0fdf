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
from render.theme import NIGHT, Colour, Theme, mix

LEVEL = 6
"""Compression level of zlib; 9 takes six times the time for 5 % fewer bytes."""


def encode(image: Image.Image) -> bytes:
    """Write an RGB picture as a palette PNG. The picture must be the caller's own.

    Pillow's `save` keeps its settings on the object meanwhile, so a shared picture would be
    encoded with another thread's.
    """
    small = image.quantize(palette=palette(), dither=Image.Dither.NONE)
    out = BytesIO()
    small.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def finished(image: Image.Image, alt: str) -> Picture:
    """Encode a scene's own picture and put its alt text beside it."""
    return Picture(encode(image), image.width, image.height, alt)


@cache
def palette(theme: Theme = NIGHT) -> Image.Image:
    """Give the palette picture that `quantize` wants; shared and only read."""
    colours = _colours(theme)
    sheet = Image.new("P", (1, 1))
    sheet.putpalette(list(chain.from_iterable(colours)))
    return sheet


def _colours(theme: Theme) -> list[Colour]:
    """List at most 256 colours: plain ones first, then ramps from ground to letter."""
    ramps: list[Colour] = [mix(theme.sky_top, theme.sky_bottom, i / 23) for i in range(24)]
    for ground, letter, steps in _meetings(theme):
        ramps += [mix(ground, letter, i / steps) for i in range(steps + 1)]
    return list(dict.fromkeys(ramps))[:256]


def _meetings(theme: Theme) -> list[tuple[Colour, Colour, int]]:
    """Say which colours meet at edges, and how many steps their blend gets."""
    night = mix(theme.sky_top, theme.sky_bottom, 0.5)
    suits = (theme.black, theme.red, theme.blue, theme.green, theme.joker)
    cards = [(theme.face, suit, 7) for suit in suits]
    factors = [(theme.panel, c, 5) for c in (theme.flush, theme.run, theme.sets)]
    seats = [(theme.panel, c, 4) for c in theme.seats] + [(c, theme.ink, 4) for c in theme.seats]
    return [
        *cards,
        (theme.panel, theme.text, 9),
        (theme.panel_turn, theme.text, 7),
        (night, theme.text, 7),
        (theme.panel, theme.gold, 6),
        (theme.panel, theme.face, 5),
        (theme.panel, theme.muted, 5),
        (theme.edge, theme.face, 4),
        (theme.back, theme.back_line, 4),
        (theme.gold, theme.ink, 6),
        *factors,
        *seats,
        (theme.well, theme.line, 4),
        (theme.haze, theme.haze, 1),
    ]

"""Colours and sizes of every picture: a night sky, bright cards, large type.

All pictures are 1000 pixels wide. Discord shows them 350 to 550 pixels wide, so whatever has to
be read (names, ranks, numbers) is at least 3 % of the width high: 30 pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

WIDTH = 1000
"""Width of every picture in pixels."""

LEGIBLE = 30
"""The least height in pixels of a capital, figure or rank that must be read."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour a picture is made of; text colours stand AA contrast on what they lie on.

    All parts are multiples of four, because that is how finely Pillow looks colours up in a
    palette: plain areas then come out exactly as they are meant.
    """

    sky_top: Colour = (32, 56, 104)
    sky_bottom: Colour = (16, 28, 56)
    haze: Colour = (40, 72, 120)
    panel: Colour = (28, 48, 88)
    panel_turn: Colour = (36, 64, 112)
    well: Colour = (20, 36, 68)
    line: Colour = (72, 100, 148)
    text: Colour = (248, 248, 252)
    muted: Colour = (184, 204, 232)
    gold: Colour = (252, 208, 92)
    ink: Colour = (16, 24, 40)
    paper: Colour = (252, 252, 248)
    edge: Colour = (116, 128, 152)
    black: Colour = (24, 24, 40)
    red: Colour = (204, 24, 48)
    blue: Colour = (16, 88, 200)
    green: Colour = (12, 120, 56)
    joker: Colour = (124, 48, 168)
    bonus: Colour = (252, 160, 224)
    back: Colour = (64, 104, 180)
    back_line: Colour = (168, 200, 244)
    flush: Colour = (88, 216, 200)
    run: Colour = (252, 164, 112)
    sets: Colour = (208, 172, 252)
    medals: tuple[Colour, ...] = ((252, 208, 92), (204, 212, 224), (228, 164, 112))
    seats: tuple[Colour, ...] = (
        (252, 152, 136),
        (120, 204, 252),
        (168, 224, 120),
        (252, 216, 112),
        (216, 168, 252),
        (252, 168, 212),
    )


NIGHT = Theme()
"""The one theme there is."""

DIMMED = 0.45
"""How much of the panel's colour a dimmed card has."""

HAZE = 0.3
"""How much of the haze's colour the faint clouds of the sky have."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Blend two colours; `share` (0 to 1) is how much of the other there is.

    >>> mix((0, 0, 0), (200, 100, 0), 0.5)
    (100, 50, 0)
    """
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b


def snap(colour: Colour) -> Colour:
    """Return the nearest colour below that a palette picture shows without loss."""
    r, g, b = (part & ~3 for part in colour)
    return r, g, b


def sky_colour(depth: float, haze: float = 0, theme: Theme = NIGHT) -> Colour:
    """Return the sky's colour at a depth (0 top, 1 bottom), some of it hidden by haze."""
    return snap(mix(mix(theme.sky_top, theme.sky_bottom, depth), theme.haze, haze))


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours as WCAG counts it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [c / 255 for c in colour]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b

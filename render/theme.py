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
    """Every colour a picture is made of; text colours stand AA contrast on what they lie on."""

    sky_top: Colour = (30, 58, 104)
    sky_bottom: Colour = (14, 28, 58)
    haze: Colour = (38, 70, 118)
    panel: Colour = (27, 50, 88)
    panel_turn: Colour = (36, 66, 112)
    well: Colour = (19, 37, 68)
    line: Colour = (70, 100, 148)
    text: Colour = (246, 249, 255)
    muted: Colour = (186, 203, 230)
    gold: Colour = (255, 208, 92)
    ink: Colour = (18, 24, 40)
    face: Colour = (252, 252, 249)
    edge: Colour = (116, 128, 150)
    black: Colour = (22, 26, 38)
    red: Colour = (204, 24, 46)
    blue: Colour = (18, 88, 200)
    green: Colour = (12, 118, 58)
    joker: Colour = (124, 46, 168)
    bonus: Colour = (255, 158, 222)
    back: Colour = (62, 106, 180)
    back_line: Colour = (170, 200, 245)
    flush: Colour = (86, 214, 198)
    run: Colour = (255, 164, 112)
    sets: Colour = (206, 172, 255)
    seats: tuple[Colour, ...] = (
        (255, 150, 138),
        (122, 205, 255),
        (166, 226, 118),
        (255, 214, 110),
        (214, 168, 255),
        (255, 166, 212),
    )


NIGHT = Theme()
"""The one theme there is."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Blend two colours; `share` (0 to 1) is how much of the other there is."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b


def contrast(one: Colour, other: Colour) -> float:
    """Give the contrast ratio of two colours as WCAG counts it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [c / 255 for c in colour]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b

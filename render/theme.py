"""Colours and sizes of every picture: a sky by night or by day, bright cards, large type.

All pictures are 1000 pixels wide, in large print 720, and at most 7/11 of that high: a desktop
shows them in at most 550 x 350 pixels, a phone some 330 points wide. Whatever has to be read
(names, ranks, numbers) is at least 33 pixels high there: 18 on the desktop, 11 points on a phone.
Large print has the same pixels on less width, so all is shown 1.39 times as large, and says less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

WIDTH, LARGE = 1000, 720
"""Width in pixels of every picture, and of those in large print."""

COURTS = "AKQJ"
"""The ranks that languages have letters of their own for."""

LEGIBLE = 33
"""The least height in pixels of a capital, figure or rank that must be read."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The colours of cards, dice and emoji: bright, and the same in every theme.

    Whatever kind of colour-blindness somebody has, suits differ for them, in shape besides. `dim`
    is the paper of a dimmed card and `barred` of one that may not be played; `yellow` and `ink` are
    a mark of the balloon game.
    """

    paper: Colour = (252, 252, 248)
    edge: Colour = (104, 116, 140)
    black: Colour = (24, 24, 40)
    red: Colour = (212, 40, 16)
    blue: Colour = (8, 80, 228)
    green: Colour = (0, 112, 88)
    joker: Colour = (124, 44, 148)
    yellow: Colour = (252, 208, 92)
    ink: Colour = (16, 24, 40)
    back: Colour = (64, 104, 180)
    back_line: Colour = (168, 200, 244)
    dim: Colour = (200, 208, 232)
    barred: Colour = (204, 220, 248)


PACK = Pack()


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours a picture is made of but for its cards; compared, and kept by, as an object.

    Text colours stand AA contrast on what they lie on: `ink` on `glow`, seats and medals, `text` on
    clouds too, all others on sky, panels and wells, where signs stand 3:1. `gold` writes and
    frames, `glow` fills.

    All parts are multiples of four, because that is how finely Pillow looks colours up in a
    palette: plain areas then come out exactly as they are meant.
    """

    sky_top: Colour
    sky_bottom: Colour
    haze: Colour
    panel: Colour
    panel_turn: Colour
    rim: Colour
    well: Colour
    line: Colour
    cloud: Colour
    mark: Colour
    text: Colour
    muted: Colour
    gold: Colour
    glow: Colour
    ink: Colour
    bonus: Colour
    flush: Colour
    run: Colour
    sets: Colour
    medals: tuple[Colour, ...]
    seats: tuple[Colour, ...]
    width: int = WIDTH
    letters: str = ""
    """What the language writes on ace, king, queen and jack, if not A K Q J."""

    @property
    def is_large(self) -> bool:
        """Whether pictures are in large print."""
        return self.width < WIDTH

    def more(self, pixels: int) -> int:
        """Return so many pixels in large print, where a part needs them, and else none."""
        return pixels if self.is_large else 0

    @property
    def factors(self) -> tuple[Colour, Colour, Colour]:
        """The colours of suit, run and sets."""
        return self.flush, self.run, self.sets


NIGHT = Theme(
    sky_top=(32, 56, 104),
    sky_bottom=(16, 28, 56),
    haze=(40, 72, 120),
    panel=(28, 48, 88),
    panel_turn=(36, 64, 112),
    rim=(40, 72, 120),
    well=(20, 36, 68),
    line=(120, 148, 196),
    cloud=(64, 104, 180),
    mark=(168, 200, 244),
    text=(248, 248, 252),
    muted=(184, 204, 232),
    gold=(252, 208, 92),
    glow=(252, 208, 92),
    ink=(16, 24, 40),
    bonus=(252, 160, 224),
    flush=(88, 216, 200),
    run=(252, 164, 112),
    sets=(208, 172, 252),
    medals=((252, 208, 92), (204, 212, 224), (228, 164, 112)),
    seats=(
        (252, 152, 136),
        (120, 204, 252),
        (168, 224, 120),
        (252, 216, 112),
        (216, 168, 252),
        (252, 168, 212),
    ),
)
"""A night sky, for Discord's dark theme: what is usual."""

DAY = Theme(
    sky_top=(208, 232, 252),
    sky_bottom=(236, 244, 252),
    haze=(252, 252, 252),
    panel=(248, 252, 252),
    panel_turn=(252, 244, 208),
    rim=(188, 212, 240),
    well=(216, 232, 248),
    line=(100, 120, 160),
    cloud=(252, 252, 252),
    mark=(32, 76, 156),
    text=(20, 32, 60),
    muted=(60, 80, 116),
    gold=(132, 76, 0),
    glow=(252, 200, 72),
    ink=(0, 0, 0),
    bonus=(168, 16, 120),
    flush=(0, 96, 88),
    run=(156, 56, 0),
    sets=(112, 48, 184),
    medals=((252, 200, 72), (188, 200, 216), (224, 152, 96)),
    seats=(
        (220, 80, 60),
        (0, 132, 204),
        (64, 140, 36),
        (172, 112, 0),
        (160, 96, 220),
        (212, 76, 144),
    ),
)
"""A light sky with dark letters, for Discord's light theme."""

CONTRAST = Theme(
    sky_top=(16, 16, 20),
    sky_bottom=(0, 0, 0),
    haze=(24, 24, 28),
    panel=(0, 0, 0),
    panel_turn=(28, 28, 32),
    rim=(212, 212, 216),
    well=(20, 20, 24),
    line=(160, 160, 164),
    cloud=(96, 96, 100),
    mark=(252, 252, 252),
    text=(252, 252, 252),
    muted=(220, 220, 224),
    gold=(252, 232, 0),
    glow=(252, 232, 0),
    ink=(0, 0, 0),
    bonus=(252, 152, 216),
    flush=(80, 252, 232),
    run=(252, 168, 56),
    sets=(220, 196, 252),
    medals=((252, 232, 0), (224, 224, 228), (252, 168, 56)),
    seats=(
        (252, 136, 108),
        (108, 208, 252),
        (120, 240, 120),
        (252, 232, 72),
        (204, 168, 252),
        (252, 172, 220),
    ),
)
"""Nearly black, with white letters and strong lines."""

COLOURS = Theme(
    sky_top=(20, 36, 72),
    sky_bottom=(8, 16, 36),
    haze=(28, 48, 84),
    panel=(16, 28, 56),
    panel_turn=(24, 44, 84),
    rim=(72, 100, 148),
    well=(8, 20, 44),
    line=(100, 128, 172),
    cloud=(60, 100, 168),
    mark=(196, 216, 248),
    text=(248, 248, 252),
    muted=(192, 208, 232),
    gold=(240, 228, 68),
    glow=(240, 228, 68),
    ink=(16, 24, 40),
    bonus=(252, 252, 252),
    flush=(84, 180, 232),
    run=(236, 152, 0),
    sets=(236, 180, 212),
    medals=((240, 228, 68), (204, 212, 224), (232, 160, 0)),
    seats=(
        (236, 112, 28),
        (84, 180, 232),
        (0, 160, 116),
        (240, 228, 68),
        (208, 136, 180),
        (252, 252, 252),
    ),
)
"""A night in the colours of Okabe and Ito, which all eyes tell apart, by their lightness too."""

THEMES: Mapping[str, Theme] = {"night": NIGHT, "day": DAY, "contrast": CONTRAST, "colours": COLOURS}
"""The themes by the names that settings have for them; the first is the usual one."""


@cache
def lettered(theme: Theme, letters: str) -> Theme:
    """Return a theme in which ace, king, queen and jack have these letters."""
    return theme if letters == COURTS else replace(theme, letters=letters)


@cache
def large(theme: Theme) -> Theme:
    """Return a theme in large print, for phones."""
    return replace(theme, width=LARGE)


def tallest(theme: Theme) -> int:
    """Return how many pixels high a picture of a theme may be.

    >>> tallest(NIGHT), tallest(large(NIGHT))
    (637, 459)
    """
    return -(-theme.width * 7 // 11)


HAZE = 0.5
"""How much of the haze's colour the faint clouds of the sky have."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Blend two colours; `share` (0 to 1) is how much of the other there is.

    >>> mix((0, 0, 0), (200, 100, 0), 0.5)
    (100, 50, 0)
    """
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b


def dimmed(colour: Colour, paper: Colour = PACK.dim) -> Colour:
    """Return a colour of a card as it is where it is dimmed, or its paper is of another colour.

    Letters can still be read.

    >>> dimmed(PACK.paper)[0] == PACK.dim[0]
    True
    """
    whole = zip(colour, PACK.paper, paper, strict=True)
    r, g, b = (round(dim * min(1.0, part / most)) for part, most, dim in whole)
    return r, g, b


def snap(colour: Colour) -> Colour:
    """Return the nearest colour below that a palette picture shows without loss."""
    r, g, b = (part & ~3 for part in colour)
    return r, g, b


def sky_colour(depth: float, haze: float = 0, theme: Theme = NIGHT) -> Colour:
    """Return the sky's colour at a depth (0 top, 1 bottom), some of it hidden by haze."""
    return snap(mix(mix(theme.sky_top, theme.sky_bottom, depth), theme.haze, haze))

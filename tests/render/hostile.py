"""Names that cost most to draw or to say, and what a picture owes to everybody in spite of them."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from PIL import Image

from engine.course import Course
from render.api import MAX_ALT, Person, Picture, Words
from render.panels import ALT_BADGE
from render.scene import Scene
from render.theme import HAZE, NIGHT, WIDTH, Theme, sky_colour
from tests.engine.walks import everyone
from tests.render.conftest import ABSURD

ROUNDED = 240
"""Pixels that the rounded corners of panels may blend where the ALT badge is."""


def dressed(name: str, first: int) -> str:
    """Write lower-case letters in another alphabet of Unicode, whose `a` is `first`."""
    return "".join(chr(ord(char) - ord("a") + first) for char in name)


FRAKTUR, FULL_WIDTH, CIRCLED = 0x1D51E, 0xFF41, 0x24D0

HOSTILE = (
    *ABSURD,
    "\ufdfd",
    "\ufdfd" * 32,
    "\ufdfa" * 32,
    dressed("kevin", FRAKTUR),
    dressed("fullwidth", FULL_WIDTH),
    dressed("bubble", CIRCLED),
    "👑" * 32,
    "👩‍👩‍👧‍👦" * 4 + "🏳️‍🌈",
    "𒐫" * 32,
    "𠀀" * 32,
    "\u0f5d\u15b1\U000173cf" * 10,
    "e\u0301\u200d\u0302\u200c" * 10,
    "ဪ" * 32,
    "ꧽ𒐫﷽",
)
"""What people put into their names to be noticed."""


def hostile(seats: int, start: int) -> list[Person]:
    """Return people with such names, one of them a house player's."""
    return [Person(HOSTILE[(start + i) % len(HOSTILE)], house=i == 1) for i in range(seats)]


def pictures(
    scene: Scene[Any], course: Course, people: list[Person], words: Words
) -> Iterator[Picture]:
    """Paint a moment for everybody: the table, all hands, and what is finished."""
    for seat in everyone(len(people)):
        view = course.view(seat)
        yield scene.hand(view, people, words) if seat else scene.table(view, people, words)
        if not seat and view.to_act:
            yield scene.closed(view, people, words)
        if not seat and view.deal_scores:
            yield scene.result(view, people, words)
            yield scene.deal(view, people, words)


def utf16(text: str) -> int:
    """Count as Discord does; fails for half a surrogate pair."""
    return len(text.encode("utf-16-le")) // 2


def assert_told_and_free(picture: Picture) -> None:
    """Hold a picture to its alt text's length and to a plain lower left corner."""
    assert 0 < utf16(picture.alt) <= MAX_ALT
    assert is_plain(corner(Image.open(BytesIO(picture.data))), NIGHT)


def corner(image: Image.Image, theme: Theme = NIGHT) -> Image.Image:
    """Return what the ALT badge covers."""
    w, h = (side * theme.width // WIDTH for side in ALT_BADGE)
    return image.crop((0, image.height - h, w, image.height)).convert("RGB")


def is_plain(picture: Image.Image, theme: Theme) -> bool:
    """Return whether a part of a picture shows sky and panels with their frames, and no more."""
    plain = {theme.panel, theme.panel_turn, theme.well, theme.rim, theme.gold, theme.mark}
    plain |= {sky_colour(at / 400, haze, theme) for at in range(401) for haze in (0, HAZE)}
    counted = picture.getcolors(picture.width * picture.height) or []
    other = [count for count, colour in counted if colour not in plain]
    return sum(other) <= ROUNDED

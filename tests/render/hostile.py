"""Names that cost most to draw or to say, and what a picture owes to everybody in spite of them."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from PIL import Image

from engine.course import Course
from render.api import MAX_ALT, Person, Picture, Words
from render.encode import encode
from render.panels import ALT_BADGE, sky
from render.scene import Scene
from tests.engine.walks import everyone
from tests.render.conftest import ABSURD


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
    """Hold a picture to its alt text's length and to a bare lower left corner."""
    assert 0 < utf16(picture.alt) <= MAX_ALT
    assert corner(picture.data) == corner(encode(sky(picture.height).copy()))


def corner(data: bytes) -> bytes:
    """Return the pixels that the ALT badge covers."""
    with Image.open(BytesIO(data)) as image:
        box = (0, image.height - ALT_BADGE.h, ALT_BADGE.w, image.height)
        return image.convert("RGB").crop(box).tobytes()

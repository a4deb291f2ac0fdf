"""No name stops a picture or holds it up, whatever it is made of."""

from __future__ import annotations

from random import Random
from sys import maxunicode
from time import thread_time
from unicodedata import category

import pytest

from bot.painter import Painter
from render import lettering as module
from render.api import Person, Words
from render.canvas import BIG, READABLE
from render.glyphs import font, installed_fonts
from render.lettering import WIDEST, clean, drawable, lettering, prepare
from render.panels import name_of
from tests.render.hostile import HOSTILE

SHARE = 61
"""One letter in this many is drawn here, each of them in the soak tests."""

SECONDS = 0.5
"""Processor time that one name may take; most take a hundredth."""

PLAQUE = "\ufdfd"
"""A sentence in one letter: the only one that Pillow refuses to draw ("raster overflow")."""


def letters() -> list[str]:
    """Return every assigned character."""
    every = map(chr, range(maxunicode + 1))
    return [char for char in every if category(char) not in {"Cn", "Co", "Cs"}]


def assert_cheap(name: str) -> None:
    """Draw a name as pictures do, within bounds of room and time."""
    start = thread_time()
    line = lettering(name, BIG, 600, READABLE)
    assert thread_time() - start < SECONDS, name
    assert line.width <= 600
    assert line.mask.width <= 600


def test_a_share_of_all_letters_is_cheap_to_draw() -> None:
    prepare()
    for letter in [PLAQUE, *"\u0f5d\u15b1\U000173cf", *letters()[::SHARE]]:
        assert_cheap(letter)


def test_random_mixes_are_cheap_to_draw() -> None:
    prepare()
    random, every = Random(1), letters()
    for _ in range(150):
        assert_cheap("".join(random.choices(every, k=random.randint(2, 32))))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_cheap_to_draw(name: str) -> None:
    prepare()
    assert_cheap(name)


def test_a_letter_wider_than_a_word_is_a_frame() -> None:
    line = lettering(f"a{PLAQUE}b", BIG, 600, READABLE)
    assert line.width < 2 * WIDEST * BIG.size
    assert line.text == f"a{PLAQUE}b"


def test_a_name_of_nothing_that_can_be_drawn_is_the_seats_number(words: Words) -> None:
    assert drawable(PLAQUE) == ""
    assert drawable(f"a{PLAQUE}") == f"a{PLAQUE}"
    people = [Person("Annie"), Person(PLAQUE * 5)]
    assert name_of(people, 2, words) == words("picture.nameless", seat=2)


def test_a_font_that_refuses_a_letter_costs_only_that_letter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Should a letter pass for cheap and yet raise when drawn, dots stand for what is not plain."""
    module._runs.cache_clear()
    monkeypatch.setattr(module, "_is_cheap", lambda *_: True)
    line = lettering(f"Ann {PLAQUE} of it", BIG, 593, READABLE)
    module._runs.cache_clear()
    assert line.text == "Ann \xb7 of it"


async def test_the_fonts_are_read_when_the_painter_begins() -> None:
    painter = Painter(threads=1)
    # One thread paints in turn, so what was asked for first is done by then.
    await painter.paint(lambda: None)
    painter.close()
    assert font.cache_info().currsize >= len(installed_fonts())


def test_cleaning_is_cheap_however_long_a_name_is() -> None:
    start = thread_time()
    clean("\ufdfa" * 100_000)
    assert thread_time() - start < SECONDS

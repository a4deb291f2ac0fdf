"""Pictures in every language: no word is cut, too small or out of its room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.texts import Texts
from engine.games import GAMES
from engine.melds import Meld, Nine
from engine.seats import Seat
from render.api import MAX_ALT, Person, Picture, Words
from render.nines import FACTORS
from render.scenes import SCENES
from render.theme import NIGHT, Theme, large
from tests.engine.walks import Beginning, everyone, walk
from tests.render.test_pseudo import Lines, lines, others
from tests.soak.amounts import some
from tests.texts.pseudo import LOCALE, with_pseudo

__all__ = ["lines"]

NAMES = tuple(letter * 32 for letter in "WMGOQB")
LEAST = 22
"""Pixels per em of the smallest words that English needs, on the caption of a column."""

LANGUAGES = (*Texts.load().locales, LOCALE)
PRINTS = {"usual": NIGHT, "large": large(NIGHT)}
TABLES = [
    (language, key, seats, name)
    for language in LANGUAGES
    for key in SCENES
    for seats in sorted({GAMES[key].info.seats[0], max(GAMES[key].info.seats)})
    for name in PRINTS
]


def words_of(language: str) -> Words:
    return with_pseudo(LOCALE).words(language)


def moments(key: str, seats: int, words: Words, theme: Theme) -> Iterator[Picture]:
    """Paint the beginning, the middle and the end of a random game, for everybody."""
    scene, walked = SCENES[key], list(walk(Beginning(key, seats, {}, seats)))
    people = [Person(name, house=seat == 2) for seat, name in enumerate(NAMES[:seats], 1)]
    for at in (0, len(walked) // 3, len(walked) // 2, len(walked) - 1):
        for seat in everyone(seats):
            view = walked[at].course.view(seat)
            paint = scene.hand if seat else scene.result if view.deal_scores else scene.table
            yield paint(view, people, words, theme)
    yield from (one for page in range(7) if (one := scene.rules(page, words, theme)))


def assert_room(noted: Lines, language: str) -> None:
    """Hold lines to their room; in a real language no word is cut or too small to be read."""
    assert noted.painted
    # Large print tries narrow letters after wide ones: the last try is what is seen.
    seen = {(text, written.room): written for text, written in noted.painted}
    for (text, _), written in seen.items():
        assert written.room.x <= written.ink.x, text
        assert written.ink.right <= written.room.right, text
        if language != LOCALE and not any(name[:3] in text for name in NAMES):
            assert written.line.text.endswith("…") == text.endswith("…"), text
            assert written.line.size >= LEAST, text


@pytest.mark.parametrize(("language", "key", "seats", "name"), some(TABLES, 6))
def test_words_have_room_in_every_language(
    language: str, key: str, seats: int, name: str, lines: Lines
) -> None:
    painted = list(moments(key, seats, words_of(language), PRINTS[name]))
    assert all(0 < len(picture.alt) <= MAX_ALT for picture in painted)
    assert_room(lines, language)


@pytest.mark.parametrize("language", some(LANGUAGES, 2))
def test_words_beside_tables_have_room_in_every_language(language: str, lines: Lines) -> None:
    assert all(others(words_of(language)).values())
    assert_room(lines, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_hand_scores_stands_beside_the_names_of_its_factors(
    language: str, lines: Lines
) -> None:
    view: Any = next(iter(walk(Beginning("cloud_nine", 3, {}, 3)))).course.view(Seat(1))
    people = [Person(name) for name in ("Ada", "Ben", "Cleo")]
    widest = replace(view, hand=Nine(view.hand.cards, Meld(7, 7, 7, 2, 363)))
    SCENES["cloud_nine"].hand(widest, people, words_of(language))
    names = {words_of(language)(key) for key in FACTORS}
    inks = {text: written.ink for text, written in lines.painted}
    assert all(inks["= 363"].right <= ink.x for text, ink in inks.items() if text in names)

"""Pictures in every language, and in one that nobody speaks: all words have room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.texts import Texts
from engine.games import GAMES
from engine.melds import Meld, Nine
from engine.seats import Seat
from render import canvas
from render.api import MAX_ALT, Person, Picture, Words
from render.canvas import READABLE, Lettered, Stroke, Written, written_line
from render.canvas import filled_shape as filled
from render.lettering import clean
from render.nines import FACTORS
from render.scenes import SCENES
from render.scenes.comparison import paint_comparison
from render.scenes.daily import paint_daily
from render.scenes.evening import paint_evening
from render.scenes.leaderboard import Heading, Rated, paint_leaderboard, paint_ratings
from render.scenes.league import paint_league, paint_week
from render.scenes.play import paint_play
from render.scenes.stats import Page, paint_stats
from render.shapes import Box
from render.theme import NIGHT, THEMES, WIDTH, Colour, Theme, large
from tests.engine.walks import Beginning, everyone, walk
from tests.render.hostile import assert_told_and_free, pictures
from tests.render.scenes.test_sheets import CARD, held, league, ranked, week
from tests.render.scenes.test_stats import ALL, MEETINGS, PLAY
from tests.soak.amounts import some
from tests.texts.pseudo import LOCALE, OPEN, foreign, with_pseudo

# Pictures in the pseudo-language: all their words are the catalogues', and have room.

NAMES = ("Annie", "Benny", "Carol", "Dora", "Emil", "Frida")
GIVEN = (
    *NAMES,
    *(name[:3] for name in NAMES),  # in texts so long that only this much of a name fits
    CARD.title,
    CARD.day,
    CARD.score,
    "Cloud Nine",
    "Nimbly",
    "League",
    "Clumond",
    "Sep",
    "Nov",
)
"""What these tests put into pictures themselves."""

_CODES = re.compile(r"\b([2-9TJQKA][SHDC]|JK|[ABC]{2,3})\b")
"""Cards and calls in their notation, which is the same in every language."""


@dataclass
class Lines:
    """Every line of text that was painted, with what was left of it, and every mark."""

    painted: list[tuple[str, Written]] = field(default_factory=list)
    marks: list[tuple[str, Box]] = field(default_factory=list)

    def write(self, text: str, box: Box, look: Lettered, least: int) -> tuple[Stroke, Written]:
        """Write a line as a canvas does, and note it."""
        stroke, written = written_line(text, box, look, least)
        self.painted.append((text, written))
        return stroke, written

    def shape(self, name: str, box: Box, colour: Colour) -> Stroke:
        """Fill a shape as a canvas does, and note it."""
        self.marks.append((name, box))
        return filled(name, box, colour)


class Spoken:
    """Words of a language that know which key gave each text."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.keys: dict[str, set[str]] = {}

    def __call__(self, key: str, /, **values: object) -> str:
        text = self._words(key, **values)
        self.keys.setdefault(clean(str(text)), set()).add(key)
        return text


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Return what is painted from now on."""
    noted = Lines()
    monkeypatch.setattr(canvas, "written_line", noted.write)
    monkeypatch.setattr(canvas, "filled_shape", noted.shape)
    return noted


@pytest.fixture(scope="module")
def words() -> Words:
    return with_pseudo(LOCALE).words(LOCALE)


def unknown(text: str) -> list[str]:
    """Return the words that came neither from a catalogue nor from the test."""
    return foreign(_CODES.sub(" ", text), GIVEN)


def assert_translated(pictures: Iterable[Picture], lines: Lines) -> None:
    """Hold pictures to words of the catalogues, with room, in the picture and beside it."""
    for picture in pictures:
        assert unknown(picture.alt) == []
        assert OPEN in picture.alt
        assert len(picture.alt) <= MAX_ALT
        assert_told_and_free(picture)
    assert any(OPEN in text for text, _ in lines.painted)
    for text, written in lines.painted:
        assert unknown(text) == [], text
        room, ink = written.room, written.ink
        assert 0 <= room.x <= ink.x, text
        assert ink.right <= room.right <= WIDTH, text
        assert written.line.text != "…", text


def moments(key: str, seats: int, words: Words) -> Iterator[Picture]:
    """Paint the beginning, the middle and the end of a random game, for everybody."""
    walked = list(walk(Beginning(key, seats, {}, seats)))
    people = [Person(name, house=seat == 2) for seat, name in enumerate(NAMES[:seats], 1)]
    for at in (0, len(walked) // 3, len(walked) // 2, len(walked) - 1):
        yield from pictures(SCENES[key], walked[at].course, people, words)


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        (key, seats)
        for key in SCENES
        for seats in {*GAMES[key].info.seats[:1], max(GAMES[key].info.seats)}
    ],
)
def test_pictures_of_every_game_speak_the_language(
    key: str, seats: int, words: Words, lines: Lines
) -> None:
    assert_translated(moments(key, seats, words), lines)


@pytest.mark.parametrize("key", SCENES)
def test_pictures_of_the_rules_speak_the_language(key: str, words: Words, lines: Lines) -> None:
    pictures = [picture for n in range(7) if (picture := SCENES[key].rules(n, words))]
    if pictures:  # not every game has some
        assert_translated(pictures, lines)


def told(page: Page, words: Words) -> Page:
    """Return a person's page with its words in a language."""
    way = words("stats.place", place=2)
    lines = [replace(line, way=way) for line in page.lines]
    rise = None if page.rise is None else replace(page.rise, days=("3", "24"))
    return replace(page, lines=lines, rise=rise)


def others(words: Words, theme: Theme = NIGHT) -> dict[str, list[Picture]]:
    """Paint what is no table."""
    play = replace(PLAY, title="Nimbly")
    heading, names = Heading("League 7: Nimbly", "3"), NAMES[:3]
    rated = [Rated(1, "Annie", 1234, False, 12, 5), Rated(None, "Benny", 999, True, 2, 0)]
    return {
        "leaderboard": [
            paint_leaderboard(heading, ranked(names), unit, words, theme)
            for unit in ("deals", "hands", "trips")
        ],
        "ratings": [paint_ratings(heading, rated, words, theme)],
        "league": [paint_league(heading, league(names), words, theme)],
        "week": [paint_week(heading, week(names), words, theme)],
        "daily": [paint_daily(CARD, words, theme)],
        "evening": [
            paint_evening(heading, held(names, deals), unit, words, theme)
            for unit in ("deals", "hands", "trips")
            for deals in (2, 9)
        ],
        "play": [paint_play(play, unit, words, theme) for unit in ("deals", "hands", "trips")],
        "stats": [paint_stats(told(page, words), words, theme) for page in ALL[:3]],
        "comparison": [paint_comparison(("Annie", "Benny"), MEETINGS[:2], words, theme)],
    }


def test_all_other_pictures_speak_the_language(words: Words, lines: Lines) -> None:
    for painted in others(words).values():
        assert_translated(painted, lines)


@pytest.mark.parametrize("text", ["Deal 1", f"{OPEN}áλλ⟧ of it", "1 card"])
def test_a_word_beside_the_catalogues_would_be_found(text: str) -> None:
    assert unknown(text)


# Pictures in every language: no word is cut, too small or out of its room.

__all__ = ["lines"]

WIDE = tuple(letter * 32 for letter in "WMGOQB")
LEAST = 29
"""Pixels per em of the smallest words, in the language that needs most room for them."""

REPEATED = {
    "alt.trick.wins": "the frame of gold",  # spelled like the word beside it, in French
    "picture.balloon.can_pay": "the message",
    "picture.balloon.discards": "the cards themselves, in the order of every hand",
    "picture.balloon.fall": "the torn balloon",
    "picture.balloon.pilot": "the basket",
    "picture.clumond.against": "the message",
    "picture.clumond.column.chips": "the signs of the numbers below",
    "picture.clumond.column.promised": "the cards below and their sum",
    "picture.clumond.column.won": "the message, in the order of the columns",
    "picture.clumond.deals": "the message",
    "picture.clumond.declares": "the mark of trumps",
    "picture.clumond.tricks": "the number, which stands first in every row",
    "picture.flush": "the sign of the suit, and that below the cards",
    "picture.result": "the cards beside it, the last that were played",
    "picture.role.1": "the frame of gold",
    "picture.run": "the sign of steps, and that below the cards",
    "picture.sets": "the sign of twins, and that below the cards",
}
"""Words that may be smaller than what a player needs, and what says the same."""

MARK = 18
"""Pixels of the smallest mark that a player needs."""

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


def moments_in(key: str, seats: int, words: Words, theme: Theme) -> Iterator[Picture]:
    """Paint the beginning, the middle and the end of a random game, for everybody."""
    scene, walked = SCENES[key], list(walk(Beginning(key, seats, {}, seats)))
    people = [Person(name, house=seat == 2) for seat, name in enumerate(WIDE[:seats], 1)]
    for at in (0, len(walked) // 3, len(walked) // 2, len(walked) - 1):
        for seat in everyone(seats):
            view = walked[at].course.view(seat)
            paint = scene.hand if seat else scene.result if view.deal_scores else scene.table
            yield paint(view, people, words, theme)
    yield from (one for page in range(7) if (one := scene.rules(page, words, theme)))


def assert_room(noted: Lines, words: Spoken, language: str) -> None:
    """Hold lines to their room; in a real language all can be read, and all marks seen.

    Smaller may be only what is said by something else, too.
    """
    assert noted.painted
    # Wide letters are tried before narrow ones: the last try is what is seen.
    seen = {(text, written.room): written for text, written in noted.painted}
    for (text, _), written in seen.items():
        assert written.room.x <= written.ink.x, text
        assert written.ink.right <= written.room.right, text
        if language != LOCALE and not any(name[:3] in text for name in WIDE):
            assert written.line.text.endswith("…") == text.endswith("…"), text
            is_repeated = words.keys.get(clean(text), set()) & REPEATED.keys()
            assert written.line.size >= (LEAST if is_repeated else READABLE), text
    assert [(name, at) for name, at in noted.marks if min(at.w, at.h) < MARK] == []


@pytest.mark.parametrize(("language", "key", "seats", "name"), some(TABLES, 6))
def test_words_have_room_in_every_language(
    language: str, key: str, seats: int, name: str, lines: Lines
) -> None:
    words = Spoken(words_of(language))
    painted = list(moments_in(key, seats, words, PRINTS[name]))
    assert all(0 < len(picture.alt) <= MAX_ALT for picture in painted)
    assert_room(lines, words, language)


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize("language", some(LANGUAGES, 3))
def test_words_beside_tables_have_room_in_every_language(
    language: str, name: str, lines: Lines
) -> None:
    words = Spoken(words_of(language))
    assert all(others(words, PRINTS[name]).values())
    assert_room(lines, words, language)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_all_looks_have_letters_of_one_size(theme: Theme, lines: Lines) -> None:
    """So that what can be read in one of them can be read in all."""
    for each in (NIGHT, theme):
        list(moments_in("cloud_nine", 3, words_of("en"), each))
        assert all(others(words_of("en"), each).values())
    sizes = [(text, written.room, written.line.size) for text, written in lines.painted]
    assert sizes[: len(sizes) // 2] == sizes[len(sizes) // 2 :]


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
    assert all(inks["363"].right <= ink.x for text, ink in inks.items() if text in names)

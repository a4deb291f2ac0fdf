"""What every picture of every game owes, at every moment, whatever people are called."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, replace
from random import Random
from sys import maxunicode
from time import thread_time
from typing import Any
from unicodedata import category

import pytest
from PIL import ImageChops, ImageDraw

from bot.painter import Painter
from engine.game import View, by_place
from engine.games import GAMES
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from render import lettering as module
from render.api import MAX_ALT, Person, Picture, Words
from render.canvas import BIG, READABLE
from render.context import Context
from render.final import draw_final
from render.glyphs import font, installed_fonts
from render.lettering import WIDEST, cap_height, clean, drawable, lettering, prepare
from render.panels import ALT_BADGE, name_of
from render.scenes import SCENES
from render.theme import DAY, LEGIBLE, NIGHT, PACK, THEMES, WIDTH, Colour, Theme, large, tallest
from tests.engine.walks import Beginning, everyone, walk
from tests.render.conftest import ABSURD
from tests.render.hostile import HOSTILE, assert_told_and_free, hostile, pictures
from tests.render.scenes.played import WORDS, Game, absurd, played
from tests.soak.amounts import by_seats, some

# What every picture of every game owes, whatever people are called.

MOMENTS = 2
"""Of each game, beside the first and the last; `make soak` has thousands."""
BLENDED = 20
"""Pixels that the edges of letters and figures may happen to give a colour."""


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "seats"), by_seats((key, seats) for key in SCENES for seats in GAMES[key].info.seats)
)
def test_alt_texts_are_whole_and_the_badges_corner_is_free(
    key: str, seats: int, words: Words
) -> None:
    """At some moments of a random game, the end among them, for everybody."""
    moments = list(walk(Beginning(key, seats, {}, seats)))
    chosen = Random(seats).sample(range(len(moments)), min(MOMENTS, len(moments)))
    for number, at in enumerate({*chosen, 0, len(moments) - 1}):
        people = hostile(seats, number * seats)
        for picture in pictures(SCENES[key], moments[at].course, people, words):
            assert_told_and_free(picture)
            assert not picture.alt.endswith("…")


@pytest.mark.parametrize("key", SCENES)
def test_the_corner_is_free_in_the_pictures_of_the_rules(key: str, words: Words) -> None:
    for picture in filter(None, [SCENES[key].rules(page, words) for page in range(6)]):
        assert_told_and_free(picture)


def colours_of(theme: Theme) -> set[Colour]:
    """Return the colours of grounds, letters and marks."""
    fields = [value for value in astuple(theme) if isinstance(value, tuple)]
    return {
        colour for value in fields for colour in (value if type(value[0]) is tuple else [value])
    }


@pytest.mark.whole
@pytest.mark.parametrize("key", SCENES)
def test_nothing_in_a_picture_by_day_has_a_colour_of_the_night(key: str, words: Words) -> None:
    scene, seats = SCENES[key], max(GAMES[key].info.seats)
    foreign = colours_of(NIGHT) - colours_of(DAY) - {*astuple(PACK)}
    moments = list(walk(Beginning(key, seats, {}, 5)))
    for at in (0, len(moments) // 3, len(moments) // 2, len(moments) - 1):
        course = moments[at].course
        contexts = [
            Context(course.view(seat), hostile(seats, at), words, DAY) for seat in everyone(seats)
        ]
        table, *hands = contexts
        drawn = [scene.draw_table(table), *map(scene.draw_hand, hands)]
        if table.view.deal_scores:
            drawn += [draw_final(table, scene.story), *filter(None, [scene.draw_deal(table)])]
        for canvas in drawn:
            assert canvas.theme is DAY
            found = canvas.image.getcolors(canvas.image.width * canvas.image.height) or []
            assert foreign.isdisjoint({colour for count, colour in found if count > BLENDED})


@pytest.mark.parametrize("key", SCENES)
def test_a_picture_says_the_same_in_every_theme_and_is_as_large(key: str, words: Words) -> None:
    scene, seats = SCENES[key], min(GAMES[key].info.seats)
    people, view = hostile(seats, 0), Beginning(key, seats, {}, 1).course().view(None)
    painted = [scene.table(view, people, words, theme) for theme in THEMES.values()]
    assert len({(one.alt, one.width, one.height) for one in painted}) == 1
    assert len({one.data for one in painted}) == len(THEMES)
    for page in range(1, 6):
        shown = [scene.rules(page, words, theme) for theme in THEMES.values()]
        assert len({picture and (picture.alt, picture.height) for picture in shown}) == 1
        assert None in shown or len({picture.data for picture in shown if picture}) == len(THEMES)


def test_the_corner_is_as_large_as_the_badge_was_seen() -> None:
    assert ALT_BADGE.w >= 0.12 * WIDTH
    assert ALT_BADGE.h >= 0.08 * WIDTH


# What the pictures of every game owe, at moments of games as lively players play them.

LOWEST = 0.42
"""How low a picture may be, in parts of its width."""

MOST_BYTES = 60_000

PAGES = {
    "balloon": [1, 2, 3],
    "cloud_nine": [1, 2, 3, 4],
    "clumond": [2, 3, 4],
    "nimbly": [1, 2, 3],
}
"""The pages of the rules that have a picture."""

LONG = ("Anna", "Benedict the Long-winded of Foo", "Cy", "Dora", "Emil", "Frida")

PLAYED: list[tuple[type[View], int, dict[str, Any]]] = [
    *((BalloonView, seats, {}) for seats in (2, 3, 6)),
    (CloudNineView, 3, {"deals": 2}),
    (ClumondView, 3, {"deals": 3}),
    (ClumondView, 3, {"deals": 3, "scoring": "points"}),
    *((NimblyView, seats, {"deals": 2}) for seats in (3, 4, 5)),
]


@pytest.fixture(params=PLAYED, ids=lambda one: f"{one[0].__name__} {one[1:]}")
def game(request: pytest.FixtureRequest) -> Game:
    kind, seats, options = request.param
    return played(kind, seats, **options)


def test_moments_of_a_game_paint(game: Game) -> None:
    for views in game.some(6):
        for seat, view in views.items():
            paint = game.scene.table if seat is None else game.scene.hand
            picture = paint(view, game.people(), WORDS)
            assert picture.data[:4] == b"\x89PNG"
            assert picture.width == WIDTH
            assert LOWEST * WIDTH <= picture.height <= tallest(NIGHT)
            assert 0 < len(picture.alt) <= MAX_ALT
            assert len(picture.data) < MOST_BYTES


@pytest.mark.parametrize("start", some((0, 1, 5, 9), 2))
def test_texts_lie_inside_the_picture_and_are_legible(game: Game, start: int) -> None:
    named = []
    for canvas in game.canvases(4, absurd(start)) if start else game.canvases(16, LONG):
        for line, box, room in canvas.texts:
            assert 0 <= room.x <= box.x
            assert box.right <= room.right <= canvas.image.width
            assert 0 <= room.y <= box.y
            assert box.bottom <= room.bottom <= canvas.image.height
            if any(char.isdigit() for char in line.text):
                assert cap_height(line.size) >= LEGIBLE
                assert not line.text.endswith("…")
            named += [line] if line.text.startswith(("Anna", "Bene")) else []
    assert named or start
    assert all(line.size >= READABLE for line in named)


USUAL = ("Benjamin", "Margaret", "Wilhelma", "Marianne", "Theodora", "Giovanni")
"""Names of eight letters, as wide as any."""


@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in SCENES for seats in GAMES[key].info.seats]
)
@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
def test_no_usual_name_is_cut_at_any_table_or_in_any_hand(
    key: str, seats: int, theme: Theme, words: Words
) -> None:
    scene, people = SCENES[key], [Person(name, house=True) for name in USUAL[:seats]]
    moments = list(walk(Beginning(key, seats, {}, seats)))
    for at in range(0, len(moments), len(moments) // 4):
        for seat in everyone(seats):
            context = scene.context(moments[at].course.view(seat), people, words, theme)
            canvas = scene.draw_hand(context) if seat else scene.draw_table(context)
            written = [line.text for line, _, _ in canvas.texts if line.text[:4] in _BEGUN]
            assert {*written} <= {*USUAL}
            assert seat or {*written} == {*USUAL[:seats]}


_BEGUN = {name[:4] for name in USUAL}


@pytest.mark.parametrize("start", some(range(1, len(ABSURD), 3), 2))
def test_absurd_names_change_nothing_outside_their_own_lines(game: Game, start: int) -> None:
    """Everything that differs from the picture with nameless seats lies in lines of names."""
    drawn = (game.canvases(4, names) for names in ([""] * 6, absurd(start)))
    for plain, odd in zip(*drawn, strict=True):
        difference = ImageChops.difference(plain.image, odd.image).convert("L")
        cover = ImageDraw.Draw(difference)
        for line, _, box in plain.texts:
            if line.text.startswith("Seat"):
                cover.rectangle((0, box.y, WIDTH, box.bottom - 1), fill=0)
        assert difference.getbbox() is None


def test_a_table_painted_from_a_seats_view_shows_no_more_than_a_spectators(game: Game) -> None:
    """B4, C9: whatever is hidden in a hand is hidden in the picture for all."""
    for views in game.some(4):
        public = game.scene.table(views[None], game.people(), WORDS)
        tables = [game.scene.table(view, game.people(), WORDS) for view in views.values()]
        assert all(table == public for table in tables)


def test_the_same_view_gives_the_same_bytes_in_any_thread(game: Game) -> None:
    def paint(view: object) -> Picture:
        return game.scene.table(view, game.people(), WORDS)

    views = [views[None] for views in game.some(5)] * 2
    alone = [paint(view) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(paint, views)) == alone


@pytest.mark.parametrize("key", SCENES)
def test_pages_of_the_rules_have_pictures_and_others_none(key: str) -> None:
    assert [page for page in range(-1, 7) if SCENES[key].rules(page, WORDS)] == PAGES.get(key, [])


def test_the_last_deal_of_a_game_lists_everybody_by_place(game: Game) -> None:
    view = game.views[-1][None]
    ranked = [game.people()[seat - 1].name for _, seat in by_place(view.scores, view.winners)]
    for each, names in (
        (view, ranked),
        (replace(view, winners=()), [one.name for one in game.people()]),
    ):
        written = game.drawn("deal", each).texts
        lines = [line.text for line, _, _ in written if line.text in ranked]
        assert lines[-len(names) :] == names
        told = game.told("deal", each)
        said = [found for found in re.findall(r"\. (\w+):? ", told) if found in names]
        assert said[: len(names)] == names


def test_what_cannot_be_painted_is_refused(game: Game) -> None:
    view = game.views[0][None]
    for paint, why in ((game.scene.hand, "spectator"), (game.scene.result, "finished")):
        with pytest.raises(ValueError, match=why):
            paint(view, game.people(), WORDS)


def test_every_game_has_a_scene_and_every_scene_a_game() -> None:
    assert SCENES.keys() == GAMES.keys()


# No name stops a picture or holds it up, whatever it is made of.

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
    line = lettering(f"Ann {PLAQUE} of it", BIG, 700, READABLE)
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

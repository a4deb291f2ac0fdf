"""Themes: all can be told from what it stands on, without colour and in large print too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, fields, replace
from functools import partial
from itertools import combinations
from math import dist
from typing import Any, TypeAlias

import pytest
from PIL import Image

from bot.preferences.server import Look
from engine.analysis.scale import Grade
from engine.cards import SUITS
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView, Phase, Trumps
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.canvas import PLAIN, READABLE, Canvas, Lettered
from render.scenes.balloon.parts import MARKS
from render.scenes.daily import paint_daily
from render.scenes.play import draw_play
from render.scenes.stats import draw_stats
from render.shapes import SHAPES, Box
from render.theme import (
    COLOURS,
    DAY,
    HAZE,
    LARGE,
    NIGHT,
    PACK,
    THEMES,
    WIDTH,
    Colour,
    Theme,
    dimmed,
    large,
    sky_colour,
    snap,
)
from tests.render.conftest import ABSURD
from tests.render.contrasts import contrast, poor
from tests.render.gallery import LONG, gallery, pictures
from tests.render.hostile import corner, is_plain
from tests.render.scenes.played import WORDS, Game, drawn_by, played
from tests.render.scenes.test_sheets import CARD, WEEK
from tests.render.scenes.test_stats import FULL as PAGE
from tests.render.scenes.test_stats import PLAY, RISE, SURE, assert_apart
from tests.soak.amounts import wholly

AA_LARGE = 3.0
AA = 4.5

THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def grounds(theme: Theme) -> dict[str, Colour]:
    return {
        "panel": theme.panel,
        "panel_turn": theme.panel_turn,
        "well": theme.well,
        "sky top": sky_colour(0, 0, theme),
        "sky bottom": sky_colour(1, 0, theme),
        "haze": sky_colour(0, HAZE, theme),
        "haze at the bottom": sky_colour(1, HAZE, theme),
    }


@THEME
@pytest.mark.parametrize("letter", ["text", "muted", "gold", "flush", "run", "sets", "bonus"])
def test_every_text_colour_stands_aa_contrast_on_every_ground(theme: Theme, letter: str) -> None:
    for name, ground in grounds(theme).items():
        assert contrast(ground, getattr(theme, letter)) >= AA, name


@THEME
def test_numbers_on_clouds_stand_aa_contrast(theme: Theme) -> None:
    for cloud in (theme.cloud, theme.well):
        assert contrast(cloud, theme.text) >= AA


@THEME
def test_numbers_on_discs_and_pills_stand_aa_contrast(theme: Theme) -> None:
    for disc in (*theme.seats, *theme.medals, theme.glow):
        assert contrast(disc, theme.ink) >= AA


@THEME
def test_marks_are_told_from_what_they_lie_on(theme: Theme) -> None:
    for sign in (*theme.seats, theme.mark, theme.line):
        for name, ground in grounds(theme).items():
            assert contrast(sign, ground) >= AA_LARGE, name


@pytest.mark.parametrize("suit", ["black", "red", "blue", "green", "joker"])
def test_suits_stand_aa_contrast_on_a_card_and_on_a_dimmed_one(suit: str) -> None:
    colour = getattr(PACK, suit)
    assert contrast(PACK.paper, colour) >= AA
    for paper in (PACK.dim, PACK.barred):
        assert contrast(paper, dimmed(colour, paper)) >= AA


VISIONS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranope": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanope": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of linear red, green and blue in the common kinds of colour-blindness (Machado)."""

TOLD = 15.0
"""The distance in CIE Lab from which on plain areas are told apart easily; 2 is just seen."""


def seen(colour: Colour, vision: str) -> tuple[float, float, float]:
    """Return a colour in CIE Lab as somebody with that vision has it."""
    parts = [((c / 255 + 0.055) / 1.055) ** 2.4 if c > 10 else c / 3294.6 for c in colour]
    left = (sum(a * b for a, b in zip(row, parts, strict=True)) for row in VISIONS[vision])
    r, g, b = (min(1.0, max(0.0, part)) for part in left)
    x = 0.4339 * r + 0.3762 * g + 0.1899 * b
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = 0.0177 * r + 0.1095 * g + 0.8728 * b
    fx, fy, fz = (v ** (1 / 3) if v > 0.00886 else 7.787 * v + 0.1379 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


SAFE = {
    "suits": (PACK.black, PACK.red, PACK.blue, PACK.green, PACK.joker),
    "dice": (PACK.black, PACK.red, PACK.green, PACK.joker, PACK.yellow),
    "seats": COLOURS.seats,
    "factors": COLOURS.factors,
}


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("group", SAFE)
def test_colours_are_told_apart_by_all_eyes(group: str, vision: str) -> None:
    for one, other in combinations(SAFE[group], 2):
        assert dist(seen(one, vision), seen(other, vision)) >= TOLD, (one, other)


def test_looks_are_the_names_of_themes() -> None:
    assert [*Look] == [*THEMES]


def test_the_first_theme_is_the_usual_one() -> None:
    assert next(iter(THEMES.values())) is NIGHT


@pytest.mark.parametrize("colours", [PACK, *THEMES.values()], ids=["pack", *THEMES])
def test_all_colours_survive_the_palette_lookup_of_pillow(colours: Any) -> None:
    for value in (value for value in astuple(colours) if isinstance(value, tuple)):
        for colour in value if isinstance(value[0], tuple) else (value,):
            assert snap(colour) == colour


def test_contrast_is_that_of_wcag_for_black_and_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


# Every scene in every theme: 4.5:1 for texts, 3:1 for signs, whatever lies under them.

BOX = Box(20, 20, 200, 60)


@pytest.mark.parametrize(
    "look", [look if THEMES[look] in (NIGHT, DAY) else wholly(look) for look in THEMES]
)
def test_all_that_is_painted_is_told_from_what_it_lies_on(look: str) -> None:
    drawn = pictures(THEMES[look]).items()
    assert not [(name, *each) for name, canvas in drawn for each in poor(canvas)]


def test_what_is_told_badly_is_found_on_whatever_it_lies() -> None:
    def plain() -> Canvas:
        return Canvas(Image.new("RGB", (300, 100), NIGHT.panel), NIGHT)

    dim, part = plain(), plain()
    dim.text("dim", BOX, Lettered(PLAIN, NIGHT.line))
    part.text("dim", BOX, Lettered(PLAIN, NIGHT.cloud))
    laid, covered, framed = plain(), plain(), plain()
    laid.lay(part, 0, 0)
    covered.panel(BOX, NIGHT.text)
    covered.text("white", BOX, Lettered(PLAIN, NIGHT.text))
    framed.panel(BOX, NIGHT.cloud, outline=4)
    assert [[each.what for each in poor(canvas)] for canvas in (dim, laid, covered, framed)] == [
        ["dim"], ["dim"], ["white"], ["sign"],
    ]  # fmt: skip


# Nothing is said by colour alone: all is told, too, where letters and signs have one colour.

Draw: TypeAlias = Callable[[], Canvas]

_KEPT = {"sky_top", "sky_bottom", "haze", "panel", "well", "ink", "width", "letters"}
_GROUND = {"panel_turn": NIGHT.panel, "rim": NIGHT.panel, "cloud": NIGHT.panel}


def _one(field: str) -> Any:
    usual = getattr(NIGHT, field)
    return (NIGHT.text,) * len(usual) if isinstance(usual[0], tuple) else NIGHT.text


COLOURLESS: Theme = replace(
    NIGHT, **{one.name: _one(one.name) for one in fields(NIGHT) if one.name not in _KEPT} | _GROUND
)
"""A night in which all that is written or painted on a ground has one colour."""


def shown(game: Game, view: Any) -> Canvas:
    return drawn_by(lambda: game.scene.table(view, game.people(), WORDS, COLOURLESS))


def tables() -> dict[str, list[Draw]]:
    """Return what tables tell; of each thing the tables that differ in it alone."""
    cloud_nine, nimbly = played(CloudNineView, deals=2), played(NimblyView, deals=2)
    clumond, balloon = played(ClumondView, deals=3), played(BalloonView, 3)
    trick = cloud_nine.first(lambda view: view.last_trick is not None)
    drawn = nimbly.first(lambda view: view.last_draw is not None)
    called = clumond.first(lambda view: view.declarer is not None)
    flown = balloon.first(lambda view: view.cloud > 2 and sum(view.aboard) == 3)
    told: dict[str, tuple[Game, list[Any]]] = {
        "whose turn": (cloud_nine, [replace(trick, to_act=(Seat(n),)) for n in (1, 2)]),
        "whose draw": (nimbly, [replace(drawn, to_act=(Seat(n),)) for n in (1, 2)]),
        "who took cards": (nimbly, [
            replace(drawn, last_draw=replace(drawn.last_draw, seat=Seat(n))) for n in (1, 2)
        ]),
        "cards held": (nimbly, [replace(drawn, hand_counts=(n, 3, 3)) for n in (3, 4)]),
        "trumps": (clumond, [
            replace(called, phase=Phase.PLAY, trumps=trumps) for trumps in Trumps
        ]),
        "who declares": (clumond, [replace(called, declarer=Seat(n)) for n in (1, 2)]),
        "tricks won": (clumond, [replace(called, tricks=(n, 0, 0)) for n in (0, 1)]),
        "where the balloon is": (balloon, [replace(flown, cloud=n) for n in (1, 2, 3)]),
        "who flies": (balloon, [replace(flown, pilot=Seat(n)) for n in (1, 2, 3)]),
        "who is aboard": (balloon, [
            replace(flown, aboard=(first, True, True)) for first in (True, False)
        ]),
        "who stays": (balloon, [
            replace(flown, to_act=(), stayed=(first, False, False)) for first in (True, False)
        ]),
        "who jumped": (balloon, [
            replace(flown, jumps=jumps, aboard=tuple(not jump for jump in jumps))
            for jumps in ((1, 0, 0), (0, 1, 0), (0, 2, 0))
        ]),
    }  # fmt: skip
    return {
        what: [partial(shown, game, view) for view in views] for what, (game, views) in told.items()
    }


def day_of(mark: str) -> Canvas:
    card = replace(CARD, week=(*WEEK[:-1], mark))
    return drawn_by(lambda: paint_daily(card, WORDS, COLOURLESS))


def course(grade: Grade) -> Canvas:
    mark = PLAY.marks[0]._replace(grade=grade, fall=0)
    return draw_play(replace(PLAY, marks=(mark,)), "deals", WORDS, COLOURLESS)


def lines_of(first: int) -> Canvas:
    lines = [replace(SURE, title=f"Game {n}") for n in range(2)]
    rise = replace(RISE, points=((first, 1000), (1 - first, 1200)))
    return draw_stats(replace(PAGE, lines=lines, rise=rise), WORDS, COLOURLESS)


SHEETS: dict[str, list[Draw]] = {
    "days": [partial(day_of, mark) for mark in ("missed", "played", "mended", "open")],
    "lines": [partial(lines_of, first) for first in (0, 1)],
    "moves": [partial(course, grade) for grade in Grade],
}
"""What sheets tell; of each thing the sheets that differ in it alone."""

MOMENTS = {**tables(), **SHEETS}


@pytest.mark.parametrize("what", MOMENTS)
def test_what_differs_differs_without_colours(what: str) -> None:
    pictures = [draw().image.tobytes() for draw in MOMENTS[what]]
    assert len(set(pictures)) == len(pictures)


def test_suits_and_colours_have_figures_and_letters_of_their_own() -> None:
    assert len({SHAPES[suit] for suit in SUITS}) == len(SUITS)
    assert len({mark.figure for mark in MARKS.values()}) == len(MARKS)
    assert all(one != other for one, other in combinations(MARKS, 2))


# Large print, for phones: all is as many pixels high on a picture that is narrower.

LARGE_PRINT = large(DAY)
"""Colours are those of usual print, so one theme will do: that with the least contrasts."""

TIMES = 1.35
HUGE = "stats-4"
"""A page of what is longer than anybody's, which shrinks here and there."""

PUBLIC = ("evening",)
"""Pictures that nobody sees alone: they have the server's look, and its print."""

HIGHEST = 2.3
"""The most of a picture's height, in parts of its width."""

NAMES = {"long": LONG, "absurd": ABSURD[:6], "odd": ABSURD[6:12]}


@pytest.mark.whole
def test_what_is_painted_is_shown_larger_and_never_smaller() -> None:
    assert WIDTH / LARGE >= TIMES
    usual = pictures(DAY)
    for name, canvas in pictures(LARGE_PRINT).items():
        sizes: dict[str, int] = {}
        for text in usual[name].texts:
            sizes[text.line.text] = min(text.line.size, sizes.get(text.line.text, READABLE))
        for text in canvas.texts if name != HUGE else ():
            size = sizes.get(text.line.text, 0)
            assert text.line.size * WIDTH / LARGE >= size * TIMES, (name, text.line)


@pytest.mark.parametrize("names", NAMES)
def test_nothing_leaves_its_picture_is_cut_or_lies_on_something_else(names: str) -> None:
    for name, canvas in gallery(LARGE_PRINT, 2, NAMES[names]):
        if name.startswith(PUBLIC):
            continue
        assert canvas.size.w == LARGE
        assert canvas.size.h <= HIGHEST * LARGE, name
        assert all(one.x >= -20 and one.right <= LARGE + 10 for one in canvas.strokes), name
        assert_apart(canvas)
        assert_figures_whole(canvas, name)
        assert is_corner_free(canvas), name


@pytest.mark.whole
def test_all_is_told_from_what_it_lies_on() -> None:
    drawn = pictures(LARGE_PRINT).items()
    assert not [(name, *each) for name, canvas in drawn for each in poor(canvas)]


def assert_figures_whole(canvas: Canvas, name: str) -> None:
    for text in canvas.texts:
        if any(char.isdigit() for char in text.line.text) and len(text.line.text) < 20:
            assert not text.line.text.endswith("…"), (name, text.line.text)


def is_corner_free(canvas: Canvas) -> bool:
    return is_plain(corner(canvas.image, canvas.theme), canvas.theme)

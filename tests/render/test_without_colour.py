"""Nothing is said by colour alone: all is told, too, where letters and signs have one colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from itertools import combinations
from typing import Any, TypeAlias

import pytest

from engine.cards import SUITS
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView, Phase, Trumps
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.canvas import Canvas
from render.scenes.balloon.parts import MARKS
from render.scenes.daily import paint_daily
from render.scenes.play import draw_play
from render.scenes.stats import draw_stats
from render.shapes import SHAPES
from render.theme import NIGHT, Theme
from tests.render.gallery import drawn_by
from tests.render.scenes.played import WORDS, Game, played
from tests.render.scenes.test_daily import CARD, WEEK
from tests.render.scenes.test_play import FULL as PLAY
from tests.render.scenes.test_stats import FULL as PAGE
from tests.render.scenes.test_stats import RISE, SURE

Draw: TypeAlias = Callable[[], Canvas]

_KEPT = {"sky_top", "sky_bottom", "haze", "panel", "well", "ink", "width", "letters"}
_GROUND = {"panel_turn": NIGHT.panel, "rim": NIGHT.panel, "cloud": NIGHT.panel}


def _one(field: str) -> Any:
    usual = getattr(NIGHT, field)
    return (NIGHT.text,) * len(usual) if isinstance(usual[0], tuple) else NIGHT.text


PLAIN: Theme = replace(
    NIGHT, **{one.name: _one(one.name) for one in fields(NIGHT) if one.name not in _KEPT} | _GROUND
)
"""A night in which all that is written or painted on a ground has one colour."""


def shown(game: Game, view: Any) -> Canvas:
    return drawn_by(lambda: game.scene.table(view, game.people(), WORDS, PLAIN))


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
    return drawn_by(lambda: paint_daily(card, WORDS, PLAIN))


def course(*, luck: int = 6, is_fine: bool = False) -> Canvas:
    mark = PLAY.marks[0]._replace(is_fine=is_fine, fall=0)
    return draw_play(replace(PLAY, marks=(mark,), luck=luck), "deals", WORDS, PLAIN)


def lines_of(first: int) -> Canvas:
    lines = [replace(SURE, title=f"Game {n}") for n in range(2)]
    rise = replace(RISE, points=((first, 1000), (1 - first, 1200)))
    return draw_stats(replace(PAGE, lines=lines, rise=rise), WORDS, PLAIN)


SHEETS: dict[str, list[Draw]] = {
    "days": [partial(day_of, mark) for mark in ("missed", "played", "mended", "open")],
    "lines": [partial(lines_of, first) for first in (0, 1)],
    "moves": [partial(course, is_fine=is_fine) for is_fine in (True, False)],
    "luck": [partial(course, luck=luck) for luck in (-6, 0, 6)],
}
"""What sheets tell; of each thing the sheets that differ in it alone."""

TOLD = {**tables(), **SHEETS}


@pytest.mark.parametrize("what", TOLD)
def test_what_differs_differs_without_colours(what: str) -> None:
    pictures = [draw().image.tobytes() for draw in TOLD[what]]
    assert len(set(pictures)) == len(pictures)


def test_suits_and_colours_have_figures_and_letters_of_their_own() -> None:
    assert len({SHAPES[suit] for suit in SUITS}) == len(SUITS)
    assert len({mark.figure for mark in MARKS.values()}) == len(MARKS)
    assert all(one != other for one, other in combinations(MARKS, 2))

"""Every picture there is: what tests of all scenes, and who wants to look at them, go through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, TypeAlias

from engine.game import OptionValue, View
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.canvas import Canvas
from render.scenes.comparison import draw_comparison
from render.scenes.daily import paint_daily
from render.scenes.play import draw_play
from render.scenes.stats import draw_stats
from render.theme import Theme
from tests.render.scenes import test_sheets, test_stats
from tests.render.scenes.played import NAMES, WORDS, Game, drawn_by, played
from tests.render.scenes.test_sheets import SHEETS

Drawn: TypeAlias = Iterator[tuple[str, Canvas]]

LONG = ("Annie", "Benedict the Long-winded of Foo", "Nimbus", "Wilhelmina Wu", "Emil", "Frida")

PLAYED: Sequence[tuple[type[View], int, dict[str, OptionValue]]] = (
    (BalloonView, 3, {}),
    (BalloonView, 6, {}),
    (CloudNineView, 3, {"deals": 2}),
    (ClumondView, 3, {"deals": 3}),
    (ClumondView, 3, {"deals": 3, "scoring": "points"}),
    (NimblyView, 4, {"deals": 2}),
    (NimblyView, 3, {"deals": 2, "par": True}),
    (NimblyView, 5, {"deals": 1}),
)


def gallery(theme: Theme, moments: int, names: Sequence[str] = LONG) -> Drawn:
    """Draw every scene, of games some moments, in a theme; at every other one with these names."""
    for kind, seats, options in PLAYED:
        game = played(kind, seats, **options)
        name = "-".join((game.scene.game, str(seats), *map(str, options.values())))
        for what, canvas in _game(game, theme, moments, names):
            yield f"{name}-{what}", canvas
    yield from _sheets(theme, names)


@cache
def pictures(theme: Theme) -> Mapping[str, Canvas]:
    """Return every scene in a theme, of games three moments; shared, so never changed."""
    return dict(gallery(theme, 3))


def _game(game: Game, theme: Theme, moments: int, odd: Sequence[str]) -> Drawn:
    scene, names, people = game.scene, (NAMES, odd), game.people()
    for at, views in enumerate(game.some(moments)):
        people = game.people(names[at % 2])
        shown = partial(scene.table, views[None], people, WORDS, theme)
        yield f"table-{at}", drawn_by(shown)
        acting = views[None].to_act or (Seat(1),)
        hand = partial(scene.hand, views[acting[0]], people, WORDS, theme)
        yield f"hand-{at}", drawn_by(hand)
        yield f"told-{at}", drawn_by(partial(hand, _told(views[acting[0]])))
        every = [view for seat, view in views.items() if seat]
        yield f"open-{at}", drawn_by(partial(scene.open_hands, every, people, WORDS, theme))
    ended = [views[None] for views in game.views if views[None].deal_scores]
    for at, view in enumerate((ended[0], ended[-1])):
        people = game.people(names[at])
        yield f"deal-{at}", drawn_by(partial(scene.deal, view, people, WORDS, theme))
    yield "final", drawn_by(partial(scene.result, ended[-1], people, WORDS, theme))
    yield "closed", drawn_by(partial(scene.closed, game.views[3][None], people, WORDS, theme))
    for page in range(1, 6):
        if scene.rules(page, WORDS, theme) is not None:
            yield f"rules-{page}", drawn_by(partial(scene.rules, page, WORDS, theme))


def _told(view: Any) -> tuple[str, str] | None:
    """Return the first legal move and the last one, as a review compares two."""
    codes = [one.code for one in getattr(view, "prospects", ())] or [*view.legal]
    return (codes[0], codes[-1]) if len(codes) > 1 else None


def _sheets(theme: Theme, odd: Sequence[str]) -> Drawn:
    names = [*odd, *map(str.title, "bcdefghi")][:10]
    for sheet, paint in SHEETS.items():
        for some in (names, names[:1]):
            paint_it = partial(paint, some, "Cloud Nine, this season", WORDS, theme)
            yield f"{sheet}-{len(some)}", drawn_by(paint_it)
    for i, page in enumerate(test_stats.ALL):
        yield f"stats-{i}", draw_stats(page, WORDS, theme)
    for i, play in enumerate(test_stats.PLAYS):
        yield f"play-{i}", draw_play(play, "deals", WORDS, theme)
    yield "comparison-4", draw_comparison((odd[0], odd[1]), test_stats.MEETINGS, WORDS, theme)
    for place, total, score in ((1, 1, "14 points"), (None, 0, "")):
        card = replace(test_sheets.CARD, place=place, total=total, score=score)
        yield f"daily-of-{total}", drawn_by(partial(paint_daily, card, WORDS, theme))

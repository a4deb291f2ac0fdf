"""Painting and encoding the busiest table of Cloud 9, for six, and its pilot's hand (R1 to R4).

Run: python -m bench.balloon_pictures [--rounds N]
"""

from __future__ import annotations

from dataclasses import replace

from bench.balloon_evening import PEOPLE, balloon_evening
from bench.evening import english
from bench.pictures import Draw, run
from engine.games.balloon.view import BalloonView
from render.context import Context
from render.scenes.balloon.scene import BalloonScene

SEED = 3
SEATS = 6
HAND = tuple("RRRGGPYW")


def busiest() -> BalloonView:
    """Return the table on the highest cloud with most who jumped."""
    views = [views[None] for views in balloon_evening(SEED, SEATS)]
    return max(views, key=lambda view: (sum(map(bool, view.jumps)), view.cloud, len(view.dice)))


def subjects() -> dict[str, Draw]:
    view = busiest()
    table = Context(view, PEOPLE, english())
    hand = Context(replace(view, seat=view.pilot, hand=HAND), PEOPLE, english())
    return {
        "table": lambda: BalloonScene().draw_table(table),
        "hand": lambda: BalloonScene().draw_hand(hand),
    }


if __name__ == "__main__":
    run(subjects(), __doc__)

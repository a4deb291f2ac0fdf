"""Painting and encoding the fullest table and hand of Clumond (R1 to R4).

Run: python -m bench.clumond_pictures [--rounds N]
"""

from __future__ import annotations

from bench.clumond_evening import clumond_evening
from bench.evening import PEOPLE, english
from bench.pictures import Draw, run
from engine.games.clumond.view import ClumondView
from render.context import Context
from render.scenes.clumond.scene import ClumondScene

SEED = 9


def fullest(name: str) -> ClumondView:
    """Return a table or hand with two cards in the first trick of a declared hand."""
    for views in clumond_evening(SEED):
        view = views[None]
        if view.declarer and view.trick.number == 2 and len(view.trick.cards) == 2:
            return views[view.to_act[0]] if name == "hand" else view
    raise LookupError(name)


def subjects() -> dict[str, Draw]:
    table, hand = (Context(fullest(name), PEOPLE, english()) for name in ("table", "hand"))
    return {
        "table": lambda: ClumondScene().draw_table(table),
        "hand": lambda: ClumondScene().draw_hand(hand),
    }


if __name__ == "__main__":
    run(subjects(), __doc__)

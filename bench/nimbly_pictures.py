"""Painting and encoding Nimbly's fullest table, for five, and the hand that draws from it (R1-R4).

Run: python -m bench.nimbly_pictures [--rounds N]
"""

from __future__ import annotations

from bench.evening import PEOPLE, english
from bench.nimbly_evening import nimbly_evening
from bench.pictures import Draw, run
from render.api import Person
from render.context import Context
from render.scenes.nimbly.scene import NimblyScene

SEED = 9
SEATS = 5
SEATED = (*PEOPLE, Person("Émile"), Person("さくら"))


def subjects() -> dict[str, Draw]:
    """Return the table right after the first move, and the hand of the first to move again."""
    views = list(nimbly_evening(SEED, SEATS, 1))
    first, again = views[1][None], next(v for v in views[1:] if v[None].to_act == (1,))
    table = Context(first, SEATED, english())
    hand = Context(again[again[None].to_act[0]], SEATED, english())
    return {
        "table": lambda: NimblyScene().draw_table(table),
        "hand": lambda: NimblyScene().draw_hand(hand),
    }


if __name__ == "__main__":
    run(subjects(), __doc__)

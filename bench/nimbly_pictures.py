"""Painting and encoding Nimbly's fullest table, for five, and the hand that draws from it (R1-R4).

The naive peer draws as many cards, in the same places, and the same texts. Run:
python -m bench.nimbly_pictures [--rounds N]
"""

from __future__ import annotations

import argparse

from bench.evening import PEOPLE, english
from bench.naive import Placed
from bench.nimbly_evening import nimbly_evening
from bench.pictures import Subject, report
from engine.games.nimbly.view import NimblyView
from render.api import Person
from render.geometry import Box, Size
from render.nines import arrange, row_step
from render.panels import HEAD, MARGIN
from render.scenes.nimbly.hand import draw_hand
from render.scenes.nimbly.parts import HAND_CARD, HAND_WIDTH, SHORT, START, row_card, row_height
from render.scenes.nimbly.sitting import Sitting
from render.scenes.nimbly.table import band_box, draw_table
from render.sprites import STRIP
from render.theme import WIDTH

SEED = 9
SEATS = 5
SEATED = (*PEOPLE, Person("Émile"), Person("さくら"))


def subjects() -> dict[str, Subject]:
    """Give the table right after the first move, and the hand of the first to move again."""
    views = list(nimbly_evening(SEED, SEATS, 1))
    first, again = views[1][None], next(v for v in views[1:] if v[None].to_act == (1,))
    table = Sitting(first, SEATED, english())
    hand = Sitting(again[again[None].to_act[0]], SEATED, english())
    bands = [band_box(SEATS, seat) for seat in range(1, SEATS + 1)]
    return {
        "table": Subject(lambda: draw_table(table), bands, row_cards(first, row_card(SEATS))),
        "hand": Subject(lambda: draw_hand(hand), hand_panels(hand), hand_cards(hand)),
    }


def row_cards(view: NimblyView, size: Size) -> list[Placed]:
    """Say where a scene puts the cards of the rows and those just taken, for the naive peer."""
    taken = view.last_draw.cards if view.last_draw else ()
    step, cards = round(size.w * STRIP), []
    for i, row in enumerate(view.rows):
        y = HEAD + i * row_height(size)
        cards += [Placed(code, START + n * step, y, size) for n, code in enumerate(row)]
    cards += [Placed(code, WIDTH - 200 + n * step, HEAD, size) for n, code in enumerate(taken)]
    return cards


def hand_cards(sitting: Sitting) -> list[Placed]:
    hand, size = sitting.view.hand, row_card(SEATS, SHORT)
    step, y = row_step(HAND_WIDTH, HAND_CARD.w), HEAD + 3 * row_height(size) + 16
    own = arrange(hand.cards).cards if hand else ()
    held = [Placed(code, MARGIN + 14 + n * step, y, HAND_CARD) for n, code in enumerate(own)]
    return row_cards(sitting.view, size) + held


def hand_panels(sitting: Sitting) -> list[Box]:
    """Say where the panels of the hand and of each draw are, for the naive peer."""
    top = HEAD + 3 * row_height(row_card(SEATS, SHORT))
    band = Box(MARGIN, top, WIDTH - 2 * MARGIN, HAND_CARD.h + 34)
    draws = [
        Box(MARGIN + 324 * (n % 3), band.bottom + 56 + 54 * (n // 3), 312, 48)
        for n in range(len(sitting.futures))
    ]
    return [band, *draws]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    for name, subject in subjects().items():
        print(f"-- {name}")
        report(subject, rounds)


if __name__ == "__main__":
    main()

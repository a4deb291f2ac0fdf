"""Painting and encoding the fullest table and hand of Clumond (R1 to R3).

The naive peer draws as many cards, in the same places, and the same texts. Run:
python -m bench.clumond_pictures [--rounds N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from io import BytesIO

from PIL import Image

from bench.clumond_evening import clumond_evening
from bench.evening import PEOPLE, english
from bench.naive import Placed, draw_naively
from bench.pictures import default_png, psnr, repeat, same_lines
from bench.timing import interleave, table, time_ratio
from engine.games.clumond.view import ClumondView
from render.canvas import Canvas
from render.encode import encode
from render.geometry import Box
from render.lettering import lettering
from render.panels import HEAD, MARGIN, NAME
from render.scenes.clumond.asks import ASKS
from render.scenes.clumond.hand import draw_hand
from render.scenes.clumond.parts import FRAME, LAST_CARD, STRIP, TRICK, TRICK_CARD, strip_box
from render.scenes.clumond.rows import CARD, LABEL, ROW, laid_out, rows_of
from render.scenes.clumond.sitting import Sitting
from render.scenes.clumond.table import band_box, draw_table
from render.theme import WIDTH

SEED = 9
TOP = HEAD + STRIP
SCENES: dict[str, Callable[[Sitting], Canvas]] = {"table": draw_table, "hand": draw_hand}


def fullest(name: str) -> ClumondView:
    """Give a table or hand with two cards in the first trick of a declared hand."""
    for views in clumond_evening(SEED):
        view = views[None]
        if view.declarer and view.trick.number == 2 and len(view.trick.cards) == 2:
            return views[view.to_act[0]] if name == "hand" else view
    raise LookupError(name)


def same_cards(view: ClumondView) -> list[Placed]:
    """Say where the scene puts its cards, for the naive peer."""
    width = (WIDTH - 2 * MARGIN) // 3
    cards = [
        Placed(played.card, MARGIN + 4 + FRAME + i * width, TOP + NAME + FRAME, TRICK_CARD)
        for i, played in enumerate(view.trick.cards)
    ]
    if view.last_trick:
        y = TOP + NAME + FRAME + TRICK_CARD.h - LAST_CARD.h
        cards += [
            Placed(played.card, MARGIN + 134 + i * width, y, LAST_CARD)
            for i, played in enumerate(view.last_trick.cards)
        ]
    for number, row in enumerate(rows_of(view.hand or ())):
        y = TOP + TRICK + number * ROW + LABEL
        cards += [Placed(laid.code, laid.x, y, CARD) for laid in laid_out(row, MARGIN)]
    return cards


def same_panels(name: str, height: int) -> list[Box]:
    """Say where the scene puts its panels, the marks of tricks included, for the naive peer."""
    if name == "hand":
        panels = [Box(MARGIN, height - ASKS - MARGIN, WIDTH - 2 * MARGIN, ASKS)]
    else:
        panels = [band_box(TOP + TRICK, seat) for seat in (1, 2, 3)]
    marks = [
        Box(panel.x + 188 + 29 * i, panel.y + 60, 24, 38) for panel in panels for i in range(13)
    ]
    return [strip_box(HEAD), *panels, *marks]


def candidates(name: str) -> dict[str, Callable[[], int]]:
    draw, view = SCENES[name], fullest(name)
    sitting = Sitting(view, PEOPLE, english())
    canvas = draw(sitting)
    picture = canvas.image
    panels = same_panels(name, picture.height)
    cards, lines = same_cards(view), same_lines(canvas)

    def fresh_text() -> None:
        lettering.cache_clear()
        draw(sitting)

    return {
        "draw naively": repeat(lambda: draw_naively(picture.height, panels, cards, lines), 2),
        "draw, no text cached": repeat(fresh_text),
        "draw": repeat(lambda: draw(sitting)),
        "default PNG": repeat(lambda: default_png(picture), 3),
        "encode": repeat(lambda: encode(picture)),
        "draw + default PNG": repeat(lambda: default_png(draw(sitting).image), 3),
        "draw + encode": repeat(lambda: encode(draw(sitting).image)),
    }


def report(name: str, rounds: int) -> None:
    timings = interleave(candidates(name), rounds=rounds)
    print(f"-- {name}")
    print(table(timings, unit="picture"))
    for what, ours, peer in (
        ("R1 draw, no text cached", "draw, no text cached", "draw naively"),
        ("R1 draw", "draw", "draw naively"),
        ("R2 encode", "encode", "default PNG"),
        ("R3 draw + encode", "draw + encode", "draw + default PNG"),
    ):
        print(f"{what}: {time_ratio(timings[ours], timings[peer])} the time of {peer}")
    picture = SCENES[name](Sitting(fullest(name), PEOPLE, english())).image
    ours_bytes, peer_bytes = encode(picture), default_png(picture)
    size = len(ours_bytes) / len(peer_bytes)
    print(f"R2 bytes: {len(ours_bytes)} of {len(peer_bytes)}, {size:.2f}x")
    print(f"R2 PSNR: {psnr(picture, Image.open(BytesIO(ours_bytes)).convert('RGB')):.1f} dB")
    count = len(same_cards(fullest(name)))
    print(f"cards {count}, picture {picture.width} x {picture.height}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    for name in SCENES:
        report(name, rounds)


if __name__ == "__main__":
    main()

"""Painting and encoding the busiest table of Cloud Nine: 27 cards and 50 texts (R1 to R4).

Run: python -m bench.pictures [--rounds N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from math import log10
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat

from bench.evening import PEOPLE, english, evening
from bench.naive import Line, Placed, draw_naively
from bench.timing import interleave, speed_ratio, table, time_ratio
from engine.games.cloud_nine.view import CloudNineView, Phase
from render.canvas import Canvas
from render.encode import encode
from render.geometry import Box
from render.lettering import lettering
from render.nines import arrange, row_step
from render.panels import HEAD, MARGIN, NAME
from render.scenes.cloud_nine.parts import (
    CLOUD_CARD,
    CLOUD_WIDTH,
    FRAME,
    TRICK,
    TRICK_CARD,
)
from render.scenes.cloud_nine.sitting import Sitting
from render.scenes.cloud_nine.table import band_box, draw_table
from render.theme import WIDTH

SEED = 9
REPEATS = 6
"""Pictures of one candidate in a round."""


class Subject(NamedTuple):
    """A picture to be drawn: by its scene, and from the same cards and panels naively."""

    draw: Callable[[], Canvas]
    panels: list[Box]
    cards: list[Placed]


def busiest() -> CloudNineView:
    """Give a table with 24 cards in the clouds and three in the trick."""
    views = (views[None] for views in evening(SEED))
    return next(v for v in views if v.trick.number == 9 and v.phase is Phase.TAKE)


def same_cards(view: CloudNineView) -> list[Placed]:
    """Say where the scene puts its cards, for the naive peer."""
    step, width = row_step(CLOUD_WIDTH, CLOUD_CARD.w), (WIDTH - 2 * MARGIN) // 3
    cards = [
        Placed(played.card, MARGIN + 4 + i * width, HEAD + NAME + FRAME, TRICK_CARD)
        for i, played in enumerate(view.trick.cards)
    ]
    for seat, cloud in enumerate(view.clouds, 1):
        band = band_box(HEAD + TRICK, seat)
        for i, code in enumerate(arrange(cloud.cards).cards):
            cards.append(Placed(code, band.x + 14 + i * step, band.y + NAME + 6, CLOUD_CARD))
    return cards


def same_lines(canvas: Canvas) -> list[Line]:
    """Say where the scene wrote its texts, for the naive peer."""
    return [
        Line(line.text, box.x - line.left, box.y - line.top, line.size)
        for line, box, _ in canvas.texts
    ]


def default_png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.copy().save(out, "PNG")
    return out.getvalue()


def psnr(one: Image.Image, other: Image.Image) -> float:
    """Give the likeness of two pictures in decibels."""
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    return 10 * log10(255**2 * 3 * one.width * one.height / sum(squares))


def repeat(paint: Callable[[], object], times: int = REPEATS) -> Callable[[], int]:
    def candidate() -> int:
        for _ in range(times):
            paint()
        return times

    return candidate


def cloud_nine() -> Subject:
    view = busiest()
    sitting = Sitting(view, PEOPLE, english())
    panels = [band_box(HEAD + TRICK, seat) for seat in (1, 2, 3)]
    return Subject(lambda: draw_table(sitting), panels, same_cards(view))


def candidates(subject: Subject) -> dict[str, Callable[[], int]]:
    draw, panels, cards = subject
    canvas = draw()
    picture, lines = canvas.image, same_lines(canvas)
    pool = ThreadPoolExecutor(2)

    def fresh_text() -> None:
        lettering.cache_clear()
        draw()

    def whole(_: int = 0) -> bytes:
        return encode(draw().image)

    return {
        "draw naively": repeat(lambda: draw_naively(picture.height, panels, cards, lines), 2),
        "draw, no text cached": repeat(fresh_text),
        "draw": repeat(draw),
        "default PNG": repeat(lambda: default_png(picture), 3),
        "encode": repeat(lambda: encode(picture)),
        "draw + default PNG": repeat(lambda: default_png(draw().image), 3),
        "draw + encode": repeat(whole),
        "two threads": repeat(lambda: list(pool.map(whole, range(2 * REPEATS))), 1),
        "one after the other": repeat(lambda: [whole() for _ in range(2 * REPEATS)], 1),
    }


def report(subject: Subject, rounds: int) -> None:
    """Measure a picture and print R1 to R4."""
    timings = interleave(candidates(subject), rounds=rounds)
    print(table(timings, unit="picture"))
    for name, ours, peer in (
        ("R1 draw, no text cached", "draw, no text cached", "draw naively"),
        ("R1 draw", "draw", "draw naively"),
        ("R2 encode", "encode", "default PNG"),
        ("R3 draw + encode", "draw + encode", "draw + default PNG"),
    ):
        print(f"{name}: {time_ratio(timings[ours], timings[peer])} the time of {peer}")
    print(f"R4 two threads: {speed_ratio(timings['two threads'], timings['one after the other'])}")
    picture = subject.draw().image
    ours_bytes, peer_bytes = encode(picture), default_png(picture)
    size = len(ours_bytes) / len(peer_bytes)
    print(f"R2 bytes: {len(ours_bytes)} of {len(peer_bytes)}, {size:.2f}x")
    print(f"R2 PSNR: {psnr(picture, Image.open(BytesIO(ours_bytes)).convert('RGB')):.1f} dB")
    print(f"cards {len(subject.cards)}, picture {picture.width} x {picture.height}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    report(cloud_nine(), parser.parse_args().rounds)


if __name__ == "__main__":
    main()

"""Painting and encoding the busiest table of Cloud Nine: 27 cards and 50 texts (R1 to R4).

Each picture is painted and compressed whole; last is told what one costs at a table, where most of
it stands in the one before.

The naive peer is the same scene with nothing kept but fonts and the sky (`bench.naive`).

Run: python -m bench.pictures [--rounds N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from math import log10
from statistics import median
from time import thread_time
from typing import TypeAlias

from PIL import Image, ImageChops, ImageStat

from bench.evening import PEOPLE, english, evening
from bench.naive import draw_naively
from bench.timing import interleave, speed_ratio, table, time_ratio
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.seats import Seat
from render.canvas import Canvas, written_line
from render.context import Context
from render.encode import encode, finished
from render.lettering import lettering
from render.scenes.cloud_nine.scene import CloudNineScene
from render.scenes.nimbly.prospects import written_meld

SEED = 9
REPEATS = 6
"""Pictures of one candidate in a round."""


TEXTS = (lettering, written_line, written_meld)
"""Functions that keep finished lines of text."""

Draw: TypeAlias = Callable[[], Canvas]
"""Draws one picture by its scene."""


def busiest() -> CloudNineView:
    """Return a table with 24 cards in the clouds and three in the trick."""
    views = (views[None] for views in evening(SEED))
    return next(v for v in views if v.trick.number == 9 and v.phase is Phase.TAKE)


def default_png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.copy().save(out, "PNG")
    return out.getvalue()


def psnr(one: Image.Image, other: Image.Image) -> float:
    """Return the likeness of two pictures in decibels."""
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    return 10 * log10(255**2 * 3 * one.width * one.height / sum(squares))


def repeat(paint: Callable[[], object], times: int = REPEATS) -> Callable[[], int]:
    def candidate() -> int:
        for _ in range(times):
            paint()
        return times

    return candidate


def cloud_nine() -> dict[str, Draw]:
    context = Context(busiest(), PEOPLE, english())
    return {"table": lambda: CloudNineScene().draw_table(context)}


def candidates(draw: Draw) -> dict[str, Callable[[], int]]:
    picture = draw().image
    pool = ThreadPoolExecutor(2)

    def fresh_text() -> None:
        for lines in TEXTS:
            lines.cache_clear()
        draw().image.load()

    def whole(_: int = 0) -> bytes:
        return encode(draw().image)

    return {
        "draw naively": repeat(lambda: draw_naively(draw), 2),
        "draw, no text cached": repeat(fresh_text),
        "draw": repeat(lambda: draw().image),
        "default PNG": repeat(lambda: default_png(picture), 3),
        "encode": repeat(lambda: encode(picture)),
        "draw + default PNG": repeat(lambda: default_png(draw().image), 3),
        "draw + encode": repeat(whole),
        "two threads": repeat(lambda: list(pool.map(whole, range(2 * REPEATS))), 1),
        "one after the other": repeat(lambda: [whole() for _ in range(2 * REPEATS)], 1),
    }


def in_turn(seed: int) -> float:
    """Return the processor seconds of a picture at a table: board and a hand after every move."""
    scene, words, seconds = CloudNineScene(), english(), 0.0
    views = list(evening(seed))
    for each in views:
        table = Context(each[None], PEOPLE, words)
        hand = Context(each[Seat(1)], PEOPLE, words)
        start = thread_time()
        finished(scene.draw_table(table), "")
        finished(scene.draw_hand(hand), "")
        seconds += thread_time() - start
    return seconds / (2 * len(views))


def report(name: str, draw: Draw, rounds: int) -> None:
    """Measure a picture and print R1 to R4."""
    timings = interleave(candidates(draw), rounds=rounds)
    print(f"-- {name}")
    print(table(timings, unit="picture"))
    for what, ours, peer in (
        ("R1 draw, no text cached", "draw, no text cached", "draw naively"),
        ("R1 draw", "draw", "draw naively"),
        ("R2 encode", "encode", "default PNG"),
        ("R3 draw + encode", "draw + encode", "draw + default PNG"),
    ):
        print(f"{what}: {time_ratio(timings[ours], timings[peer])} the time of {peer}")
    print(f"R4 two threads: {speed_ratio(timings['two threads'], timings['one after the other'])}")
    seconds = processor_time(lambda: encode(draw().image))
    print(f"R3 processor time of draw + encode: {1000 * seconds:.1f} ms")
    canvas = draw()
    picture = canvas.image
    ours_bytes, peer_bytes = encode(picture), default_png(picture)
    size = len(ours_bytes) / len(peer_bytes)
    print(f"R2 bytes: {len(ours_bytes)} of {len(peer_bytes)}, {size:.3f}x")
    print(f"R2 PSNR: {psnr(picture, Image.open(BytesIO(ours_bytes)).convert('RGB')):.1f} dB")
    print(f"{len(canvas.texts)} texts, picture {picture.width} x {picture.height}")


def processor_time(work: Callable[[], object], times: int = 31) -> float:
    """Return the median seconds of processor time, which other work lengthens less."""
    took: list[float] = []
    for _ in range(times):
        start = thread_time()
        work()
        took.append(thread_time() - start)
    return median(took)


def run(subjects: Mapping[str, Draw], about: str | None) -> None:
    """Report on every picture; `about` is what --help says."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    for name, draw in subjects.items():
        report(name, draw, rounds)


if __name__ == "__main__":
    run(cloud_nine(), __doc__)
    each = [1000 * in_turn(seed) for seed in range(SEED + 1, SEED + 9)]
    print(f"R3 what follows each other at a table: {median(each):.1f} ms of processor a picture")

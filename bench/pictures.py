"""Painting and encoding the fullest tables and hands of each game (R1 to R3).

Each picture is painted and compressed whole. Then is told what a picture costs at a table, where
most of it stands in the one before, and what a whole deal costs as an animation.

Run: python -m bench.pictures [GAME …] [--rounds N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import BytesIO
from math import log10
from random import Random
from statistics import median
from time import thread_time
from typing import TypeAlias

from PIL import Image, ImageChops, ImageStat

from bench.evenings import FLYERS, PEOPLE, english, evening
from bench.timing import interleave, table, time_ratio
from engine.chance import Chance
from engine.course import Course
from engine.events import as_seen_by
from engine.games import GAMES
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.animation import Still, frames
from render.animation import encode as encode_animation
from render.api import Person
from render.canvas import Canvas
from render.context import Context
from render.encode import encode, finished
from render.scenes.balloon.scene import BalloonScene
from render.scenes.cloud_nine.scene import CloudNineScene
from render.scenes.clumond.scene import ClumondScene
from render.scenes.nimbly.scene import NimblyScene

SEED = 9
REPEATS = 6
"""Pictures of one candidate in a round."""

Draw: TypeAlias = Callable[[], Canvas]
"""Draws one picture by its scene."""

Subjects: TypeAlias = Mapping[str, Draw]


def cloud_nine() -> Subjects:
    """Return a table with 24 cards in the clouds and three in the trick."""
    views = (views[None] for views in evening(CloudNineView, SEED))
    busiest = next(v for v in views if v.trick.number == 9 and v.phase is Phase.TAKE)
    context = Context(busiest, PEOPLE, english())
    return {"table": lambda: CloudNineScene().draw_table(context)}


def nimbly() -> Subjects:
    """Return a table for five after the first move, and the hand of the first to move again."""
    views = list(evening(NimblyView, SEED, 5, deals=1))
    again = next(v for v in views[1:] if v[None].to_act == (1,))[Seat(1)]
    people = (*PEOPLE, Person("Émile"), Person("さくら"))
    table, hand = (Context(view, people, english()) for view in (views[1][None], again))
    return {
        "table": lambda: NimblyScene().draw_table(table),
        "hand": lambda: NimblyScene().draw_hand(hand),
    }


def clumond() -> Subjects:
    """Return a table and a hand with two cards in the second trick of a declared hand."""
    views = next(
        v
        for v in evening(ClumondView, SEED, deals=3)
        if v[None].declarer and v[None].trick.number == 2 and len(v[None].trick.cards) == 2
    )
    seats = (None, *views[None].to_act)
    table, hand = (Context(views[seat], PEOPLE, english()) for seat in seats)
    return {
        "table": lambda: ClumondScene().draw_table(table),
        "hand": lambda: ClumondScene().draw_hand(hand),
    }


def balloon() -> Subjects:
    """Return a table for six on the highest cloud with most who jumped, and its pilot's hand."""
    views = [views[None] for views in evening(BalloonView, 3, 6)]
    busiest = max(views, key=lambda view: (sum(map(bool, view.jumps)), view.cloud, len(view.dice)))
    held = replace(busiest, seat=busiest.pilot, hand=tuple("RRRGGPYW"))
    table, hand = (Context(view, FLYERS, english()) for view in (busiest, held))
    return {
        "table": lambda: BalloonScene().draw_table(table),
        "hand": lambda: BalloonScene().draw_hand(hand),
    }


SUBJECTS: Mapping[str, Callable[[], Subjects]] = {
    "cloud_nine": cloud_nine,
    "nimbly": nimbly,
    "clumond": clumond,
    "balloon": balloon,
}
"""For each game the pictures that are measured."""


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


def candidates(draw: Draw) -> dict[str, Callable[[], int]]:
    picture = draw().image
    return {
        "draw": repeat(lambda: draw().image),
        "default PNG": repeat(lambda: default_png(picture), 3),
        "encode": repeat(lambda: encode(picture)),
        "draw + default PNG": repeat(lambda: default_png(draw().image), 3),
        "draw + encode": repeat(lambda: encode(draw().image)),
    }


def in_turn(seed: int) -> float:
    """Return the processor seconds of a picture at a table: board and a hand after every move."""
    scene, words, seconds = CloudNineScene(), english(), 0.0
    views = list(evening(CloudNineView, seed))
    for each in views:
        table = Context(each[None], PEOPLE, words)
        hand = Context(each[Seat(1)], PEOPLE, words)
        start = thread_time()
        finished(scene.draw_table(table), "")
        finished(scene.draw_hand(hand), "")
        seconds += thread_time() - start
    return seconds / (2 * len(views))


def animated() -> str:
    """Return what a whole deal of Cloud Nine, by random moves, weighs and takes as an animation."""
    random, scene, words = Random(SEED), CloudNineScene(), english()
    course = Course.begin(GAMES["cloud_nine"], 3, {"deals": 1}, Chance(random.randbytes(32)))
    stills = [Still(course.view(None), ())]
    while acting := course.to_act():
        course = course.then(acting[0], random.choice(course.legal(acting[0])))
        stills.append(Still(course.view(None), as_seen_by(None, course.happened[-1])))
    contexts = [Context(still.view, PEOPLE, words) for still in stills]
    shown = frames(scene, stills, contexts)
    drawing = processor_time(lambda: frames(scene, stills, contexts), 3)
    encoding = processor_time(lambda: encode_animation(shown), 3)
    size, times = len(encode_animation(shown)), f"{drawing:.2f} s to draw, {encoding:.2f} to encode"
    return f"{len(stills) - 1} moves, {size} bytes, {times}"


def report(name: str, draw: Draw, rounds: int) -> None:
    """Measure a picture and print R1 to R3."""
    timings = interleave(candidates(draw), rounds=rounds)
    print(f"-- {name}")
    print(table(timings, unit="picture"))
    for what, ours, peer in (
        ("R1 draw", "draw", "default PNG"),
        ("R2 encode", "encode", "default PNG"),
        ("R3 draw + encode", "draw + encode", "draw + default PNG"),
    ):
        print(f"{what}: {time_ratio(timings[ours], timings[peer])} the time of {peer}")
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*SUBJECTS], metavar="GAME")
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    for game in given.games:
        for name, draw in SUBJECTS[game]().items():
            report(f"{game}, {name}", draw, given.rounds)
    each = [1000 * in_turn(seed) for seed in range(SEED + 1, SEED + 9)]
    print(f"R3 what follows each other at a table: {median(each):.1f} ms of processor a picture")
    print(f"a deal of Cloud Nine as an animation: {animated()}")


if __name__ == "__main__":
    main()

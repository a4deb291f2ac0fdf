"""Painting and encoding the fullest table of each game, and the hand of who is to act (R1 to R3).

Each picture is painted and compressed whole; so are the table and three hands together, which share
what they all show. Then is told what a picture costs at a table, where most of it stands in the one
before, and what a whole deal costs as an animation.

Milliseconds are of processor time.

Run: python -m bench.pictures [GAME …]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from math import log10
from random import Random
from statistics import median
from time import thread_time
from typing import Any, Generic, NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageStat

from bench.evenings import FLYERS, PEOPLE, english, evening
from engine.chance import Chance
from engine.course import Course
from engine.events import as_seen_by
from engine.game import View
from engine.games import GAMES
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.animation import Still, frames
from render.animation import encode as encode_animation
from render.api import Person
from render.context import Context
from render.encode import encode
from render.scene import Scene
from render.scenes.balloon.scene import BalloonScene
from render.scenes.cloud_nine.scene import CloudNineScene
from render.scenes.clumond.scene import ClumondScene
from render.scenes.nimbly.scene import NimblyScene
from render.strips import Strip, drawn

SEED = 9
V = TypeVar("V", bound=View)


class Moment(NamedTuple, Generic[V]):
    """What each seat and a spectator (None) see at one time, and who sits there."""

    scene: Scene[V]
    views: Mapping[Seat | None, V]
    people: Sequence[Person] = PEOPLE

    def strips(self, seat: Seat | None) -> Sequence[Strip]:
        """Return what a hand is stacked from, or the table."""
        context = Context(self.views[seat], self.people, english())
        return self.scene.table_strips(context) if seat is None else self.scene.hand_strips(context)

    def together(self) -> Sequence[Strip]:
        """Return what the table and the first three hands show, each part once."""
        seats = (None, *map(Seat, (1, 2, 3)))
        return [*dict.fromkeys(strip for seat in seats for strip in self.strips(seat))]


def cloud_nine() -> Moment[CloudNineView]:
    """Return a table with 24 cards in the clouds and three in the trick."""
    moments = evening(CloudNineView, SEED)
    return Moment(
        CloudNineScene(),
        next(v for v in moments if v[None].trick.number == 9 and v[None].phase is Phase.TAKE),
    )


def nimbly() -> Moment[NimblyView]:
    """Return a table for five at which the first to move moves again."""
    views = [*evening(NimblyView, SEED, 5, deals=1)]
    people = (*PEOPLE, Person("Émile"), Person("さくら"))
    again = next(v for v in views[1:] if v[None].to_act == (1,))
    return Moment(NimblyScene(), again, people)


def clumond() -> Moment[ClumondView]:
    """Return a table with two cards in the second trick of a declared hand."""
    moments = evening(ClumondView, SEED, deals=3)
    return Moment(
        ClumondScene(),
        next(
            v
            for v in moments
            if v[None].declarer and v[None].trick.number == 2 and len(v[None].trick.cards) == 2
        ),
    )


def balloon() -> Moment[BalloonView]:
    """Return a table for six on the highest cloud with most who jumped."""

    def busy(views: Mapping[Seat | None, BalloonView]) -> tuple[int, ...]:
        view = views[None]
        return sum(map(bool, view.jumps)), view.cloud, len(view.dice)

    return Moment(BalloonScene(), max(evening(BalloonView, 3, 6), key=busy), FLYERS)


MOMENTS: Mapping[str, Callable[[], Moment[Any]]] = {
    "cloud_nine": cloud_nine,
    "nimbly": nimbly,
    "clumond": clumond,
    "balloon": balloon,
}
"""For each game the moment that is painted."""


def default_png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.copy().save(out, "PNG")
    return out.getvalue()


def psnr(one: Image.Image, other: Image.Image) -> float:
    """Return the likeness of two pictures in decibels."""
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    return 10 * log10(255**2 * 3 * one.width * one.height / sum(squares))


def in_turn(seed: int) -> float:
    """Return the processor seconds of a picture at a table: board and a hand after every move."""
    scene, words, seconds = CloudNineScene(), english(), 0.0
    views = list(evening(CloudNineView, seed))
    for each in views:
        start = thread_time()
        scene.table(each[None], PEOPLE, words)
        scene.hand(each[Seat(1)], PEOPLE, words)
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
    drawing, encoding = processor_times(
        lambda: frames(scene, stills, contexts), lambda: encode_animation(shown), rounds=3
    )
    size, times = len(encode_animation(shown)), f"{drawing:.2f} s to draw, {encoding:.2f} to encode"
    return f"{len(stills) - 1} moves, {size} bytes, {times}"


def report(name: str, strips: Sequence[Strip]) -> None:
    """Measure a picture and print R1 to R3."""
    parts, picture = [strip.drawn().image for strip in strips], drawn(strips).image
    drawing, encoding, usual = processor_times(
        lambda: [strip.drawn().image for strip in strips],
        lambda: [encode(part) for part in parts],
        lambda: default_png(picture),
    )
    both = drawing + encoding
    print(f"-- {name}, {picture.width} x {picture.height}")
    print(f"R1 draw: {1000 * drawing:.1f} ms, {drawing / usual:.2f}x the time of default PNG")
    print(f"R2 encode: {1000 * encoding:.1f} ms, {encoding / usual:.2f}x")
    print(f"R3 draw + encode: {1000 * both:.1f} ms, {both / (drawing + usual):.2f}x")
    ours_bytes, peer_bytes = encode(picture), default_png(picture)
    print(f"R2 bytes: {len(ours_bytes)}, {len(ours_bytes) / len(peer_bytes):.2f}x")
    print(f"R2 PSNR: {psnr(picture, Image.open(BytesIO(ours_bytes)).convert('RGB')):.1f} dB")


def report_together(game: str, moment: Moment[Any]) -> None:
    """Measure the table and three hands, as they are when nothing of them is kept."""
    strips = moment.together()
    (seconds,) = processor_times(lambda: [encode(strip.drawn().image) for strip in strips])
    print(f"-- {game}, table and three hands together: {1000 * seconds:.1f} ms")


def processor_times(*works: Callable[[], object], rounds: int = 15) -> list[float]:
    """Return the median seconds of processor time of each, in turns: other work lengthens it less.

    The first round, in which what is kept is made, does not count.
    """
    took: list[list[float]] = [[] for _ in works]
    for _ in range(rounds + 1):
        for work, times in zip(works, took, strict=True):
            start = thread_time()
            work()
            times.append(thread_time() - start)
    return [median(times[1:]) for times in took]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*MOMENTS], metavar="GAME")
    given = parser.parse_args()
    for game in given.games:
        moment = MOMENTS[game]()
        report(f"{game}, table", moment.strips(None))
        report(f"{game}, hand", moment.strips(next(iter(moment.views[None].to_act), Seat(1))))
        report_together(game, moment)
    each = [1000 * in_turn(seed) for seed in range(SEED + 1, SEED + 9)]
    print(f"R3 what follows each other at a table: {median(each):.1f} ms of processor a picture")
    print(f"a deal of Cloud Nine as an animation: {animated()}")


if __name__ == "__main__":
    main()

"""Painting whole deals as animations: bytes, seconds, and what they would weigh otherwise.

House players play a game of each kind; the middle one of its deals by number of moves is painted
again and again. The peers show the same frames: a GIF with nothing repeated that did not change,
and a WebP with loss that was reduced to 640 pixels.

Run: python -m bench.animation [--games N] [--rounds N]
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Sequence
from functools import partial
from io import BytesIO
from itertools import pairwise
from time import perf_counter

from PIL import Image

from bench.evenings import FLYERS, english
from bench.pictures import processor_time
from bot.match.house.forks import Forks
from bot.match.house.workshop import Workshop
from bot.replays.animating import paint
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.events import as_seen_by
from engine.game import Options
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from render.animation import AnimationFrame, Still, encode, frames
from render.scenes import SCENES
from render.theme import NIGHT

SUBJECTS: Sequence[tuple[str, int, Options]] = (
    ("cloud_nine", 3, {"deals": 2}),
    ("nimbly", 3, {"deals": 2}),
    ("nimbly", 5, {"deals": 2}),
    ("clumond", 3, {"deals": 3}),
    ("balloon", 3, {}),
    ("balloon", 6, {}),
)
NARROW = 640
LOSSY = {"quality": 60, "method": 0}


def deals(game: str, seats: int, options: Options, seed: int) -> list[tuple[Still, ...]]:
    """Let quick house players play a game; return its deals."""
    chance = random.Random(seed)
    course = Course.begin(GAMES[game], seats, options, Chance(chance.randbytes(SEED_BYTES)))
    courses, quick = [course], HOUSE_PLAYERS[game]["quick"]
    while acting := course.to_act():
        seat, legal = acting[0], course.legal(acting[0])
        ranking = quick.rank(course.view(seat), course.heard(seat), legal, chance)
        course = course.then(seat, ranking[0].code)
        courses.append(course)
    ends = [
        at
        for at, (one, other) in enumerate(pairwise(courses), start=1)
        if len(other.view(None).deal_scores) > len(one.view(None).deal_scores)
    ]
    spans = [range(first, last + 1) for first, last in pairwise([0, *ends])]
    return [tuple(_still(courses, at, span[0]) for at in span) for span in spans]


def _still(courses: Sequence[Course], at: int, first: int) -> Still:
    happened = courses[at].happened[at] if at > first else ()
    return Still(courses[at].view(None), as_seen_by(None, happened))


def as_gif(shown: Sequence[AnimationFrame]) -> bytes:
    """Write the frames as a GIF; a frame holds only the parts that have changed."""
    first, *others = (frame.picture for frame in shown)
    return _saved(first, "GIF", others, shown, optimize=True)


def as_lossy(shown: Sequence[AnimationFrame]) -> bytes:
    """Write the frames reduced and with loss."""
    first, *others = (_reduced(frame.picture) for frame in shown)
    return _saved(first, "WEBP", others, shown, **LOSSY)


def _reduced(picture: Image.Image) -> Image.Image:
    size = (NARROW, picture.height * NARROW // picture.width)
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _saved(
    first: Image.Image,
    kind: str,
    others: list[Image.Image],
    shown: Sequence[AnimationFrame],
    **how: int,
) -> bytes:
    out, times = BytesIO(), [frame.shown for frame in shown]
    first.save(out, kind, save_all=True, append_images=others, duration=times, loop=0, **how)
    return out.getvalue()


def drawn(game: str, shown: Sequence[Still], seats: int) -> list[AnimationFrame]:
    """Draw all frames of a deal."""
    scene, words = SCENES[game], english()
    return frames(
        scene, shown, [scene.context(s.view, FLYERS[:seats], words, NIGHT) for s in shown]
    )


def report(game: str, seats: int, options: Options, games: int, rounds: int) -> None:
    """Print what the deals of some games weigh and take."""
    played = sorted(
        (deal for n in range(games) for deal in deals(game, seats, options, n)), key=len
    )
    most = max(len(encode(drawn(game, shown, seats))) for shown in played)
    middle = played[len(played) // 2]
    ours = drawn(game, middle, seats)
    drawing = processor_time(lambda: drawn(game, middle, seats), rounds)
    encoding = processor_time(lambda: encode(ours), rounds)
    print(
        f"| {game} for {seats} | {len(middle) - 1} ({len(played[-1]) - 1}) |"
        f" {sum(frame.shown for frame in ours) / 1000:.0f} s | {len(encode(ours)):,} ({most:,}) |"
        f" {len(as_gif(ours)):,} | {len(as_lossy(ours)):,} | {drawing:.2f} s | {encoding:.2f} s |"
    )


async def waited() -> None:
    """Print how long the longest kind of deal takes in the workshop, when it is new and later."""
    forks = Forks()
    workshop, (first, *_) = Workshop(forks), deals(*SUBJECTS[0], 0)
    job = partial(paint, SUBJECTS[0][0], first, FLYERS[:3], "night", "en")
    try:
        for when in ("a new process", "the second time", "the third time"):
            start = perf_counter()
            picture = await workshop.do(job)
            print(f"workshop, {when}: {perf_counter() - start:.2f} s, {len(picture.data):,} bytes")
    finally:
        await workshop.close()
        await forks.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    print("| deal | moves (most) | lasts | bytes (most) | GIF | WebP, 640 | draw | encode |")
    for game, seats, options in SUBJECTS:
        report(game, seats, options, chosen.games, chosen.rounds)
    asyncio.run(waited())


if __name__ == "__main__":
    main()

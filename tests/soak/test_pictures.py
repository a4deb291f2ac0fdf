"""Pictures of thousands of random moments, with the names people choose or worse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import count, islice
from random import Random

import pytest
from PIL import Image

from engine.games import GAMES
from render.api import Person, Picture, Words
from render.scenes import SCENES
from tests.engine.walks import Beginning, Situation, everyone, fitting, some_options, walk
from tests.render.conftest import words
from tests.render.hostile import HOSTILE, assert_told_and_free
from tests.render.test_hostile import assert_cheap, letters
from tests.soak.amounts import amount

__all__ = ["words"]

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

PICTURES_OF_EACH = 5000
NAMES = 100_000
MOMENTS_OF_A_GAME = 15
ASTRAL = 0x30000
"""From here on Unicode has next to no letters."""


@pytest.mark.parametrize("key", SCENES)
def test_random_moments_paint_alike_in_both_threads(key: str, words: Words) -> None:
    with ThreadPoolExecutor(2) as pool:
        for paint in islice(_paintings(key, words), amount(PICTURES_OF_EACH, least=50)):
            one, other = pool.submit(paint), pool.submit(paint)
            _hold(one.result())
            assert one.result() == other.result()


def test_every_letter_of_unicode_is_cheap_to_draw() -> None:
    for letter in letters():
        assert_cheap(letter)


def test_random_mixes_of_letters_are_cheap_to_draw() -> None:
    random, every = Random(1), letters()
    for _ in range(amount(NAMES, least=100)):
        assert_cheap("".join(random.choices(every, k=random.randint(2, 32))))


def _hold(picture: Picture) -> None:
    with Image.open(BytesIO(picture.data)) as image:
        image.load()
        assert (image.format, image.size) == ("PNG", (picture.width, picture.height))
    assert_told_and_free(picture)


def _paintings(key: str, words: Words) -> Iterator[Callable[[], Picture]]:
    """Return what paints one random moment after the other, of one game after the other."""
    for seed, seats in zip(count(), _seats(key), strict=False):
        random = Random(seed)
        options = fitting(GAMES[key], seats, random.choice(some_options(GAMES[key], 50)))
        moments = list(walk(Beginning(key, seats, options, seed)))
        people = [Person(_name(random), random.random() < 0.3) for _ in range(seats)]
        for moment in random.sample(moments, min(MOMENTS_OF_A_GAME, len(moments))):
            yield from _of(key, moment, people, words)
        # The end of the game is in every sample.
        yield from _of(key, moments[-1], people, words)


def _seats(key: str) -> Iterator[int]:
    while True:
        yield from GAMES[key].info.seats


def _of(
    key: str, moment: Situation, people: list[Person], words: Words
) -> Iterator[Callable[[], Picture]]:
    scene, course = SCENES[key], moment.course
    for seat in everyone(len(people)):
        view = course.view(seat)
        paint = scene.table if seat is None else scene.hand
        yield lambda view=view, paint=paint: paint(view, people, words)  # type: ignore[misc] # the defaults bind this round's view
        if view.deal_scores:
            yield lambda view=view: scene.result(view, people, words)  # type: ignore[misc] # as above
            yield lambda view=view: scene.deal(view, people, words)  # type: ignore[misc] # as above


def _name(random: Random) -> str:
    if random.random() < 0.5:
        return random.choice(HOSTILE)
    letters = (chr(random.randrange(ASTRAL)) for _ in range(random.randint(1, 32)))
    return "".join(letter for letter in letters if not 0xD800 <= ord(letter) < 0xE000)

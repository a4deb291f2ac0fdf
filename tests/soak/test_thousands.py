"""Games, pictures, kills, tables and forgeries by the thousand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from io import BytesIO
from itertools import count, islice
from math import inf
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from PIL import Image

from bot.clock import Clock
from bot.match.clock.clocks import Clocks
from bot.match.house.forks import Forks
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import ProcessPoolThinker
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.tables import Tables
from bot.store import Store
from engine.games import GAMES
from render.api import Person, Picture, Words
from render.scenes import SCENES
from tests.e2e.test_kills import kill_while_playing
from tests.e2e.test_threads import play_in_one_server
from tests.engine import test_every_game
from tests.engine.walks import (
    Beginning,
    Situation,
    beginnings,
    everyone,
    fitting,
    some_options,
    walk,
)
from tests.hostile import forging
from tests.hostile.box import boxed
from tests.hostile.test_interactions import BATCH, hold_interactions
from tests.match.house.thinkers import Delays, critical, measure
from tests.render.conftest import words
from tests.render.hostile import HOSTILE, assert_told_and_free
from tests.render.test_contract import assert_cheap, letters
from tests.soak.amounts import amount

# The contract of every game, over hundreds of random games with random options.

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

GAMES_OF_EACH = 100

Clause: TypeAlias = Callable[[Beginning, list[Situation]], None]

CONTRACT: tuple[Clause, ...] = tuple(
    clause
    for name, clause in vars(test_every_game).items()
    if name.startswith("test_") and [*signature(clause).parameters] == ["beginning", "situations"]
)


def test_the_contract_was_found() -> None:
    assert test_every_game.test_a_random_game_ends_with_an_outcome in CONTRACT
    assert len(CONTRACT) > 10


@pytest.mark.parametrize("key", GAMES)
def test_random_games_keep_the_contract(key: str) -> None:
    games = amount(GAMES_OF_EACH // len(GAMES[key].info.seats), least=5)
    for beginning in beginnings(games):
        if beginning.key == key:
            _keep(beginning)


def _keep(beginning: Beginning) -> None:
    situations = list(walk(beginning))
    for clause in CONTRACT:
        try:
            clause(beginning, situations)
        except Exception as error:
            error.add_note(f"{clause.__name__} of {beginning}")
            raise


# Pictures of thousands of random moments, with the names people choose or worse.

__all__ = ["words"]

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


# B4 by the real clock: what a house pilot may choose from cannot be read from its delay.

ANSWERS = 400
RUNS = 3
"""How often an unlikely distance is measured again: once in a thousand times it is mere chance."""


@pytest.mark.parametrize("level", ["normal", "hard"])
async def test_b4_at_pace_0_the_delay_of_a_pilot_tells_nothing(tmp_path: Path, level: str) -> None:
    told = []
    for run in range(RUNS):
        directory = tmp_path / str(run)
        directory.mkdir()
        delays = await _measured(directory, level)
        most = critical(len(delays.forced), len(delays.chosen))
        told.append((delays.distance(), most))
        if delays.distance() < most:
            return
    pytest.fail(f"distances and what they may be: {told}")


async def _measured(directory: Path, level: str) -> Delays:
    store = await Store.open(f"sqlite+aiosqlite:///{directory}/nimbus.sqlite3")
    forks, clock = Forks(), Clock(pace=0.0)
    thinkers = ProcessPoolThinker(1, forks)
    tables = Tables(store, clock, HouseQueue(thinkers, clock.now()))
    lobbies = Lobbies(store, tables, clock, ("Cirrus", "Stratus"))
    clocks = Clocks(store, tables, lobbies.expire, clock)
    delays = Delays(time.monotonic)

    async def wait() -> None:
        while await store.deadlines(inf):  # noqa: ASYNC110 - it is the sweeper
            await asyncio.sleep(0.005)

    clocks.start()
    try:
        await measure(tables, lobbies, clocks, delays, amount(ANSWERS, least=40), level, wait)
    finally:
        await clocks.close()
        await thinkers.close()
        await forks.close()
        await store.close()
    return delays


# A thousand kills of the bot's process, a fresh house for every fifty.

ALL_KILLS = 1000
OF_ONE_HOUSE = 50


async def test_a_thousand_kills_lose_nothing(tmp_path: Path) -> None:
    left = amount(ALL_KILLS)
    while left > 0:
        data = tmp_path / f"{left}-left"
        data.mkdir()
        await kill_while_playing(data, min(OF_ONE_HOUSE, left), seed=left)
        left -= OF_ONE_HOUSE


# A hundred tables of one server, each in a thread of its own.

MANY = 100


async def test_a_hundred_tables_play_in_one_server(tmp_path: Path) -> None:
    await play_in_one_server(tmp_path, amount(MANY))


# A million forged interactions and spoilt records.

CASES = 1_000_000
IN_A_BOX = 50_000
"""A fresh box after this many, since lobbies that strangers open in their own server pile up."""


async def test_a_million_forged_interactions_change_nothing(tmp_path: Path) -> None:
    cases = amount(CASES, least=BATCH)
    for first in range(0, cases, IN_A_BOX):
        directory = tmp_path / str(first)
        directory.mkdir()
        async with boxed(directory) as box:
            await hold_interactions(box, min(IN_A_BOX, cases - first), seed=first + 1_000)


def test_a_million_spoilt_records_are_replayed_or_refused() -> None:
    forging.hold(amount(CASES), seed=1)

"""Guesses of who only watches an evening: taken until the round begins, gone with the evening."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

from sqlalchemy import Connection

from bot.evenings import store as evenings
from bot.evenings.guess_store import GuessStore
from bot.evenings.rows import EveningPerson, EveningRow, Guess
from bot.evenings.store import Beginning, BoardRow, EveningStore
from bot.store import Store
from bot.store.rows import SeriesRow
from tests.store.samples import ALICE, BOB, CAROL, GUILD, At, opened
from tests.waits import rounds

EVENING = EveningRow(1, begun=5.0, rounds=3, secret=bytes(32), start="99")
DEALS = SeriesRow(EVENING.key, "cloud_nine", {"deals": 3}, bytes(32), 1, 1, 5.0, 9.0)
NEXT = replace(DEALS, key=EVENING.key_of(2))
PERSON = EveningPerson(1, ALICE, GUILD, "Alice", "9")
GUESS = Guess(1, 2, CAROL, GUILD, "Carol", ALICE)


async def in_a_break(store: Store, *guilds: int) -> tuple[EveningStore, GuessStore]:
    """Have an evening, in one server or some, wait for its second round."""
    boards = [BoardRow(1, guild, n, "en") for n, guild in enumerate(guilds or (GUILD,), start=1)]
    kept = EveningStore(store.database)
    assert await kept.begin(Beginning(EVENING, boards, DEALS, [PERSON]), [], [], None) == []
    guesses = GuessStore(store.database)
    assert not await guesses.put(GUESS)  # the first round is played
    await kept.end_round(EVENING, 6.0, 96.0, (), ())
    return kept, guesses


async def test_a_guess_is_taken_until_its_round_begins_and_the_last_one_counts(
    store: Store,
) -> None:
    kept, guesses = await in_a_break(store)
    other = Guess(1, 2, 7, GUILD, "Zed", BOB)
    changed = replace(GUESS, leader_id=BOB, name="Caro")
    for guess in (GUESS, other, changed):
        assert await guesses.put(guess)
    for late in (replace(GUESS, round=1), replace(GUESS, round=3), replace(GUESS, evening_id=2)):
        assert not await guesses.put(late)
    assert await kept.next_round(2, 1, NEXT, [], None) == []
    assert not await guesses.put(GUESS)
    assert await guesses.of_evening(1) == [other, changed]


async def test_none_is_taken_once_the_evening_has_ended(store: Store) -> None:
    kept, guesses = await in_a_break(store)
    await kept.end(1, 7.0, ())
    assert not await guesses.put(GUESS)
    assert await guesses.of_evening(1) == []


async def test_a_round_that_begins_at_the_same_instant_is_waited_for(at: At) -> None:
    begins, goes_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def begin(connection: Connection) -> None:
        assert evenings.next_round(connection, 2, 1, NEXT, [], None) == []
        loop.call_soon_threadsafe(begins.set)
        goes_on.wait()

    async with opened(at) as store, opened(at) as other:
        await in_a_break(store)
        beginning = asyncio.create_task(store.database.write(begin))
        await begins.wait()
        guessing = asyncio.create_task(GuessStore(other.database).put(GUESS))
        await rounds()
        assert not guessing.done()
        goes_on.set()
        await beginning
        assert not await guessing
        assert await GuessStore(store.database).of_evening(1) == []


async def test_they_go_with_the_evening_or_with_the_server_in_which_they_were_made(
    store: Store,
) -> None:
    _, guesses = await in_a_break(store, GUILD, 6)
    there = Guess(1, 2, 7, 6, "Zed", BOB)
    for guess in (GUESS, there):
        assert await guesses.put(guess)
    await store.database.write(evenings.forget, GUILD, 9.0)
    assert await guesses.of_evening(1) == [there]
    await store.database.write(evenings.forget, 6, 9.0)
    assert await guesses.of_evening(1) == []

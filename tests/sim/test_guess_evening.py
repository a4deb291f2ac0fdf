"""Who only watches an evening says who will lead after its next round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.evenings.guess_store import GuessStore
from bot.evenings.news import EveningNews
from bot.evenings.rows import EveningRow
from bot.evenings.service import Evenings
from bot.evenings.store import EveningStore
from bot.match.show.publisher import Publisher
from bot.match.tables import Tables
from bot.match.together import tables_of
from tests.match.finished import play_out
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_pressing import private_answer

PEOPLE, WATCHING = ("Ada", "Ben", "Cleo"), ("Mei", "Zoe", "Kim")


async def settled(held: Evening) -> None:
    for _ in range(2):
        await held.bot.app.get(EveningNews).idle()
        await held.bot.app.get(Publisher).idle()
        await held.env.settle()


async def stored(held: Evening) -> EveningRow:
    found = await EveningStore(held.bot.app.store.database).get(1)
    assert found is not None
    return found


async def play_round(held: Evening, number: int) -> None:
    """Play the tables of a round out; nobody is shown more than what came of it."""
    tables, publisher = held.bot.app.get(Tables), held.bot.app.get(Publisher)
    tables.listeners.remove(publisher.on_change)
    for row in await tables_of(held.bot.app.store, f"evening 1 {number}"):
        await play_out(tables, row.id, number)
    tables.listeners.append(publisher.on_change)
    await settled(held)


async def begin_unseen(held: Evening) -> None:
    """Let the next round begin, of which the board tells nothing yet."""
    tables, news = held.bot.app.get(Tables), held.bot.app.get(EveningNews)
    tables.listeners.remove(news.on_change)
    await held.bot.app.get(Evenings).skip(await stored(held))
    await held.bot.app.get(Evenings).step(1)
    tables.listeners.append(news.on_change)


async def says(held: Evening, name: str, board: Any, leader: str) -> str:
    """Let a person choose in the menu of a board; return what is answered to them alone."""
    value = str(held[leader].id)
    return private_answer(await held[name].select(board, [value], custom_id="evening:1:guess:2"))


async def test_who_watches_guesses_in_a_break_and_the_result_names_who_was_right(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, (*PEOPLE, *WATCHING)) as held:
        opened = await held["Ada"].slash(
            held.channel, "evening open", game="cloud_nine", rounds=2, deals=1
        )
        lobby = opened.response.message
        for name in PEOPLE[1:]:
            await held[name].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        await play_round(held, 1)
        asking = next(m for m in held.channel.history() if "Only watching?" in texts(m))
        kept = EveningStore(held.bot.app.store.database)
        assert "who don't play" in await says(held, "Ben", asking, "Ada")
        for leader in ("Cleo", "Ada"):
            told = await says(held, "Mei", asking, leader)
            assert told.startswith(f"Your guess: **{leader}** is ahead after round 2.")
        for name, leader in zip(WATCHING, PEOPLE, strict=True):
            await says(held, name, asking, leader)
        await kept.leave(1, held["Cleo"].id, 1)
        assert "in this evening yourself" in await says(held, "Cleo", asking, "Ada")
        assert "not in this evening any more" in await says(held, "Mei", asking, "Cleo")
        await held["Cleo"].click(asking, label="Join")
        await settled(held)
        await begin_unseen(held)
        assert "too late" in await says(held, "Mei", asking, "Ben")
        guesses = await GuessStore(held.bot.app.store.database).of_evening(1)
        leaders = {one.name: one.leader_id for one in guesses}
        assert leaders == {
            name: held[leader].id for name, leader in zip(WATCHING, PEOPLE, strict=True)
        }
        await play_round(held, 2)
        best = {one.user_id for one in await kept.people(1) if one.place == 1}
        right = sorted(name for name, leader in leaders.items() if leader in best)
        line = "Best guessers: " + ", ".join(f"**{name}** 1" for name in right)
        shown = [texts(m) for m in held.channel.history() if "the result of 3 people" in texts(m)]
        assert right
        assert shown
        assert all(line in one.split("\n") for one in shown)

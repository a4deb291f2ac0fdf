"""Whole games over the wire: at three tabs, in four languages, animated, and at Discord's pace."""

from __future__ import annotations

import asyncio
import random
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from bot.texts import Texts
from sandbox import Memory
from sandbox.client import Tab
from tests.e2e.running_bot import (
    RunningBot,
    board,
    buttons,
    is_over,
    moment,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    settings,
    state_equals_log,
    until_agreed,
)
from tests.e2e.test_house_players import told
from tests.sim.test_language_evening import CODES, read
from tests.store.samples import ask
from tests.texts.english import english_in, language_of

# Three people at three tabs, the bot in its own process.


async def test_three_clients_play_a_whole_game_at_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
        pressed = await asyncio.gather(
            *(play_in_dm(tab, random.Random(seat), is_over) for seat, tab in enumerate(tabs))
        )
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert sum(pressed) == table.row.moves
        file = held.data / "nimbus.sqlite3"
        await held.until(lambda: ask(file, "SELECT verdict FROM ending") != [(None,)])
        assert ask(file, "SELECT verdict FROM ending") == [("counts",)]
        assert ask(file, "SELECT count(*) FROM rating_change") == [(3,)]
        assert held.log() == ""


# Cloud 9, the balloon game: people at tabs, the bot in its own process, killed in the middle.


async def aboard(held: RunningBot, names: tuple[str, ...], target: int) -> list[Any]:
    """Open a balloon table that is played to a target, with everybody aboard."""
    tabs = [await held.tab(name) for name in names]
    first = tabs[0]
    await first.wait_for(lambda tab: tab.bot_online and tab.commands)
    reply = await first.command("tables", "play", game="balloon")
    assert reply.message is not None, reply.reason
    form = await first.click(await settings(first, reply.message), label="Options")
    given = {"redeal": ["true"], "odds": ["true"], "two": ["false"]}
    assert (await first.submit_modal(form, target=str(target), **given)).ok
    for tab in tabs[1:]:
        assert (await tab.click(await tab.wait_for(board), label="Join")).ok
    await until_agreed(held, reply.message, len(tabs) + 1)
    assert (await first.click(reply.message, label="Start")).ok
    return tabs


@pytest.mark.soak  # it is played by ear over the wire, and another game through kills
async def test_three_people_fly_to_the_end_though_the_bot_is_killed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await aboard(held, ("Ada", "Ben", "Cleo"), target=20)
        players = [
            asyncio.create_task(play_in_dm(tab, random.Random(seat), is_over))
            for seat, tab in enumerate(tabs)
        ]
        await tabs[0].wait_for(moves_in_dm)
        await held.until_stored(lambda row: row.moves)
        await state_equals_log(held)
        await held.kill()
        before = (await state_equals_log(held)).row.moves
        await held.wake()
        await asyncio.gather(*players)
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert table.row.moves > before
        assert max(table.view(None).scores) >= 20
        await tabs[0].wait_for(lambda tab: "win" in told(board(tab)))


# Whole games over the wire in four languages: all read theirs, and no English word is left.

LOCALES = ("de", "es-ES", "fr", "pt-BR")
"""As Discord spells them."""
PEOPLE = (*LOCALS, GUEST) = ("Ada", "Ben", "Cleo")


def world(locale: str, guest: str) -> Memory:
    """Return a server of one language, and people of it; Cleo has another one."""
    memory = Memory.populate(PEOPLE)
    for guild in memory.guilds:
        memory.set_guild_locale(guild, locale)
    for person in list(memory.people.values()):
        memory.set_locale(person.id, guest if person.name == GUEST else locale)
    return memory


async def started(held: RunningBot, game: str) -> list[Tab]:
    """Open a game of three, whose tabs keep all that they are sent, and start it."""
    tabs = [await held.tab(name) for name in PEOPLE]
    first = tabs[0]
    await first.wait_for(lambda tab: tab.bot_online and tab.commands)
    for tab in tabs:
        tab.frames = deque()
    reply = await first.command("tables", "play", game=game)
    assert reply.message is not None, reply.reason
    for tab in tabs[1:]:
        assert (await tab.click(await tab.wait_for(board), custom_id="l:1:join")).ok
    await held.until_stored(lambda row: len(row.members) == len(PEOPLE))
    assert (await first.click(reply.message, custom_id="l:1:start")).ok
    return tabs


def heard(tab: Tab, *, alone: bool) -> Iterator[str]:
    """Return what the bot has said to a person alone, or to all."""
    (tables,) = (key for key, one in tab.channels.items() if one.get("name") == "tables")
    for frame in tab.frames:
        said: Any = frame["d"]
        if not (isinstance(said, dict) and "content" in said and said["author"].get("bot")):
            continue
        if (said["channel_id"] != tables or bool(said["flags"] & 64)) is alone:
            yield from read(said)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["balloon", "cloud_nine", "clumond", "nimbly"])
@pytest.mark.parametrize("locale", LOCALES)
async def test_three_people_play_in_their_languages(tmp_path: Path, locale: str, game: str) -> None:
    guest = LOCALES[LOCALES.index(locale) - 1]
    async with running_bot(tmp_path, memory=world(locale, guest)) as held:
        tabs = await started(held, game)
        await asyncio.gather(
            *(play_in_dm(tab, random.Random(seat), is_over) for seat, tab in enumerate(tabs))
        )
        assert (await held.table()).row.status is Status.OVER
    for tab, own in zip(tabs, (locale, locale, guest), strict=True):
        for alone, spoken in ((True, own), (False, locale)):
            holds(list(heard(tab, alone=alone)), Texts.load().language(spoken))


def holds(texts: list[str], language: str) -> None:
    """Hold texts to be of a language, names and notation taken out."""
    names = (*PEOPLE, "Cloud Club", *Texts.load().words(language)("house.names").split(", "))
    found = {text: english_in(CODES.sub(" ", text), language, names) for text in texts}
    assert {text: words for text, words in found.items() if words} == {}
    assert len(texts) > 20
    assert language_of("\n".join(texts)) == language


# A deal shown in the channel over the wire: painted by the workshop's process.


async def test_a_finished_deal_is_shown_to_everybody(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        short: dict[str, str | list[str]] = {"deals": "1", "par": ["false"], "rows": ["3"]}
        (tab,) = await opened(held, ("Ada",), game="nimbly", options=short)
        await play_in_dm(tab, random.Random(1), is_over)
        opened_viewer = await tab.command("tables", "replay")
        viewer: Any = await tab.wait_for(
            lambda _: opened_viewer.message if "rp:more:" in str(opened_viewer.message) else None
        )
        await tab.click(viewer, label="More…")
        await tab.wait_for(lambda _: "rp:animate:" in str(tab.newest(viewer)))
        viewer = tab.newest(viewer)
        await tab.click(viewer, label="Post the deal as an animation")
        shown: Any = await tab.wait_for(
            lambda tab: board(tab) if ".webp" in str(board(tab)) else None
        )
        assert not shown["flags"] & 64
        assert "the animation follows" not in str(shown)
        (data,) = await tab.pictures(shown)
        assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")
        assert buttons(shown, "rp:open:")


# A table at Discord's pace: what players see is as new as the limits allow.

ENOUGH = 6
"""Moves after which nobody plays on."""


def pictured(held: RunningBot, kind: str) -> list[int]:
    """Return after how many moves each edit of a board or of hands was painted, in order."""
    edits = [item for item in held.sandbox.requests if item.method == "PATCH"]
    names = [name for item in edits for name in item.files]
    return [int(found[1]) for name in names if (found := re.fullmatch(rf"{kind}-(\d+).png", name))]


async def test_what_is_shown_is_ever_newer_and_nothing_is_refused(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        (tab,) = await opened(held, ("Ada",))
        held.sandbox.faults.pace = True

        def is_enough(_: object) -> bool:
            found = moves_in_dm(tab)
            return found is not None and int(moment(found).split(":")[1]) >= ENOUGH

        await play_in_dm(tab, random.Random(1), is_enough)
        newest = (await held.until_stored(lambda row: row.moves >= ENOUGH)).moves
        await held.until(lambda: pictured(held, "table")[-1] == newest)
        assert {item.status for item in held.sandbox.requests} <= {0, 200, 204}
        for kind in ("table", "hand"):
            shown = pictured(held, kind)
            assert shown == sorted(set(shown))

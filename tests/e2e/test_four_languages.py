"""Whole games over the wire in four languages: all read theirs, and no English word is left."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from bot.texts import Texts
from sandbox import Memory
from sandbox.client import Tab
from tests.e2e.running_bot import RunningBot, board, is_over, play_in_dm, running_bot
from tests.sim.test_language_evening import CODES, read
from tests.texts.english import english_in, language_of

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


async def opened(held: RunningBot, game: str) -> list[Tab]:
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
        tabs = await opened(held, game)
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

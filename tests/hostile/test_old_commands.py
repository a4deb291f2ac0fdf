"""Commands of before: a list that Discord has not renewed yet still offers them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.commands import MOVED
from bot.texts import Texts
from tests.hostile.box import GUILD, boxed
from tests.hostile.forging import interaction
from tests.hostile.test_interactions import private_words
from tests.match.finished import ADA, CHANNEL
from tests.texts.pseudo import LOCALE, with_pseudo

SAY = Texts.load().words("en")

OLD: dict[str, tuple[str, ...]] = {
    "about": (),
    "block": ("add",),
    "data": ("export",),
    "end": (),
    "hand": (),
    "league": ("play",),
    "leagues": ("open",),
    "me": (),
    "record": (),
    "table": ("end",),
    "verify": (),
}
"""Each command of before, with a subcommand if it had some."""


def called(name: str, below: tuple[str, ...], kind: int = 2) -> dict[str, Any]:
    """Spell the call of a command, or with kind 4 that somebody types an option of it."""
    options: list[dict[str, Any]] = [{"name": "table", "type": 4, "value": 7, "focused": True}]
    for name_of_it in below:
        options = [{"name": name_of_it, "type": 1, "options": options}]
    data = {"id": "1", "name": name, "type": 1, "options": options}
    return interaction(kind, data, ADA, GUILD, CHANNEL)


async def test_each_says_privately_where_the_thing_is_now(tmp_path: Path) -> None:
    assert OLD.keys() == MOVED
    async with boxed(tmp_path) as box:
        before = await box.stored()
        for name, below in OLD.items():
            told = private_words(await box.send(called(name, below)))
            assert told == SAY(f"moved.{name}")
            assert await box.send(called(name, below, kind=4)) == []
        assert await box.stored() == before
        assert not box.errors.found


async def test_what_was_never_a_command_is_unreadable(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        told = private_words(await box.send(called("dance", ())))
        assert told == SAY("refused.malformed")


async def test_it_is_said_in_the_language_of_the_person(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        box.bot.app.texts = with_pseudo(LOCALE)
        told = private_words(await box.send(called("me", ()) | {"locale": LOCALE}))
        assert told == box.bot.app.texts.words(LOCALE)("moved.me") != SAY("moved.me")

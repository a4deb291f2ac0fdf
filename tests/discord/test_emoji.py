"""The application's own emoji: brought up once, and spared where Discord does not take them."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import discord
import pytest
from discord import ui

from bot.discord.emoji import OWN, TRIES, ApplicationEmoji, Emojis, name_of
from bot.discord.parts import button, container, menu
from bot.errors import Unfit
from render.scenes import EMOJI
from tests.discord.test_io import refused
from tests.swift import SwiftClock

ALL = {name_of(key) for key in EMOJI}
OF_OLD = "nimbus_KH_00000000"
STRANGERS = ("nimbus_logo", "KH_12345678", "nimbusKH_12345678", "nimbus_KH_1234567G", "party")


class Timeless(SwiftClock):
    """Pauses take no time, and are noted."""

    def __init__(self) -> None:
        super().__init__(pace=1.0)
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


@dataclass
class Held:
    """An emoji of the application."""

    name: str
    id: int
    of: Application

    async def delete(self) -> None:
        await self.of.call("delete", self.name)
        if self.of.held.pop(self.name, None) is None:
            raise refused(404, 10014)


@dataclass
class Application:
    """Discord's part: what the application has, what it was asked for, and what goes wrong."""

    held: dict[str, Held] = field(default_factory=dict)
    calls: list[tuple[str, str]] = field(default_factory=list)
    wrong: Callable[[str, str, int], Exception | None] = lambda *_: None

    def put(self, *names: str) -> Application:
        for name in names:
            self.held[name] = Held(name, 1000 + len(self.held) + len(self.calls), self)
        return self

    async def call(self, verb: str, name: str = "") -> None:
        self.calls.append((verb, name))
        await asyncio.sleep(0)
        if (error := self.wrong(verb, name, len(self.calls))) is not None:
            raise error

    async def fetch_application_emojis(self) -> list[Held]:
        await self.call("list")
        return list(self.held.values())

    async def create_application_emoji(self, *, name: str, image: bytes) -> Held:
        await self.call("make", name)
        assert image.startswith(b"\x89PNG")
        if name in self.held:
            raise refused(400, 50035)
        return self.put(name).held[name]

    def made(self) -> list[str]:
        return [name for verb, name in self.calls if verb == "make"]


class Inline:
    """Paints where it stands."""

    async def paint(self, paint: Callable[[], Any]) -> Any:
        return paint()


def own(application: Application, clock: Timeless | None = None) -> ApplicationEmoji:
    return ApplicationEmoji(cast("Any", application), cast("Any", Inline()), clock or Timeless())


async def started(application: Application, clock: Timeless | None = None) -> ApplicationEmoji:
    """Return the emoji after a whole start."""
    emoji = own(application, clock)
    emoji.start()
    await finished(emoji)
    return emoji


async def finished(emoji: ApplicationEmoji) -> None:
    tasks = [task for task in (emoji._start, emoji._look) if task is not None]
    await asyncio.gather(*tasks)


def ids(emojis: Emojis) -> dict[str, int | None]:
    return {key: partial.id for key, partial in emojis.items()}


def test_every_name_is_legal_and_nobody_else_s() -> None:
    assert len(ALL) == len(EMOJI)
    for key in EMOJI:
        found = OWN.fullmatch(name_of(key))
        assert found is not None, key
        assert found[1] == key
        assert 2 <= len(name_of(key)) <= 32
        assert name_of(key).isascii()
    assert not [name for name in STRANGERS if OWN.fullmatch(name)]


async def test_a_first_start_uploads_all_with_pauses() -> None:
    clock = Timeless()
    application = Application()
    emoji = await started(application, clock)
    assert set(application.held) == ALL
    assert application.calls[0] == ("list", "")
    assert sorted(application.made()) == sorted(ALL)
    assert ids(emoji.ready) == {key: application.held[name_of(key)].id for key in EMOJI}
    assert len([seconds for seconds in clock.slept if seconds > 0]) == len(ALL)


async def test_a_second_start_is_one_call() -> None:
    application = Application().put(*ALL)
    emoji = await started(application)
    assert application.calls == [("list", "")]
    assert set(emoji.ready) == set(EMOJI)


async def test_only_what_is_missing_is_uploaded_and_what_is_of_old_goes_last() -> None:
    missing = {name_of("KH"), name_of("JK")}
    application = Application().put(*ALL - missing, OF_OLD, "nimbus_gone_12345678", *STRANGERS)
    await started(application)
    assert set(application.made()) == missing
    assert set(application.held) == ALL | set(STRANGERS)
    removed = {("delete", OF_OLD), ("delete", "nimbus_gone_12345678")}
    assert set(application.calls[-2:]) == removed


async def test_one_of_old_is_shown_till_the_new_one_is_there() -> None:
    application = Application().put(OF_OLD)
    application.wrong = lambda verb, *_: refused(403, 50013) if verb == "make" else None
    emoji = await started(application)
    assert ids(emoji.ready) == {"KH": application.held[OF_OLD].id}


async def test_of_two_looks_the_present_one_is_shown() -> None:
    application = Application().put(*ALL, OF_OLD)
    assert application.held[OF_OLD].id > application.held[name_of("KH")].id
    emoji = await started(application)
    assert ids(emoji.ready)["KH"] == application.held[name_of("KH")].id


@pytest.mark.parametrize(
    "error", [refused(429, 0), refused(503, 0), TimeoutError(), ConnectionResetError()]
)
async def test_what_passes_is_waited_for(error: Exception) -> None:
    clock = Timeless()
    application = Application()

    def lost(_verb: str, name: str, count: int) -> Exception | None:
        """Let the call count, but its answer be lost: nothing must be made twice."""
        if count not in (5, 20):
            return None
        application.put(name)
        return error

    application.wrong = lost
    emoji = await started(application, clock)
    assert set(application.held) == ALL
    assert set(emoji.ready) == set(EMOJI)
    assert [pause for pause in clock.slept if pause in TRIES[1:]] == list(TRIES[1:3])
    assert len(application.made()) == len(ALL)


@pytest.mark.parametrize("error", [refused(429, 0), refused(403, 0), refused(400, 30008)])
async def test_every_refusal_ends_in_one_line(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    application = Application(wrong=lambda *_: error)
    emoji = await started(application)
    assert len(caplog.records) == 1
    assert "without emoji till the next start" in caplog.text
    assert emoji.ready == {}
    assert len(application.calls) <= len(TRIES)


async def test_even_a_bug_in_painting_costs_no_more() -> None:
    class Spoilt:
        async def paint(self, _: object) -> Any:
            raise LookupError("a font")

    emoji = ApplicationEmoji(cast("Any", Application()), cast("Any", Spoilt()), Timeless())
    emoji.start()
    await finished(emoji)
    assert emoji.ready == {}


async def test_two_starts_at_once_make_each_once() -> None:
    application = Application()
    one, other = own(application), own(application)
    one.start()
    other.start()
    await asyncio.gather(finished(one), finished(other))
    assert set(application.held) == ALL
    assert ids(one.ready) == ids(other.ready)
    assert len(one.ready) == len(EMOJI)


async def test_stopped_at_any_call_and_started_again_all_are_there() -> None:
    for last in (1, 2, 10, len(ALL)):
        application = Application().put(OF_OLD)
        emoji = own(application)
        emoji.start()
        while len(application.calls) < last:  # noqa: ASYNC110 - each call is a turn of the loop
            await asyncio.sleep(0)
        await emoji.close()
        again = await started(application)
        assert set(application.held) == ALL
        assert set(again.ready) == set(EMOJI)


# What messages go through.


def shown(emojis: Emojis) -> ui.LayoutView:
    """Return a message with an emoji on a button and one in a menu."""
    choices = menu("s:1:0", "Choose")
    choices.add_option(label="K♥", value="play KH", emoji=emojis.get("KH"))
    return container(
        ui.ActionRow(button("m:1:0:play AS", "A♠", emoji=emojis.get("AS"))), ui.ActionRow(choices)
    )


def bearing(view: ui.LayoutView) -> list[str]:
    """Return the names of the emoji in a message."""
    found = []
    for item in view.walk_children():
        if isinstance(item, ui.Button):
            found.append(item.emoji)
        elif isinstance(item, ui.Select):
            found += [option.emoji for option in item.options]
    return [emoji.name for emoji in found if emoji is not None]


@dataclass
class Channel:
    """Takes messages, unless they have an emoji that is not there."""

    application: Application
    error: Exception = field(default_factory=lambda: refused(400, 50035))
    taken: list[tuple[list[str], bytes]] = field(default_factory=list)
    tried: int = 0

    async def send(self, view: ui.LayoutView, file: discord.File) -> int:
        self.tried += 1
        data, names = file.fp.read(), bearing(view)
        if not set(names) <= set(self.application.held):
            raise self.error
        self.taken.append((names, data))
        return self.tried


async def sent(channel: Channel, emoji: ApplicationEmoji, view: ui.LayoutView | None = None) -> int:
    view = shown(emoji.ready) if view is None else view
    file = discord.File(io.BytesIO(b"picture"), "a.png")
    return await emoji.spared(view, [file], lambda: channel.send(view, file))


@pytest.mark.parametrize("error", [refused(400, 50035), refused(404, 10014), Unfit("50035")])
async def test_a_message_with_a_removed_emoji_comes_without_and_the_next_with_the_rest(
    error: Exception,
) -> None:
    application = Application().put(*ALL)
    channel, emoji = Channel(application, error), await started(application)
    await sent(channel, emoji)
    del application.held[name_of("KH")]
    assert await sent(channel, emoji) == 3
    assert channel.taken == [([name_of("AS"), name_of("KH")], b"picture"), ([], b"picture")]
    assert emoji.ready == {}
    await finished(emoji)
    assert set(emoji.ready) == set(EMOJI) - {"KH"}
    await sent(channel, emoji)
    assert channel.taken[-1] == ([name_of("AS")], b"picture")
    assert [verb for verb, _ in application.calls] == ["list", "list"]


async def test_what_is_refused_again_and_again_is_left_out_ever_longer() -> None:
    clock = Timeless()
    application = Application().put(*ALL)
    emoji = await started(application, clock)
    elsewhere = Channel(Application())  # knows none of them, whatever the list says
    clock.slept.clear()
    for _ in range(5):
        await sent(elsewhere, emoji)
        await finished(emoji)
    assert clock.slept == [5.0, 60.0, 600.0, 3600.0, 3600.0]
    await sent(Channel(application), emoji)
    await sent(elsewhere, emoji)
    await finished(emoji)
    assert clock.slept[-1] == 5.0


async def test_a_look_that_fails_is_made_again() -> None:
    application = Application().put(*ALL)
    emoji = await started(application)
    application.wrong = lambda _verb, _name, count: refused(503, 0) if count == 2 else None
    await sent(Channel(Application()), emoji)
    await finished(emoji)
    assert set(emoji.ready) == set(EMOJI)


async def test_what_is_wrong_beside_emoji_is_told_as_ever() -> None:
    emoji = await started(Application().put(*ALL))

    async def send() -> None:
        raise refused(400, 50035)

    async def forbidden() -> None:
        raise refused(403, 50013)

    for call in (send, forbidden):
        for view in (shown(emoji.ready), shown({})):
            with pytest.raises(discord.HTTPException):
                await emoji.spared(view, [], call)
    assert set(emoji.ready) == set(EMOJI)

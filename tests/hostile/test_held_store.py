"""While the store answers nothing, everything that people do is acknowledged, and done later."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.match.table.tables import Tables
from bot.preferences.server import Feature, change_of
from bot.routes import ROUTES
from bot.store.settings import server_scope
from bot.texts import Texts
from tests.hostile.box import EPHEMERAL, GUILD, PATIENCE, THINKING, Box, boxed
from tests.hostile.forging import called, commands, pressed, presses, typed
from tests.postgresql import Server
from tests.store.troubles import held

SAY = Texts.load().words("en")
TOLD, OFFERED, FORM = 4, 8, 9
"""Kinds of answers of Discord's: a message, what is offered to who types, a form."""

HANGING = 300.0
"""Seconds in which a busy machine does all that was pressed, reviews of games too."""

LOBBY_FORMS = ("o:{}", "o:{}:terms")
FORMS = (*LOBBY_FORMS, "t:{}:clock", "me:quiet", "league:open")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/nimbus.sqlite3"
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.database() as name:
        yield server.url(name)


def rests(task: asyncio.Task[Any]) -> bool:
    """Return whether this is about no press, but about processes that nobody needs any more."""
    return task.get_name() == "the workshop rests"


class Sent:
    """Interactions that came in together, and what came of each."""

    def __init__(self, box: Box, payloads: Collection[dict[str, Any]]) -> None:
        self._box, self.payloads = box, payloads
        self._before = asyncio.all_tasks()
        for payload in payloads:
            box.bot._connection.parse_interaction_create(payload)  # type: ignore[arg-type] # forged

    def told(self, payload: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """Return all that was answered to one of them."""
        return self._box.answers.by_token[payload["token"]]

    def kind(self, payload: dict[str, Any]) -> int:
        """Return the kind of its first answer, 0 if there is none."""
        return self.told(payload)[0][1]["type"] if self.told(payload) else 0

    async def until(self, is_so: Callable[[dict[str, Any]], object]) -> None:
        """Wait until something holds for all of them."""
        async with asyncio.timeout(PATIENCE):
            while not all(map(is_so, self.payloads)):  # noqa: ASYNC110 - of many, in any order
                await asyncio.sleep(0.005)

    async def done(self) -> None:
        """Wait until nothing is done about any of them any more."""
        while begun := {each for each in asyncio.all_tasks() - self._before if not rests(each)}:
            ended, hanging = await asyncio.wait(begun, timeout=HANGING)
            assert not hanging
            assert not [task for task in ended if not task.cancelled() and task.exception()]


@pytest.mark.timeout(600)
async def test_every_press_and_command_is_acknowledged_and_done_or_told_why_not(
    tmp_path: Path, address: str
) -> None:
    async with boxed(tmp_path, address) as box:
        payloads = [*presses(box.matches), *commands(box.bot)]
        assert len(payloads) > len(ROUTES)
        async with held(box.bot.app.store.database) as gate:
            sent = Sent(box, payloads)
            await sent.until(sent.told)
            assert all(what == "POST callback" for each in payloads for what, _ in sent.told(each))
            gate.set()
        await sent.done()
        assert not box.errors.found
        for each in payloads:
            first, *others = sent.told(each)
            # What was announced is filled in, or taken back and told otherwise.
            is_announced = first[1]["type"] == THINKING
            assert not is_announced or any("@original" in what for what, _ in others), each


async def test_who_types_is_offered_nothing_in_time(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with boxed(tmp_path, address) as box:
        monkeypatch.setattr("bot.match.talk.choices.TYPING", 0.05)
        payloads = [*typed(box.bot)]
        assert payloads
        async with held(box.bot.app.store.database):
            sent = Sent(box, payloads)
            await sent.until(sent.told)
        await sent.done()
        assert {sent.kind(each) for each in payloads} == {OFFERED}
        assert not box.errors.found


def forms(box: Box) -> list[dict[str, Any]]:
    lobby, played, _ = box.matches
    return [pressed(each.format(lobby if each in LOBBY_FORMS else played)) for each in FORMS]


async def test_a_form_that_memory_knows_enough_for_is_opened_at_once(
    tmp_path: Path, address: str
) -> None:
    async with boxed(tmp_path, address) as box:
        await seen(box)
        await Sent(box, forms(box)).done()
        async with held(box.bot.app.store.database):
            sent = Sent(box, forms(box))
            await sent.until(sent.told)
            assert {sent.kind(each) for each in sent.payloads} == {FORM}
        await sent.done()


async def test_where_memory_knows_nothing_a_button_leads_to_the_form(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.readers.BEGUN_WITHIN", PATIENCE)
    async with boxed(tmp_path, address) as box:
        forget(box)
        async with held(box.bot.app.store.database) as gate:
            sent = Sent(box, forms(box))
            await sent.until(sent.told)
            gate.set()
        await sent.done()
        for each in sent.payloads:
            (_, first), (_, then) = sent.told(each)
            assert (first["type"], first["data"]["flags"]) == (THINKING, EPHEMERAL)
            assert each["data"]["custom_id"] in str(then)


async def seen(box: Box) -> None:
    """Have the bot remember who presses: the first time it notes the language of their client."""
    for _ in range(2):
        await Sent(box, [pressed("me")]).done()


def forget(box: Box) -> None:
    """Remember as little as after a restart."""
    box.bot.app.store.remembered.forget()
    kept = box.bot.app.get(Tables).cache
    for match_id in box.matches:
        kept.drop(match_id)


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_table_that_nobody_may_open_is_refused_privately(
    tmp_path: Path, address: str, *, is_known: bool
) -> None:
    async with boxed(tmp_path, address) as box:
        store, scope = box.bot.app.store, server_scope(GUILD)
        await store.set_settings(scope, change_of("off", (Feature.EVENINGS,)))
        payload = called("evening", game="nimbly")
        payload["data"]["options"] = [
            {"name": "open", "type": 1, "options": payload["data"]["options"]}
        ]
        if is_known:
            await seen(box)
            await store.settings(scope)
        else:
            forget(box)
        sent = Sent(box, [payload])
        await sent.done()
        words = SAY("refused.feature_off", feature=SAY("feature.evenings"))
        told = sent.told(payload)
        if is_known:
            assert [(what, body["type"]) for what, body in told] == [("POST callback", TOLD)]
            private = told[0][1]["data"]
        else:
            assert [what for what, _ in told[:2]] == ["POST callback", "DELETE @original"]
            private = told[2][1]
        assert (private["content"], private["flags"]) == (words, EPHEMERAL)


async def test_while_another_program_holds_the_file_somebody_new_is_told_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.sqlite.DURABLE", ("PRAGMA busy_timeout=50",))
    async with boxed(tmp_path) as box:
        with closing(sqlite3.connect(tmp_path / "nimbus.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            sent = Sent(box, [called("play", game="nimbly")])
            await sent.done()
            other.execute("ROLLBACK")
        (payload,) = sent.payloads
        assert sent.kind(payload) == THINKING
        assert sent.told(payload)[-1][1]["content"] == SAY("error.busy")
        assert not box.errors.found
        again = Sent(box, [called("play", game="nimbly")])
        await again.done()
        assert not box.errors.found
        assert "PATCH @original" in [what for what, _ in again.told(*again.payloads)]

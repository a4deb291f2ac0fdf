"""Presses: what was announced is filled in, errors reach the player and the log, no secrets."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import BodyPartReader, web
from aiohttp.test_utils import TestServer
from discord import app_commands, ui

from bot.discord.press import MOST, Ack, Interaction, Press, whole
from bot.errors import Busy, Refused, Stale
from bot.store.errors import Held, StoreBusy, StoreFailed, UnreadableMatch
from bot.store.rows import MatchId
from bot.texts import MissingText, Texts
from tests.discord.test_io import refused
from tests.waits import rounds

# A form arrives as it was, and in one piece.


def form_of(picture: bytes) -> aiohttp.FormData:
    """Return a form with a file as discord.py makes it."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"é": 1}')
    form.add_field("files[0]", io.BytesIO(picture), filename="ré-1.png", content_type="image/png")
    return form


@pytest.mark.parametrize("size", [4, MOST])
async def test_a_form_arrives_as_it_was_and_in_one_piece_if_it_is_not_large(size: int) -> None:
    async def received(request: web.Request) -> web.Response:
        parts = [(part.name, part.filename, await part.read()) async for part in parts_of(request)]
        return web.json_response([(name, filename, data.hex()) for name, filename, data in parts])

    app, picture = web.Application(client_max_size=4 * MOST), b"\r\n--" * (size // 4)
    app.router.add_post("/", received)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        body = await whole(form_of(picture))
        assert isinstance(body, aiohttp.BytesPayload) is (size < MOST)
        answer = await (await session.post(server.make_url("/"), data=body)).json()
    words = ["payload_json", None, '{"é": 1}'.encode().hex()]
    assert answer == [words, ["files[0]", "ré-1.png", picture.hex()]]


async def parts_of(request: web.Request) -> AsyncIterator[BodyPartReader]:
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        yield part


SAY = Texts.load().words("en")


class FakeInteraction:
    """Stands for an interaction; `said` is what the player would see, in order."""

    def __init__(self, lost: BaseException | None = None) -> None:
        self.said: list[str] = []
        self.locale = "da"
        self.user = SimpleNamespace(id=1)
        self.guild_id, self.channel_id = None, 7
        self.type = "component"
        self.data: dict[str, Any] = {"custom_id": "m:1:5:play KH"}
        self.aside: list[UnreadableMatch] = []
        store = SimpleNamespace(
            set_aside=self._set_aside,
            settings=self._settings,
            set_settings=self._set_settings,
            settings_of=self._settings_of,
        )
        self.message: object = object()
        self.pressed: list[int] = []
        presses = SimpleNamespace(pressed=self.pressed.append)
        app = SimpleNamespace(texts=Texts.load(), store=store, presses=presses)
        self.client = SimpleNamespace(app=app)
        self.response = self.followup = self
        self.lost = lost
        self.done = False

    def is_done(self) -> bool:
        return self.done

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self._say(f"defer ephemeral={ephemeral} thinking={thinking}")

    async def send_message(self, text: str, *, ephemeral: bool) -> None:
        self._say(f"answer ephemeral={ephemeral} {text}")

    async def send(self, text: str, *, ephemeral: bool, wait: bool = False) -> object:
        self._say(f"follow-up ephemeral={ephemeral} {text}")
        return SimpleNamespace(delete=self._take_back) if wait else None

    async def _take_back(self) -> None:
        self._say("follow-up deleted")

    async def edit_original_response(self, *, content: str = "", view: Any = None) -> None:
        found = [] if view is None else [*view.walk_children()]
        buttons = [f"{b.label}: {b.custom_id}" for b in found if isinstance(b, ui.Button)]
        self._say(f"edit {content or ' '.join(buttons)}")

    async def send_modal(self, form: ui.Modal) -> None:
        self._say(f"form {form.custom_id}")

    async def delete_original_response(self) -> None:
        self._say("delete")

    async def _settings(self, _scope: str) -> dict[str, str]:
        return {"client": "da"}

    async def _settings_of(self, scopes: list[str]) -> list[dict[str, str]]:
        return [await self._settings(scope) for scope in scopes]

    async def _set_settings(self, _scope: str, changes: dict[str, str | None]) -> None:
        self._say(f"note {changes}")
        raise StoreBusy("database is locked")

    def _set_aside(self, error: UnreadableMatch) -> None:
        self.aside.append(error)

    def _say(self, what: str) -> None:
        if self.lost is not None:
            raise self.lost
        self.said.append(what)
        self.done = True


def pressing(fake: FakeInteraction) -> Press:
    return Press(cast("Interaction", fake))


async def outcome(
    ack: Ack, error: Exception | None, lost: BaseException | None = None, *, waits: bool = False
) -> list[str]:
    """Run work that ends so, and first `waits` for something; give what the player saw."""
    fake = FakeInteraction(lost)

    async def work(_: Press) -> None:
        if waits:
            await asyncio.sleep(0)
        if error is not None:
            raise error

    await pressing(fake).run(ack, work)
    return fake.said


@pytest.mark.parametrize(
    ("ack", "said"),
    [
        (Ack.UPDATE, ["defer ephemeral=False thinking=False", "follow-up ephemeral=True"]),
        (Ack.PRIVATE, ["defer ephemeral=True thinking=True", "edit"]),
        (Ack.PUBLIC, ["defer ephemeral=False thinking=True", "delete", "follow-up ephemeral=True"]),
        (Ack.FORM, ["defer ephemeral=True thinking=True", "edit"]),
    ],
)
async def test_a_refusal_is_private_and_nothing_announced_is_left_standing(
    ack: Ack, said: list[str]
) -> None:
    seen = await outcome(ack, Stale("refused.stale"), waits=True)
    assert seen[-1] == f"{said[-1]} {SAY('refused.stale')}"
    assert seen[:-1] == said[:-1]


@pytest.mark.parametrize("ack", [Ack.PUBLIC, Ack.FORM])
async def test_what_memory_refuses_is_refused_at_once_and_nothing_is_announced(ack: Ack) -> None:
    told = f"answer ephemeral=True {SAY('refused.stale')}"
    assert await outcome(ack, Stale("refused.stale")) == [told]


@pytest.mark.parametrize(
    ("waits", "said"),
    [
        (False, ["form l:1:form"]),
        (True, ["defer ephemeral=True thinking=True", "edit Open the form: m:1:5:play KH"]),
    ],
)
async def test_a_form_is_the_answer_or_a_button_leads_to_it(waits: bool, said: list[str]) -> None:
    fake = FakeInteraction()

    async def work(press: Press) -> None:
        if waits:
            await asyncio.sleep(0)
        await press.open(ui.Modal(title="Form", custom_id="l:1:form"))

    await pressing(fake).run(Ack.FORM, work)
    assert fake.said == said


async def test_what_comes_after_a_public_answer_was_taken_back_is_one_more_private_one() -> None:
    fake = FakeInteraction()

    async def work(press: Press) -> None:
        await asyncio.sleep(0)
        await press.private("first")
        await press.private("second")

    await pressing(fake).run(Ack.PUBLIC, work)
    told = [f"follow-up ephemeral=True {text}" for text in ("first", "second")]
    assert fake.said[1:] == ["delete", *told]


async def test_the_language_of_a_client_is_noted_after_the_acknowledgement_and_may_fail(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fake = FakeInteraction()
    fake.locale = "fr"
    assert await _noting(fake) == [
        "defer ephemeral=True thinking=True", "note {'client': 'fr'}", "edit fr",
    ]  # fmt: skip
    assert "was not noted: database is locked" in caplog.text


async def _noting(fake: FakeInteraction) -> list[str]:
    async def work(press: Press) -> None:
        await press.answer(content=press.locale)

    await pressing(fake).run(Ack.PRIVATE, work)
    return fake.said


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (SimpleNamespace(flags=SimpleNamespace(ephemeral=True)), "defer ephemeral=False"),
        (SimpleNamespace(flags=SimpleNamespace(ephemeral=False)), "defer ephemeral=True"),
        (None, "defer ephemeral=True"),
    ],
)
async def test_what_opens_beside_turns_a_private_answer_and_opens_one_elsewhere(
    message: object, said: str
) -> None:
    fake = FakeInteraction()
    fake.message = message
    await pressing(fake).acknowledge(Ack.BESIDE)
    assert fake.said[0].startswith(said)


async def test_what_stands_on_no_message_is_answered_privately() -> None:
    fake = FakeInteraction()
    fake.message = None
    await pressing(fake).acknowledge(Ack.UPDATE)
    assert fake.said == ["defer ephemeral=True thinking=True"]


async def test_work_that_goes_well_says_nothing_more() -> None:
    assert await outcome(Ack.UPDATE, None) == ["defer ephemeral=False thinking=False"]


@pytest.mark.parametrize(
    ("error", "key", "level"),
    [
        (refused(500, 0), "error.discord", "WARNING"),
        (aiohttp.ClientError(), "error.discord", "WARNING"),
        (Busy("503"), "error.discord", "WARNING"),
        (StoreFailed("database or disk is full"), "error.not_saved", "ERROR"),
        (StoreBusy("database is locked"), "error.busy", "WARNING"),
        (Held("another transaction holds it"), "error.busy", "WARNING"),
        (ValueError("a bug"), "error.unforeseen", "ERROR"),
        (KeyError("x"), "error.unforeseen", "ERROR"),
    ],
)
async def test_what_is_not_their_doing_is_told_and_logged(
    error: Exception, key: str, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert (await outcome(Ack.PRIVATE, error))[-1] == f"edit {SAY(key)}"
    assert [record.levelname for record in caplog.records] == [level]


async def test_the_log_has_one_line_of_a_failed_database_and_names_no_card_of_a_move(
    caplog: pytest.LogCaptureFixture,
) -> None:
    await outcome(Ack.UPDATE, StoreFailed("database or disk is full"))
    assert caplog.messages == ["m:1:5 failed: database or disk is full"]
    assert "Traceback" not in caplog.text
    caplog.clear()
    await outcome(Ack.UPDATE, ValueError("a bug"))
    assert "m:1:5" in caplog.text
    assert "KH" not in caplog.text


async def test_a_table_that_cannot_be_read_is_told_of_and_set_aside() -> None:
    fake, error = FakeInteraction(), UnreadableMatch(MatchId(1), "its state is damaged")
    await pressing(fake).report(error)
    assert fake.said == [f"answer ephemeral=True {SAY('refused.unreadable')}"]
    assert fake.aside == [error]


async def test_an_answer_that_is_lost_is_logged_and_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert await outcome(Ack.PRIVATE, ValueError("a bug"), refused(404, 10062)) == []
    assert "answer lost: 404 10062" in caplog.text


async def test_after_an_answer_whatever_follows_is_a_follow_up() -> None:
    fake = FakeInteraction()

    async def work(press: Press) -> None:
        await press.answer(content="the hand")
        await press.private("and a word")

    await pressing(fake).run(Ack.PRIVATE, work)
    assert fake.said[1:] == ["edit the hand", "follow-up ephemeral=True and a word"]


async def test_the_error_a_command_wraps_is_the_one_told() -> None:
    fake, wrapped = FakeInteraction(), RuntimeError()
    wrapped.original = Refused("refused.full")  # type: ignore[attr-defined] # as discord.py does
    await pressing(fake).report(wrapped)
    assert fake.said == [f"answer ephemeral=True {SAY('refused.full')}"]


async def test_names_and_typed_words_stay_as_they_were_written() -> None:
    link = "[x](https://a.example)"
    [*_, told] = await outcome(Ack.PRIVATE, Refused("refused.no_such_move", typed=link))
    assert "](" not in told.replace("\\]", "")
    [*_, told] = await outcome(Ack.PRIVATE, Refused("refused.not_your_turn", name="**A**"))
    assert r"\*\*A\*\*" in told


async def test_an_option_is_named_in_words() -> None:
    error = Refused("refused.option_range", option="option.cloud_nine.deals", low=1, high=9)
    assert "**Deals**" in (await outcome(Ack.PRIVATE, error))[-1]


class NoWords:
    """Texts that have lost their words."""

    def words(self, locale: str) -> Any:
        raise MissingText(locale)


class NoWord:
    """Texts in which one word is missing."""

    def words(self, locale: str) -> Any:  # noqa: ARG002 - in no language
        return self.say

    def say(self, key: str, **_: object) -> str:
        raise MissingText(key)


@pytest.mark.parametrize("texts", [NoWords(), NoWord(), None])
@pytest.mark.parametrize("error", [Refused("refused.full"), ValueError("a bug"), Busy("503")])
async def test_an_error_that_cannot_be_told_ends_in_plain_words_and_a_log_line(
    texts: object, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    fake = FakeInteraction()
    fake.client.app.texts = texts
    await pressing(fake).report(error)
    assert fake.said == [f"answer ephemeral=True {SAY('error.unforeseen')}"]
    assert "could not be told" in caplog.text


@pytest.mark.parametrize(
    "spoilt",
    [
        {"client": None},
        {"locale": None},
        {"data": [1]},
        {"message": None},
        {"response": None},
        {"type": None},
    ],
)
async def test_nothing_that_an_interaction_lacks_makes_answering_fail(
    spoilt: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    fake = FakeInteraction()
    vars(fake).update(spoilt)
    await pressing(fake).report(ValueError("a bug"))
    assert [record for record in caplog.records if record.levelname == "ERROR"]


async def test_even_an_answer_that_breaks_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    await pressing(FakeInteraction(RuntimeError("broken"))).report(Refused("refused.full"))
    assert "could not be told" in caplog.text


async def test_what_discord_py_cannot_read_is_refused_without_a_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fake = FakeInteraction()
    await pressing(fake).report(app_commands.CommandNotFound("gone", []))
    assert fake.said == [f"answer ephemeral=True {SAY('refused.malformed')}"]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(("ack", "is_told"), [(Ack.UPDATE, True), (Ack.PRIVATE, False)])
async def test_whose_press_takes_long_is_told_that_it_is_in_line(
    monkeypatch: pytest.MonkeyPatch, ack: Ack, *, is_told: bool
) -> None:
    monkeypatch.setattr("bot.discord.press.SLOW", 0.0)
    fake = FakeInteraction()

    async def slow(_: Press) -> None:
        await rounds()

    await Press(cast("Interaction", fake)).run(ack, slow)
    told = [f"follow-up ephemeral=True {SAY('press.in_line')}", "follow-up deleted"]
    assert fake.said[1:] == (told if is_told else [])


async def test_a_notice_that_is_on_its_way_when_the_press_ends_is_deleted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.discord.press.SLOW", 0.0)
    fake, on_its_way, arrives = FakeInteraction(), asyncio.Event(), asyncio.Event()
    send = fake.send

    async def slowly(text: str, *, ephemeral: bool, wait: bool = False) -> object:
        on_its_way.set()
        await arrives.wait()
        return await send(text, ephemeral=ephemeral, wait=wait)

    async def until_it_is_sent(_: Press) -> None:
        await on_its_way.wait()

    monkeypatch.setattr(fake, "send", slowly)
    running = asyncio.create_task(pressing(fake).run(Ack.UPDATE, until_it_is_sent))
    await on_its_way.wait()
    await rounds()
    arrives.set()
    await running
    told = f"follow-up ephemeral=True {SAY('press.in_line')}"
    assert fake.said[1:] == [told, "follow-up deleted"]


async def test_who_has_been_shown_something_already_is_not_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.discord.press.SLOW", 0.0)
    fake = FakeInteraction()

    async def in_two_steps(press: Press) -> None:
        await press.answer(content="first")
        await rounds()

    await Press(cast("Interaction", fake)).run(Ack.UPDATE, in_two_steps)
    assert f"follow-up ephemeral=True {SAY('press.in_line')}" not in fake.said

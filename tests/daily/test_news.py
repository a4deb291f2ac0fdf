"""Reminders: for who wants them, some hours before a streak ends, once a day and never at night."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.daily.news import BEFORE, DailyRounds, Reminders
from bot.daily.rules import SECONDS
from bot.errors import Barred
from bot.match.calls.notices import MessageBudget, Notice, Notices, notice_layout
from bot.preferences.hours import QuietHours
from bot.preferences.person import set_person
from bot.preferences.server import change_of
from bot.store.settings import server_scope
from bot.texts import Texts
from tests.daily.conftest import NIMBLY, SERVER, Club
from tests.match.finished import ADA, BEN
from tests.match.rows import ids, said
from tests.store.samples import tamper
from tests.texts.pseudo import LOCALE, OPEN, with_pseudo


class Post:
    """Keeps what would be sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, Notice]] = []

    async def post_notice(
        self, user_id: int, notice: Notice, *, silent: bool = False
    ) -> tuple[int, int]:
        assert not silent
        self.sent.append((user_id, notice))
        return 1, 2

    async def edit_notice(self, *_: Any) -> None: ...

    async def remove(self, *_: Any) -> None: ...


def reminders(club: Club, post: Post) -> Reminders:
    """Make reminders as a start of the bot does."""
    store, clock = club.parts.store, club.parts.clock
    notices = Notices(store, clock, post, MessageBudget(store, clock))
    return Reminders(store, club.dailies, notices, Texts.load(), clock)


@pytest.fixture
async def evening(club: Club) -> Club:
    """Let Ada and Ben have a streak, Ada want to be reminded, and the next day be nearly over."""
    for user in (ADA, BEN):
        await club.play_out(user)
    await set_person(club.parts.store, ADA, daily_reminder=True)
    club.parts.clock.time = NIMBLY.closes + 60
    await club.days.catch_up()
    club.parts.clock.time = NIMBLY.closes + SECONDS - BEFORE
    return club


async def test_who_wants_it_is_reminded_once_even_after_a_restart(evening: Club) -> None:
    post, today = Post(), evening.days.today
    evening.parts.clock.time -= 1
    await reminders(evening, post).remind()
    assert post.sent == []
    evening.parts.clock.time += 1
    for again in (reminders(evening, post), reminders(evening, post)):
        for _ in range(3):
            await again.remind()
            evening.parts.clock.time += 600
    ((user, notice),) = post.sent
    assert user == ADA
    layout = notice_layout(notice)
    assert f"ends <t:{int(today.closes)}:R>. Play it to keep your 🔥 streak of 1 day." in said(
        layout
    )
    assert ids(layout) == [f"daily:{today.number}:play"]


async def test_a_reminder_is_in_the_language_of_its_person(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = with_pseudo(LOCALE)
    monkeypatch.setattr("bot.texts._load", lambda: there)
    await set_person(evening.parts.store, ADA, language=LOCALE)
    post = Post()
    await reminders(evening, post).remind()
    assert [OPEN in notice.text for _, notice in post.sent] == [True]


async def test_two_processes_at_once_and_a_kill_in_between_send_no_second_one(
    evening: Club,
) -> None:
    class Dying(Post):
        async def post_notice(self, *_: Any, **__: Any) -> tuple[int, int]:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await reminders(evening, Dying()).remind()
    post = Post()
    await reminders(evening, post).remind()
    assert post.sent == []


async def test_nobody_is_reminded_in_quiet_hours_but_after_them(evening: Club) -> None:
    await set_person(evening.parts.store, ADA, quiet=QuietHours(20 * 60, 22 * 60))
    post = Post()
    remind = reminders(evening, post).remind
    await remind()
    assert post.sent == []
    evening.parts.clock.time += 2 * 3600
    await remind()
    assert [user for user, _ in post.sent] == [ADA]


@pytest.mark.parametrize(("begin", "hours"), [(18 * 60 + 30, 6), (20 * 60 + 30, 4), (11 * 60, 14)])
async def test_who_sleeps_through_the_end_of_the_day_is_reminded_before(
    evening: Club, begin: int, hours: int
) -> None:
    await set_person(evening.parts.store, ADA, quiet=QuietHours(begin, 60))
    clock, post, closes = evening.parts.clock, Post(), evening.days.today.closes
    clock.time = closes - hours * 3600 - 1
    await reminders(evening, post).remind()
    assert post.sent == []
    clock.time += 1
    await reminders(evening, post).remind()
    assert [user for user, _ in post.sent] == [ADA]


async def play(club: Club) -> None:
    await club.play_out(ADA, day=club.days.today)


async def refuse(club: Club) -> None:
    await set_person(club.parts.store, ADA, daily_reminder=False)


async def miss(club: Club) -> None:
    club.parts.clock.time += 2 * SECONDS
    await club.days.catch_up()


@pytest.mark.parametrize("why", [play, refuse, miss])
async def test_who_has_played_or_has_no_streak_or_wants_none_is_left_alone(
    evening: Club, why: Callable[[Club], Awaitable[None]]
) -> None:
    await why(evening)
    post = Post()
    await reminders(evening, post).remind()
    assert post.sent == []


async def test_a_spoilt_try_of_one_person_costs_nobody_else_the_reminder(
    evening: Club, tmp_path: Path
) -> None:
    await set_person(evening.parts.store, BEN, daily_reminder=True)
    spoil = "UPDATE match SET members = '?' WHERE opener_id = ?"
    tamper(tmp_path / "nimbus.sqlite3", spoil, ADA)
    post = Post()
    await reminders(evening, post).remind()
    assert [user for user, _ in post.sent] == [BEN]


async def test_each_day_has_its_own_reminder(evening: Club) -> None:
    post = Post()
    await reminders(evening, post).remind()
    await play(evening)
    evening.parts.clock.time += SECONDS
    await evening.days.catch_up()
    await reminders(evening, post).remind()
    assert [notice.nonce for _, notice in post.sent] == ["daily 20786", "daily 20787"]


@pytest.mark.parametrize("leads", [False, True])
async def test_the_rounds_remind_people_where_they_lead_and_nowhere_else(
    evening: Club, monkeypatch: pytest.MonkeyPatch, *, leads: bool
) -> None:
    parts, post, rested = evening.parts, Post(), asyncio.Event()
    monkeypatch.setattr(type(parts.store.ownership), "leads", leads)

    async def rest(_: float) -> None:
        rested.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(parts.clock, "sleep", rest)
    io = cast("Any", None)  # no server is told anything
    remind = reminders(evening, post)
    rounds = DailyRounds(remind, evening.days, parts.store, Texts.load(), io, parts.clock)
    await rounds.begin()
    await rested.wait()
    await rounds.close()
    assert [user for user, _ in post.sent] == ([ADA] if leads else [])


@pytest.mark.parametrize(("discords", "is_foreign"), [("en-US", False), (LOCALE, True)])
async def test_a_server_is_told_of_the_daily_in_its_language(
    evening: Club, monkeypatch: pytest.MonkeyPatch, discords: str, *, is_foreign: bool
) -> None:
    there, parts, told = with_pseudo(LOCALE), evening.parts, list[str]()
    monkeypatch.setattr("bot.texts._load", lambda: there)

    async def post(_channel: int, layout: Any, *, nonce: str) -> None:
        told.append(said(layout) + nonce)

    io = SimpleNamespace(post=post, is_in=lambda _: True, locale_of=lambda _: discords)
    await parts.store.set_settings(server_scope(5), change_of("daily", 6))
    remind = reminders(evening, Post())
    rounds = DailyRounds(remind, evening.days, parts.store, there, cast("Any", io), parts.clock)
    await rounds.tell()
    assert [OPEN in one for one in told] == [is_foreign]


async def test_a_server_that_refuses_is_told_as_soon_as_something_has_changed_there(
    evening: Club,
) -> None:
    parts, tries = evening.parts, list[str]()

    async def post(_channel: int, _layout: Any, *, nonce: str) -> None:
        tries.append(nonce)
        if len(tries) == 1:
            raise Barred("50013")

    io = SimpleNamespace(post=post, is_in=lambda _: True, locale_of=lambda _: "en-GB")
    await parts.store.set_settings(server_scope(SERVER), change_of("daily", 6))
    remind = reminders(evening, Post())
    rounds = DailyRounds(
        remind, evening.days, parts.store, Texts.load(), cast("Any", io), parts.clock
    )
    for _ in range(2):
        await rounds.tell()
    assert len(tries) == 1
    rounds.outbox.lift(SERVER)
    for _ in range(2):
        await rounds.tell()
    assert len(tries) == 2

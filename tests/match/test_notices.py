"""Calls and notices: when a person may have one, once or in a digest, never beyond the budget."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from bot.errors import Barred, Busy, Shut, StageError
from bot.match.calls.digests import Waiting, digest_text
from bot.match.calls.notices import (
    NOTICES,
    NOTICES_SPAN,
    PATIENCE,
    QUIET,
    SENT,
    DiscordNotices,
    Notice,
    call_at,
    called_seats,
    place_of,
)
from bot.match.table.times import SLOW
from bot.preferences.hours import QuietHours
from bot.preferences.person import USUAL, CallMoment, PersonSettings, Place, set_person
from bot.store.rows import HandMessage, MatchId, Member, Pause, Presence, Status, Terms, TurnClock
from bot.store.settings import person_scope
from bot.texts import aloud
from tests.match.finished import BEN, opened, start
from tests.match.rows import lobby_row, tables
from tests.match.show.test_calls import later, waiting_for, wishing
from tests.match.stand import Parts
from tests.texts.pseudo import LOCALE, OPEN, with_pseudo

# Notices: once, in time or not at all, never beyond the budget; hands come in any case.

NEWS = Notice("The table has ended.", "n1")


async def fill(parts: Parts, count: int = NOTICES) -> None:
    """Spend some of Ben's budget."""
    for _ in range(count):
        assert await parts.notices.tell(BEN, NEWS)
    parts.stage.taken()


async def test_a_notice_is_sent_once_and_tried_again_where_discord_does_not_take_it(
    parts: Parts,
) -> None:
    assert await parts.notices.tell(BEN, NEWS)
    assert parts.stage.taken() == [f"post_notice {BEN}"]
    assert list(parts.stage.notices.values()) == [NEWS.text]
    parts.stage.faults["post_notice"] = [Busy() for _ in PATIENCE]
    assert await parts.notices.tell(BEN, NEWS)
    assert parts.clock.slept == list(PATIENCE)
    assert len(set(parts.stage.nonces)) == 1


@pytest.mark.parametrize("error", [Shut, Barred, Busy])
async def test_what_discord_refuses_is_told_to_the_teller(
    parts: Parts, error: type[StageError]
) -> None:
    parts.stage.faults["post_notice"] = [error() for _ in range(9)]
    assert not await parts.notices.tell(BEN, NEWS)
    assert parts.stage.notices == {}


async def test_the_budget_holds_for_each_person_and_comes_back_in_time(parts: Parts) -> None:
    await fill(parts)
    assert not await parts.notices.tell(BEN, NEWS)
    assert await parts.notices.tell(BEN + 1, NEWS)
    assert parts.stage.taken() == [f"post_notice {BEN + 1}"]
    assert await parts.notices.budget.free_at(BEN) == parts.clock.time + NOTICES_SPAN
    parts.clock.time += NOTICES_SPAN - 1
    assert not await parts.notices.tell(BEN, NEWS)
    parts.clock.time += 1
    assert await parts.notices.budget.free_at(BEN) == parts.clock.time
    assert await parts.notices.tell(BEN, NEWS)


async def test_no_two_hours_hold_more_than_the_budget(parts: Parts) -> None:
    sent = []
    for _ in range(5 * NOTICES):
        if await parts.notices.tell(BEN, NEWS):
            sent.append(parts.clock.time)
        parts.clock.time += 61.0
    assert len(sent) > 2 * NOTICES
    assert all(
        late - early >= NOTICES_SPAN for early, late in zip(sent, sent[NOTICES:], strict=False)
    )


async def test_a_restart_gives_no_second_helping(parts: Parts) -> None:
    await fill(parts)
    await parts.restart()
    assert not await parts.notices.tell(BEN, NEWS)
    await parts.notices.budget.tidy()
    assert await parts.store.setting(person_scope(BEN), SENT) is not None
    parts.clock.time += NOTICES_SPAN
    await parts.notices.budget.tidy()
    assert await parts.store.setting(person_scope(BEN), SENT) is None
    assert await parts.notices.tell(BEN, NEWS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "7",
        '["x", null, true]',
        "[9e99, -5]",
        '{"a": 1}',
        pytest.param("[" * 10_000, id="deep"),
    ],
)
async def test_a_damaged_count_is_none(parts: Parts, text: str) -> None:
    await parts.store.set_setting(person_scope(BEN), SENT, text)
    await parts.notices.budget.tidy()
    assert await parts.notices.tell(BEN, NEWS)


async def test_a_clock_that_was_set_back_holds_nobody_up(parts: Parts) -> None:
    await fill(parts)
    parts.clock.time -= 10 * NOTICES_SPAN
    assert await parts.notices.tell(BEN, NEWS)


async def test_hands_come_over_the_budget_and_count(parts: Parts) -> None:
    await fill(parts, NOTICES - 1)
    parts.tables.listeners.append(parts.publisher.on_change)
    await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.idle()
    assert "post_hand Ben" in parts.stage.taken("post_hand")
    assert not await parts.notices.tell(BEN, NEWS)
    await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.idle()
    assert "post_hand Ben" in parts.stage.taken("post_hand")


@pytest.mark.parametrize("changes", [{"quiet": QuietHours(0, 1439)}, {"place": Place.NOWHERE}])
async def test_whom_nothing_is_to_ping_is_told_silently(
    parts: Parts, changes: dict[str, object]
) -> None:
    await set_person(parts.store, BEN, **changes)
    parts.clock.time = 12 * 3600.0
    assert await parts.notices.tell(BEN, NEWS)
    assert parts.stage.taken() == [f"post_notice {BEN} silently"]
    parts.tables.listeners.append(parts.publisher.on_change)
    await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.idle()
    assert parts.stage.silent == ["Ben"]


# When a person may be called: as they wish, and after quiet hours.

DAY, HOUR = 86400.0, 3600.0
NOW = 100 * DAY + 12 * HOUR
"""Noon, UTC."""

TABLE = next(tables("Ada", "Ben", "Cleo"))
ADA = Member("101", "Ada", acted=NOW - 2 * HOUR)
STILL, REMINDED = TurnClock(), TurnClock(reminded=True)
NIGHT = PersonSettings(quiet=QuietHours(22 * 60, 7 * 60))


def when(
    settings: PersonSettings = USUAL, *, clock: int = 600, now: float = NOW,
    turn: TurnClock = STILL, **changes: Any,
) -> float | None:  # fmt: skip
    """Return from when on Ada may be called, in seconds from `now`."""
    member = replace(ADA, clock=turn, **{"acted": now - 2 * HOUR, **changes})
    row = replace(TABLE.row, terms=Terms(clock=clock))
    at = call_at(row, member, settings, now)
    return None if at is None else at - now


def test_people_are_called_after_their_quiet_minute_or_as_they_wish() -> None:
    assert when() == 0
    assert when(acted=NOW - QUIET) == 0
    assert when(acted=NOW - 10) == QUIET - 10
    assert when(acted=NOW - 10, clock=180) == QUIET - 10
    assert when(acted=NOW - 10, clock=60) == 15 - 10
    assert when(acted=NOW - 15, clock=60) == 0
    # Noted by a clock that has been set back since.
    assert when(acted=NOW + 99) == 0
    once, last = PersonSettings(moment=CallMoment.ONCE), PersonSettings(moment=CallMoment.LAST)
    assert when(once, acted=NOW - 1) == 0
    assert when(last) is None
    assert when(last, turn=REMINDED) == when(acted=NOW - 1, turn=REMINDED) == 0
    assert when(PersonSettings(place=Place.NOWHERE), turn=REMINDED) is None


@pytest.mark.parametrize("turn", [STILL, REMINDED])
def test_nothing_calls_in_quiet_hours(turn: TurnClock) -> None:
    night = NOW + 11 * HOUR
    assert when(NIGHT, now=night, turn=turn) == 8 * HOUR
    assert when(NIGHT, now=night + 8 * HOUR, turn=turn) == 0


def test_a_minute_that_ends_in_quiet_hours_ends_with_them() -> None:
    evening = NOW + 10 * HOUR - 30
    assert when(NIGHT, now=evening, acted=evening) == 9 * HOUR + 30


def test_slow_tables_call_at_any_hour_but_quiet_ones() -> None:
    night = NOW + 15 * HOUR
    for clock in (SLOW, 86400):
        assert when(clock=clock, now=night, acted=NOW - 40 * DAY) == 0
        assert when(NIGHT, clock=clock, now=night) == 4 * HOUR


def test_who_takes_no_direct_messages_is_called_at_the_table() -> None:
    direct = PersonSettings(place=Place.DM)
    assert place_of(ADA, direct) is Place.DM
    assert place_of(replace(ADA, dm=False), direct) is Place.TABLE
    assert place_of(replace(ADA, dm=False), PersonSettings(place=Place.NOWHERE)) is Place.NOWHERE


@pytest.mark.parametrize(
    "changes",
    [
        {"status": Status.OVER},
        {"by_token": True},
        {"guild_id": None},
        {"pauses": (Pause("moderator", NOW),)},
        {"members": tuple(replace(one, presence=Presence.LEFT) for one in TABLE.row.members)},
    ],
)
def test_nobody_is_called_where_nobody_can_move_or_be_called(changes: dict[str, Any]) -> None:
    view = TABLE.view(None)
    assert called_seats(TABLE.row, view) == TABLE.to_act()
    assert called_seats(replace(TABLE.row, **changes), view) == ()


# The words of a digest, for who reads it and for who hears it.


def test_in_words_a_digest_has_no_symbol() -> None:
    hand = HandMessage(MatchId(7), 101, 9, 10, 1, 0)
    waiting = [Waiting(lobby_row("Ada"), (0.0, False), 99.0, 8, hand)]
    seen, heard = digest_text(waiting), digest_text(waiting, replace(USUAL, by_ear=True))
    assert "[the table](" in seen
    assert " · " in seen
    assert heard == aloud(seen)
    assert " · " not in heard


@pytest.mark.parametrize("language", [LOCALE, None])
async def test_a_digest_is_in_the_language_of_its_person(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, language: str | None
) -> None:
    there = with_pseudo(LOCALE)
    monkeypatch.setattr("bot.texts._load", lambda: there)
    await wishing(parts, place=Place.DM, language=language)
    await waiting_for(parts, 2)
    await later(parts, QUIET)
    told = parts.stage.notices.values()
    assert {OPEN in text for text in told} == {language is not None}


# Notices on Discord: whose they are, and what makes two of them one.

ADA_ID, BEN_ID = 1_100_000_000_000_000_101, 1_100_000_000_000_000_102
ENDED = Notice("A moderator has ended your table.", "end7-1200000000000000000")


@dataclass
class Sender:
    """Takes what is posted."""

    nonces: list[str] = field(default_factory=list)

    async def direct_channel(self, user_id: int) -> int:
        return user_id

    async def post(self, _channel_id: int, _view: object, *, nonce: str, **_: object) -> int:
        self.nonces.append(nonce)
        return 1


async def test_what_two_people_are_told_is_not_taken_for_one_message() -> None:
    sender = Sender()
    notices = DiscordNotices(cast("Any", sender))
    for user_id, notice in (
        (ADA_ID, ENDED),
        (BEN_ID, ENDED),
        (ADA_ID, Notice(ENDED.text, "end8-1")),
        (ADA_ID, ENDED),
    ):
        await notices.post_notice(user_id, notice)
    first, other_person, other_notice, again = sender.nonces
    assert len({first, other_person, other_notice}) == 3
    assert again == first
    assert all(len(nonce) <= 25 for nonce in sender.nonces)

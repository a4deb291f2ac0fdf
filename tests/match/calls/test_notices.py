"""Notices: once, in time or not at all, never beyond the budget; hands come in any case."""

from __future__ import annotations

import pytest

from bot.errors import Barred, Busy, Shut, StageError
from bot.match.calls.calling import NOTICES, NOTICES_SPAN, SENT
from bot.match.calls.notices import PATIENCE, Notice
from bot.preferences.hours import QuietHours
from bot.preferences.person import Place, set_person
from bot.store.settings import person_scope
from tests.match.finished import BEN, opened, start
from tests.match.stand import Parts

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

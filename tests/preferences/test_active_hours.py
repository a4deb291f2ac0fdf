"""Active hours: learnt from moves on several days, and nothing from a few."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from bot.preferences.hours import ENOUGH, LOOKED_BACK, active_from, active_hours, learnt, spans
from tests.match.finished import ADA, BEN, CLEO, opened, play_out, start
from tests.match.stand import Parts

DAY, HOUR = 86400.0, 3600.0


def evenings(days: int, *hours: int) -> list[float]:
    return [day * DAY + hour * HOUR + 1234 for day in range(days) for hour in hours]


def test_hours_are_learnt_from_several_days_and_no_habit_from_one_night_or_all_hours() -> None:
    assert learnt([]) == frozenset()
    assert learnt(evenings(ENOUGH - 1, 19, 20)) == frozenset()
    assert learnt(evenings(ENOUGH, 19, 20)) == frozenset({18, 19, 20, 21})
    assert learnt(evenings(9, 0)) == frozenset({23, 0, 1})
    assert 3 not in learnt([*evenings(9, 19), 5 * DAY + 3 * HOUR])
    assert learnt(evenings(9, *range(24))) == frozenset()


@pytest.mark.parametrize(
    ("when", "then"),
    [(19.5, 19.5), (17.9, 18), (22, 18 + 24), (23.5, 18 + 24), (0, 18), (21.99, 21.99)],
)
def test_the_next_active_hour_is_found(when: float, then: float) -> None:
    hours = frozenset({18, 19, 20, 21})
    assert active_from(hours, when * HOUR) == pytest.approx(then * HOUR)


def test_where_nothing_is_known_any_hour_will_do() -> None:
    assert active_from(frozenset(), 77.0) == 77.0


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", [(17 * 60, 20 * 60)]),
        ("Asia/Kolkata", [(22 * 60 + 30, 90)]),
        ("America/New_York", [(12 * 60, 15 * 60)]),
    ],
)
def test_hours_are_told_by_the_clocks_of_a_zone(zone: str, shown: list[tuple[int, int]]) -> None:
    assert spans(frozenset({17, 18, 19}), 0.0, ZoneInfo(zone)) == shown
    assert spans(frozenset(), 0.0, ZoneInfo(zone)) == []


async def test_they_come_from_ones_own_moves_of_the_last_weeks(parts: Parts) -> None:
    for day in range(ENOUGH):
        parts.clock.time = day * DAY + 19 * HOUR
        row = await start(parts.lobbies, await opened(parts.lobbies))
        await play_out(parts.tables, row.id)
    for user in (ADA, BEN, CLEO):
        assert await active_hours(parts.store, user, parts.clock.time) == frozenset({18, 19, 20})
    assert await active_hours(parts.store, 12345, parts.clock.time) == frozenset()
    assert await active_hours(parts.store, ADA, parts.clock.time + LOOKED_BACK) == frozenset()

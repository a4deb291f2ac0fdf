"""Days come and go: each has a game by its date, and closes on the dot or early with a word."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from random import Random
from statistics import median

import pytest

from bot.daily import rules
from bot.daily.rules import AHEAD, LENGTH, SEATS, TURNS, Day, Mark, Turns
from bot.daily.service import Days
from bot.daily.store import DailyStore, Try
from bot.errors import Refused
from bot.match.house.child_processes import Question
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import InlineThinker
from bot.match.table import kind as series_module
from bot.match.table.seats import house_to_act
from bot.match.table.tables import Tables
from bot.records.service import checks_of, find_finished, record_files
from bot.store.errors import StoreFailed
from bot.store.rows import MatchId, MatchRow, Status
from engine.__main__ import main
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.options import settle
from engine.players import levels
from engine.players.levels import HOUSE_PLAYERS, PLAYERS_VERSION
from engine.players.robot import RankedMove
from tests.daily.conftest import NIMBLY, Club
from tests.match.finished import ADA, BEN, CLEO
from tests.waits import rounds

# A day's game is pinned by its date.

FIRST = Day.of("daily 2026-11-22")
"""From here on no day may ever have another game than it has below."""

TODAY = Day.of("daily 2026-11-24") or Day(0)
"""From here on a daily is short."""

PINNED = ("clumond", "cloud_nine", "nimbly", "balloon") * 3


def test_no_day_ever_changes_its_game() -> None:
    assert FIRST is not None
    assert tuple(FIRST.plus(days).game for days in range(len(PINNED))) == PINNED


def test_turns_follow_each_other_and_can_be_played() -> None:
    begins = [turns.since for turns in TURNS]
    assert begins == sorted(set(begins))
    for turns in TURNS:
        for game, options in turns.games:
            assert settle(GAMES[game].info, SEATS, options)


@pytest.fixture
def more(monkeypatch: pytest.MonkeyPatch) -> Turns:
    """Have a game more take turns, from the fourth day of the club on."""
    games = (("balloon", {"target": 40}), *TURNS[-1].games)
    later = Turns(NIMBLY.plus(3).date, games)
    monkeypatch.setattr(rules, "TURNS", (*TURNS, later))
    return later


def test_a_game_more_moves_no_day_before_it_joins(more: Turns) -> None:
    before = [TURNS[0].games[NIMBLY.plus(days).number % 4][0] for days in range(-9, 3)]
    assert [NIMBLY.plus(days).game for days in range(-9, 3)] == before
    names = [game for game, _ in more.games]
    assert [NIMBLY.plus(3 + days).game for days in range(10)] == names * 2
    assert NIMBLY.plus(3).options["target"] == 40
    assert Day((date(1970, 1, 2) - date(1970, 1, 1)).days).game == "nimbly"


async def test_a_day_whose_deals_are_fixed_keeps_its_game_and_that_games_versions(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where a game more begins too early, the stored series says what is played."""
    day = NIMBLY.plus(3)
    stored = await club.days.series(day)
    assert stored is not None
    games = (("clumond", {"deals": 3}), *TURNS[-1].games)
    monkeypatch.setattr(rules, "TURNS", (*TURNS, Turns(day.date, games)))
    assert day.game != stored.game
    later = {game: 100 + number for number, game in enumerate(GAMES)}
    monkeypatch.setattr("engine.players.levels.PLAYERS_VERSION", later)
    parts = club.parts
    await Days(parts.store, parts.tables, parts.clock).catch_up()
    kept = await club.days.series(day)
    assert kept is not None
    assert (kept.game, kept.secret) == (stored.game, stored.secret)
    assert kept.players_version == later[stored.game]


def decisions(day: Day, seed: int) -> int:
    """Return how many real choices the first seat has in a game of three quick players."""
    course = Course.begin(GAMES[day.game], SEATS, day.options, Chance(bytes([seed]) * 32))
    quick, random, found = HOUSE_PLAYERS[day.game]["quick"], Random(seed), 0
    while course.to_act():
        seat = course.to_act()[0]
        legal = course.legal(seat)
        found += seat == 1 and len(legal) > 1
        course = course.then(
            seat, quick.choose(course.view(seat), course.heard(seat), legal, random)
        )
    return found


@pytest.mark.whole
@pytest.mark.parametrize("day", [TODAY.plus(days) for days in range(4)], ids=lambda day: day.game)
def test_half_of_all_dailies_are_done_with_twenty_decisions(day: Day) -> None:
    assert median(decisions(day, seed) for seed in range(25)) <= 20


# Days come and go: deals fixed before, closed on the dot, or early with a word.


async def test_deals_are_fixed_a_week_before_and_never_change(club: Club) -> None:
    before = [await club.days.series(day) for day in (NIMBLY, *NIMBLY.ahead())]
    assert len(before) == AHEAD + 1
    assert len({series.secret for series in before if series is not None}) == AHEAD + 1
    await club.days.catch_up()
    assert [await club.days.series(day) for day in (NIMBLY, *NIMBLY.ahead())] == before
    club.parts.clock.time = NIMBLY.closes + 1
    await club.days.catch_up()
    tomorrow = NIMBLY.plus(1)
    assert [await club.days.series(day) for day in (tomorrow, *tomorrow.ahead())][:-1] == before[1:]


async def test_a_start_and_an_upgrade_of_another_game_leave_the_tries_of_today_alone(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = await club.begin(ADA)
    monkeypatch.setattr(levels, "PLAYERS_VERSION", {**PLAYERS_VERSION, "balloon": 99})
    again = Club.over(club.parts)  # as a start wires it
    await again.days.catch_up()
    after = (await club.parts.tables.load(row.id)).row
    assert (after.status, after.members[0].away) == (Status.PLAYING, False)
    result = await DailyStore(club.parts.store.database).result(NIMBLY.number, ADA)
    assert result is None


async def test_a_day_that_ends_in_mid_game_is_finished_by_the_stand_in(club: Club) -> None:
    row = await club.begin(ADA)
    # No try begins at midnight while its day is not closed yet.
    late = Try(NIMBLY.number, BEN, MatchId(0), NIMBLY.closes)
    assert await DailyStore(club.parts.store.database).begin(late, row) is None
    assert await DailyStore(club.parts.store.database).of(NIMBLY.number, BEN) is None
    await club.step(row.id, ADA, Random(1))
    club.parts.clock.time = NIMBLY.closes + 0.5
    await club.days.catch_up()
    with pytest.raises(Refused, match=r"refused.(away|not_your_turn)"):
        await club.parts.tables.play(row.id, ADA, None, "draw A")
    with pytest.raises(Refused, match=r"refused.daily_over"):
        await club.begin(BEN)
    over = await club.play_out(ADA)
    assert over.status is Status.OVER
    mine = await club.dailies.mine(NIMBLY, ADA, None)
    assert mine.series.closed is not None
    assert mine.outcome is not None
    assert mine.outcome.result.gave_up


async def ending(club: Club) -> MatchRow:
    """Let Ada have a streak of a day, and begin the next one three minutes before its end."""
    await club.play_out(ADA)
    day = NIMBLY.plus(1)
    club.parts.clock.time = day.closes - 180
    await club.days.catch_up()
    row = await club.begin(ADA, day)
    await club.step(row.id, ADA, Random(1))
    await club.play_out(CLEO, day=day)
    club.parts.clock.time = day.closes + 20
    await club.days.catch_up()
    return row


async def test_who_has_begun_before_the_end_of_a_day_may_finish_it(club: Club) -> None:
    row, day = await ending(club), NIMBLY.plus(1)
    mine = await club.dailies.mine(day, ADA, None)
    assert not mine.is_over
    assert not mine.is_ending
    assert mine.until == day.closes - 180 + LENGTH
    assert mine.habit.streak == 1
    assert mine.habit.week[-2:] == (Mark.OPEN, Mark.OPEN)
    assert (await club.dailies.mine(day, BEN, None)).is_ending
    with pytest.raises(Refused, match=r"refused.daily_over"):
        await club.begin(BEN, day)
    assert await club.dailies.before(CLEO) is None  # the last places may still change
    assert (await club.finish(row, ADA)).status is Status.OVER
    await club.days.catch_up()
    assert await club.dailies.before(CLEO) is not None
    mine = await club.dailies.mine(day, ADA, None)
    assert mine.is_over
    assert mine.outcome is not None
    assert mine.outcome.everywhere is not None
    assert (await club.dailies.mine(day.plus(1), ADA, None)).habit.streak == 2


async def test_who_gives_up_after_the_end_of_a_day_has_lost_their_streak_at_once(
    club: Club,
) -> None:
    row = await ending(club)
    await club.parts.tables.leave(row.id, ADA)
    assert (await club.dailies.habit(ADA)).streak == 0


async def test_who_has_not_finished_in_the_usual_length_has_a_stand_in(club: Club) -> None:
    row, day = await ending(club), NIMBLY.plus(1)
    club.parts.clock.time = day.closes - 180 + LENGTH
    await club.days.catch_up()
    assert (await club.parts.tables.load(row.id)).row.members[0].away
    assert (await club.dailies.mine(day, ADA, None)).is_over
    assert (await club.dailies.mine(day.plus(1), ADA, None)).habit.streak == 0


async def test_a_past_day_begun_before_midnight_may_be_finished_too(club: Club) -> None:
    club.parts.clock.time = NIMBLY.plus(1).closes - 180
    await club.days.catch_up()
    row = await club.begin(ADA, later=True)
    for after, is_away in ((20, False), (LENGTH, True)):
        club.parts.clock.time = NIMBLY.plus(1).closes + after
        await club.days.catch_up()
        assert (await club.parts.tables.load(row.id)).row.members[0].away is is_away


async def test_a_try_stored_as_its_day_is_closed_is_given_up_too(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    series, clock, begun = club.parts.store.series, club.parts.clock, list[MatchId]()
    close = series.close

    async def close_late(key: str, now: float, why: str = "") -> bool:
        clock.time = NIMBLY.closes - 0.1
        begun.append((await club.begin(ADA)).id)
        clock.time = now
        return await close(key, now, why)

    monkeypatch.setattr(series, "close", close_late)
    clock.time = NIMBLY.closes + 0.5
    await club.days.catch_up()
    assert (await club.parts.tables.load(begun[0])).row.members[0].away


class Pondering(InlineThinker):
    """Thinks until it is let go; counts what it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.asked_twice = asyncio.Event()
        self.let_go = asyncio.Event()

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        self.asked += 1
        if self.asked == 2:
            self.asked_twice.set()
        await self.let_go.wait()
        return await super().rank(question, within)


async def test_tries_given_up_are_thought_of_one_at_a_time_and_nobody_waits_for_them(
    club: Club,
) -> None:
    store, clock = club.parts.store, club.parts.clock
    left, played = [await club.begin(user) for user in (ADA, BEN)], await club.begin(CLEO)
    await club.step(left[1].id, BEN, Random(2))  # or all would ask the same
    for row, user in zip(left, (ADA, BEN), strict=True):
        await club.parts.tables.leave(row.id, user)
    while house_to_act(await club.parts.tables.load(played.id)) is None:
        await club.step(played.id, CLEO, Random(1))
    thinker = Pondering()
    tables = Tables(store, clock, HouseQueue(thinker))
    thinking = [asyncio.create_task(tables.think_ahead(row.id)) for row in (*left, played)]
    await thinker.asked_twice.wait()
    await store.live()
    await rounds()  # a third would have come by now
    assert thinker.asked == 2
    assert not any(task.done() for task in thinking)
    thinker.let_go.set()
    assert None not in await asyncio.gather(*thinking)
    assert thinker.asked == 3


async def test_a_day_that_is_over_can_be_proved(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = await club.play_out(ADA)
    club.parts.clock.time = NIMBLY.closes + 1
    await club.days.catch_up()
    finished = await find_finished(club.parts.store, ADA, None, row.id)
    checks = checks_of(finished)
    assert all(check.holds for check in checks)
    assert "seating" not in {check.key for check in checks}
    for name, data in record_files(finished):
        (tmp_path / name).write_bytes(data)
    record, entropy = (tmp_path / name for name, _ in record_files(finished))
    arguments = ["--secret", row.secret.hex(), "--entropy", str(entropy)]
    assert main(["verify", str(record), *arguments]) == 0
    assert "proved" in capsys.readouterr().out


async def test_an_upgrade_that_changes_play_closes_the_day_with_a_word(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, row = await club.play_out(BEN), await club.begin(ADA)
    newer = {**PLAYERS_VERSION, "nimbly": PLAYERS_VERSION["nimbly"] + 1}
    monkeypatch.setattr(levels, "PLAYERS_VERSION", newer)
    await Club.over(club.parts).days.catch_up()
    after = (await club.parts.tables.load(row.id)).row
    assert (after.status, after.closed_for) == (Status.CLOSED, "upgrade")
    with pytest.raises(Refused, match=r"refused.daily_closed"):
        await club.begin(103)
    mine = await club.dailies.mine(NIMBLY, BEN, None)
    assert mine.row is not None
    assert (mine.row.id, mine.series.why) == (played.id, "upgrade")
    assert mine.outcome is not None
    assert NIMBLY not in [one.day for one in await club.dailies.past(BEN)]
    later = NIMBLY.plus(4)
    assert (await club.days.series(later)).players_version == newer["nimbly"]  # type: ignore[union-attr]
    club.parts.clock.time = NIMBLY.plus(1).opens + 5
    await club.days.catch_up()
    assert (await club.dailies.mine(NIMBLY.plus(1), BEN, None)).habit.streak == 1
    assert (await club.dailies.mine(NIMBLY.plus(1), ADA, None)).habit.streak == 0


async def test_a_kill_as_a_day_is_closed_early_leaves_no_game_going(club: Club) -> None:
    row = await club.begin(ADA)
    await club.parts.store.series.close(NIMBLY.key, club.parts.clock.time, series_module.UPGRADE)
    await Club.over(club.parts).days.catch_up()
    assert (await club.parts.tables.load(row.id)).row.status is Status.CLOSED


@pytest.mark.parametrize("key", ["daily", "daily ", "daily 2026-13-01", "league 7 3", ""])
def test_what_is_no_daily_has_no_day(key: str) -> None:
    assert Day.of(key) is None
    assert Day.of(NIMBLY.key) == NIMBLY


async def test_a_try_that_cannot_be_noted_as_given_up_stops_nobody(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(_: MatchId) -> None:
        raise StoreFailed("the disk is full")

    row = await club.begin(ADA)
    monkeypatch.setattr(DailyStore, "give_up", staticmethod(full))
    await club.parts.tables.leave(row.id, ADA)
    assert (await club.parts.tables.load(row.id)).row.members[0].away
    assert f"match {row.id} was given up: the disk is full" in caplog.text

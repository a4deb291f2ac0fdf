"""The turn clock: reminders, stand-ins for who is late, coming back, and games that wait."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Stale
from bot.match.house.hints import seat_to_hint
from bot.match.lobby.lobbies import START_PAUSE
from bot.match.table.seats import THINKING
from bot.match.table.solo import FAST_PAUSE, HOUSE_PAUSE, LONGEST_PAUSE
from bot.match.table.state import Table, is_waiting
from bot.match.table.times import GRACE, REMIND, is_alone, turn_text, until_text, with_clocks
from bot.store.rows import MatchId, MatchRow, Member, Pause, Presence, Status, Terms, TurnClock
from engine.course import Course
from tests.match.finished import ADA, BEN, CLEO, DORA, opened, start
from tests.match.rows import SAY, tables
from tests.match.stand import Parts, refuses
from tests.match.test_clocks import quiet, sweep

CLOCK = 600
NAMES = ("Ada", "Ben", "Cleo")


async def playing(parts: Parts, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> Table:
    """Start a game with a turn clock; house players move until a person has to."""
    row = await start(parts.lobbies, await opened(parts.lobbies, people, clock=CLOCK))
    return await on(parts, row.id)


async def on(parts: Parts, match_id: MatchId) -> Table:
    """Let house players move until a person has to, and give the table."""
    while True:
        table = await parts.tables.load(match_id)
        if table.row.deadline is not None and any(m.clock.due for m in table.row.members):
            return table
        parts.clock.time = max(parts.clock.time, table.row.deadline or 0.0)
        if not await parts.tables.play_house(match_id):
            return table


def who(table: Table) -> int:
    """Return which person is to move."""
    return table.member(table.to_act()[0]).user_id or 0


def member(row: MatchRow, user: int) -> Member:
    return next(member for member in row.members if member.user_id == user)


async def pass_time(parts: Parts, match_id: MatchId, seconds: float) -> MatchRow:
    """Let time pass and do what is due then, once."""
    parts.clock.time += seconds
    await parts.clocks.expire(match_id)
    return (await parts.tables.load(match_id)).row


async def be_late(parts: Parts, table: Table) -> MatchRow:
    """Let the person to move run out of time, reminder and all."""
    await pass_time(parts, table.row.id, CLOCK * REMIND)
    return await pass_time(parts, table.row.id, CLOCK * (1 - REMIND))


def test_a_clock_is_wound_for_who_is_to_act_and_for_each_of_several_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = next(tables(*NAMES))
    timed = replace(table, row=replace(table.row, terms=Terms(clock=CLOCK)))
    row = with_clocks(timed, 5.0, lambda: 2.0)
    seat = table.to_act()[0]
    assert [m.clock.due for m in row.members] == [
        5.0 + CLOCK if place == seat else None for place in (1, 2, 3)
    ]
    assert row.deadline == 5.0 + CLOCK * REMIND
    again = with_clocks(replace(timed, row=row), 99.0, lambda: 2.0)
    assert again.members == row.members
    monkeypatch.setattr(Course, "to_act", lambda _: (1, 2))
    table = next(tables(*NAMES))
    first, *others = table.row.members
    several = replace(
        table.row,
        members=(replace(first, clock=replace(first.clock, due=300.0)), *others),
        terms=Terms(clock=CLOCK),
    )
    row = with_clocks(replace(table, row=several), 5.0, lambda: 2.0)
    assert [m.clock.due for m in row.members] == [300.0, 605.0, None]
    assert row.deadline == 300.0 - CLOCK * (1 - REMIND)


def test_only_house_players_have_a_deadline_without_a_clock_and_none_where_nobody_is() -> None:
    table = next(tables(*NAMES))
    seat = table.to_act()[0]
    assert with_clocks(table, 5.0, lambda: 2.0).deadline is None
    members = list(table.row.members)
    for stand_in in (
        replace(members[seat - 1], presence=Presence.LEFT),
        Member("house:1", "Cirrus"),
    ):
        members[seat - 1] = stand_in
        housed = replace(table, row=replace(table.row, members=tuple(members)))
        assert with_clocks(housed, 5.0, lambda: 2.0).deadline == 7.0
    table = next(tables(*NAMES))
    late = tuple(replace(m, presence=Presence.LATE) for m in table.row.members)
    row = with_clocks(replace(table, row=replace(table.row, members=late)), 5.0, lambda: 2.0)
    assert is_waiting(row)
    assert row.deadline is None


async def test_a_person_is_reminded_in_time_then_played_for_by_the_house(parts: Parts) -> None:
    table = await playing(parts)
    user = who(table)
    assert await pass_time(parts, table.row.id, CLOCK * REMIND - 1) == table.row
    reminded = await pass_time(parts, table.row.id, 1)
    assert (member(reminded, user).clock.reminded, member(reminded, user).away) == (True, False)
    assert reminded.deadline == table.row.members[table.to_act()[0] - 1].clock.due
    late = await pass_time(parts, table.row.id, CLOCK * (1 - REMIND))
    assert (member(late, user).away, member(late, user).presence is Presence.LATE) == (True, True)
    assert late.deadline is not None
    assert late.deadline <= parts.clock.time + HOUSE_PAUSE[1]
    after = await pass_time(parts, table.row.id, HOUSE_PAUSE[1])
    assert after.moves == table.row.moves + 1
    (move,) = (await parts.store.moves(table.row.id))[table.row.moves :]
    assert move.by is None


async def test_a_move_before_the_store_has_changed_wins_and_the_next_has_their_whole_time(
    parts: Parts,
) -> None:
    table = await playing(parts)
    await pass_time(parts, table.row.id, CLOCK * REMIND)
    parts.clock.time += CLOCK
    user, seat = who(table), table.to_act()[0]
    after = await parts.tables.play(table.row.id, user, table.row.moves, table.legal(seat)[0])
    assert not member(after.row, user).away
    await parts.clocks.expire(table.row.id)
    row = (await parts.tables.load(table.row.id)).row
    assert row == after.row
    assert [m.clock.due for m in row.members if m.clock.due] == [parts.clock.time + CLOCK]
    assert not any(m.clock.reminded for m in row.members)


async def test_a_move_made_in_time_by_who_is_late_brings_them_back_and_counts(parts: Parts) -> None:
    table = await playing(parts)
    user, seat = who(table), table.to_act()[0]
    late = await be_late(parts, table)
    after = await parts.tables.play(table.row.id, user, late.moves, table.legal(seat)[0])
    assert after.row.moves == table.row.moves + 1
    assert member(after.row, user).presence is not Presence.LATE
    assert (await parts.store.match(table.row.id)) == after.row


async def test_a_stale_press_of_who_is_late_brings_them_back_and_says_so(parts: Parts) -> None:
    table = await playing(parts)
    user, seat = who(table), table.to_act()[0]
    await be_late(parts, table)
    row = await pass_time(parts, table.row.id, HOUSE_PAUSE[1])
    with pytest.raises(Stale) as error:
        await parts.tables.play(table.row.id, user, table.row.moves, table.legal(seat)[0])
    assert error.value.key == "refused.back_again"
    after = (await parts.tables.load(table.row.id)).row
    assert after.moves == row.moves
    assert (member(after, user).away, member(after, user).presence is Presence.LATE) == (
        False,
        False,
    )


async def test_who_is_late_is_woken_by_whatever_they_do_and_their_vote_is_gone(
    parts: Parts,
) -> None:
    table = await playing(parts)
    user = who(table)
    await parts.tables.vote_end(table.row.id, user)
    late = await be_late(parts, table)
    assert late.votes == ()
    await parts.tables.wake(table.row.id, DORA)
    assert (await parts.tables.load(table.row.id)).row == late
    await parts.tables.wake(table.row.id, user)
    row = (await parts.tables.load(table.row.id)).row
    assert member(row, user).clock.due == parts.clock.time + CLOCK
    await parts.tables.leave(table.row.id, user)
    await parts.tables.wake(table.row.id, user)
    assert member((await parts.tables.load(table.row.id)).row, user).away


async def test_when_the_last_person_is_late_the_game_waits_for_any_of_them(parts: Parts) -> None:
    table = await playing(parts, (ADA, BEN))
    first = who(table)
    await be_late(parts, table)
    table = await on(parts, table.row.id)
    row = await be_late(parts, table)
    assert who(table) != first
    assert is_waiting(row)
    assert (row.status, row.deadline) == (Status.PLAYING, None)
    await sweep(parts.clocks)
    assert (await parts.tables.load(row.id)).row == row
    back = await parts.tables.come_back(row.id, first)
    assert back.deadline is not None
    assert not is_waiting(back)


async def test_a_game_of_one_waits_at_once_and_one_whose_last_leaves_for_whoever_is_only_late(
    parts: Parts,
) -> None:
    table = await playing(parts, (ADA,))
    row = await be_late(parts, table)
    assert is_waiting(row)
    code = table.legal(table.to_act()[0])[0]
    after = await parts.tables.play(row.id, ADA, row.moves, code)
    assert after.row.moves == row.moves + 1
    assert after.row.deadline is not None
    table = await playing(parts, (ADA, BEN))
    asleep = who(table)
    other = ADA if asleep == BEN else BEN
    await be_late(parts, table)
    row = await parts.tables.leave(table.row.id, other)
    assert is_waiting(row)
    closed = await parts.tables.leave(table.row.id, asleep)
    assert closed.status is Status.CLOSED


async def test_a_clock_runs_on_after_a_restart_with_some_grace(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    table = await playing(first)
    await pass_time(first, table.row.id, CLOCK * REMIND)
    now = first.clock.time + CLOCK
    await first.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time, parts.clock.endless = now, True
    await parts.clocks.wind_up()
    row = (await parts.tables.load(table.row.id)).row
    assert (row.deadline, member(row, who(table)).away) == (now + GRACE, False)
    parts.clock.time += GRACE
    await sweep(parts.clocks)
    assert member((await parts.tables.load(table.row.id)).row, who(table)).presence is Presence.LATE
    await parts.close()


async def test_a_clock_that_has_time_left_is_not_changed_by_a_restart(parts: Parts) -> None:
    table = await playing(parts)
    parts.clock.endless = True
    await parts.clocks.wind_up()
    assert (await parts.tables.load(table.row.id)).row == table.row


async def test_a_restart_makes_nobody_late_or_forgiven(tmp_path: Path) -> None:
    """Whoever was late is late after it; whoever was reminded is not reminded again."""
    first = await Parts.open(tmp_path)
    table = await playing(first)
    late = who(table)
    await be_late(first, table)
    table = await on(first, table.row.id)
    before = await pass_time(first, table.row.id, CLOCK * REMIND)
    now, version = first.clock.time, before.version
    await first.close()
    for _ in range(2):
        parts = await Parts.open(tmp_path)
        parts.clock.time, parts.clock.endless = now, True
        await parts.clocks.wind_up()
        await sweep(parts.clocks)
        row = (await parts.tables.load(before.id)).row
        assert (row.version, row.members) == (version, before.members)
        await parts.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time = now
    await parts.tables.wake(before.id, late)
    row = (await parts.tables.load(before.id)).row
    assert member(row, late).presence is not Presence.LATE
    assert member(row, who(table)).clock.reminded
    await parts.close()


async def test_the_clocks_remind_and_stand_in_by_themselves(parts: Parts) -> None:
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA,), clock=CLOCK))
    await quiet(parts.clocks)
    assert is_waiting((await parts.tables.load(row.id)).row)
    assert parts.clock.time >= row.created + CLOCK


async def test_house_players_hurry_for_one_person_alone_until_they_say_no(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await playing(parts, (ADA,))
    assert is_alone(table.row)
    spans: list[tuple[float, float]] = []

    def noting(low: float, high: float, least: float) -> float:
        spans.append((low, high))
        assert least == THINKING["normal"]
        return 0.0

    async def drawn(*, fast: bool) -> set[tuple[float, float]]:
        """Play until a house player has paused; gives the spans its pauses were drawn from."""
        await parts.tables.set_fast(table.row.id, ADA, fast=fast)
        spans.clear()
        while not spans:
            await parts.move(table.row.id)
            await on(parts, table.row.id)
        return set(spans)

    monkeypatch.setattr(parts.clock, "pause", noting)
    assert await drawn(fast=True) == {FAST_PAUSE}
    assert await drawn(fast=False) == {HOUSE_PAUSE}
    assert not (await parts.tables.load(table.row.id)).row.terms.fast


async def test_only_who_is_alone_may_make_the_house_hurry(parts: Parts) -> None:
    table = await playing(parts, (ADA, BEN))
    for user, key in ((ADA, "refused.not_alone"), (DORA, "refused.not_seated")):
        with refuses(key):
            await parts.tables.set_fast(table.row.id, user, fast=True)
    await parts.tables.leave(table.row.id, BEN)
    assert (await parts.tables.set_fast(table.row.id, ADA, fast=True)).terms.fast
    with refuses("refused.away"):
        await parts.tables.set_fast(table.row.id, BEN, fast=False)
    row = await parts.tables.come_back(table.row.id, BEN)
    assert row.terms.fast
    assert not is_alone(row)


def test_a_pause_is_longer_than_hard_thinking_and_none_than_the_longest() -> None:
    """A move of `hard` takes 0.3 s (docs/performance.md), so a pause never tells of it."""
    for span in (HOUSE_PAUSE, FAST_PAUSE):
        assert max(THINKING.values()) < span[0] < span[1]
    assert max(HOUSE_PAUSE[1], FAST_PAUSE[1], START_PAUSE[1]) <= LONGEST_PAUSE


# Until when a turn lasts, with a bank and without.

TERMS = Terms(clock=90, bank=180)


@pytest.mark.parametrize(
    ("member", "at_the_table", "in_the_hand"),
    [
        (Member("1", "Ada"), "▶ X", ""),
        (Member("1", "Ada", clock=TurnClock(due=9.0)), "▶ X · ⏳ time's up <t:9:R>", "⏳ <t:9:R>"),
        (
            Member("1", "Ada", clock=TurnClock(due=9.0, bank=150.0)),
            "▶ X · ⏳ time's up <t:9:R>, then 2:30 extra",
            "⏳ <t:9:R>, then 2:30 extra",
        ),
        (
            Member("1", "Ada", clock=TurnClock(due=9.0, bank=150.0, reminded=True)),
            "▶ X · ⏳ extra time ends <t:9:R>",
            "⏳ extra time ends <t:9:R>",
        ),
        (
            Member("1", "Ada", clock=TurnClock(due=9.0, bank=5.0, reminded=True)),
            "▶ X · ⏳ time's up <t:9:R>, then 0:05 extra",
            "⏳ <t:9:R>, then 0:05 extra",
        ),
    ],
)
def test_a_turn_says_until_when(member: Member, at_the_table: str, in_the_hand: str) -> None:
    assert turn_text("X", member, TERMS, SAY) == at_the_table
    assert until_text(member, TERMS, SAY) == in_the_hand


# A paused game stands still: no clock runs, nothing is played, and everybody keeps their time.

MODERATOR = Pause("moderator", by=55)
PERMISSIONS = Pause("permissions", missing=("attach_files",))
HOUR = 3600.0


async def paused(parts: Parts, after: float = 100.0) -> MatchRow:
    """Start a game with a turn clock and pause it after some seconds."""
    table = await playing(parts)
    parts.clock.time += after
    return await parts.tables.pause(table.row.id, MODERATOR)


async def test_nothing_is_due_however_long_it_lasts_and_everybody_keeps_their_time(
    parts: Parts,
) -> None:
    row = await paused(parts)
    assert row.deadline is None
    assert row.pauses == (replace(MODERATOR, since=parts.clock.time),)
    assert await pass_time(parts, row.id, 100 * HOUR) == row
    await sweep(parts.clocks)
    assert await parts.tables.pause(row.id, MODERATOR) == row
    assert await parts.tables.resume(row.id, "permissions") == row
    after = await parts.tables.resume(row.id, "moderator")
    assert after.pauses == ()
    user = who(await parts.tables.load(row.id))
    assert member(after, user).clock.due == parts.clock.time + CLOCK - 100.0
    assert after.deadline == parts.clock.time + CLOCK * REMIND - 100.0
    assert await parts.tables.resume(row.id, "moderator") == after


async def test_a_game_paused_for_two_reasons_goes_on_when_both_are_gone(parts: Parts) -> None:
    row = await paused(parts)
    stopped = parts.clock.time
    parts.clock.time += HOUR
    both = await parts.tables.pause(row.id, PERMISSIONS)
    assert [(pause.why, pause.since) for pause in both.pauses] == [
        ("moderator", stopped), ("permissions", stopped),
    ]  # fmt: skip
    more = replace(PERMISSIONS, missing=("attach_files", "embed_links"))
    assert (await parts.tables.pause(row.id, more)).pauses[1].missing == more.missing
    parts.clock.time += HOUR
    assert (await parts.tables.resume(row.id, "moderator")).deadline is None
    after = await parts.tables.resume(row.id, "permissions")
    assert after.deadline == parts.clock.time + CLOCK * REMIND - 100.0


async def test_who_had_almost_no_time_left_has_the_grace(parts: Parts) -> None:
    table = await playing(parts)
    await pass_time(parts, table.row.id, CLOCK * REMIND)
    parts.clock.time += CLOCK * (1 - REMIND) - 1
    await parts.tables.pause(table.row.id, MODERATOR)
    after = await parts.tables.resume(table.row.id, "moderator")
    assert member(after, who(table)).clock.due == parts.clock.time + GRACE


async def test_moves_and_hints_are_refused_and_change_nothing(parts: Parts) -> None:
    row = await paused(parts)
    table = await parts.tables.load(row.id)
    code = table.legal(table.to_act()[0])[0]
    for moves in (row.moves, row.moves - 1, None):
        with refuses("refused.paused"):
            await parts.tables.play(row.id, who(table), moves, code)
    with refuses("refused.paused"):
        seat_to_hint(table, who(table))
    assert (await parts.tables.load(row.id)).row == row


async def test_who_was_late_is_back_with_a_move_though_it_is_refused(parts: Parts) -> None:
    table = await playing(parts)
    await be_late(parts, table)
    row = await parts.tables.pause(table.row.id, MODERATOR)
    with refuses("refused.paused"):
        await parts.tables.play(row.id, who(table), row.moves, table.legal(table.to_act()[0])[0])
    after = (await parts.tables.load(row.id)).row
    assert (after.moves, after.deadline) == (row.moves, None)
    assert member(after, who(table)).presence is not Presence.LATE
    parts.clock.time += HOUR
    after = await parts.tables.resume(row.id, "moderator")
    assert member(after, who(table)).clock.due == parts.clock.time + CLOCK


async def test_no_house_player_moves_and_nobody_thinks(parts: Parts) -> None:
    table = await playing(parts)
    await parts.tables.pause(table.row.id, MODERATOR)
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await parts.tables.leave(table.row.id, who(table))
    assert row.deadline is None
    parts.clock.time += HOUR
    assert not await parts.tables.play_house(row.id)
    assert (await parts.tables.load(row.id)).row == row
    assert (await parts.tables.resume(row.id, "moderator")).deadline is not None
    await on(parts, row.id)
    assert (await parts.tables.load(row.id)).row.moves > row.moves


async def test_leaving_and_votes_to_end_work(parts: Parts) -> None:
    row = await paused(parts)
    await parts.tables.vote_end(row.id, ADA)
    closed = await parts.tables.vote_end(row.id, BEN)
    assert (closed.status, closed.pauses) == (Status.CLOSED, ())
    row = await paused(parts)
    for user in (ADA, BEN, CLEO):
        closed = await parts.tables.leave(row.id, user)
    assert closed.status is Status.CLOSED


async def test_only_a_game_that_is_played_can_be_paused(parts: Parts) -> None:
    lobby = await opened(parts.lobbies)
    with refuses("refused.not_started"):
        await parts.tables.pause(lobby.id, MODERATOR)
    assert await parts.tables.resume(lobby.id, "moderator") == lobby
    await start(parts.lobbies, lobby)
    await parts.tables.close(lobby.id)
    with refuses("refused.over"):
        await parts.tables.pause(lobby.id, MODERATOR)


async def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    row = await paused(first)
    now = first.clock.time
    await first.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time = now + HOUR
    await parts.clocks.wind_up()
    assert (await parts.tables.load(row.id)).row == row
    after = await parts.tables.resume(row.id, "moderator")
    assert after.deadline == parts.clock.time + CLOCK * REMIND - 100.0
    await parts.close()


async def test_nobody_is_called_while_it_is_paused_and_somebody_when_it_goes_on(
    parts: Parts,
) -> None:
    table = await playing(parts)
    parts.clock.time += CLOCK / 2
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping")) == 1
    await parts.tables.pause(table.row.id, MODERATOR)
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping", "remove")) == 1
    await parts.tables.resume(table.row.id, "moderator")
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping")) == 1

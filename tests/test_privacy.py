"""Deleting a person's data while they play: the others go on, and nothing leads back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.daily.rules import Day
from bot.daily.store import DailyStore, places_of
from bot.errors import Busy, NoChannel, Refused, StageError, Stale
from bot.preferences.terms import STAND_IN
from bot.privacy.service import DAY, KEPT, ON_THE_WAY, PATIENCE, Erasing, Outlook, Tidying
from bot.privacy.store import PrivacyStore
from bot.records.service import checks_of, find_finished, record_files, record_of
from bot.store.rows import HandMessage, MatchId, Member, Presence, Status
from engine.record import format_record, parse_record, replay
from tests.match.conftest import hall, parts
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, Hall, opened, play_out, start
from tests.match.show.test_threads import SERVER, locations
from tests.match.stand import Parts
from tests.soak.amounts import later
from tests.store.samples import tamper
from tests.waits import until

# A store with people who play.

__all__ = ["hall", "parts"]


# Deleting a person's data while they play: the others go on, and nothing leads back.

PEOPLE = (ADA, BEN, CLEO)


def erasing(held: Hall | Parts) -> Erasing:
    clock = held.clock if isinstance(held, Parts) else held.tables._clock
    return Erasing(held.store, held.tables, clock)


async def test_a_running_game_goes_on_with_a_house_player_and_nobody_acts_for_the_seat(
    hall: Hall,
) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    await erasing(hall).erase(ADA, "Someone")
    table = await hall.tables.load(row.id)
    gone = next(member for member in table.row.members if member.is_anonymous)
    assert (gone.name, gone.away, gone.joined) == ("Someone", True, "")
    assert table.row.status is Status.PLAYING
    assert table.row.entropy == ""
    assert all(member.joined == "" for member in table.row.members)
    assert table.row.opener_id == 0
    for acting in (
        hall.tables.play(row.id, ADA, None, "play 2C"),
        hall.tables.come_back(row.id, ADA),
        hall.tables.leave(row.id, ADA),
        hall.tables.vote_end(row.id, ADA),
        hall.tables.mark_hinted(row.id, ADA, 0),
    ):
        with pytest.raises(Refused, match=r"refused\.not_seated"):
            await acting
    await hall.tables.wake(row.id, ADA)
    await hall.tables.mark_dm(row.id, ADA, dm=False)
    await hall.finish(row.id)
    results = await hall.store.results(row.id)
    levels = {result.name: result.level for result in results}
    assert levels == {"Ben": None, "Cleo": None, "Someone": STAND_IN}
    lines = await hall.store.leaderboard("cloud_nine", None)
    assert {line.user_id for line in lines} == {BEN, CLEO}
    assert (await PrivacyStore(hall.store).personal(ADA)).matches == ()


async def test_the_last_one_ends_the_game_and_closes_the_lobby(hall: Hall) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies, (ADA,)))
    assert await erasing(hall).outlook(ADA) == Outlook(ending=1)
    await erasing(hall).erase(ADA, "Someone")
    left = (await hall.tables.load(row.id)).row
    assert (left.status, left.deadline) == (Status.CLOSED, None)
    # Secret and seed are random and times are what they are: they may hold any digits.
    known = replace(left, secret=b"", seed=b"", state=None, created=0.0, touched=0.0)
    assert str(ADA) not in str(known)
    row = await opened(hall.lobbies, (ADA,))
    await hall.lobbies.add_house(row.id, ADA)
    await erasing(hall).erase(ADA, "Someone")
    left = (await hall.tables.load(row.id)).row
    assert (left.status, left.opener_id) == (Status.CLOSED, 0)


async def test_where_the_others_only_ran_out_of_time_the_game_waits_for_them(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA, BEN), clock=60))
    for _ in range(20):
        table = await parts.tables.load(row.id)
        if any(
            member.presence is Presence.LATE
            for member in table.row.members
            if member.user_id == BEN
        ):
            break
        member = table.member(table.to_act()[0])
        if member.user_id == ADA:
            await parts.tables.play(row.id, ADA, None, table.legal(table.to_act()[0])[0])
        else:
            parts.clock.time = table.row.deadline or parts.clock.time
            await parts.clocks.expire(row.id)
    assert await erasing(parts).outlook(ADA) == Outlook(going_on=1)
    await erasing(parts).erase(ADA, "Someone")
    left = (await parts.tables.load(row.id)).row
    assert left.status is Status.PLAYING


@pytest.mark.parametrize("has_left", [False, True])
async def test_a_lobby_goes_to_who_joined_next_whether_its_opener_was_in_it_or_not(
    hall: Hall, *, has_left: bool
) -> None:
    row = await opened(hall.lobbies)
    if has_left:
        await hall.lobbies.leave(row.id, ADA)
    await erasing(hall).erase(ADA, "Someone")
    left = (await hall.tables.load(row.id)).row
    assert [member.name for member in left.members] == ["Ben", "Cleo"]
    assert (left.status, left.opener_id) == (Status.LOBBY, BEN)
    assert [member.joined for member in left.members] == [str(9000 + BEN), str(9000 + CLEO)]
    started = await hall.lobbies.start(row.id, BEN, 9999, moderator=False)
    await hall.finish(started.id)
    found = await find_finished(hall.store, BEN, CHANNEL, row.id)
    assert all(check.holds for check in checks_of(found))
    assert "entropy" in [check.key for check in checks_of(found)]


async def test_all_of_it_is_counted_before(hall: Hall) -> None:
    await hall.game()
    await start(hall.lobbies, await opened(hall.lobbies))
    await start(hall.lobbies, await opened(hall.lobbies, (ADA,)))
    await opened(hall.lobbies)
    assert await erasing(hall).outlook(ADA) == Outlook(1, 1, 1, 1)
    assert await erasing(hall).outlook(404) == Outlook()
    await erasing(hall).erase(ADA, "Someone")
    assert await erasing(hall).outlook(ADA) == Outlook()


async def test_a_finished_game_is_proved_as_far_as_can_be_and_who_comes_back_begins_anew(
    hall: Hall,
) -> None:
    match_id = await hall.game()
    await erasing(hall).erase(ADA, "Someone")
    found = await find_finished(hall.store, BEN, CHANNEL, match_id)
    checks = checks_of(found)
    assert [check.key for check in checks] == ["shuffle", "moves", "result"]
    assert all(check.holds for check in checks)
    record = parse_record(format_record(record_of(found)))
    assert sorted(record.players) == ["Ben", "Cleo", "Someone"]
    assert "entropy" not in dict(record.other)
    assert replay(record).to_act() == ()
    assert [name for name, _ in record_files(found)] == ["nimbus-cloud_nine-1.txt"]
    match_id = await hall.game()
    personal = await PrivacyStore(hall.store).personal(ADA)
    assert (personal.matches, personal.name) == ((match_id,), "Ada")
    line = await hall.store.standing(ADA, "cloud_nine", None)
    assert line is not None
    assert line.games == 1


@pytest.mark.parametrize("seeds", [range(4), later(range(4, 20))])
async def test_a_press_in_the_same_instant_comes_before_or_after(hall: Hall, seeds: range) -> None:
    """Joins and moves race with it; nothing of the person is left over, whoever was first."""
    for seed in seeds:
        lobby = await opened(hall.lobbies, (BEN, CLEO))
        row = await start(hall.lobbies, await opened(hall.lobbies))
        table = await hall.tables.load(row.id)
        seat = table.to_act()[0]
        mover = table.member(seat).user_id
        assert mover is not None
        ada = Member(str(ADA), "Ada", joined="9101")
        doing = [
            hall.lobbies.join(lobby.id, ada),
            erasing(hall).erase(ADA, "Someone"),
            hall.tables.play(row.id, mover, None, table.legal(seat)[0]),
        ]
        done = await asyncio.gather(
            *(doing if seed % 2 else reversed(doing)), return_exceptions=True
        )
        assert all(not isinstance(each, Exception) or isinstance(each, Refused) for each in done)
        left = await PrivacyStore(hall.store).personal(ADA)
        # Who joined afterwards is somebody new.
        assert left.matches in ((), (lobby.id,))
        if left.matches:
            await erasing(hall).erase(ADA, "Someone")
        after = await hall.tables.replayed(row.id)
        assert str(ADA) not in [member.key for member in after.row.members]
        assert ADA not in [move.by for move in await hall.store.moves(row.id)]


async def test_two_people_at_one_table_go_together(hall: Hall) -> None:
    rows = [await start(hall.lobbies, await opened(hall.lobbies)) for _ in range(3)]
    await asyncio.gather(*(erasing(hall).erase(user, "Someone") for user in PEOPLE))
    for row in rows:
        left = (await hall.tables.load(row.id)).row
        assert left.status is Status.CLOSED
        assert all(member.is_anonymous for member in left.members)


async def test_a_table_that_cannot_be_read_does_not_stop_it(hall: Hall, tmp_path: Path) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE match SET state = '[]'")
    await erasing(hall).erase(ADA, "Someone")
    assert (await PrivacyStore(hall.store).personal(ADA)).matches == ()
    left = await hall.store.match(row.id)
    assert left is not None
    assert sum(member.is_anonymous for member in left.members) == 1


async def test_tables_that_never_hold_still_are_told_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(hall.lobbies, await opened(hall.lobbies))

    async def busy(*_: object, **__: object) -> bool:
        return False

    monkeypatch.setattr(PrivacyStore, "erase", busy)  # another process is always quicker
    with pytest.raises(Stale, match=r"refused\.erase_again"):
        await erasing(hall).erase(ADA, "Someone")
    assert MatchId(1) in (await PrivacyStore(hall.store).personal(ADA)).matches


async def test_the_hand_is_not_sent_any_more_and_the_game_counts_as_shown(parts: Parts) -> None:
    parts.tables.listeners.append(parts.publisher.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.idle()
    parts.stage.taken()
    await erasing(parts).erase(ADA, "Someone")
    await parts.publisher.idle()
    shown = parts.stage.taken("post_hand", "edit_hand")
    assert not [call for call in shown if "Ada" in call or "Someone" in call]
    assert await parts.store.unpublished() == []
    assert [hand.user_id for hand in await parts.store.hands(row.id)] == [BEN, CLEO]


async def test_a_hand_on_its_way_is_not_noted(parts: Parts) -> None:
    parts.tables.listeners.append(parts.publisher.on_change)
    gate = parts.stage.gates["post_hand Ada"] = asyncio.Event()
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await until(lambda: parts.stage.calls)
    await erasing(parts).erase(ADA, "Someone")
    gate.set()
    await parts.publisher.idle()
    assert ADA not in [hand.user_id for hand in await parts.store.hands(row.id)]
    assert (await PrivacyStore(parts.store).personal(ADA)).hands == ()


# Tidying up: direct messages of who had their data deleted, and what is not kept forever.


class Messages:
    """Direct messages as `DiscordIO` deletes them: this many are left, or a fault is raised."""

    def __init__(self, left: int = 0) -> None:
        self.left = left
        self.faults: list[StageError] = []
        self.asked: list[tuple[int, float]] = []

    async def delete_bot_messages(self, channel_id: int, until: float, most: int) -> bool:
        self.asked.append((channel_id, until))
        if self.faults:
            raise self.faults.pop(0)
        self.left -= most
        return self.left <= 0


def tidying(parts: Parts, messages: Messages | None = None) -> Tidying:
    io: Any = messages or Messages()
    return Tidying(parts.store, io, parts.clock, parts.notices.budget)


async def emptying(parts: Parts) -> float:
    """Have direct messages to be emptied; gives up to when."""
    assert await PrivacyStore(parts.store).erase(ADA, "Someone", parts.clock.now(), (), direct=70)
    until = (await PrivacyStore(parts.store).to_empty())[70]
    parts.clock.time += ON_THE_WAY
    return until


async def test_messages_go_in_parts_when_those_on_their_way_have_come(parts: Parts) -> None:
    messages = Messages(left=90)
    tidy = tidying(parts, messages)
    until = await emptying(parts)
    parts.clock.time -= 1.0
    await tidy.tidy()
    assert messages.asked == []
    parts.clock.time += 1.0
    for left in (1, 1, 0):
        await tidy.tidy()
        assert len(await PrivacyStore(parts.store).to_empty()) == left
    assert messages.asked == [(70, until + ON_THE_WAY)] * 3
    await tidy.tidy()
    assert len(messages.asked) == 3


async def test_a_refusal_ends_it_and_trouble_puts_it_off_for_a_week_at_most(parts: Parts) -> None:
    messages = Messages()
    await emptying(parts)
    messages.faults = [Busy(), Busy(), NoChannel()]
    await tidying(parts, messages).tidy()
    await tidying(parts, messages).tidy()
    assert len(await PrivacyStore(parts.store).to_empty()) == 1
    await tidying(parts, messages).tidy()
    assert await PrivacyStore(parts.store).to_empty() == {}
    until = await emptying(parts)
    messages.faults = [Busy(), Busy()]
    parts.clock.time = until + PATIENCE
    await tidying(parts, messages).tidy()
    assert len(await PrivacyStore(parts.store).to_empty()) == 1
    parts.clock.time += 1.0
    await tidying(parts, messages).tidy()
    assert await PrivacyStore(parts.store).to_empty() == {}


async def test_games_are_tidied_once_a_day_and_after_a_start(parts: Parts) -> None:
    over, early = await opened(parts.lobbies), await opened(parts.lobbies)
    for row in (over, early):
        await start(parts.lobbies, row)
    await play_out(parts.tables, over.id)
    await parts.store.set_hand(HandMessage(over.id, BEN, 80, 81, 1, 0))
    await parts.tables.close(early.id)
    tidy = tidying(parts)
    parts.clock.time += KEPT - DAY / 2
    await tidy.tidy()
    assert await parts.store.match(early.id) is not None
    parts.clock.time += DAY * 0.9
    await tidy.tidy()
    assert await parts.store.match(early.id) is not None  # it was looked at less than a day ago
    parts.clock.time += DAY * 0.1
    await tidy.tidy()
    assert await parts.store.match(early.id) is None
    assert await parts.store.hands(over.id) == []
    assert (await parts.tables.load(over.id)).row.status is Status.OVER


async def test_what_somebody_was_sent_is_forgotten_in_a_day_and_where_they_saw_a_daily_in_a_month(
    parts: Parts,
) -> None:
    tidy = tidying(parts)
    await tidy.tidy()
    await parts.notices.budget.count(BEN)
    assert await parts.store.settings(f"person {BEN}")
    parts.clock.time += DAY
    await tidy.tidy()
    assert await parts.store.settings(f"person {BEN}") == {}
    day = Day.at(parts.clock.now())
    await DailyStore(parts.store.database).seen_in(day.number, BEN, SERVER)
    parts.clock.time += KEPT
    await tidying(parts).tidy()
    assert await parts.store.database.read(places_of, BEN) == [(day.number, SERVER)]
    parts.clock.time += DAY
    await tidying(parts).tidy()
    assert await parts.store.database.read(places_of, BEN) == []


async def test_trouble_with_the_store_is_left_to_the_next_round(
    parts: Parts, caplog: pytest.LogCaptureFixture
) -> None:
    tidy = tidying(parts)
    await parts.store.close()
    await tidy.tidy()
    assert "tidying failed" in caplog.text


async def test_a_server_that_was_left_is_forgotten_unless_the_bot_is_back_or_added_again(
    parts: Parts,
) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await play_out(parts.tables, row.id)
    await parts.store.set_setting(f"server {SERVER}", "threads", "never")
    world, tidy = locations(parts, {CHANNEL}), tidying(parts)
    await world.guild_gone(SERVER)
    parts.clock.time += KEPT - 10
    await world.arrived({SERVER})  # found at a start
    parts.clock.time += 20
    await tidy.expire()
    assert (await parts.tables.load(row.id)).row.guild_id == SERVER
    await world.arrived(set())  # gone while the bot was off
    parts.clock.time += KEPT - 10
    await world.arrived(set())  # another start counts nothing again
    await world.guild_gone(SERVER)
    await tidy.expire()
    assert (await parts.tables.load(row.id)).row.guild_id == SERVER
    parts.clock.time += 20
    await tidy.expire()
    left = (await parts.tables.load(row.id)).row
    assert (left.guild_id, left.channel_id) == (None, 0)
    assert await parts.store.settings(f"server {SERVER}") == {}
    assert await parts.store.other_servers(()) == set()
    await world.guild_gone(SERVER)
    assert "left" in await parts.store.settings(f"server {SERVER}")
    await world.guild_back(SERVER)
    assert await parts.store.settings(f"server {SERVER}") == {}

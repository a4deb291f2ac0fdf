"""Playing the daily: one try a day, the same for all, and what it comes to."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.daily.layouts import daily_notes
from bot.daily.rules import SECONDS, Day, Field, Mark
from bot.daily.service import may_watch
from bot.daily.store import DailyStore
from bot.errors import Refused
from bot.match.table.kind import UPGRADE
from bot.privacy.service import Erasing
from bot.records.service import find_finished
from bot.replays.service import replay_by_number
from bot.store.rows import Location, Status
from engine.seats import Seat
from tests.daily.conftest import NIMBLY, SERVER, Club
from tests.match.finished import ADA, BEN, CLEO
from tests.match.rows import SAY
from tests.store.samples import tamper


async def test_hard_house_players_answer_alike_at_every_table(true_club: Club) -> None:
    codes = []
    for user in (ADA, BEN):
        row, random = await true_club.begin(user), Random(5)
        while len(await true_club.codes(row)) < 6:
            await true_club.step(row.id, user, random)
        codes.append(await true_club.codes(row))
    assert codes[0] == codes[1]


async def test_a_try_is_the_same_for_everybody_and_nobody_helps_or_hurries(club: Club) -> None:
    rows = await asyncio.gather(*(club.begin(ADA) for _ in range(5)))
    assert len({row.id for row in rows}) == 1
    assert len(await club.parts.store.series.matches(NIMBLY.key)) == 1
    row = rows[0]
    assert [member.name for member in row.members] == ["Ada", "Cirrus", "Stratus"]
    assert [member.level for member in row.members] == ["", "hard", "hard"]
    assert (row.rated, row.terms.hints, row.terms.clock) == (False, False, 0)
    assert row.entropy == row.series == NIMBLY.key
    with pytest.raises(Refused, match=r"refused.daily_end"):
        await club.parts.tables.vote_end(row.id, ADA)
    # Who plays alike comes out alike.
    ada = await club.play_out(ADA)
    club.parts.clock.time += 1
    ben = await club.play_out(BEN)
    assert ada.id == row.id != ben.id
    assert await club.codes(ada) == await club.codes(ben)
    assert ada.status is ben.status is Status.OVER
    mine = await club.dailies.mine(NIMBLY, ADA, None)
    assert mine.outcome is not None
    assert mine.outcome.everywhere == Field(total=2, below=0, level=2)
    assert mine.outcome.best is not None
    assert mine.outcome.best.user_id == ADA  # of equals who began first
    # The record would show every card to who has not played yet.
    with pytest.raises(Refused, match=r"refused.withheld"):
        await find_finished(club.parts.store, ADA, None, ada.id)


async def test_a_day_is_over_in_the_instant_in_which_it_closes(club: Club) -> None:
    club.parts.clock.time = NIMBLY.closes - 0.001
    await club.begin(ADA)
    club.parts.clock.time = NIMBLY.closes
    with pytest.raises(Refused) as refused:
        await club.begin(BEN)
    assert refused.value.key == "refused.daily_over"


async def test_only_the_first_try_counts_and_results_are_hidden_until_it_is_played(
    club: Club,
) -> None:
    await club.play_out(BEN)
    row = await club.begin(ADA)
    await club.step(row.id, ADA, Random(1))
    again = await club.begin(ADA)
    assert (again.id, again.moves) == (row.id, 1)
    mine = await club.dailies.mine(NIMBLY, ADA, SERVER)
    assert (mine.outcome, mine.ended) == (None, 1)
    over = await club.play_out(ADA)
    assert over.id == row.id
    assert (await club.begin(ADA)).status is Status.OVER


async def test_who_had_their_data_deleted_has_no_second_try(club: Club) -> None:
    store, clock = club.parts.store, club.parts.clock
    await club.play_out(ADA)
    await Erasing(store, club.parts.tables, clock).erase(ADA, "Someone")
    assert await DailyStore(store.database).of(NIMBLY.number, ADA) is None
    with pytest.raises(Refused, match=r"refused\.daily_played"):
        await club.begin(ADA)
    await club.begin(BEN)
    clock.time = NIMBLY.closes
    await club.days.catch_up()
    assert await store.series.marked(NIMBLY.key, [ADA]) == set()


async def test_a_try_is_set_beside_those_of_all_and_of_the_server(club: Club) -> None:
    for user, seed in ((ADA, 1), (BEN, 2), (CLEO, 3)):
        await club.play_out(user, seed)
    # To have looked there on another day does not count.
    await DailyStore(club.parts.store.database).seen_in(NIMBLY.number - 1, ADA, SERVER)
    for user, total in ((BEN, 1), (CLEO, 2), (ADA, 3)):
        outcome = (await club.dailies.mine(NIMBLY, user, SERVER)).outcome
        assert outcome is not None
        assert outcome.here is not None
        assert outcome.here.total == total
    found = [await club.dailies.mine(NIMBLY, user, None) for user in (ADA, BEN, CLEO)]
    outcomes = [mine.outcome for mine in found if mine.outcome is not None]
    leads = [outcome.result.lead for outcome in outcomes]
    assert len(set(leads)) == 3, "choose other seeds"
    for outcome in outcomes:
        below = sum(lead < outcome.result.lead for lead in leads)
        assert outcome.everywhere is not None
        assert outcome.best is not None
        assert outcome.everywhere.place == 3 - below
        assert outcome.best.lead == max(leads)
        assert outcome.result.won == (outcome.result.lead >= 0)
        results = await club.parts.store.results(outcome.result.match_id)
        assert outcome.result.score == results[0].score
    await next_day(club)
    for user, outcome in zip((ADA, BEN, CLEO), outcomes, strict=True):
        place = 3 - sum(lead < outcome.result.lead for lead in leads)
        habit = (await club.dailies.mine(NIMBLY, user, None)).habit
        assert habit.places == tuple(int(at == place) for at in range(1, 6))
    for user in (ADA, BEN):
        await club.play_out(user, day=club.days.today)
    await next_day(club)
    last = await DailyStore(club.parts.store.database).places(ADA, 1)
    assert last == [(1, 2)], "only the last ones are told"


async def test_the_best_game_may_be_watched_when_nobody_can_repeat_it_any_more(club: Club) -> None:
    """By who has played the day too, and no other game of that day."""
    rows = {user: await club.play_out(user, seed) for user, seed in ((ADA, 1), (BEN, 2))}
    store = club.parts.store
    outcome = (await club.dailies.mine(NIMBLY, ADA, None)).outcome
    assert outcome is not None
    assert outcome.best is not None
    best = rows.pop(outcome.best.user_id)
    (other,) = rows.values()
    club.parts.clock.time = NIMBLY.closes + 1
    # Until the day is closed, tries that were begun in it may still go on.
    assert not await may_watch(store, best, ADA)
    await club.days.catch_up()
    assert await may_watch(store, best, ADA)
    assert await may_watch(store, best, BEN)
    assert not await may_watch(store, best, CLEO)
    assert not await may_watch(store, other, outcome.best.user_id)
    at = Location(None, 99)
    for user in (ADA, BEN):
        assert (await replay_by_number(store, user, at, best.id)).row.id == best.id
    with pytest.raises(Refused, match=r"refused\.no_match"):
        await replay_by_number(store, CLEO, at, best.id)


async def give_up(club: Club, user: int, day: Day = NIMBLY) -> None:
    """Begin a try and give it up; the house player finishes it."""
    row = await club.begin(user, day)
    await club.parts.tables.leave(row.id, user)
    await club.play_out(user, day=day)


async def test_giving_up_ends_a_streak_at_once(club: Club) -> None:
    await club.play_out(ADA)
    later, clock = NIMBLY.plus(4), club.parts.clock
    for days in (1, 2, 3):
        key = NIMBLY.plus(days).key
        assert await club.parts.store.series.close(key, clock.time, UPGRADE)
    clock.time = later.opens + 60
    await club.days.catch_up()
    assert (await club.dailies.mine(later, ADA, None)).habit.streak == 1
    await give_up(club, ADA, later)
    mine = await club.dailies.mine(later, ADA, None)
    assert mine.outcome is not None
    assert (mine.habit.streak, mine.habit.week[-1]) == (0, Mark.MISSED)
    clock.time = later.closes + 60
    assert (await club.dailies.habit(ADA)).streak == 0
    clock.time = later.opens + 60
    # Not on a day that is closed early: that one breaks nobody's.
    await club.parts.store.series.close(later.key, clock.time, UPGRADE)
    assert (await club.dailies.mine(later, ADA, None)).habit.streak == 1


async def test_a_try_given_up_is_finished_at_once_through_a_kill(
    club: Club, tmp_path: Path
) -> None:
    row, began = await club.begin(ADA), club.parts.clock.time
    await club.parts.tables.leave(row.id, ADA)
    with pytest.raises(Refused, match=r"refused.given_up"):
        await club.parts.tables.come_back(row.id, ADA)
    with pytest.raises(Refused, match=r"refused.(away|not_your_turn)"):
        await club.parts.tables.play(row.id, ADA, None, "draw A")
    await club.step(row.id, ADA, Random(1))
    assert club.parts.clock.time == began
    await club.parts.close()
    again = await Club.open(tmp_path)
    await again.days.catch_up()
    await again.parts.clocks.wind_up()
    again.parts.tables.listeners.append(again.parts.clocks.on_change)
    for _ in range(60):
        await again.parts.clocks.act()
        await again.parts.clocks.idle()
    assert (await again.parts.tables.load(row.id)).row.status is Status.OVER
    mine = await again.dailies.mine(NIMBLY, ADA, None)
    assert mine.outcome is not None
    assert (mine.outcome.result.gave_up, mine.habit.streak) == (True, 0)
    await again.parts.close()


async def test_days_in_a_row_are_counted_and_only_the_day_that_it_is_can_be_played(
    club: Club,
) -> None:
    for days in (-1, 1, 9):
        with pytest.raises(Refused, match=r"refused.(no_daily|daily_over)"):
            await club.begin(ADA, NIMBLY.plus(days))
    await club.play_out(ADA)
    assert (await club.dailies.mine(NIMBLY, ADA, None)).habit.streak == 1
    for days, streak in ((1, 1), (2, 0)):
        club.parts.clock.time = NIMBLY.plus(days).opens + 60
        await club.days.catch_up()
        assert (await club.dailies.mine(NIMBLY.plus(days), ADA, None)).habit.streak == streak


async def next_day(club: Club, days: int = 1) -> Day:
    """Let this many days pass."""
    club.parts.clock.time += days * SECONDS
    await club.days.catch_up()
    return club.days.today


async def test_a_first_daily_of_a_game_unknown_may_be_a_past_one_of_balloon(club: Club) -> None:
    async def easiest(user: int) -> Day | None:
        mine = await club.dailies.mine(club.days.today, user, None)
        easy = await club.dailies.easiest(mine, user)
        return None if easy is None else easy.day

    balloon = await next_day(club)
    assert (balloon.game, await easiest(ADA)) == ("balloon", None)
    await next_day(club)
    assert await easiest(ADA) == balloon
    await club.play_later(ADA, balloon)
    await club.play_out(BEN, day=club.days.today)
    assert [await easiest(user) for user in (ADA, BEN)] == [None, None]


async def test_a_missed_day_is_mended_on_the_next_one_once_a_week(club: Club) -> None:
    await club.play_out(ADA)
    missed = NIMBLY.plus(1)
    today = await next_day(club, 2)
    before = await club.dailies.before(ADA)
    assert before is not None
    assert (before.day, before.at_stake) == (missed, 1)
    glance = await club.dailies.glance(ADA)
    assert glance is not None
    assert glance.at_stake == 1
    assert (await club.dailies.habit(ADA)).streak == 0
    mending = await daily_notes(club.parts.store, await club.play_later(ADA, missed))
    assert mending is not None
    assert mending.for_seat(Seat(1), SAY) == "🔥 Your streak goes on."
    habit = await club.dailies.habit(ADA)
    assert (habit.streak, habit.longest) == (2, 2)
    assert habit.week[-3:] == (Mark.PLAYED, Mark.MENDED, Mark.OPEN)
    assert habit.places == (0, 0, 0, 0, 0), "nobody else has played"
    await club.play_out(ADA, day=today)
    assert (await club.dailies.habit(ADA)).streak == 3
    # A second one within a week is just for fun.
    await next_day(club, 2)
    assert await club.dailies.before(ADA) is None
    await club.play_later(ADA, today.plus(1))
    habit = await club.dailies.habit(ADA)
    assert (habit.streak, habit.longest) == (0, 3)
    # Who has no streak has nothing to mend.
    assert await club.dailies.before(BEN) is None


async def test_a_spoilt_try_of_yesterday_costs_nobody_the_day(club: Club, tmp_path: Path) -> None:
    await club.play_out(ADA)
    await next_day(club)
    assert await club.dailies.before(ADA) is not None
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE match SET members = '?'")
    assert await club.dailies.before(ADA) is None


async def test_a_day_that_is_over_is_played_to_its_end_on_the_day_it_was_begun(club: Club) -> None:
    await next_day(club)
    begun = await club.begin(ADA, later=True)
    await club.days.catch_up()
    assert not (await club.parts.tables.load(begun.id)).row.members[0].away
    await next_day(club)
    assert (await club.parts.tables.load(begun.id)).row.members[0].away


async def test_a_glance_tells_what_is_worth_showing_at_home(club: Club) -> None:
    glance = await club.dailies.glance(ADA)
    assert glance is not None
    assert (glance.game, glance.state, glance.field) == ("nimbly", "new", None)
    await club.begin(ADA)
    assert (await club.dailies.glance(ADA)).state == "playing"  # type: ignore[union-attr] # there
    await club.play_out(BEN)
    await club.play_out(ADA)
    glance = await club.dailies.glance(ADA)
    assert glance is not None
    assert glance.field is not None
    assert (glance.state, glance.field.total, glance.habit.streak) == ("played", 2, 1)
    assert glance.habit.week[-1] is Mark.PLAYED
    await club.parts.store.series.close(NIMBLY.key, club.parts.clock.time, UPGRADE)
    closed = await club.dailies.glance(CLEO)
    assert closed is not None
    assert closed.state == "closed"


async def test_the_place_is_told_as_soon_as_the_game_is_over(club: Club) -> None:
    store = club.parts.store
    row = await club.play_out(ADA)
    notes = await daily_notes(store, row)
    assert notes is not None
    assert notes.for_seat(Seat(1), SAY) == "You're the first to finish today."
    await give_up(club, BEN)
    assert (await club.dailies.glance(BEN)).field is None  # type: ignore[union-attr] # there
    left = (await club.parts.tables.load((await club.begin(BEN)).id)).row
    assert await daily_notes(store, left) is None
    await next_day(club)
    over = await daily_notes(store, row)
    assert over is not None
    assert over.for_seat(Seat(1), SAY) == "You were the only one to play."
    assert await daily_notes(store, await club.play_later(CLEO)) is None
    assert await daily_notes(store, replace(row, series="")) is None

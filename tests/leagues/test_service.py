"""Leagues: the same deals for everybody, once each, and weeks that end whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.errors import Refused
from bot.leagues.layouts import league_form
from bot.leagues.service import WEEK
from bot.leagues.store import LeagueRow, LeagueStore
from bot.match.clock.proposals import Proposals
from bot.preferences.hours import Weekly
from bot.store.rows import Commit, MatchId, MatchRow, Status
from tests.leagues.stand import ADA, BEN, CY, DEE, EVE, FAY, GUILD, Club, person, refusal
from tests.match.finished import CHANNEL, play_out
from tests.match.rows import SAY
from tests.store.samples import league_in


async def test_a_league_begins_with_its_first_week_and_its_tables_speak_its_language(
    club: Club,
) -> None:
    now = club.parts.clock.now()
    league = await club.leagues.open("clumond", GUILD, CHANNEL, weeks=3, locale="fr")
    series = await club.week(league, 1)
    assert (series.opens, series.closes, series.closed) == (now, now + WEEK, None)
    assert series.options == league.options
    assert (league.week, league.finished, league.weeks) == (1, 0, 3)
    assert (await club.lobby(league, ADA)).locale == "fr"
    whist = club.leagues.open("whist", GUILD, CHANNEL, weeks=1, locale="en")
    assert await refusal(whist) == "refused.no_game"


BERLIN = ZoneInfo("Europe/Berlin")


async def test_weeks_end_at_the_day_and_hour_chosen_also_where_clocks_change(club: Club) -> None:
    """The first one has three days at least; a late end, or an update, shortens none below that."""
    clock = club.parts.clock
    clock.time = datetime(2026, 3, 19, 12, tzinfo=BERLIN).timestamp()  # a Thursday
    league = await club.leagues.open(
        "nimbly", GUILD, CHANNEL, weeks=0, locale="en", ends=str(Weekly(6, 1200, "Europe/Berlin"))
    )
    ends = list[str]()
    for week in range(1, 4):  # summer time begins on the second Sunday
        closes = (await club.week(league, week)).closes
        ends.append(f"{datetime.fromtimestamp(closes, BERLIN):%a %d %H:%M}")
        await club.play(league, ADA, BEN)
        clock.time = closes + (week == 3) * 2 * 86400
        await club.leagues.catch_up()
    assert ends == ["Sun 22 20:00", "Sun 29 20:00", "Sun 05 20:00"]
    late = await club.week(league, 4)
    assert late.opens == clock.time
    assert f"{datetime.fromtimestamp(late.closes, BERLIN):%a %d %H:%M}" == "Sun 12 20:00"


async def test_a_table_takes_two_or_three_people_and_only_the_clock_can_be_set_there(
    club: Club,
) -> None:
    league = await club.begin()
    lobbies, row = club.parts.lobbies, await club.lobby(league, ADA)
    assert await refusal(club.start(row)) == "refused.league_pair"
    assert await refusal(lobbies.add_house(row.id, ADA)) == "refused.league_fixed"
    changing = lobbies.set_options(row.id, ADA, {"deals": "5"}, moderator=True)
    assert await refusal(changing) == "refused.league_fixed"
    for other in (BEN, CY):
        await lobbies.join(row.id, person(other))
    await club.start(row)
    proposals = Proposals(club.parts.tables, club.parts.clock)
    after = await proposals.propose(row.id, ADA, {"terms.clock": "60", "terms.hints": "true"})
    assert after.proposal is not None
    assert (after.proposal.clock, after.proposal.hints) == (60, False)


@pytest.mark.parametrize("people", [(ADA, BEN, CY, DEE), (ADA, BEN, CY, DEE, EVE, FAY)])
async def test_four_to_six_people_sit_at_two_tables_with_the_same_cards(
    club: Club, people: Sequence[int]
) -> None:
    league = await club.begin()
    row = await club.lobby(league, *people)
    first = await club.start(row)
    other = await club.parts.row(MatchId(row.id + 1))
    half = len(people) // 2
    for table, sitting in ((first, people[:half]), (other, people[half:])):
        assert {one.user_id for one in table.members if one.user_id} == {*sitting}
        assert [one.level for one in table.members if not one.user_id] == ["hard"] * (3 - half)
        assert (table.status, table.series) == (Status.PLAYING, "league 1 1")
    assert (first.seed, first.state) == (other.seed, other.state)
    for table in (first, other):
        await play_out(club.parts.tables, table.id, table.id)
    assert await refusal(club.lobby(league, people[-1])) == "refused.league_played"
    await club.pass_week()
    lines = await club.leagues.week_table(await club.now(league), 1)
    assert {line.user_id for line in lines} == {*people}


async def test_a_seventh_person_finds_no_seat_and_a_lobby_that_has_changed_parts_nobody(
    club: Club,
) -> None:
    league, lobbies = await club.begin(), club.parts.lobbies
    row = await club.lobby(league, ADA, BEN, CY, DEE, EVE, FAY)
    late = replace(person(ADA), key="107")
    assert await refusal(lobbies.join(row.id, late)) == "refused.league_not_open"
    stored = await club.parts.row(row.id)
    stale = Commit(replace(stored, version=stored.version + 2), members_changed=True)
    assert await club.parts.store.begin_together(stale, [stored]) is None
    assert await club.parts.store.match(MatchId(row.id + 1)) is None


async def test_of_two_tables_that_begin_at_once_one_has_the_person(club: Club) -> None:
    league = await club.begin()
    one = await club.lobby(league, BEN)
    other = await club.lobby(league, CY)
    for row in (one, other):
        await club.parts.lobbies.join(row.id, person(ADA))
    begun = await asyncio.gather(club.start(one), club.start(other), return_exceptions=True)
    refused = [error for error in begun if isinstance(error, Refused)]
    assert [error.key for error in refused] == ["refused.league_played_by"]
    assert refused[0].values == {"name": "Ada"}
    assert len([row for row in begun if isinstance(row, MatchRow)]) == 1


@pytest.mark.parametrize("late", [3600.0, 2 * WEEK])
async def test_a_week_follows_the_one_before_to_the_second_or_is_whole_after_a_long_time_off(
    club: Club, late: float
) -> None:
    # No league is opened for two weeks any more; what runs goes on to its end.
    league = await club.begin(weeks=2)
    first = await club.week(league, 1)
    club.parts.clock.time += WEEK + late
    await club.leagues.catch_up()
    second = await club.week(league, 2)
    opens = first.closes if late < WEEK else club.parts.clock.now()
    assert (second.opens, second.closes) == (opens, opens + WEEK)


class Killed(BaseException):
    """The bot was killed."""


def killing(call: Callable[..., Awaitable[Any]], *, after: bool) -> Callable[..., Awaitable[Any]]:
    """Return a method that is killed before it has done anything, or right after."""

    async def killed(*args: Any, **kwargs: Any) -> Any:
        if after:
            await call(*args, **kwargs)
        raise Killed

    return killed


STEPS = ("series.close", "tables.close", "leagues.week_over", "series.add")


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("is_end", [False, True])
async def test_killed_at_any_step_a_week_ends_all_the_same(
    club: Club, step: str, monkeypatch: pytest.MonkeyPatch, *, after: bool, is_end: bool
) -> None:
    if is_end and step == "series.add":
        pytest.skip("nothing follows the end of a league")
    league = await club.begin()
    played = await club.play(league, ADA, BEN, CY)
    unfinished = await club.start(await club.lobby(league, DEE, EVE, FAY))
    parts = club.parts
    if not is_end:
        parts.clock.time += WEEK
    owner: Any = {"series": parts.store.series, "tables": parts.tables,
                  "leagues": club.leagues._league_store}[step.partition(".")[0]]  # fmt: skip
    name = step.partition(".")[2]
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, killing(getattr(owner, name), after=after))
        with pytest.raises(Killed):
            await (club.leagues.end(league.id) if is_end else club.leagues.catch_up())
    club.leagues = Club.anew(parts)
    ended_before = (await club.now(league)).ended
    await club.leagues.catch_up()
    league = await club.now(league)
    if is_end and step == "series.close" and not after:
        # Nothing was stored: the moderator was told that it failed, and the week goes on.
        assert (league.week, league.ended) == (1, ended_before)
        return
    assert (league.week, league.finished) == ((1, 1) if is_end else (2, 1))
    assert (league.ended is not None) is is_end
    assert (await club.week(league, 1)).closed is not None
    assert len(await club.leagues.week_table(league, 1)) == 3
    rows = [await parts.store.match(row.id) for row in (played, unfinished)]
    assert [row and row.status for row in rows] == [Status.OVER, Status.CLOSED]
    if not is_end:
        assert (await club.week(league, 2)).opens == (await club.week(league, 1)).closes


async def test_a_league_that_cannot_go_on_holds_no_other_up(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await LeagueStore(club.parts.store.database).open(league_in(GUILD, "whist"))
    league = await club.begin()
    assert (await club.week(league, 1)).game == "nimbly"
    assert "league 1 cannot go on" in caplog.text


# How leagues end: by themselves, by a moderator, and whoever else is at it.


@pytest.mark.parametrize("is_played", [True, False])
async def test_a_league_without_an_end_ends_after_two_weeks_that_nobody_played(
    club: Club, *, is_played: bool
) -> None:
    league = await club.begin()
    if is_played:
        await club.pass_week()
        await club.play(league, ADA, BEN, CY)
        await club.pass_week()
    await club.pass_week()
    assert (await club.now(league)).ended is None
    await club.pass_week()
    league = await club.now(league)
    assert (league.week, league.ended) == (4 if is_played else 2, club.parts.clock.now())


async def test_a_moderator_ends_a_league_with_its_week_and_of_two_at_once_one_is_refused(
    club: Club,
) -> None:
    league = await club.begin()
    await club.play(league, ADA, BEN, CY)
    assert await refusal(club.leagues.week_table(league, 1)) == "refused.withheld"
    ends = (club.leagues.end(league.id) for _ in range(2))
    came = await asyncio.gather(*ends, return_exceptions=True)
    assert [one.key for one in came if isinstance(one, Refused)] == ["refused.league_over"]
    (ended,) = (one for one in came if isinstance(one, LeagueRow))
    assert (ended.week, ended.finished, ended.ended) == (1, 1, club.parts.clock.now())
    assert await club.now(league) == ended
    assert len(await club.leagues.week_table(ended, 1)) == 3
    assert await refusal(club.leagues.end(league.id)) == "refused.league_over"
    assert await refusal(club.leagues.end(999)) == "refused.league_over"


async def test_a_league_ends_whose_week_is_over_at_that_moment(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await club.begin()
    read = LeagueStore(club.parts.store.database).get

    async def read_before_the_week_was_over(league_id: int) -> LeagueRow | None:
        found = await read(league_id)
        monkeypatch.undo()
        await club.pass_week()
        return found

    monkeypatch.setattr(LeagueStore, "get", staticmethod(read_before_the_week_was_over))
    ended = await club.leagues.end(league.id)
    assert (ended.week, ended.ended is None) == (2, False)


async def test_a_season_counts_the_best_weeks_and_the_next_one_follows_at_once(club: Club) -> None:
    league = await club.leagues.open(
        "nimbly", GUILD, CHANNEL, weeks=4, counted=3, locale="en",
        ends=str(Weekly(6, 1200, "Europe/Berlin")),
    )  # fmt: skip
    for week in range(1, 5):
        for one in ((ADA, BEN), (CY, DEE)):
            await club.play(await club.now(league), *one, seed=week + one[0])
        club.parts.clock.time = (await club.week(league, week)).closes
        await club.leagues.catch_up()
    ended = await club.now(league)
    assert ended.ended == club.parts.clock.time
    weeks = [await club.leagues.week_table(ended, week) for week in range(1, 5)]
    for line in await club.leagues.league_table(ended, 4):
        own = [one.points for table in weeks for one in table if one.user_id == line.user_id]
        assert line.weeks == len(own) == 4
        assert line.points == pytest.approx(sum(sorted(own)[1:]))
        assert line.average == pytest.approx(sum(own) / 4)
    (new,) = [one for one in await in_server(club) if one.ended is None]
    assert (new.weeks, new.counted, new.ends, new.week) == (4, 3, league.ends, 1)
    first = await club.week(new, 1)
    assert (first.opens, first.closes - first.opens) == (ended.ended, WEEK)
    await club.leagues.end(new.id)
    assert all(one.ended for one in await in_server(club))


async def test_nothing_follows_a_season_that_nobody_plays(club: Club) -> None:
    await club.leagues.open("nimbly", GUILD, CHANNEL, weeks=4, counted=3, locale="en")
    for _ in range(2):
        await club.pass_week()
    (only,) = await in_server(club)
    assert (only.week, only.ended is None) == (2, False)


async def in_server(club: Club) -> list[LeagueRow]:
    return await LeagueStore(club.parts.store.database).of_server(GUILD)


# The form that opens a league.


def test_a_league_is_opened_for_one_or_two_months_or_for_good() -> None:
    form = league_form(["nimbly"], None, Weekly(6, 1200, "UTC"), "Sunday", SAY).to_dict()
    assert form["components"][2]["component"]["value"] == "Sunday 20:00"
    options = form["components"][1]["component"]["options"]
    assert [each["label"] for each in options] == [
        "No end", "4 weeks", "8 weeks", "Seasons of 4 weeks; the best 3 count",
        "Seasons of 8 weeks; the best 6 count",
    ]  # fmt: skip
    assert [each["value"] for each in options if each.get("default")] == ["0"]

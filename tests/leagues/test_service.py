"""Leagues: the same deals for everybody, once each, and weeks that end whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.errors import Refused
from bot.leagues.store import LeagueRow, LeagueStore
from bot.leagues.week import WEEK, Week
from bot.match.clock.proposals import Proposals
from bot.privacy.service import Erasing
from bot.ratings.rows import EVER, Verdict
from bot.ratings.service import Rater, recompute
from bot.ratings.store import RatingStore
from bot.records.service import find_finished, record_files
from bot.records.verify import checks_of
from bot.store.rows import MatchRow, Status, Terms
from engine.chance import commitment, seating
from engine.players import version
from engine.record import parse_record
from tests.leagues.stand import ADA, BEN, CY, DEE, EVE, FAY, GUILD, Club, person, refusal
from tests.match.finished import CHANNEL
from tests.store.samples import league_in


async def test_a_league_begins_with_its_first_week_and_is_the_only_one_of_its_game_in_a_server(
    club: Club,
) -> None:
    now = club.parts.clock.now()
    league = await club.leagues.open("clumond", GUILD, CHANNEL, weeks=3, locale="en")
    series = await club.week(league, 1)
    assert (series.opens, series.closes, series.closed) == (now, now + WEEK, None)
    assert series.options == league.options
    assert (league.week, league.finished, league.weeks) == (1, 0, 3)

    # A server has one league of a game at a time.
    async def opened(game: str, guild: int) -> LeagueRow:
        return await club.leagues.open(game, guild, CHANNEL, weeks=1, locale="en")

    first = await opened("nimbly", GUILD)
    assert await refusal(opened("nimbly", GUILD)) == "refused.league_runs"
    await opened("balloon", GUILD)
    await opened("nimbly", GUILD + 1)
    await club.leagues.end(first.id)
    assert (await opened("nimbly", GUILD)).id > first.id
    assert await refusal(opened("whist", GUILD)) == "refused.no_game"


async def test_every_table_of_a_week_has_the_same_deals(club: Club) -> None:
    league = await club.begin()
    assert (await club.week(league, 1)).opens == league.opened
    rows = [await club.start(await club.lobby(league, *people))
            for people in ((ADA, BEN, CY), (DEE, EVE, FAY))]  # fmt: skip
    assert rows[0].seed == rows[1].seed
    assert rows[0].state == rows[1].state
    for row in rows:
        keys = [member.key for member in row.members]
        assert tuple(keys) == seating(row.seed, keys)
    await club.pass_week()
    following = await club.start(await club.lobby(league, ADA, BEN, CY))
    assert following.seed != rows[0].seed


async def test_a_pair_has_a_hard_house_player_no_hints_and_has_played_once_it_saw_its_cards(
    club: Club,
) -> None:
    league = await club.begin()
    row = await club.start(await club.lobby(league, ADA, BEN))
    assert sorted(member.level for member in row.members) == ["", "", "hard"]
    assert row.terms == Terms(hints=False, clock=0, level="hard")
    assert row.rated
    await club.parts.tables.close(row.id)
    assert await refusal(club.lobby(league, ADA)) == "refused.league_played"
    lobby = await club.lobby(league, CY)
    await club.parts.lobbies.close(lobby.id, CY, moderator=False)
    await club.lobby(league, CY)


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
    assert await refusal(lobbies.join(row.id, person(DEE))) == "refused.league_not_open"
    await club.start(row)
    proposals = Proposals(club.parts.tables, club.parts.clock)
    after = await proposals.propose(row.id, ADA, {"terms.clock": "60", "terms.hints": "true"})
    assert after.proposal is not None
    assert (after.proposal.clock, after.proposal.hints) == (60, False)


async def test_tables_speak_the_language_of_their_league(club: Club) -> None:
    league = await club.leagues.open("cloud_nine", GUILD, CHANNEL, weeks=2, locale="fr")
    assert (await club.lobby(league, ADA)).locale == "fr"


async def test_each_person_plays_a_week_once_though_they_had_their_data_deleted(club: Club) -> None:
    league, parts = await club.begin(), club.parts
    await club.play(league, ADA, BEN, CY)
    row = await club.lobby(league, DEE, EVE)
    assert await refusal(club.lobby(league, DEE)) == "refused.league_lobby"
    for is_deleted in (False, True):
        if is_deleted:
            erasing = Erasing(parts.store, parts.tables, parts.clock, "Someone")
            for user in (ADA, DEE):
                await erasing.erase(user)
            row = await club.lobby(league, DEE)
        assert await refusal(club.lobby(league, ADA)) == "refused.league_played"
        assert await refusal(parts.lobbies.join(row.id, person(ADA))) == "refused.league_played"
    await club.pass_week()
    assert (await club.lobby(league, ADA)).series == Week(league.id, 2).key


async def test_nobody_elses_place_changes_when_people_are_deleted(club: Club) -> None:
    league, parts, gone = await club.begin(), club.parts, {ADA, DEE, EVE}
    for _ in range(2):
        await club.play(league, ADA, BEN, CY)
        await club.play(league, DEE, EVE)
        await club.pass_week()
    before = await club.leagues.league_table(league, 2)
    names = {line.name for line in before if line.user_id in gone}
    for user in gone:
        await Erasing(parts.store, parts.tables, parts.clock, "Someone").erase(user)
    after = await club.leagues.league_table(league, 2)
    assert not names & {line.name for line in after}
    assert sorted((each.place, each.name, each.weeks, each.points) for each in after) == sorted(
        (each.place, "Someone" if each.user_id in gone else each.name, each.weeks, each.points)
        for each in before
    )


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


async def test_nothing_of_a_week_is_told_before_it_is_over_and_then_its_deals_can_be_verified(
    club: Club,
) -> None:
    league = await club.begin()
    row = await club.play(league, ADA, BEN, CY)
    store = club.parts.store
    assert await refusal(find_finished(store, ADA, CHANNEL, row.id)) == "refused.withheld"
    assert await refusal(club.leagues.week_table(league, 1)) == "refused.withheld"
    assert await club.leagues.league_table(league, 1) == ()
    assert [(one.user_id, one.status) for one in await club.leagues.who(league)] == [
        (member.user_id, Status.OVER) for member in row.members
    ]
    fingerprint = commitment((await club.week(league, 1)).secret)
    await club.pass_week()
    finished = await find_finished(store, ADA, CHANNEL, row.id)
    checks = checks_of(finished)
    assert all(check.holds for check in checks)
    assert checks[0].values == {"commitment": fingerprint}
    (_, text), (_, entropy) = record_files(finished)
    assert entropy == b"league 1 1"
    assert parse_record(text.decode()).seed == row.seed
    # Its rematch is an ordinary table.
    again = await club.parts.lobbies.open_again(
        row, person(ADA), row.door, row.location, by_token=False
    )
    assert again.series == ""
    assert again.secret != row.secret


async def test_the_table_of_a_week_compares_who_sat_in_the_same_seat(club: Club) -> None:
    league = await club.begin()
    tables = [
        await club.play(league, *people, seed=seed)
        for seed, people in enumerate(((ADA, BEN, CY), (DEE, EVE, FAY)), 1)
    ]
    await club.pass_week()
    league = await club.now(league)
    lines = {line.user_id: line for line in await club.leagues.week_table(league, 1)}
    assert lines.keys() == {ADA, BEN, CY, DEE, EVE, FAY}
    results = [await club.parts.store.results(row.id) for row in tables]
    for seat, (one, other) in enumerate(zip(*results, strict=True), 1):
        assert one.user_id is not None
        assert lines[one.user_id].seat == one.seat == seat
        expected = 50 * (1 + (one.score > other.score) - (one.score < other.score))
        assert lines[one.user_id].points == expected
    assert {line.points for line in await club.leagues.league_table(league, 1)} == {
        line.points for line in lines.values()
    }


async def test_the_table_of_a_week_of_one_table_follows_the_places_at_it(club: Club) -> None:
    league = await club.begin()
    row = await club.play(league, ADA, BEN)
    await club.pass_week()
    finished = await find_finished(club.parts.store, ADA, CHANNEL, row.id)
    came = {one.seat: (one.won, one.score) for one in finished.results}
    lines = await club.leagues.week_table(await club.now(league), 1)
    assert {line.user_id for line in lines} == {ADA, BEN}
    for line in lines:
        own = came[line.seat]
        others = [other for seat, other in came.items() if seat != line.seat]
        beaten = sum(other < own for other in others) + sum(other == own for other in others) / 2
        assert line.points == 100 * beaten / 2


async def test_tables_that_are_not_finished_in_time_are_closed(club: Club) -> None:
    league = await club.begin()
    begun = await club.start(await club.lobby(league, ADA, BEN, CY))
    lobby = await club.lobby(league, DEE)
    # Somebody may still press in the moment between the end and the sweep.
    club.parts.clock.time += WEEK
    pressed = club.parts.lobbies.join(lobby.id, person(EVE))
    assert await refusal(pressed) == "refused.league_week_over"
    assert await refusal(club.lobby(league, FAY)) == "refused.league_week_over"
    await club.leagues.catch_up()
    store = club.parts.store
    closed = [await store.match(row.id) for row in (begun, lobby)]
    assert [row and row.status for row in closed] == [Status.CLOSED] * 2
    assert closed[0] is not None
    assert closed[0].closed_for == "week"
    assert await club.leagues.week_table(await club.now(league), 1) == ()
    assert (await find_finished(store, ADA, CHANNEL, begun.id)).results == ()


@pytest.mark.parametrize("late", [3600.0, 2 * WEEK])
async def test_weeks_follow_each_other_to_the_second_or_are_whole_after_a_long_time_off(
    club: Club, late: float
) -> None:
    # No league is opened for two weeks any more; what runs goes on to its end.
    league = await club.begin(weeks=2)
    first = await club.week(league, 1)
    await club.play(league, ADA, BEN, CY)
    club.parts.clock.time += WEEK + late
    await club.leagues.catch_up()
    second = await club.week(league, 2)
    opens = first.closes if late < WEEK else club.parts.clock.now()
    assert (second.opens, second.closes) == (opens, opens + WEEK)
    assert second.secret != first.secret
    assert (await club.now(league)).week == 2
    assert (await club.now(league)).ended is None
    club.parts.clock.time += WEEK
    await club.leagues.catch_up()
    league = await club.now(league)
    assert (league.week, league.finished, league.ended) == (2, 2, club.parts.clock.now())
    assert await refusal(club.lobby(league, ADA)) == "refused.league_over"
    await club.pass_week()
    assert await club.now(league) == league


async def test_where_leagues_are_off_a_week_ends_and_none_begins(club: Club) -> None:
    league = await club.begin()
    row = await club.start(await club.lobby(league, ADA, BEN))
    await club.leagues.catch_up({GUILD})
    assert (await club.week(league, 1)).closed is None
    club.parts.clock.time += WEEK
    await club.leagues.catch_up({GUILD})
    assert (await club.week(league, 1)).closed is not None
    assert (await club.now(league)).week == 1
    closed = await club.parts.store.match(row.id)
    assert closed is not None
    assert closed.status is Status.CLOSED
    await club.leagues.catch_up({GUILD + 1})
    assert (await club.now(league)).week == 2


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
                  "leagues": club.leagues._kept}[step.partition(".")[0]]  # fmt: skip
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


async def test_a_week_ends_early_when_the_house_players_change(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await club.begin()
    await club.play(league, ADA, BEN, CY)
    club.parts.clock.time += 86400
    monkeypatch.setattr(version, "PLAYERS_VERSION", {"nimbly": 1000})
    for _ in range(2):
        await club.leagues.catch_up()
    now = club.parts.clock.now()
    first, second = [await club.week(league, number) for number in (1, 2)]
    assert (first.closed, first.why) == (now, "upgrade")
    assert (second.opens, second.closes, second.players_version) == (now, now + WEEK, 1000)
    assert len(await club.leagues.week_table(await club.now(league), 1)) == 3


async def test_a_league_that_cannot_go_on_holds_no_other_up(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await LeagueStore(club.parts.store.database).open(league_in(GUILD, "whist"))
    league = await club.begin()
    assert (await club.week(league, 1)).game == "nimbly"
    assert "league 1 cannot go on" in caplog.text


async def test_a_week_is_rated_once_by_what_was_made_of_the_same_cards(club: Club) -> None:
    league = await club.begin()
    await club.play(league, ADA, BEN, CY, seed=1)
    await club.play(league, DEE, EVE, FAY, seed=2)
    await club.pass_week()
    store = RatingStore(club.parts.store.database)
    await Rater(club.parts.store).rate_waiting()
    assert [one.verdict for one in await store.ended(0, 9)] == [Verdict.COUNTS, Verdict.TOGETHER]
    kept = await store.stored()
    lines = await club.leagues.week_table(await club.now(league), 1)
    gained = [kept[line.user_id, "nimbly", EVER].rating.mu for line in lines]
    assert [round(mu, 6) for mu in gained] == sorted((round(mu, 6) for mu in gained), reverse=True)
    assert gained[0] > 25 > gained[-1]
    assert (await recompute(club.parts.store)).different == 0

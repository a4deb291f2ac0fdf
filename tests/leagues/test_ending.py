"""How leagues end: by themselves, by a moderator, and whoever else is at it."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Refused
from bot.leagues.store import LeagueRow, LeagueStore
from tests.leagues.stand import ADA, BEN, CY, Club, refusal


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

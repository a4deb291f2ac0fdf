"""Dailies, leagues and challenges as they are stored."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.daily.rules import Day, Field
from bot.daily.store import ASIDE, MENDS, DailyStore, Post, Try
from bot.evenings.rows import VALID, Appointment, ChallengeRow, Club
from bot.evenings.store import ChallengeStore, EveningStore
from bot.leagues.store import LeagueStore
from bot.match.table.kind import new_series
from bot.privacy.store import PrivacyStore
from bot.store import Store
from bot.store.rows import MatchId, Status
from tests.store.samples import (
    ALICE,
    BOB,
    CAROL,
    GUILD,
    LOBBY,
    TABLE,
    At,
    ending,
    league_in,
    opened,
)

WEEKLY = Appointment(0, GUILD, 6, "en", "nimbly", 3, "60", 3, 1230, "UTC", 9.0)

# Tries as both engines keep them: what counts for a place, and what for a streak.

DAY = Day(20_785)


async def played(
    store: Store, day: Day, user: int, score: int, *, later: str | None = None
) -> MatchId:
    """Store a try that was played out, against one who has 50."""
    kept = DailyStore(store.database)
    await store.series.add([new_series(day.key, day.game, day.options, day.opens, day.closes)])
    if later is not None:
        await store.series.close(day.key, day.closes)
    found = Try(day.number, user, MatchId(0), day.opens, later=later)
    begun = await kept.begin(found, replace(TABLE, series=day.key, rated=False))
    assert begun is not None
    row = await store.match(begun[0].match_id)
    assert row is not None
    assert await store.commit(ending(row, {user: score, None: 50}))
    return row.id


async def test_places_are_those_of_the_day_itself_and_equals_share_one(store: Store) -> None:
    kept = DailyStore(store.database)
    for user, score in ((ALICE, 60), (BOB, 40), (CAROL, 60)):
        await played(store, DAY, user, score)
    await kept.give_up(await played(store, DAY, 404, 99))
    await played(store, DAY.plus(1), BOB, 10)
    await played(store, DAY.plus(1), ALICE, 90, later=ASIDE)
    assert await kept.places(BOB, 30) == []
    for day in (DAY, DAY.plus(1)):
        await kept.settle(day.number)
    assert await kept.places(BOB, 30) == [(1, 1), (3, 3)]
    assert await kept.places(ALICE, 30) == [(1, 3)]
    assert await kept.places(BOB, 1) == [(1, 1)]
    assert await kept.places(404, 30) == []
    assert await kept.counts(DAY.number, 10, None) == Field(3, 1, 2)
    best = await kept.best(DAY.number + 1)
    assert best is not None
    assert best.user_id == BOB


async def test_a_post_holds_who_shares_in_a_channel_the_best_first_until_it_ends(
    store: Store,
) -> None:
    kept, post = DailyStore(store.database), Post(DAY.number, 7, GUILD)
    assert await kept.par(DAY.number) is None
    for user, score in ((ALICE, 40), (BOB, 60), (CAROL, 50)):
        await played(store, DAY, user, score)
    for user in (ALICE, ALICE, BOB):
        assert await kept.share(post, user, f"{user} here") == post
    posted = replace(post, message_id=9)
    await kept.note_post(posted)
    assert await kept.share(post, CAROL, "Carol") == posted
    elsewhere = replace(post, channel_id=8)
    assert await kept.share(elsewhere, CAROL, "Caro") == elsewhere
    shared = await kept.shared(post)
    assert [one.user_id for one in shared] == [BOB, CAROL, ALICE]
    assert [one.name for one in shared] == [f"{BOB} here", "Carol", f"{ALICE} here"]
    assert await kept.par(DAY.number) == 50.0
    assert await kept.posts_before(DAY.number) == []
    assert await kept.posts_before(DAY.number + 1) == [posted, replace(post, channel_id=8)]
    await kept.end_post(post)
    assert await kept.posts_before(DAY.number + 1) == [replace(post, channel_id=8)]


async def test_a_streak_counts_what_was_played_or_mended_and_nothing_else(store: Store) -> None:
    kept = DailyStore(store.database)
    await played(store, DAY, ALICE, 60)
    await played(store, DAY.plus(1), ALICE, 60, later=MENDS)
    await played(store, DAY.plus(2), ALICE, 60, later=ASIDE)
    given_up = await played(store, DAY.plus(3), ALICE, 60)
    await kept.give_up(given_up)
    assert await kept.days_played(ALICE, 9) == {DAY.number: False, DAY.number + 1: True}
    assert await kept.days_tried(ALICE, DAY.number + 1) == {
        DAY.number + 1, DAY.number + 2, DAY.number + 3,
    }  # fmt: skip
    last = await kept.last(ALICE)
    assert last is not None
    assert (last.day, last.gave_up) == (DAY.number + 3, True)


async def test_squares_are_kept_with_the_try(store: Store) -> None:
    kept = DailyStore(store.database)
    match_id = await played(store, DAY, ALICE, 60)
    await kept.set_squares(match_id, "2102")
    result = await kept.result(DAY.number, ALICE)
    assert result is not None
    assert (result.squares, result.later) == ("2102", None)
    assert await kept.of(DAY.number, ALICE) == Try(
        DAY.number, ALICE, match_id, DAY.opens, squares="2102"
    )


async def test_a_later_try_is_begun_only_when_its_day_is_closed(store: Store) -> None:
    kept = DailyStore(store.database)
    await store.series.add([new_series(DAY.key, DAY.game, DAY.options, DAY.opens, DAY.closes)])
    later = Try(DAY.number, ALICE, MatchId(0), DAY.closes + 1, later=ASIDE)
    row = replace(TABLE, series=DAY.key)
    assert await kept.begin(later, row) is None
    await store.series.close(DAY.key, DAY.closes)
    assert await kept.begin(replace(later, later=None), row) is None
    assert await kept.begin(later, row) is not None


KEY = "league 1 1"


async def test_a_league_is_given_back_as_it_was_stored(store: Store) -> None:
    league = await LeagueStore(store.database).open(league_in(GUILD, weeks=4))
    assert league is not None
    assert await LeagueStore(store.database).get(league.id) == league
    assert replace(league, id=0) == league_in(GUILD, weeks=4)
    assert await LeagueStore(store.database).get(league.id + 1) is None


async def test_the_newest_league_of_a_server_comes_first(store: Store) -> None:
    first = await LeagueStore(store.database).open(league_in(GUILD))
    other = await LeagueStore(store.database).open(league_in(GUILD, "clumond"))
    await LeagueStore(store.database).open(league_in(GUILD + 1))
    assert await LeagueStore(store.database).open(league_in(GUILD)) is None
    assert await LeagueStore(store.database).of_server(GUILD) == [other, first]


async def test_a_week_is_over_once(store: Store) -> None:
    league = await LeagueStore(store.database).open(league_in(GUILD))
    assert league is not None
    assert await LeagueStore(store.database).week_over(league.id, 1, None)
    assert not await LeagueStore(store.database).week_over(league.id, 1, None)
    assert await LeagueStore(store.database).week_over(league.id, 2, 9.0)
    assert not await LeagueStore(store.database).week_over(league.id, 2, 10.0)
    found = await LeagueStore(store.database).get(league.id)
    assert found == replace(league, week=2, ended=9.0)
    assert found is not None
    assert found.finished == 2


async def test_what_is_to_be_done_is_what_runs_or_is_not_told(store: Store) -> None:
    league = await LeagueStore(store.database).open(league_in(GUILD))
    assert league is not None
    await LeagueStore(store.database).note_told(league.id, 1)
    await LeagueStore(store.database).week_over(league.id, 1, 9.0)
    assert [one.id for one in await LeagueStore(store.database).to_do()] == [league.id]
    await LeagueStore(store.database).note_told(league.id, 2)
    assert await LeagueStore(store.database).to_do() == []
    await LeagueStore(store.database).note_told(league.id, 1)
    assert await LeagueStore(store.database).to_do() == []


async def test_who_sat_at_a_table_that_began_is_known(store: Store) -> None:
    await store.new_match(replace(LOBBY, series=KEY))
    playing = await store.new_match(replace(TABLE, series=KEY))
    closed = await store.new_match(replace(TABLE, series=KEY, status=Status.CLOSED))
    await store.new_match(replace(TABLE, series="league 1 11"))
    seated = await LeagueStore(store.database).seated(KEY)
    assert [(one.match_id, one.status, one.user_id) for one in seated] == [
        (playing.id, Status.PLAYING, ALICE), (playing.id, Status.PLAYING, BOB),
        (closed.id, Status.CLOSED, ALICE), (closed.id, Status.CLOSED, BOB),
    ]  # fmt: skip


async def test_results_are_of_the_tables_of_a_series_that_were_played_out(store: Store) -> None:
    await store.new_match(replace(TABLE, series=KEY))
    for series, score in ((KEY, 9), ("league 1 2", 7), ("", 5), (KEY, 3)):
        row = await store.new_match(replace(TABLE, series=series))
        await store.commit(ending(row, {ALICE: score, None: 4}))
    found = await store.series.results([KEY, "league 1 2", "league 1 3"])
    assert {key: [result.score for result in results] for key, results in found.items()} == {
        KEY: [9, 4, 3, 4], "league 1 2": [7, 4],
    }  # fmt: skip
    assert await store.series.results([]) == {}


# Challenges and clubs as they are stored.

OFFER = ChallengeRow("K7FM2QXR", MatchId(3), None, None, until=100.0)


async def test_a_challenge_is_accepted_once_and_in_time(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.offer(OFFER, 1.0)
    assert await kept.get(OFFER.code) == await kept.of_lobby(MatchId(3)) == OFFER
    assert not await kept.accept(OFFER.code, MatchId(9), 100.0)
    assert await kept.accept(OFFER.code, MatchId(9), 99.0)
    assert not await kept.accept(OFFER.code, MatchId(10), 99.0)
    found = await kept.of_lobby(MatchId(9))
    assert found is not None
    assert (found.other(MatchId(3)), found.other(MatchId(9))) == (9, 3)


async def test_who_is_ready_first_stays_so(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.offer(OFFER, 1.0)
    assert await kept.be_ready(OFFER.code, MatchId(9)) == 9
    assert await kept.be_ready(OFFER.code, MatchId(3)) == 9
    assert await kept.be_ready("nothing", MatchId(3)) is None


async def test_old_challenges_go_when_a_new_one_comes(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.offer(OFFER, 1.0)
    await kept.offer(ChallengeRow("ABCD2345", MatchId(4), None, None, 0.0), 100 + 6 * VALID)
    assert await kept.get(OFFER.code) is None


async def test_a_club_is_called_as_it_is_named_last(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.name_club(5, "Sky Club")
    await kept.name_club(6, "Cloud Club")
    assert await kept.clubs([5, 6, 7]) == {5: Club(5, "Sky Club"), 6: Club(6, "Cloud Club")}
    await kept.name_club(5, "Sky Society")
    assert await kept.clubs([5]) == {5: Club(5, "Sky Society")}


# Cards that others may try: who made what of them, and where that is shown.


async def test_cards_to_be_beaten_stay_for_who_plays_them_and_nothing_tells_where_they_were_shown(
    store: Store,
) -> None:
    source, beaten = replace(TABLE, members=TABLE.members[:1]), "beat 1"
    for user, series in ((ALICE, ""), (BOB, beaten), (CAROL, beaten)):
        member = replace(TABLE.members[0], key=str(user))
        row = await store.new_match(replace(source, members=(member,), series=series))
        assert await store.commit(ending(row, {user: user % 7}))
    await store.set_setting(beaten, "6", "66")
    await store.set_setting("beat 2", "7", "77")
    made = (await store.series.results([beaten]))[beaten]
    assert sorted(one.user_id or 0 for one in made) == sorted([BOB, CAROL])
    assert not await store.leaderboard(TABLE.game, None)
    await store.set_setting(f"server {GUILD}", "left", "1")
    while not await PrivacyStore(store).forget_server(GUILD, 5.0, 9, 9.0):
        pass
    assert [await store.settings(scope) for scope in (beaten, "beat 2")] == [{}, {}]
    for name, (user, is_left) in {"Ada": (ALICE, True), "Bob": (BOB, False)}.items():
        assert await PrivacyStore(store).erase(user, name, 9.0, ())
        match_id = MatchId(1 if user == ALICE else 2)
        assert (await store.match(match_id) is not None) is is_left
    assert len(await store.results(MatchId(1))) == 1


async def test_of_two_processes_that_open_a_sign_up_at_once_one_does(at: At, store: Store) -> None:
    one = replace(WEEKLY, id=await EveningStore(store.database).add_appointment(WEEKLY))
    async with opened(at) as other:
        kept = [EveningStore(each.database) for each in (store, other)]
        rows = await asyncio.gather(*(each.open_lobby(one, LOBBY, None) for each in kept))
    assert sorted(row is None for row in rows) == [False, True]
    assert len(await store.matches_in(LOBBY.channel_id, (Status.LOBBY,))) == 1

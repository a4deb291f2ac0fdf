"""Matches and their results as they are kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from bot.ratings.store import Against, RatingStore
from bot.store import Store
from bot.store.errors import UnknownMatch
from bot.store.rows import (
    Commit,
    HandMessage,
    LeaderboardRow,
    MatchId,
    Member,
    MoveRow,
    PastMatch,
    Publication,
    SeriesRow,
    Status,
    Terms,
)
from tests.store.samples import (
    ALICE,
    BOB,
    CAROL,
    CHANNEL,
    GUILD,
    LOBBY,
    TABLE,
    At,
    after,
    ending,
    move_on,
    tamper,
)

LIVE = (Status.LOBBY, Status.PLAYING)


async def test_a_new_match_gets_an_id_and_version_one(store: Store) -> None:
    row = await store.new_match(replace(LOBBY, id=MatchId(77), version=9))
    assert (row.id, row.version) == (1, 1)
    assert await store.match(row.id) == row
    assert await store.publication(row.id) == Publication(row.id)


async def test_an_unknown_match_is_none(store: Store) -> None:
    assert await store.match(MatchId(5)) is None
    assert await store.moves(MatchId(5)) == []


async def test_ids_are_never_used_again(store: Store, at: At) -> None:
    first = await store.new_match(LOBBY)
    await store.new_match(LOBBY)
    tamper(at, "DELETE FROM match")
    assert (await store.new_match(LOBBY)).id == first.id + 2


async def test_moves_come_in_order(store: Store) -> None:
    row = await store.new_match(TABLE)
    for code in ("KH", "2C", "take"):
        commit = move_on(row, code)
        assert await store.commit(commit)
        row = commit.row
    assert await store.moves(row.id) == [
        MoveRow(1, 1, "KH", ALICE, 5.0),
        MoveRow(2, 1, "2C", ALICE, 5.0),
        MoveRow(3, 1, "take", ALICE, 5.0),
    ]


async def test_matches_of_somebody_come_newest_touched_first(store: Store) -> None:
    old = await store.new_match(replace(LOBBY, touched=1.0))
    new = await store.new_match(replace(TABLE, touched=9.0))
    await store.new_match(replace(LOBBY, members=()))
    assert await store.matches_of(BOB, LIVE) == [new, old]
    assert await store.matches_of(BOB, [Status.PLAYING]) == [new]
    assert await store.matches_of(CAROL, LIVE) == []
    assert await store.matches_of(BOB, ()) == []


async def test_matches_of_somebody_follow_the_members(store: Store) -> None:
    row = await store.new_match(LOBBY)
    joined = after(row, members=(Member(str(CAROL), "Carol"), *row.members[1:]))
    assert await store.commit(Commit(joined, members_changed=True))
    assert await store.matches_of(CAROL, LIVE) == [joined]
    assert await store.matches_of(ALICE, LIVE) == []


async def test_matches_in_a_channel_come_newest_touched_first(store: Store) -> None:
    old = await store.new_match(replace(LOBBY, touched=1.0))
    new = await store.new_match(replace(LOBBY, touched=9.0))
    await store.new_match(replace(LOBBY, channel_id=CHANNEL + 1))
    assert await store.matches_in(CHANNEL, LIVE) == [new, old]
    assert await store.matches_in(CHANNEL, [Status.OVER]) == []


async def test_matches_of_a_guild_are_found_in_all_its_channels(store: Store) -> None:
    old = await store.new_match(replace(LOBBY, touched=1.0, channel_id=1))
    new = await store.new_match(replace(LOBBY, touched=2.0, channel_id=2))
    await store.new_match(replace(LOBBY, guild_id=GUILD + 1))
    await store.new_match(replace(LOBBY, status=Status.OVER))
    assert await store.matches_of_guild(GUILD, LIVE) == [new, old]
    assert await store.matches_of_guild(GUILD + 2, LIVE) == []


async def test_due_are_live_matches_whose_deadline_has_come(store: Store) -> None:
    late = await store.new_match(replace(LOBBY, deadline=10.0))
    later = await store.new_match(replace(TABLE, deadline=5.0))
    await store.new_match(replace(TABLE, deadline=10.5))
    await store.new_match(replace(TABLE, status=Status.OVER, deadline=1.0))
    await store.new_match(TABLE)
    assert await store.due(10.0) == [(later.id, 1), (late.id, 1)]
    assert await store.due(10.0, limit=1) == [(later.id, 1)]


async def test_the_deadlines_up_to_a_moment_are_those_of_live_matches(store: Store) -> None:
    assert await store.deadlines(9.0) == {}
    await store.new_match(replace(TABLE, status=Status.CLOSED, deadline=1.0))
    table = await store.new_match(replace(TABLE, deadline=7.0))
    lobby = await store.new_match(replace(LOBBY, deadline=6.0))
    assert await store.deadlines(6.0) == {lobby.id: 6.0}
    assert await store.deadlines(9.0) == {lobby.id: 6.0, table.id: 7.0}


async def test_matches_are_left_out_by_few_statements(store: Store) -> None:
    """A server plans each statement again that it has not seen."""
    rows = [await store.new_match(replace(TABLE, deadline=float(n))) for n in range(9)]
    seen: set[str] = set()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.add(statement)

    event.listen(store.database._readers.engine, "before_cursor_execute", note)
    for many in range(1, 9):
        without = {row.id for row in rows[:many]}
        left = {row.id: row.deadline for row in rows[many:]}
        assert await store.deadlines(8.0, without=without) == left
        assert await store.due(8.0, without=without) == [(row.id, 1) for row in rows[many:]]
    assert len(seen) == 2 * len({1, 2, 4, 8})


async def test_unpublished_are_all_matches_ahead_of_what_was_shown(store: Store) -> None:
    shown, waiting, closed = [await store.new_match(LOBBY) for _ in range(3)]
    await store.commit(Commit(after(closed, status=Status.CLOSED)))
    await store.set_publication(Publication(shown.id, published=1))
    await store.set_publication(Publication(closed.id, published=1))
    assert await store.unpublished() == [waiting.id, closed.id]


async def test_live_are_lobbies_and_tables(store: Store) -> None:
    rows = [await store.new_match(replace(LOBBY, status=status)) for status in Status]
    assert await store.live() == [row.id for row in rows if row.status in LIVE]


async def test_a_guild_that_goes_closes_its_live_matches(store: Store) -> None:
    table = await store.new_match(replace(TABLE, deadline=9.0))
    over = await store.new_match(replace(TABLE, status=Status.OVER))
    elsewhere = await store.new_match(replace(TABLE, guild_id=None))
    assert await store.guild_gone(GUILD) == [table.id]
    assert await store.match(table.id) == after(
        table, status=Status.CLOSED, deadline=None, closed_for="server"
    )
    assert await store.match(over.id) == over
    assert await store.match(elsewhere.id) == elsewhere
    assert await store.guild_gone(GUILD) == []


GAME = TABLE.game
LEAGUE_WEEK = SeriesRow("league 7 3", GAME, {"deals": 3}, b"s" * 32, 1, 1, 0.0, 100.0)


async def play(store: Store, scores: dict[int | None, int], **fields: Any) -> Commit:
    row = await store.new_match(replace(TABLE, **fields))
    commit = ending(row, scores, touched=float(row.id))
    assert await store.commit(commit)
    return commit


def house(commit: Commit, level: str | None) -> Commit:
    """Return an ending whose house players have a level."""
    results = tuple(
        replace(result, level=level) if result.user_id is None else result
        for result in commit.results
    )
    return replace(commit, results=results)


def hinted(commit: Commit, user: int) -> Commit:
    """Return an ending in which this person had taken a hint."""
    results = tuple(replace(result, hinted=result.user_id == user) for result in commit.results)
    return replace(commit, results=results)


def stood_in(commit: Commit, user: int) -> Commit:
    """Return an ending in which a stand-in finished for this person."""
    results = tuple(
        replace(result, level="normal") if result.user_id == user else result
        for result in commit.results
    )
    return replace(commit, results=results)


async def line_of(store: Store, user: int) -> LeaderboardRow:
    line = await store.standing(user, GAME, GUILD)
    assert line is not None
    return line


async def test_the_leaderboard_counts_wins_and_averages_by_the_deal(store: Store) -> None:
    await play(store, {ALICE: 9, BOB: 4, CAROL: 6})
    await play(store, {ALICE: 3, BOB: 8, CAROL: 6})
    assert await store.leaderboard(GAME, GUILD) == [
        LeaderboardRow(ALICE, f"name of {ALICE}", 2, 1, 2.0, 4, 1),
        LeaderboardRow(BOB, f"name of {BOB}", 2, 1, 2.0, 4, 1),
        LeaderboardRow(CAROL, f"name of {CAROL}", 2, 0, 2.0, 3, None),
    ]
    await play(store, {BOB: 5, CAROL: 5})
    lines = await store.leaderboard(GAME, GUILD)
    assert [(line.user_id, line.wins, line.place) for line in lines] == [
        (BOB, 2, 1), (ALICE, 1, 2), (CAROL, 1, 3),
    ]  # fmt: skip


async def test_of_equal_wins_fewer_games_are_better_whatever_the_points(store: Store) -> None:
    await play(store, {ALICE: 5, None: 1})
    await play(store, {BOB: 50, CAROL: 9})
    await play(store, {BOB: 5, None: 9})
    lines = await store.leaderboard(GAME, None)
    assert [line.user_id for line in lines] == [ALICE, BOB, CAROL]


async def test_an_average_weighs_every_deal_alike(store: Store) -> None:
    """A game of nine deals beside one of a single deal: 90 + 30 points in ten deals."""
    for score, deals in ((90, 9), (30, 1)):
        commit = ending(await store.new_match(TABLE), {ALICE: score, BOB: 0})
        results = tuple(replace(result, deals=deals) for result in commit.results)
        await store.commit(replace(commit, results=results))
    assert (await line_of(store, ALICE)).average == 12.0


async def test_a_hint_costs_only_who_took_it_and_never_makes_a_line_better(store: Store) -> None:
    await store.commit(
        hinted(ending(await store.new_match(TABLE), {ALICE: 90, BOB: 60, CAROL: 60}), ALICE)
    )
    alice, bob = await line_of(store, ALICE), await line_of(store, BOB)
    assert (alice.games, alice.wins, alice.place, alice.best_deal) == (1, 0, None, None)
    assert (bob.games, bob.wins, bob.average) == (1, 0, 20.0)
    await store.commit(hinted(ending(await store.new_match(TABLE), {ALICE: 30, BOB: 60}), ALICE))
    bob = await line_of(store, BOB)
    assert (bob.games, bob.wins, bob.place) == (2, 1, 1)


async def test_points_made_with_a_hint_only_ever_lower_an_average(store: Store) -> None:
    await play(store, {ALICE: 60, BOB: 3})
    await store.commit(hinted(ending(await store.new_match(TABLE), {ALICE: 90, BOB: 3}), ALICE))
    line = await line_of(store, ALICE)
    assert (line.games, line.wins, line.average, line.best_deal) == (2, 1, 20.0, 30)
    await store.commit(hinted(ending(await store.new_match(TABLE), {ALICE: 0, BOB: 3}), ALICE))
    assert (await line_of(store, ALICE)).average == 150 / 9


async def test_what_a_stand_in_finished_is_played_and_never_makes_a_line_better(
    store: Store,
) -> None:
    await play(store, {ALICE: 60, BOB: 3})
    await store.commit(stood_in(ending(await store.new_match(TABLE), {ALICE: 90, BOB: 6}), ALICE))
    line = await line_of(store, ALICE)
    assert (line.games, line.wins, line.average, line.best_deal) == (2, 1, 20.0, 30)
    bob = await line_of(store, BOB)
    assert (bob.games, bob.average) == (2, 1.5)
    await store.commit(stood_in(ending(await store.new_match(TABLE), {ALICE: 0, BOB: 3}), ALICE))
    assert (await line_of(store, ALICE)).average == 150 / 9
    assert (await line_of(store, BOB)).wins == 1


async def test_a_game_against_weak_house_players_only_does_not_count(store: Store) -> None:
    for level in ("easy", "random"):
        alone = ending(await store.new_match(TABLE), {ALICE: 9, None: 4})
        await store.commit(house(alone, level))
    assert await store.leaderboard(GAME, GUILD) == []
    company = ending(await store.new_match(TABLE), {ALICE: 9, BOB: 4, None: 6})
    await store.commit(house(company, "easy"))
    assert [line.wins for line in await store.leaderboard(GAME, GUILD)] == [1, 0]
    strong = ending(await store.new_match(TABLE), {ALICE: 9, None: 6})
    await store.commit(house(strong, "normal"))
    assert (await line_of(store, ALICE)).wins == 2


async def test_house_players_of_unknown_level_count_as_they_did(store: Store) -> None:
    await store.commit(house(ending(await store.new_match(TABLE), {ALICE: 9, None: 4}), None))
    assert [line.wins for line in await store.leaderboard(GAME, GUILD)] == [1]


async def test_a_game_of_a_series_counts_once_that_is_closed(store: Store) -> None:
    await store.series.add([LEAGUE_WEEK])
    await play(store, {ALICE: 9, BOB: 4}, series=LEAGUE_WEEK.key)
    assert await store.leaderboard(GAME, GUILD) == []
    assert await RatingStore(store.database).against(ALICE, BOB) == {}
    await store.series.close(LEAGUE_WEEK.key, 100.0)
    assert [line.wins for line in await store.leaderboard(GAME, GUILD)] == [1, 0]
    assert await RatingStore(store.database).against(ALICE, BOB) == {GAME: Against(1, 0, 0)}


async def test_a_shared_win_is_a_win_to_each(store: Store) -> None:
    await play(store, {ALICE: 5, BOB: 5})
    assert [line.wins for line in await store.leaderboard(GAME, GUILD)] == [1, 1]


async def test_house_players_never_appear(store: Store) -> None:
    await play(store, {None: 50, ALICE: 5})
    assert [line.user_id for line in await store.leaderboard(GAME, GUILD)] == [ALICE]


async def test_only_rated_matches_that_were_played_out_count(store: Store) -> None:
    await play(store, {ALICE: 5, BOB: 4}, rated=False)
    row = await store.new_match(TABLE)
    await store.commit(ending(row, {BOB: 5, ALICE: 4}, status=Status.CLOSED))
    assert await store.leaderboard(GAME, None) == []


async def test_a_match_that_stops_being_rated_stops_counting(store: Store) -> None:
    over = await play(store, {ALICE: 5, None: 4})
    assert await store.commit(Commit(after(over.row, rated=False)))
    assert await store.leaderboard(GAME, None) == []


async def test_guilds_and_games_have_leaderboards_of_their_own(store: Store) -> None:
    await play(store, {ALICE: 5, None: 4})
    await play(store, {BOB: 5, None: 4}, guild_id=GUILD + 1)
    await play(store, {CAROL: 5, None: 4}, game="nimbly")
    assert [line.user_id for line in await store.leaderboard(GAME, GUILD)] == [ALICE]
    assert [line.user_id for line in await store.leaderboard(GAME, None)] == [ALICE, BOB]


async def test_the_leaderboard_comes_in_pages(store: Store) -> None:
    await play(store, {user: 100 - user for user in range(1, 13)})
    assert [s.user_id for s in await store.leaderboard(GAME, GUILD)] == list(range(1, 11))
    assert [s.user_id for s in await store.leaderboard(GAME, GUILD, 3, 10)] == [11, 12]


async def test_the_latest_name_is_shown(store: Store) -> None:
    for name in ("Old", "New"):
        commit = ending(await store.new_match(TABLE), {ALICE: 5, None: 4})
        await store.commit(
            replace(commit, results=(replace(commit.results[0], name=name), commit.results[1]))
        )
    assert [line.name for line in await store.leaderboard(GAME, GUILD)] == ["New"]
    assert (await store.results(MatchId(1)))[0].name == "Old"


async def test_a_standing_is_the_line_of_the_leaderboard_with_its_place(store: Store) -> None:
    await play(store, {ALICE: 9, BOB: 4, CAROL: 6})
    lines = await store.leaderboard(GAME, GUILD)
    assert [line.user_id for line in lines] == [ALICE, BOB, CAROL]
    assert [line.place for line in lines] == [1, None, None]
    for line in lines:
        assert await store.standing(line.user_id, GAME, GUILD) == line
    assert await store.standing(404, GAME, GUILD) is None


async def test_past_matches_come_newest_first_with_their_results(store: Store) -> None:
    first = await play(store, {ALICE: 5, BOB: 3})
    second = await play(store, {ALICE: 2}, terms=Terms(table=7))
    await store.new_match(TABLE)
    assert await store.past(ALICE, None, 10) == [
        PastMatch(second.row.id, 7, GAME, GUILD, CHANNEL, second.row.touched, "", second.results),
        PastMatch(first.row.id, 1, GAME, GUILD, CHANNEL, first.row.touched, "", first.results),
    ]
    assert [past.match_id for past in await store.past(ALICE, None, 1)] == [second.row.id]
    assert [past.match_id for past in await store.past(BOB, None, 10)] == [first.row.id]


async def test_past_matches_can_be_of_a_channel_or_of_all(store: Store) -> None:
    here, there = await play(store, {ALICE: 5}), await play(store, {BOB: 5}, channel_id=9)
    assert [past.match_id for past in await store.past(None, CHANNEL, 9)] == [here.row.id]
    assert [past.match_id for past in await store.past(ALICE, 9, 9)] == []
    assert [past.match_id for past in await store.past(None, None, 9)] == [
        there.row.id,
        here.row.id,
    ]


async def test_a_match_not_played_out_has_no_results(store: Store) -> None:
    assert await store.results((await store.new_match(TABLE)).id) == []


async def test_who_has_played_a_game_to_its_end_has_finished_it_and_no_other(store: Store) -> None:
    assert not await store.has_finished(ALICE, GAME)
    await play(store, {ALICE: 30, BOB: 20, None: 10})
    assert [await store.has_finished(user, GAME) for user in (ALICE, BOB, CAROL)] == [
        True, True, False,
    ]  # fmt: skip
    assert not await store.has_finished(ALICE, "clumond")
    assert [await store.has_finished(user) for user in (ALICE, CAROL)] == [True, False]


NOWHERE = MatchId(404)


async def test_a_publication_comes_back_as_it_went(store: Store) -> None:
    row = await store.new_match(LOBBY)
    shown = Publication(row.id, 1, CHANNEL, 10**18, 12.5, 10**18 + 1, ALICE)
    await store.set_publication(shown)
    assert await store.publication(row.id) == shown
    await store.set_publication(replace(shown, ping_message=None, ping_user=None))
    assert (await store.publication(row.id)).ping_user is None


async def test_published_never_goes_down(store: Store) -> None:
    row = await store.new_match(LOBBY)
    await store.set_publication(Publication(row.id, published=5))
    await store.set_publication(Publication(row.id, published=3, board_message=8))
    assert await store.publication(row.id) == Publication(row.id, 5, board_message=8)


async def test_a_publication_leaves_the_match_alone(store: Store) -> None:
    row = await store.new_match(LOBBY)
    await store.set_publication(Publication(row.id, published=1))
    assert await store.match(row.id) == row


async def test_an_unknown_match_is_shown_nowhere_and_cannot_be(store: Store) -> None:
    assert await store.publication(NOWHERE) == Publication(NOWHERE)
    with pytest.raises(UnknownMatch):
        await store.set_publication(Publication(NOWHERE))
    with pytest.raises(UnknownMatch):
        await store.set_hand(HandMessage(NOWHERE, ALICE, 1, 2, 1, 1))


async def test_a_person_has_one_hand_message_a_match(store: Store) -> None:
    row = await store.new_match(LOBBY)
    first, second = (HandMessage(row.id, ALICE, 1, message, 1, 1) for message in (2, 3))
    other = HandMessage(row.id, BOB, 4, 5, 1, 1)
    for hand in (other, first, second):
        await store.set_hand(hand)
    assert await store.hands(row.id) == [second, other]
    assert await store.messages(row.id) == (await store.publication(row.id), [second, other])


async def test_two_who_note_something_at_once_lose_nothing(store: Store) -> None:
    row = await store.new_match(LOBBY)
    await asyncio.gather(
        store.note(row.id, board_message=8, board_at=2.5),
        store.note(row.id, ping_message=9, ping_user=ALICE),
        store.note(row.id, published=1),
    )
    assert await store.publication(row.id) == Publication(
        row.id, 1, board_message=8, board_at=2.5, ping_message=9, ping_user=ALICE
    )
    with pytest.raises(UnknownMatch):
        await store.note(NOWHERE, board_message=1)


async def test_the_matches_of_a_channel_that_is_gone_are_closed(store: Store) -> None:
    row, other = await store.new_match(LOBBY), await store.new_match(replace(LOBBY, channel_id=1))
    assert sorted(await store.locations()) == [(GUILD, 1), (GUILD, CHANNEL)]
    assert await store.channel_gone(CHANNEL) == [row.id]
    closed, open_ = await store.match(row.id), await store.match(other.id)
    assert closed is not None
    assert open_ is not None
    assert (closed.status, closed.deadline, closed.version) == (Status.CLOSED, None, 2)
    assert open_.status is Status.LOBBY
    assert await store.locations() == [(GUILD, 1)]

"""What is not kept for ever: old rows, invitations once told, and reviews of older versions."""

from __future__ import annotations

from dataclasses import replace

from bot.daily.store import DailyStore, Post, places_of, shares_of
from bot.evenings.rows import Appointment, EveningPerson
from bot.evenings.store import EveningStore
from bot.leagues.service import Week
from bot.leagues.store import LeagueStore
from bot.privacy.personal import COLUMNS, Kind
from bot.privacy.store import PrivacyStore
from bot.ratings.store import RatingStore
from bot.reviews import store as reviews
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import (
    Commit,
    Door,
    HandMessage,
    InvitationCall,
    InvitationRow,
    MatchId,
    MatchRow,
    Member,
    Presence,
    Publication,
    SeriesRow,
    Status,
    TurnClock,
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
    ask,
    by_score,
    ending,
    evening_of,
    league_in,
    opened,
    tamper,
)

# What is not kept forever goes after a while, a little at a time.

BEFORE, NOW = 5_000.0, 9_000.0
MEMBERS = (
    Member(
        str(ALICE),
        "Alice",
        "77001",
        "hard",
        acted=50.0,
        dm=False,
        clock=TurnClock(due=60.0, reminded=True),
    ),
    Member(str(BOB), "Bob", "77002", presence=Presence.LATE, hinted=True),
)
SERIES = SeriesRow("", "nimbly", {}, bytes(32), 1, 1, 5.0, BEFORE + 99)
PLAYED = replace(TABLE, members=MEMBERS, votes=(ALICE,), channel_id=CHANNEL)


async def over(store: Store, touched: float, **fields: object) -> MatchRow:
    """Store a game that was played out at a moment, with its messages."""
    row = await store.new_match(replace(PLAYED, **fields))  # type: ignore[arg-type] # as named
    end = ending(row, {ALICE: 2, BOB: 1}, touched=touched, deadline=None)
    assert await store.commit(end)
    await store.set_publication(
        Publication(row.id, end.row.version, CHANNEL, 31, 1.0, ping_message=5, ping_user=ALICE)
    )
    await store.set_hand(HandMessage(row.id, ALICE, 70, 71, 1, 0))
    return end.row


async def closed(store: Store, touched: float, row: MatchRow = PLAYED) -> MatchRow:
    stored = await store.new_match(row)
    assert await store.commit(Commit(after(stored, status=Status.CLOSED, touched=touched)))
    return stored


async def test_games_that_ended_early_go_and_others_stay(store: Store) -> None:
    old = [await closed(store, 1.0), await closed(store, 2.0, LOBBY)]
    kept = [await closed(store, BEFORE + 1), await over(store, 1.0), await store.new_match(PLAYED)]
    assert await PrivacyStore(store).drop_closed(BEFORE, 1) == 1
    assert await PrivacyStore(store).drop_closed(BEFORE, 9) == 1
    assert await PrivacyStore(store).drop_closed(BEFORE, 9) == 0
    assert [await store.match(row.id) for row in old] == [None, None]
    assert all([await store.match(row.id) for row in kept])


async def test_what_only_the_play_needed_goes_and_the_game_stays(store: Store) -> None:
    row = await over(store, 1.0)
    results, moves = await store.results(row.id), await store.moves(row.id)
    assert await PrivacyStore(store).tidy_over(BEFORE, MatchId(0), 9) is None
    left = await store.match(row.id)
    assert left is not None
    assert left.members == (
        Member(str(ALICE), "Alice", "77001", "hard"),
        Member(str(BOB), "Bob", "77002", presence=Presence.LEFT, hinted=True),
    )
    assert left.votes == ()
    assert replace(left, members=row.members, votes=row.votes, version=row.version) == row
    assert await store.hands(row.id) == []
    publication = await store.publication(row.id)
    assert (publication.ping_user, publication.ping_message) == (None, None)
    assert publication.board_message == 31
    assert (await store.results(row.id), await store.moves(row.id)) == (results, moves)
    assert await store.unpublished() == []


async def test_it_is_done_once_and_in_parts(store: Store) -> None:
    rows = [await over(store, 1.0) for _ in range(5)]
    newer = await over(store, BEFORE + 1)
    assert await PrivacyStore(store).tidy_over(BEFORE, MatchId(0), 2) == rows[1].id
    assert [len(await store.hands(row.id)) for row in rows] == [0, 0, 1, 1, 1]
    assert await PrivacyStore(store).tidy_over(BEFORE, rows[1].id, 9) is None
    versions = [(await store.match(row.id)).version for row in rows]  # type: ignore[union-attr] # there
    assert await PrivacyStore(store).tidy_over(BEFORE, MatchId(0), 9) is None
    assert [(await store.match(row.id)).version for row in rows] == versions  # type: ignore[union-attr] # there
    assert len(await store.hands(newer.id)) == 1


async def test_live_games_are_left_alone_however_old(store: Store) -> None:
    row = await store.new_match(replace(PLAYED, touched=1.0))
    assert await PrivacyStore(store).drop_closed(BEFORE, 9) == 0
    assert await PrivacyStore(store).tidy_over(BEFORE, MatchId(0), 9) is None
    assert await store.match(row.id) == row


async def test_a_damaged_row_keeps_no_other_back(at: At) -> None:
    async with opened(at) as store:
        first, second = await over(store, 1.0), await over(store, 1.0)
        tamper(at, "UPDATE match SET members = 'x' WHERE id = ?", first.id)
        assert await PrivacyStore(store).tidy_over(BEFORE, MatchId(0), 9) is None
        assert await store.hands(second.id) == []


async def test_a_server_left_long_ago_is_forgotten_in_parts(at: At) -> None:
    async with opened(at) as store:
        rows = [await over(store, 9.0, thread_id=CHANNEL + 1) for _ in range(3)]
        elsewhere = await over(store, 9.0, guild_id=GUILD + 1)
        await store.set_settings(f"server {GUILD}", {"left": "1", "threads": "never"})
        await store.set_settings(f"server {GUILD + 1}", {"threads": "never"})
        assert len(await store.settings(f"server {GUILD}")) == 2
        standings = await store.leaderboard(TABLE.game, None)
        parts = 0
        while not await PrivacyStore(store).forget_server(GUILD, BEFORE, 2, NOW):
            parts += 1
        assert parts == 2
        assert await store.settings(f"server {GUILD}") == {}
        assert await store.settings(f"server {GUILD + 1}") == {"threads": "never"}
        for row in rows:
            left = await store.match(row.id)
            assert left is not None
            assert (left.guild_id, left.channel_id, left.thread_id) == (None, 0, None)
            assert (await store.publication(row.id)).board_message is None
            assert len(await store.results(row.id)) == 2
        assert (await store.match(elsewhere.id)).guild_id == GUILD + 1  # type: ignore[union-attr] # there
        assert await store.leaderboard(TABLE.game, None) == standings
        assert await store.leaderboard(TABLE.game, GUILD) == []
        assert await store.unpublished() == []
        assert await store.other_servers(()) == {GUILD + 1}
    for table, columns in COLUMNS.items():
        for column, kind in columns.items():
            if kind is Kind.PLACE:
                keys = {"match": "id", "league": "id", "appointment": "id", "club": "guild_id"}
                key = keys.get(table, "match_id")
                key = "evening_id" if table == "evening_person" else key
                query = f"SELECT {column} FROM {table} WHERE {key} <= 3"  # noqa: S608
                assert {value for (value,) in ask(at, query)} <= {None, 0}, (table, column)


async def test_who_looked_at_a_daily_or_shared_it_in_a_server_left_long_ago_is_forgotten(
    store: Store,
) -> None:
    for guild in (GUILD, GUILD + 1):
        await DailyStore(store.database).seen_in(7, ALICE, guild)
        await DailyStore(store.database).share(Post(7, guild, guild), ALICE, "Alice")
    await store.set_settings(f"server {GUILD}", {"left": "1"})
    assert await PrivacyStore(store).forget_server(GUILD, BEFORE, 2, NOW)
    assert await store.database.read(places_of, ALICE) == [(7, GUILD + 1)]
    here = Post(7, GUILD + 1, GUILD + 1), "Alice"
    assert await store.database.read(shares_of, ALICE) == [here]


async def test_the_evenings_of_a_server_left_long_ago_are_forgotten(store: Store) -> None:
    here, there = EveningPerson(1, ALICE, GUILD, "A", ""), EveningPerson(2, BOB, GUILD + 1, "B", "")
    await evening_of(store, 1, here)
    await evening_of(store, 2, replace(here, evening_id=2), there)
    kept = EveningStore(store.database)
    for guild in (GUILD, GUILD + 1):
        weekly = Appointment(0, guild, 6, "en", "nimbly", 3, "60", 3, 1230, "UTC", 9.0)
        await kept.add_appointment(weekly)
    await store.set_settings(f"server {GUILD}", {"left": "1"})
    assert await PrivacyStore(store).forget_server(GUILD, BEFORE, 2, NOW)
    assert [one.guild_id for one in await kept.appointments()] == [GUILD + 1]
    assert (await kept.get(1), await kept.people(1)) == (None, [])
    assert [board.guild_id for board in await kept.boards(2)] == [GUILD + 1]
    assert [one.guild_id for one in await kept.people(2)] == [0, GUILD + 1]


async def test_the_leagues_of_a_server_left_long_ago_are_forgotten(store: Store) -> None:
    leagues = [
        await LeagueStore(store.database).open(league_in(guild)) for guild in (GUILD, GUILD + 1)
    ]
    keys = [Week(league.id, 1).key for league in filter(None, leagues)]
    await store.series.add([replace(SERIES, key=key) for key in keys])
    await store.set_settings(f"server {GUILD}", {"left": "1"})
    assert await PrivacyStore(store).forget_server(GUILD, BEFORE, 2, NOW)
    assert await LeagueStore(store.database).of_server(GUILD) == []
    assert await LeagueStore(store.database).of_server(GUILD + 1) == leagues[1:]
    weeks = [await store.series.get(key) for key in keys]
    assert [week and week.closed for week in weeks] == [NOW, None]


async def test_games_of_a_league_that_is_forgotten_count_and_its_marks_go(store: Store) -> None:
    league = await LeagueStore(store.database).open(league_in(GUILD))
    assert league is not None
    key = Week(league.id, 1).key
    await store.series.add([replace(SERIES, key=key)])
    played = await over(store, 9.0, series=key)
    assert await PrivacyStore(store).erase(ALICE, "Someone", 9.0, ())
    assert await store.series.marked(key, [ALICE]) == {ALICE}
    assert await RatingStore(store.database).waiting(9) == []
    await store.set_settings(f"server {GUILD}", {"left": "1"})
    while not await PrivacyStore(store).forget_server(GUILD, BEFORE, 2, NOW):
        pass
    assert await store.series.marked(key, [ALICE]) == set()
    assert await RatingStore(store.database).waiting(9) == [(1, None)]
    assert len(await RatingStore(store.database).advance(by_score, [1])) == 1
    (ended,) = await RatingStore(store.database).ended(0, 9)
    assert (ended.match_id, ended.at) == (played.id, NOW)


async def test_a_server_of_which_only_a_league_is_left_is_found(store: Store) -> None:
    await LeagueStore(store.database).open(league_in(GUILD))
    assert await store.other_servers(()) == {GUILD}
    assert await store.other_servers((GUILD,)) == set()


async def test_a_server_the_bot_is_back_in_or_left_lately_is_not_forgotten(store: Store) -> None:
    row = await over(store, 9.0)
    await store.set_settings(f"server {GUILD}", {"threads": "never"})
    assert await PrivacyStore(store).forget_server(GUILD, BEFORE, 9, NOW)
    await store.set_setting(f"server {GUILD}", "left", f"{BEFORE + 1}")
    assert await PrivacyStore(store).forget_server(GUILD, BEFORE, 9, NOW)
    assert (await store.match(row.id)).guild_id == GUILD  # type: ignore[union-attr] # there
    assert len(await store.settings(f"server {GUILD}")) == 2


async def test_servers_are_known_by_their_games_and_their_settings(store: Store) -> None:
    await over(store, 9.0)
    await over(store, 9.0, guild_id=GUILD + 1, by_token=True)
    await over(store, 9.0, guild_id=None)
    await store.set_setting(f"server {GUILD + 2}", "threads", "never")
    await store.set_setting(f"person {ALICE}", "place", "dm")
    assert await store.other_servers(()) == {GUILD, GUILD + 2}
    assert await store.other_servers({GUILD + 2}) == {GUILD}
    assert await store.other_servers({GUILD, GUILD + 2}) == set()


# Invitations: stored with the change that makes them, told once, and forgotten.

ROLE = 10**18 + 50


def to(
    row: MatchRow, target: int, at: float, call: InvitationCall = InvitationCall.TABLE
) -> InvitationRow:
    return InvitationRow(row.id, target, ALICE, at, call)


async def invited(store: Store, row: MatchRow, *invitations: InvitationRow) -> MatchRow:
    new = after(row, door=Door(invited=tuple(one.target_id for one in invitations)))
    assert await store.commit(Commit(new, invitations=invitations))
    return new


async def test_an_invitation_is_stored_with_the_door_or_not_at_all(store: Store) -> None:
    row = await store.new_match(LOBBY)
    new = await invited(
        store, row, to(row, BOB, 5.0), to(row, ROLE, 6.0, InvitationCall.QUIET_ROLE)
    )
    assert await Doors(store.database).untold() == [
        to(row, BOB, 5.0),
        to(row, ROLE, 6.0, InvitationCall.QUIET_ROLE),
    ]
    assert not await store.commit(Commit(replace(new), invitations=(to(row, CAROL, 7.0),)))
    assert [one.target_id for one in await Doors(store.database).untold()] == [BOB, ROLE]


async def test_who_invited_lately_and_whom(store: Store) -> None:
    one, other = await store.new_match(LOBBY), await store.new_match(LOBBY)
    await invited(store, one, to(one, BOB, 5.0), to(one, CAROL, 9.0))
    await invited(store, other, replace(to(other, BOB, 9.0), inviter_id=CAROL))
    assert [row.at for row in await Doors(store.database).invitations(one.id, ALICE, 6.0)] == [9.0]
    assert len(await Doors(store.database).invitations(other.id, ALICE, 0.0)) == 3
    assert len(await Doors(store.database).invitations(other.id, BOB, 0.0)) == 1


async def test_what_was_told_is_not_told_again_and_what_is_old_is_forgotten(store: Store) -> None:
    row = await store.new_match(LOBBY)
    row = await invited(store, row, to(row, BOB, 5.0), to(row, CAROL, 9.0))
    await Doors(store.database).note_told([to(row, BOB, 5.0)], forgotten=0.0)
    assert await Doors(store.database).untold() == [to(row, CAROL, 9.0)]
    # Invited once more: this one is to be told, whatever is noted of the one before.
    assert await Doors(store.database).has_old_invitations(10.0)
    row = await invited(store, row, to(row, BOB, 20.0))
    await Doors(store.database).note_told([to(row, BOB, 5.0)], forgotten=10.0)
    assert await Doors(store.database).untold() == [to(row, BOB, 20.0)]
    assert await Doors(store.database).invitations(row.id, ALICE, 0.0) == [to(row, BOB, 20.0)]
    assert not await Doors(store.database).has_old_invitations(10.0)


async def test_nobody_is_told_of_a_lobby_that_is_over(store: Store) -> None:
    row = await store.new_match(LOBBY)
    row = await invited(store, row, to(row, BOB, 5.0))
    assert await store.commit(Commit(after(row, status=Status.CLOSED)))
    assert await Doors(store.database).untold() == []


# Reviews are kept for who played the seat, the newest version only.


async def played_out(store: Store, touched: float, game: str = "cloud_nine") -> MatchId:
    """Store a game of Alice, Bob and a house player that was played out at a time."""
    row = await store.new_match(replace(TABLE, game=game))
    await store.commit(ending(row, {ALICE: 5, BOB: 3, None: 1}, touched=touched))
    return row.id


async def test_a_review_is_found_by_its_seat_and_version(store: Store) -> None:
    match_id = await played_out(store, 5.0)
    kept = ReviewRow(match_id, 1, ALICE, 1, 75.5, '{"a": 1}')
    assert await ReviewStore(store.database).get(match_id, 1, 1) is None
    await ReviewStore(store.database).put(kept)
    assert await ReviewStore(store.database).get(match_id, 1, 1) == kept
    assert await ReviewStore(store.database).get(match_id, 2, 1) is None
    assert await ReviewStore(store.database).get(match_id, 1, 2) is None


async def test_a_newer_version_takes_the_place_of_an_older_one(store: Store) -> None:
    match_id = await played_out(store, 5.0)
    old = ReviewRow(match_id, 1, ALICE, 1, 75.5, "{}")
    new = replace(old, version=2, accuracy=None, body="[]")
    await ReviewStore(store.database).put(old)
    await ReviewStore(store.database).put(new)
    assert await ReviewStore(store.database).get(match_id, 1, 1) is None
    assert await ReviewStore(store.database).get(match_id, 1, 2) == new
    assert await store.database.read(reviews.of, ALICE) == [new]


async def test_nothing_is_kept_of_a_seat_that_is_not_theirs_any_more(store: Store) -> None:
    """A person may have had their data deleted while the review was being made."""
    match_id = await played_out(store, 5.0)
    await ReviewStore(store.database).put(ReviewRow(match_id, 1, BOB, 1, 75.5, "{}"))
    await ReviewStore(store.database).put(ReviewRow(MatchId(404), 1, ALICE, 1, 75.5, "{}"))
    assert await ReviewStore(store.database).get(match_id, 1, 1) is None
    assert await ReviewStore(store.database).get(MatchId(404), 1, 1) is None


async def test_the_mean_accuracy_is_of_one_version_of_the_analysis(store: Store) -> None:
    kept = ReviewStore(store.database)
    first, second, third, fourth = [await played_out(store, when) for when in (9.0, 5.0, 7.0, 8.0)]
    for match_id, version, accuracy in (
        (first, 2, 90.0), (second, 2, None), (third, 2, 70.0), (fourth, 1, 10.0),
    ):  # fmt: skip
        await kept.put(ReviewRow(match_id, 1, ALICE, version, accuracy, "{}"))
        await kept.put(ReviewRow(match_id, 2, BOB, 2, 33.0, "{}"))
    assert await kept.mean_accuracy(ALICE, 2) == 80.0
    assert await kept.mean_accuracy(ALICE, 2, 3) is None
    assert await kept.mean_accuracy(ALICE, 1) == 10.0
    assert await kept.mean_accuracy(BOB, 2) == 33.0
    assert await kept.mean_accuracy(CAROL, 2) is None

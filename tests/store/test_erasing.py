"""What is kept about a person is found, and deleted so that nothing says they were here."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.daily.store import DailyStore, Post
from bot.evenings.rows import EveningPerson
from bot.privacy.personal import COLUMNS, FIELDS, Kind
from bot.privacy.store import MATCHES_A_STATEMENT, PrivacyStore
from bot.puzzles.store import PuzzleAnswer, PuzzleReturn, PuzzleRow, PuzzleStore
from bot.ratings.store import RatingStore
from bot.reviews.store import ReviewRow, ReviewStore
from bot.seekers.store import SeekerStore
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
    Pause,
    Presence,
    Publication,
    Status,
    anonymous_id,
)
from tests.store.samples import (
    ALICE,
    BOB,
    CAROL,
    GUILD,
    LOBBY,
    TABLE,
    At,
    after,
    ask,
    by_score,
    ending,
    evening_of,
    move_on,
    opened,
    tamper,
)

# Deleting what is kept about a person: afterwards nothing stored says that they were here.

NOW = 7_000.0
NAME = "Zoe of Oz"
ENTROPY = f"{ALICE}:77001\n{BOB}:77002\nstart:77003"
MEMBERS = (
    Member(str(BOB), "Bob", joined="77002", acted=4.0),
    Member(str(ALICE), NAME, presence=Presence.LATE, joined="77001", acted=5.0),
    Member("house:1", "Nim"),
)
PLAYED = replace(TABLE, members=MEMBERS, entropy=ENTROPY)


async def played(store: Store, row: MatchRow = PLAYED, **fields: Any) -> MatchRow:
    """Store a game that was played out, with moves, messages and votes."""
    stored = await store.new_match(row)
    moving = move_on(stored, votes=(ALICE, BOB))
    assert moving.move is not None
    await store.commit(replace(moving, move=replace(moving.move, by=ALICE, seat=2)))
    end = ending(moving.row, {BOB: 5, ALICE: 7, None: 1}, **fields)
    results = tuple(replace(r, name=NAME) if r.user_id == ALICE else r for r in end.results)
    await store.commit(replace(end, results=results))
    await store.set_publication(
        Publication(stored.id, 3, 21, 22, 2.0, ping_message=23, ping_user=ALICE)
    )
    await store.set_hand(HandMessage(stored.id, ALICE, 88001, 88002, 1, 3))
    await store.set_hand(HandMessage(stored.id, BOB, 88003, 88004, 1, 3))
    for seat, member in enumerate(row.members, start=1):
        if member.user_id is not None:
            await ReviewStore(store.database).put(
                ReviewRow(stored.id, seat, member.user_id, 1, 75.5, "{}")
            )
    return end.row


async def full(store: Store) -> None:
    """Have every table hold something about Alice in every column that can."""
    await played(store)
    await played(store, replace(PLAYED, members=(MEMBERS[1], MEMBERS[2])))
    closed = await store.new_match(replace(PLAYED, opener_id=CAROL))
    pauses = (Pause("moderator", 5.0, ALICE), Pause("permissions", 6.0, None, ("x",)))
    await store.commit(Commit(after(closed, status=Status.CLOSED, pauses=pauses)))
    door = Door((BOB, ALICE), (ALICE,), kicked=(ALICE,), private=True)
    asking = replace(LOBBY, opener_id=CAROL, members=(MEMBERS[0],), door=door)
    lobby = await store.new_match(asking)
    invitations = (
        InvitationRow(lobby.id, ALICE, CAROL, 5.0, InvitationCall.TABLE),
        InvitationRow(lobby.id, BOB, ALICE, 6.0, InvitationCall.DIRECT, told=True),
        InvitationRow(lobby.id, 50, CAROL, 7.0, InvitationCall.ROLE),
    )
    await store.commit(Commit(after(lobby), invitations=invitations))
    assert await Doors(store.database).block(ALICE, BOB, 8.0, most=9)
    assert await Doors(store.database).block(BOB, CAROL, 8.0, most=9)
    assert await Doors(store.database).block(BOB, ALICE, 8.0, most=9)
    await RatingStore(store.database).advance(by_score, range(9))
    puzzle = PuzzleRow("0123456789ab", "nimbly", "record", 1, "[]", None, 0, 25.0, 8.0)
    await PuzzleStore(store.database).add([puzzle])
    for user in (ALICE, BOB):
        await PuzzleStore(store.database).bring_back(PuzzleReturn(user, puzzle.key, 9.0))
        answer = PuzzleAnswer(user, puzzle.key, "draw A", user == BOB, 9.0, 25.0, 8.0)
        assert await PuzzleStore(store.database).note(answer, 25.0, 8.0)
    people = (EveningPerson(90, ALICE, GUILD, NAME, "77001"), EveningPerson(90, BOB, GUILD, "", ""))
    await evening_of(store, 90, *people)
    for user in (ALICE, BOB):
        await DailyStore(store.database).share(Post(7, 8, GUILD), user, "Somebody")
        await SeekerStore(store.database).want(user, GUILD, "nimbly")
    await store.set_settings(f"person {ALICE}", {"calls": f"by {ALICE}"})
    await store.set_settings(f"person {BOB}", {"calls": "dm"})


def told(at: At) -> dict[str, str]:
    """Return all that a database holds, by column."""
    found = {}
    for table, columns in COLUMNS.items():
        rows = ask(at, f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608 - our own words
        for place, column in enumerate(columns):
            found[f"{table}.{column}"] = "\n".join(sorted(str(row[place]) for row in rows))
    return found


def naming(at: At) -> set[str]:
    """Return the columns that name Alice: by her id, her name, her press or her messages."""
    marks = (str(ALICE), NAME, "77001", "88001", "88002")
    return {column for column, text in told(at).items() if any(mark in text for mark in marks)}


NOTES = {
    f"{table}.{column}"
    for table, columns in COLUMNS.items()
    for column, kind in columns.items()
    if kind is Kind.NOTE
}
"""What others have set about a person: it stays."""

NAMED_IN = {
    "match.opener_id", "match.members", "match.entropy", "match.votes", "match.pauses",
    "match.door",
    "seat.user_id", "seat.key", "move.by", "result.user_id", "result.name", "person.user_id",
    "person.name", "publication.ping_user", "hand.user_id", "hand.channel_id", "hand.message_id",
    "setting.scope", "setting.value", "invitation.target_id", "invitation.inviter_id",
    "block.user_id", "block.blocked_id", "review.user_id", "rating.user_id",
    "rating_change.user_id", "puzzle_answer.user_id", "puzzle_return.user_id",
    "evening_person.user_id", "evening_person.name", "evening_person.joined",
    "daily_share.user_id", "seeker.user_id",
}  # fmt: skip
"""Where a person is named, by whatever leads to them."""


async def erase(store: Store, user: int = ALICE) -> bool:
    """Delete everything; how live games go on without the person nobody says."""
    live = await PrivacyStore(store).live_with(user)
    return await PrivacyStore(store).erase(user, "Someone", NOW, (), unreadable=live)


async def test_the_sample_names_the_person_wherever_a_column_can(at: At) -> None:
    async with opened(at) as store:
        await full(store)
    assert naming(at) == NAMED_IN
    ids = {
        f"{table}.{column}"
        for table, columns in COLUMNS.items()
        for column, kind in columns.items()
        if kind is Kind.PERSON
    }
    assert ids <= NAMED_IN


async def test_afterwards_nothing_names_the_person_and_the_others_stay(at: At) -> None:
    async with opened(at) as store:
        await full(store)
        before = told(at)
        assert await erase(store)
        kept = told(at)
        assert naming(at) == NOTES | {"setting.key"}  # the channel that is still to be emptied
        assert await PrivacyStore(store).to_empty() == {88001: NOW}
        await PrivacyStore(store).emptied(88001)
        assert naming(at) == NOTES
        assert await Doors(store.database).unblock(BOB, ALICE)
    assert naming(at) == set()
    for column in (
        "hand.user_id",
        "result.user_id",
        "block.user_id",
        "review.user_id",
        "match.members",
        "setting.scope",
        "evening_person.user_id",
    ):
        assert str(BOB) in kept[column]
    for column in ("match.seed", "match.state", "move.code", "move.at"):
        lines = set(kept[column].split("\n"))
        assert lines <= set(before[column].split("\n"))


async def test_a_game_with_others_stays_with_a_number_for_the_person(store: Store) -> None:
    row = await played(store)
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
    left = await store.match(row.id)
    assert left is not None
    bob, gone, _ = left.members
    assert (gone.key, gone.user_id, gone.name) == ("-2", anonymous_id(2), "Someone")
    assert gone.is_anonymous
    assert (gone.joined, gone.acted, gone.presence is Presence.LATE, gone.away) == (
        "",
        0.0,
        False,
        True,
    )
    assert (bob.key, bob.joined, bob.acted) == (str(BOB), "", 4.0)
    assert (left.entropy, left.votes, left.opener_id) == ("", (BOB,), 0)
    assert (left.seed, left.secret, left.state) == (row.seed, row.secret, row.state)
    assert left.version > row.version
    assert await store.unpublished() == []
    assert [move.by for move in await store.moves(row.id)] == [-2]
    assert [(r.user_id, r.name, r.score) for r in await store.results(row.id)] == [
        (BOB, f"name of {BOB}", 5), (-2, "Someone", 7), (None, "name of None", 1),
    ]  # fmt: skip


async def test_what_proves_the_deal_of_a_series_stays(store: Store) -> None:
    key = "league 7 week 1"
    row = await played(store, replace(PLAYED, series=key, entropy=key))
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
    left = await store.match(row.id)
    assert left is not None
    assert left.entropy == left.series == key


async def test_a_game_with_nobody_else_goes_and_its_number_is_not_used_again(store: Store) -> None:
    alone = await played(store, replace(PLAYED, members=(MEMBERS[1], MEMBERS[2])))
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
    assert await store.match(alone.id) is None
    assert await store.moves(alone.id) == []
    assert await store.results(alone.id) == []
    assert (await store.new_match(TABLE)).id > alone.id


async def test_when_the_last_one_goes_too_the_game_goes(store: Store) -> None:
    row = await played(store)
    for user in (ALICE, BOB):
        assert await store.match(row.id) is not None
        assert await PrivacyStore(store).erase(user, "Someone", NOW, ())
    assert await store.match(row.id) is None


async def test_the_line_vanishes_and_the_others_count_as_before(store: Store) -> None:
    """Bob lost to Alice, and beat nobody but her and an easy house player: it still counts."""
    row = await played(store)
    results = await store.results(row.id)
    assert [result.won for result in results] == [False, True, False]
    for who in (ALICE, BOB):
        assert await store.standing(who, TABLE.game, GUILD) is not None
    before = await store.standing(BOB, TABLE.game, GUILD)
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
    assert await store.standing(ALICE, TABLE.game, GUILD) is None
    assert await store.leaderboard(TABLE.game, GUILD) == [before]
    assert await store.standing(anonymous_id(2), TABLE.game, None) is None


async def test_places_close_up(store: Store) -> None:
    for _ in range(2):
        await store.commit(ending(await store.new_match(TABLE), {ALICE: 9, BOB: 1}))
    await store.commit(ending(await store.new_match(TABLE), {ALICE: 1, BOB: 9}))
    assert [line.place for line in await store.leaderboard(TABLE.game, None)] == [1, 2]
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
    assert [(s.user_id, s.place) for s in await store.leaderboard(TABLE.game, None)] == [(BOB, 1)]


async def test_twice_is_as_once_and_a_stranger_changes_nothing(at: At) -> None:
    async with opened(at) as store:
        await full(store)
        before = told(at)
        assert await PrivacyStore(store).erase(404, "Someone", NOW, ())
        assert told(at) == before
        assert await erase(store)
        once = told(at)
        assert await erase(store)
        assert told(at) == once


async def test_a_live_game_nobody_said_how_to_go_on_with_stops_all(at: At) -> None:
    async with opened(at) as store:
        await full(store)
        live = await store.new_match(PLAYED)
        before = told(at)
        assert live.id in await PrivacyStore(store).live_with(ALICE)
        assert not await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
        assert told(at) == before
        stale = Commit(after(after(live)), members_changed=True)
        assert not await PrivacyStore(store).erase(ALICE, "Someone", NOW, [stale])
        assert told(at) == before
        assert await erase(store)
        assert naming(at) == NOTES | {"setting.key"}
        left = await store.match(live.id)
        assert left is not None
        assert left.status is Status.PLAYING
        assert left.members[1].away


async def test_live_games_are_those_they_sit_in_opened_paused_or_are_asked_to(store: Store) -> None:
    sitting = await store.new_match(replace(PLAYED, opener_id=CAROL))
    others = replace(LOBBY, members=(MEMBERS[0],), opener_id=CAROL)
    opening = await store.new_match(replace(others, opener_id=ALICE))
    pausing = await store.new_match(replace(others, status=Status.PLAYING))
    await store.commit(Commit(after(pausing, pauses=(Pause("moderator", 1.0, ALICE),))))
    await store.new_match(others)
    asked = await store.new_match(replace(others, door=Door((BOB, ALICE))))
    await store.new_match(replace(others, door=Door((BOB, ALICE // 10, ALICE * 10))))
    found = [sitting.id, opening.id, pausing.id, asked.id]
    assert await PrivacyStore(store).live_with(ALICE) == found
    assert (await PrivacyStore(store).personal(ALICE)).asked == (asked.id,)


async def test_a_damaged_game_of_theirs_goes(at: At) -> None:
    async with opened(at) as store:
        row = await played(store)
        tamper(at, "UPDATE match SET members = ?", f'[{{"x": {ALICE}}}]')
        assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
        assert await store.match(row.id) is None
        assert naming(at) == {"setting.key"}


@pytest.mark.whole
async def test_a_thousand_games_are_done_in_one_go(store: Store) -> None:
    games = 2 * MATCHES_A_STATEMENT + 1
    rows = await asyncio.gather(*(store.new_match(PLAYED) for _ in range(games)))
    ends = [ending(row, {BOB: 1, ALICE: 2, None: 0}) for row in rows]
    assert all(await asyncio.gather(*map(store.commit, ends)))
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, ())
    assert (await PrivacyStore(store).personal(ALICE)).matches == ()
    assert len((await PrivacyStore(store).personal(BOB)).matches) == games


async def test_what_was_deleted_is_written_over_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    async with opened(path) as store:
        await full(store)
        assert await erase(store)
        await PrivacyStore(store).emptied(88001)
        assert await Doors(store.database).unblock(BOB, ALICE)
    ask(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    held = path.read_bytes()
    assert NAME.encode() not in held
    assert str(ALICE).encode() not in held


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_of_json_only_members_and_pauses_name_people(kind: type) -> None:
    """What is added must be taken out by `bot.privacy.store` and `bot.match.table.names`, too."""
    named = {name for name, what in FIELDS[kind].items() if what is Kind.PERSON}
    assert named == {"Member": {"key", "name"}, "Pause": {"by"}}.get(kind.__name__, set())
    if kind is Door:
        own = {name for name, what in FIELDS[kind].items() if what is Kind.OWN}
        assert own == {"invited", "quiet", "kicked", "won", "behind"}


async def test_nobody_is_called_by_a_number_below_zero_on_a_leaderboard(store: Store) -> None:
    live = await store.new_match(PLAYED)
    gone = tuple(
        replace(member, key="-2", name="Someone") if member.user_id == ALICE else member
        for member in live.members
    )
    commit = Commit(
        after(live, members=gone, opener_id=0, entropy="", votes=()), members_changed=True
    )
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOW, [commit])
    end = ending(commit.row, {BOB: 5, -2: 7, None: 1})
    assert await store.commit(end)
    assert [line.user_id for line in await store.leaderboard(TABLE.game, None)] == [BOB]
    assert MatchId(live.id) in (await PrivacyStore(store).personal(BOB)).matches


# What is kept of a person is found.


async def test_what_is_kept_of_a_person_is_found(store: Store) -> None:
    first = await store.new_match(TABLE)
    await store.commit(ending(first, {ALICE: 5, BOB: 3}))
    second = await store.new_match(TABLE)
    found = await PrivacyStore(store).personal(BOB)
    assert found.matches == (second.id, first.id)
    assert found.name == f"name of {BOB}"
    assert found.opened == ()
    assert (await PrivacyStore(store).personal(ALICE)).opened == (second.id, first.id)
    assert (await PrivacyStore(store).personal(404)).matches == ()


async def test_a_pause_is_found_by_who_made_it(store: Store) -> None:
    row = await store.new_match(TABLE)
    pauses = (Pause("moderator", 5.0, CAROL),)
    await store.commit(Commit(after(row, pauses=pauses)))
    assert (await PrivacyStore(store).personal(CAROL)).paused == (row.id,)
    assert (await PrivacyStore(store).personal(CAROL // 10)).paused == ()
    assert (await PrivacyStore(store).personal(ALICE)).paused == ()

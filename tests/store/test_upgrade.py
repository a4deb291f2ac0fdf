"""A database of the oldest version that opens: it opens, and its games go on.

`written_by_2ad4c595.sql` is what that version wrote: an evening of two servers at mixed tables
(`tests.evenings.test_meetings` plays it), one that is over, a game of every kind in the middle of a
deal, one that is late, one that stands still and one that somebody has left, others that are over,
a lobby, a daily, a league, a review, ratings, a puzzle that was answered, and settings. It is never
written anew.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import orjson
import pytest

import bot.features  # noqa: F401 - registers the kinds of tables
from bot.leagues.store import LeagueStore
from bot.match.table.state import Table
from bot.preferences.hours import QuietHours
from bot.preferences.person import PersonSettings, Place
from bot.preferences.server import Feature, ServerSettings
from bot.privacy.exports import Exports
from bot.privacy.service import Erasing
from bot.privacy.store import PrivacyStore
from bot.puzzles.store import PuzzleStore
from bot.ratings.service import Rater, Recomputed, recompute
from bot.records.service import Finished, record_files
from bot.records.verify import checks_of
from bot.replays.service import Codes, read_code
from bot.reviews.store import ReviewStore
from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import MatchId, Presence, Proposal, Status
from bot.store.settings import person_scope, server_scope
from bot.texts import Texts
from engine.analysis.review import Review
from tests.match.finished import Hall, play_out
from tests.store.samples import ask, url_of
from tests.store.test_migrations import HERE, lay_oldest

ADA, BEN, CLEO, DORA = range(101, 105)
MONA, SERVER = 190, 5
OF_EVENING, HINTED, LATE, PAUSED, LEFT, LOBBY, DAILY, DAILY_OVER = map(
    MatchId, (3, 7, 8, 9, 10, 11, 12, 13)
)
PLAYED = LATE, LEFT, DAILY
CODE = "7-12-A-GHR73R"
"""A code of a moment that somebody keeps."""


@pytest.fixture
async def hall(path: Path) -> AsyncIterator[Hall]:
    path.parent.mkdir()
    lay_oldest(path)
    store = await Store.open(url_of(path))
    yield Hall(store)
    await store.close()


async def finished(store: Store, match_id: MatchId) -> Finished:
    row = await store.match(match_id)
    assert row is not None
    assert row.status is Status.OVER
    return Finished(row, tuple(await store.moves(match_id)), tuple(await store.results(match_id)))


async def test_a_game_that_was_over_has_its_record_and_its_proof(hall: Hall) -> None:
    for match_id in (OF_EVENING, HINTED, DAILY_OVER):
        assert all(check.holds for check in checks_of(await finished(hall.store, match_id)))
    hinted = await finished(hall.store, HINTED)
    (_, record), *_ = record_files(hinted)
    assert record.decode() == (HERE / "written_by_2ad4c595.record.txt").read_text(encoding="utf-8")
    assert [result.name for result in hinted.results if result.hinted] == ["B"]


@pytest.mark.parametrize("match_id", PLAYED)
async def test_a_game_in_course_goes_on_to_its_end(hall: Hall, match_id: MatchId) -> None:
    row = await hall.store.match(match_id)
    assert row is not None
    assert row.status is Status.PLAYING
    replayed = Table.replay(row, await hall.store.moves(match_id))
    assert Table.load(row).begun.state == replayed.begun.state
    await play_out(hall.tables, match_id)
    assert all(check.holds for check in checks_of(await finished(hall.store, match_id)))


async def test_a_game_that_stands_still_is_resumed(hall: Hall) -> None:
    row = await hall.store.match(PAUSED)
    assert row is not None
    assert [(pause.why, pause.by) for pause in row.pauses] == [("moderator", MONA)]
    await hall.tables.resume(PAUSED, "moderator")
    await play_out(hall.tables, PAUSED)
    assert all(check.holds for check in checks_of(await finished(hall.store, PAUSED)))


async def test_a_lobby_starts(hall: Hall) -> None:
    started = await hall.lobbies.start(LOBBY, ADA, 9999, moderator=False)
    assert Table.load(started).to_act()
    assert Table.replay(started, ()).begun.state == Table.load(started).begun.state


async def test_it_has_games_of_every_kind(hall: Hall, path: Path) -> None:
    played = ask(path, "SELECT DISTINCT game FROM match WHERE status = 'playing' AND moves > 0")
    assert {game for (game,) in played} == {"cloud_nine", "nimbly", "balloon", "clumond"}
    late, left, lobby = [await hall.store.match(match_id) for match_id in (LATE, LEFT, LOBBY)]
    assert late
    assert left
    assert lobby
    assert [m.name for m in late.members if m.presence is Presence.LATE] == ["A"]
    assert late.proposal == Proposal(13, (CLEO,), 3600, 0, hints=True, until=1795829582.0)
    assert [m.name for m in left.members if m.presence is Presence.LEFT] == ["C"]
    assert left.votes == (ADA,)
    assert (lobby.door.private, lobby.door.invited) == (True, (CLEO,))


async def test_what_people_have_and_set_is_as_it_was(hall: Hall) -> None:
    store = hall.store
    person = PersonSettings.read(await store.settings(person_scope(ADA)))
    assert (person.place, person.quiet) == (Place.DM, QuietHours.read("22:00-07:00"))
    server = ServerSettings.read(await store.settings(server_scope(SERVER)))
    assert (server.clock, server.level, server.off) == (3600, "easy", (Feature.REVIEW,))
    assert await Doors(store.database).blocked_by(ADA) == [DORA]
    (league,) = await LeagueStore(store.database).of_server(SERVER)
    assert (league.game, league.weeks, league.week) == ("nimbly", 2, 1)
    review = await ReviewStore(store.database).get(HINTED, 2, 3)
    assert review is not None
    assert Review.from_json(orjson.loads(review.body)).accuracy == review.accuracy
    assert (await PuzzleStore(store.database).solver(ADA))[1:] == (1, 1)
    # That version rated each game of an evening by itself, and a result against somebody new whole.
    assert await recompute(store) == Recomputed(2, 18, different=18)
    await Rater(store).rate_anew()
    assert await recompute(store) == Recomputed(2, 18, different=0)


async def test_a_code_of_a_moment_leads_where_it_led(hall: Hall) -> None:
    row = await hall.store.match(HINTED)
    assert row is not None
    Codes.of(row, await hall.store.code_secret()).require(*read_code(CODE))


async def test_its_people_get_what_is_kept_of_them_and_have_it_deleted(hall: Hall) -> None:
    made = await Exports(hall.store).of(ADA, 8 << 20, Texts.load().words("en"))
    assert (made.games, made.left_out) == (10, 0)
    await Erasing(hall.store, hall.tables, hall.clock, "Somebody").erase(ADA)
    assert (await PrivacyStore(hall.store).personal(ADA)).matches == ()

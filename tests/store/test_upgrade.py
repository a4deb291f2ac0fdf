"""A database of the oldest version that opens: it opens, and its games go on.

`written_by_a4919a5.sql` is what that version left when it was killed after an evening on a server:
games of every kind in the middle of a deal, one that is late, one that stands still and one that
somebody has left, two that are over, lobbies, a daily, a league, a review, ratings, a puzzle that
was answered, and settings. It is never written anew; only puzzles that nobody has answered, which
come with the bot, were left out.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import orjson
import pytest
from sqlalchemy import make_url

import bot.features  # noqa: F401 - registers the kinds of tables
from bot.leagues.store import LeagueStore
from bot.match.table import Table
from bot.preferences.hours import QuietHours
from bot.preferences.person import PersonSettings, Place
from bot.preferences.server import Feature, ServerSettings
from bot.privacy.erasing import Erasing
from bot.privacy.exports import Exports
from bot.privacy.store import PrivacyStore
from bot.puzzles.store import PuzzleStore
from bot.ratings.rater import Rater
from bot.ratings.recomputing import Recomputed, recompute
from bot.records.service import Finished, record_files
from bot.records.verify import checks_of
from bot.replays.moments import Codes, read_code
from bot.reviews.store import ReviewStore
from bot.store import OlderDatabase, Store
from bot.store.backends.backup import Versions, back_up, restore
from bot.store.backends.inspection import inspect
from bot.store.backends.moving import move
from bot.store.backends.postgresql_backend import PostgresqlBackend
from bot.store.doors import Doors
from bot.store.members import Presence
from bot.store.rows import MatchId, Proposal, Status
from bot.store.settings import person_scope, server_scope
from bot.texts import Texts
from engine.analysis.review import Review
from engine.games.cloud_nine.state import State
from tests.match.finished import Hall, play_out
from tests.soak.amounts import wholly
from tests.store.samples import OnServer, ask, tamper, url_of
from tests.store.test_migrations import HERE, lay_oldest, lay_oldest_on, unwind

ADA, BEN, CLEO, DORA = range(1456074443980800094, 1456074443980800098)
MONA = DORA + 2
SERVER = ADA - 4
OVER, HINTED, LATE, PAUSED, LEFT, DAILY_OVER = map(MatchId, (1, 2, 7, 8, 9, 14))
PLAYED = tuple(map(MatchId, (3, 4, 5, 6, LATE, LEFT, 13, 15, 16)))
REMATCH, PRIVATE = LOBBIES = tuple(map(MatchId, (11, 12)))
CODE = "1-12-A-EM9YFP"
"""A code of a moment, which that version made without a secret of the bot's own."""


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
    for match_id in (OVER, HINTED, DAILY_OVER):
        assert all(check.holds for check in checks_of(await finished(hall.store, match_id)))
    old = await finished(hall.store, OVER)
    (_, record), *_ = record_files(old)
    assert record.decode() == (HERE / "written_by_a4919a5.record.txt").read_text(encoding="utf-8")
    hinted = await finished(hall.store, HINTED)
    assert [result.name for result in hinted.results if result.hinted] == ["Ada"]


def unmarked(state: object) -> object:
    """Return a state without the cards dealt last."""
    return state._replace(drawn=0) if isinstance(state, State) else state


@pytest.mark.parametrize(
    "match_id", [*PLAYED[::4], *map(wholly, PLAYED[1::4] + PLAYED[2::4] + PLAYED[3::4])]
)
async def test_a_game_in_course_goes_on_to_its_end(hall: Hall, match_id: MatchId) -> None:
    row = await hall.store.match(match_id)
    assert row is not None
    assert row.status is Status.PLAYING
    replayed = Table.replay(row, await hall.store.moves(match_id))
    # That version did not keep the cards dealt last: they are marked from the next trick on.
    assert Table.load(row).begun.state == unmarked(replayed.begun.state)
    await play_out(hall.tables, match_id)
    assert all(check.holds for check in checks_of(await finished(hall.store, match_id)))


async def test_a_game_that_stands_still_is_resumed(hall: Hall) -> None:
    row = await hall.store.match(PAUSED)
    assert row is not None
    assert [(pause.why, pause.by) for pause in row.pauses] == [("moderator", MONA)]
    await hall.tables.resume(PAUSED, "moderator")
    await play_out(hall.tables, PAUSED)
    assert all(check.holds for check in checks_of(await finished(hall.store, PAUSED)))


@pytest.mark.parametrize("match_id", LOBBIES)
async def test_a_lobby_starts(hall: Hall, match_id: MatchId) -> None:
    row = await hall.store.match(match_id)
    assert row is not None
    started = await hall.lobbies.start(match_id, row.opener_id, 9999, moderator=False)
    assert Table.load(started).to_act()
    assert Table.replay(started, ()).begun.state == Table.load(started).begun.state


async def test_it_has_games_of_every_kind(hall: Hall, path: Path) -> None:
    played = ask(path, "SELECT DISTINCT game FROM match WHERE status = 'playing' AND moves > 0")
    assert {game for (game,) in played} == {"cloud_nine", "nimbly", "balloon", "clumond"}
    rows = {match_id: await hall.store.match(match_id) for match_id in (*PLAYED, *LOBBIES)}
    late, left, rematch, private = (rows[key] for key in (LATE, LEFT, REMATCH, PRIVATE))
    assert late
    assert left
    assert rematch
    assert private
    assert [m.name for m in late.members if m.presence is Presence.LATE] == ["Cleo"]
    assert late.proposal == Proposal(6, (ADA,), 90, 180, hints=True, until=1767226292.0)
    assert [m.name for m in left.members if m.presence is Presence.LEFT] == ["Cleo"]
    assert left.votes == (ADA,)
    assert (rematch.follows, rematch.door.called) == (10, (BEN, CLEO))
    assert (private.door.private, private.door.invited) == (True, (CLEO, DORA))


async def test_what_people_have_and_set_is_as_it_was(hall: Hall) -> None:
    store = hall.store
    person = PersonSettings.read(await store.settings(person_scope(ADA)))
    assert (person.place, person.quiet) == (Place.DM, QuietHours.read("22:00-07:00"))
    server = ServerSettings.read(await store.settings(server_scope(SERVER)))
    assert (server.clock, server.level, server.off) == (3600, "easy", (Feature.REVIEW,))
    assert await Doors(store.database).blocked_by(ADA) == [DORA]
    (league,) = await LeagueStore(store.database).of_server(SERVER)
    assert (league.game, league.weeks, league.week) == ("nimbly", 2, 1)
    review = await ReviewStore(store.database).get(OVER, 3, 1)
    assert review is not None
    assert Review.from_json(orjson.loads(review.body)).accuracy == 50.0
    assert (await PuzzleStore(store.database).solver(ADA))[1:] == (1, 0)
    # That version let a result against somebody new count whole.
    assert await recompute(store) == Recomputed(2, 10, different=10)
    await Rater(store).rate_anew()
    assert await recompute(store) == Recomputed(2, 10, different=0)


async def test_a_code_of_a_moment_leads_where_it_led(hall: Hall) -> None:
    row = await hall.store.match(OVER)
    assert row is not None
    Codes.of(row, await hall.store.code_secret()).require(*read_code(CODE))


async def test_its_people_get_what_is_kept_of_them_and_have_it_deleted(hall: Hall) -> None:
    made = await Exports(hall.store).of(ADA, 8 << 20, Texts.load().words("en"))
    assert (made.games, made.left_out) == (12, 0)
    await Erasing(hall.store, hall.tables, hall.clock, "Somebody").erase(ADA)
    assert (await PrivacyStore(hall.store).personal(ADA)).matches == ()


async def test_what_that_version_had_from_older_ones_is_rated_anew_and_deleted(path: Path) -> None:
    """It was brought up with `a4919a5`, as a host is told to."""
    path.parent.mkdir()
    lay_oldest(path)
    ((members,),) = ask(path, "SELECT members FROM match WHERE id = ?", OVER)
    bare = [{k: one[k] for k in ("key", "name", "joined")} for one in orjson.loads(members)]
    tamper(path, "UPDATE match SET members = ? WHERE id = ?", orjson.dumps(bare).decode(), OVER)
    tamper(path, "UPDATE result SET level = NULL WHERE match_id = ?", OVER)
    tamper(path, "UPDATE ending SET verdict = 'hinted' WHERE match_id = ?", HINTED)
    hall = Hall(await Store.open(url_of(path)))
    try:
        assert (await recompute(hall.store)).games == 2
        assert ask(path, "SELECT verdict FROM ending") == [("counts",), ("hinted",)]
        await Erasing(hall.store, hall.tables, hall.clock, "Somebody").erase(ADA)
        assert (await PrivacyStore(hall.store).personal(ADA)).matches == ()
    finally:
        await hall.store.close()


OLD = "is of revision 0016, which is too old.* with Nimbus of commit a4919a5 "
"""What is said of a database that was written before the oldest version that opens."""


async def test_an_older_one_is_refused_with_the_version_to_open_it_with_first(path: Path) -> None:
    path.parent.mkdir()
    lay_oldest(path)
    unwind(path, "0016")
    before = ask(path, "SELECT * FROM setting")
    with pytest.raises(OlderDatabase, match=f"The database {path} {OLD}"):
        await Store.open(url_of(path))
    with pytest.raises(OlderDatabase, match=f"The database {path} {OLD}"):
        move(url_of(path), url_of(path.with_name("other")))
    assert re.match(f"The database {path} {OLD}", inspect(path, 5.0).refused)
    assert ask(path, "SELECT * FROM setting") == before


async def test_a_backup_of_an_older_one_is_refused_too(path: Path) -> None:
    path.parent.mkdir()
    lay_oldest(path)
    unwind(path, "0016")
    copy, target, versions = path.with_name("copy"), path.with_name("target"), Versions("1", {})
    back_up(path, copy, versions, 5.0)
    with pytest.raises(OlderDatabase, match=f"{copy} {OLD}"):
        restore(copy, target, versions, 5.0)
    assert not target.exists()


async def test_an_older_one_on_a_server_is_refused_too(on_server: OnServer) -> None:
    lay_oldest_on(on_server)
    tamper(on_server, "UPDATE alembic_version SET version_num = '0005'")
    refused = r"is of revision 0005, .* with Nimbus of commit a4919a5 "
    with pytest.raises(OlderDatabase, match=refused):
        await Store.open(on_server.url)
    with pytest.raises(OlderDatabase, match=refused):
        PostgresqlBackend(make_url(on_server.url)).look()

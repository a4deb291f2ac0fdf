"""Reviews: made once, kept, and told to nobody but who played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import orjson
import pytest

from bot.errors import Refused
from bot.match.house.forks import Forks
from bot.match.house.workshop import Workshop
from bot.presenters.cards import card_said
from bot.privacy.store import PrivacyStore
from bot.reviews.layouts import practice_notes
from bot.reviews.service import Practice, Reviewed, Reviews
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store.errors import StoreFailed, UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Member, Status
from engine.analysis.review import ANALYSIS_VERSION, Review
from tests.match import analysing
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start
from tests.match.house.thinkers import is_gone
from tests.match.rows import SAY
from tests.match.table.test_kind import WEEK
from tests.match.table.test_kind import table as table_of_week
from tests.reviews.conftest import made_up
from tests.store.samples import tamper
from tests.waits import rounds, until


@pytest.fixture
async def workshop(forks: Forks) -> AsyncIterator[Workshop]:
    workshop = Workshop(forks)
    yield workshop
    await workshop.close()


@pytest.fixture
def reviews(hall: Hall, workshop: Workshop) -> Reviews:
    return Reviews(hall.store, workshop, analysing.counting)


async def reviewed(reviews: Reviews, match_id: MatchId, user_id: int = ADA) -> Review:
    return await reviews.make(await reviews.find(match_id, user_id, CHANNEL))


async def kept(reviews: Reviews, match_id: MatchId, user_id: int = ADA) -> Review | None:
    return await reviews.stored_review(await reviews.find(match_id, user_id, CHANNEL))


async def refusal(reviews: Reviews, match_id: int, user_id: int, channel_id: int = CHANNEL) -> str:
    with pytest.raises(Refused) as caught:
        await reviews.find(MatchId(match_id), user_id, channel_id)
    return caught.value.key


async def test_a_review_is_made_of_the_own_moves_kept_and_for_nobody_who_did_not_play(
    hall: Hall, reviews: Reviews
) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    assert await refusal(reviews, row.id, ADA) == "refused.still_playing"
    # The moves of a stand-in are not judged.
    await hall.tables.leave(row.id, CLEO)
    await hall.finish(row.id)
    for user in (ADA, BEN, CLEO):
        assert await kept(reviews, row.id, user) is None
        made = await reviewed(reviews, row.id, user)
        own = [move for move in await hall.store.moves(row.id) if move.by == user]
        assert made.decisions == len(own)
        assert bool(own) == (user != CLEO)
        assert await kept(reviews, row.id, user) == made
    assert await ReviewStore(hall.store.database).mean_accuracy(ADA, ANALYSIS_VERSION) == 50.0
    assert await refusal(reviews, row.id, DORA) == "refused.review_others"
    assert await refusal(reviews, row.id, DORA, OTHER_CHANNEL) == "refused.no_match"
    assert await refusal(reviews, 404, ADA) == "refused.no_match"
    assert (await reviews.find(row.id, CLEO, OTHER_CHANNEL)).user_id == CLEO


async def test_a_game_whose_deals_others_still_play_is_not_reviewed(
    hall: Hall, reviews: Reviews
) -> None:
    row = await table_of_week(hall)
    await hall.finish(row.id)
    assert await refusal(reviews, row.id, ADA) == "refused.withheld"
    await hall.store.series.close(WEEK.key, 100.0)
    assert (await reviews.find(row.id, ADA, CHANNEL)).user_id == ADA


async def test_two_presses_at_once_get_the_same_review(
    hall: Hall, workshop: Workshop, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    reviews = Reviews(hall.store, workshop, partial(analysing.waiting, gate))
    match_id = await hall.game()
    presses = [asyncio.create_task(reviewed(reviews, match_id)) for _ in range(2)]
    await until(gate.with_suffix(".begun").exists)
    presses[0].cancel()  # the first one loses interest; the second is answered all the same
    other = await hall.game()
    with pytest.raises(Refused, match=r"refused\.workshop_own"):
        await reviewed(reviews, other)
    gate.touch()
    assert await kept(reviews, match_id) in (None, await presses[1])
    assert await kept(reviews, match_id) == await presses[1]


@pytest.mark.parametrize("is_once", [False, True])
async def test_a_process_that_dies_keeps_nothing_and_the_next_press_makes_it_anew(
    hall: Hall, workshop: Workshop, tmp_path: Path, *, is_once: bool
) -> None:
    match_id = await hall.game()
    once = partial(analysing.dying_once, tmp_path / "gate")
    dying = Reviews(hall.store, workshop, once if is_once else analysing.dying)
    with pytest.raises(Refused, match=r"refused\.workshop_failed"):
        await reviewed(dying, match_id)
    assert await kept(dying, match_id) is None
    after = dying if is_once else Reviews(hall.store, workshop, analysing.counting)
    assert (await reviewed(after, match_id)).decisions


async def test_a_bot_that_stops_in_the_middle_keeps_nothing(
    hall: Hall, forks: Forks, tmp_path: Path
) -> None:
    workshop, gate = Workshop(forks), tmp_path / "gate"
    reviews = Reviews(hall.store, workshop, partial(analysing.waiting, gate))
    match_id = await hall.game()
    press = asyncio.create_task(reviewed(reviews, match_id))
    await until(gate.with_suffix(".begun").exists)
    pid = workshop.pid or 0
    await workshop.close()
    with pytest.raises(Refused, match=r"refused\.workshop_failed"):
        await press
    await is_gone(pid)
    assert await kept(reviews, match_id) is None


@pytest.mark.parametrize(
    ("version", "body"),
    [
        (ANALYSIS_VERSION, "{"),
        (ANALYSIS_VERSION, "[]"),
        (ANALYSIS_VERSION, '{"mistakes": 7}'),
        (ANALYSIS_VERSION, '{"mistakes": [{"move": null}]}'),
        (ANALYSIS_VERSION - 1, "{}"),
    ],
)
async def test_what_is_spoilt_or_by_another_version_is_made_anew(
    hall: Hall, reviews: Reviews, version: int, body: str
) -> None:
    match_id = await hall.game()
    seat = (await reviews.find(match_id, ADA, CHANNEL)).seat
    await ReviewStore(hall.store.database).put(ReviewRow(match_id, seat, ADA, version, 1.0, body))
    assert await kept(reviews, match_id) is None
    made = await reviewed(reviews, match_id)
    assert await kept(reviews, match_id) == made


async def test_a_record_that_cannot_be_read_is_not_reviewed(
    hall: Hall, reviews: Reviews, tmp_path: Path
) -> None:
    match_id = await hall.game()
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE move SET code = 'play 1X' WHERE number = 4")
    with pytest.raises(UnreadableMatch):
        await reviews.find(match_id, ADA, CHANNEL)


async def test_a_review_that_cannot_be_kept_is_shown_all_the_same(
    hall: Hall, reviews: Reviews, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(_: ReviewRow) -> None:
        raise StoreFailed("the disk is full")

    match_id = await hall.game()
    monkeypatch.setattr(ReviewStore, "put", staticmethod(full))
    assert (await reviewed(reviews, match_id)).decisions
    assert "is not kept: the disk is full" in caplog.text


async def test_what_was_made_just_now_is_kept_before_the_bot_stops(
    hall: Hall, workshop: Workshop, reviews: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, put, begun = await hall.game(), ReviewStore(hall.store.database).put, asyncio.Event()

    async def slow(row: ReviewRow) -> None:
        begun.set()
        await rounds()
        await put(row)

    monkeypatch.setattr(ReviewStore, "put", staticmethod(slow))
    press = asyncio.create_task(reviewed(reviews, match_id))
    await begun.wait()
    await workshop.close()
    await reviews.close()
    assert await kept(reviews, match_id) == await press


async def test_nothing_is_kept_of_who_had_their_data_deleted_meanwhile(
    hall: Hall, workshop: Workshop, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    reviews = Reviews(hall.store, workshop, partial(analysing.waiting, gate))
    match_id = await hall.game()
    game = await reviews.find(match_id, ADA, CHANNEL)
    press = asyncio.create_task(reviews.make(game))
    assert await PrivacyStore(hall.store).erase(ADA, "Someone", 5.0, ())
    gate.touch()
    assert (await press).decisions
    assert await ReviewStore(hall.store.database).get(match_id, game.seat, ANALYSIS_VERSION) is None


# Practice: a moment of a finished game, gone on with alone, of which nothing comes.

__all__ = ["workshop"]

HOUSE = ("Ada", "Cirrus", "Stratus", "Nimbo")


@pytest.fixture
def practice(hall: Hall) -> Practice:
    return Practice(hall.store, hall.tables, hall.clock, HOUSE)


@pytest.fixture
async def game(hall: Hall, workshop: Workshop) -> Reviewed:
    reviews = Reviews(hall.store, workshop, analysing.counting)
    return await reviews.find(await hall.game(), ADA, CHANNEL)


def choices(game: Reviewed) -> list[int]:
    """Return after how many moves the seat that was reviewed had to move."""
    courses = enumerate(game.replay.courses)
    return [moves for moves, course in courses if game.seat in course.to_act()]


async def begun(practice: Practice, game: Reviewed, moves: int) -> MatchRow:
    return await practice.begin(game, moves, Member(str(ADA), "Ada"), "en")


async def test_of_two_begun_at_once_one_is_left(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    rows = await asyncio.gather(*(begun(practice, game, moves) for moves in choices(game)[:2]))
    left = await hall.store.matches_of(ADA, (Status.PLAYING,))
    assert len(left) == 1
    assert left[0].id in {row.id for row in rows}


async def test_its_first_move_is_compared_to_that_of_the_real_game(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    options = [(moves, game.replay.courses[moves].legal(game.seat)) for moves in choices(game)]
    moves, (was, best, other) = next((moves, legal[:3]) for moves, legal in options if legal[2:])
    blamed = replace(made_up(game.replay, game.seat).mistakes[0], move=moves, code=was, best=best)
    found = replace(made_up(game.replay, game.seat), mistakes=(blamed,))
    match_id, kept = game.finished.row.id, ReviewStore(hall.store.database)

    async def told(code: str) -> str:
        row = await begun(practice, game, moves)
        await hall.tables.play(row.id, ADA, None, code)
        await hall.finish(row.id)
        notes = await practice_notes(hall.store, (await hall.tables.load(row.id)).row)
        assert notes is not None
        return notes.for_seat(game.seat, SAY)

    assert "You began" not in await told(best)
    body = orjson.dumps(found.to_json()).decode()
    await kept.put(ReviewRow(match_id, game.seat, ADA, ANALYSIS_VERSION, None, body))
    cards = [card_said(code.split()[1], SAY) for code in (was, best, other)]
    assert f"began with **{cards[1]}** this time: stronger than **{cards[0]}**" in await told(best)
    assert f"began with **{cards[0]}** again; **{cards[1]}** was stronger" in await told(was)
    assert f"**{cards[2]}** this time, and with **{cards[0]}** in the real game. " in await told(
        other
    )


async def test_whoever_votes_to_end_it_ends_it(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    row = await begun(practice, game, choices(game)[0])
    assert (await hall.tables.vote_end(row.id, ADA)).status is Status.CLOSED


async def test_nothing_begins_at_a_moment_that_is_not_theirs(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    own, last = choices(game), game.replay.last
    for moves in (next(n for n in range(last) if n not in own), last, last + 1, 10**8):
        with pytest.raises(Refused):
            await begun(practice, game, moves)
    assert await hall.store.match(MatchId(game.finished.row.id + 1)) is None
    assert await hall.store.matches_of(BEN, (Status.PLAYING,)) == []

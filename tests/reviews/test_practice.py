"""Practice: a moment of a finished game, gone on with alone, of which nothing comes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import orjson
import pytest

from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.match.table.kind import is_withheld
from bot.match.table.state import Table
from bot.presenters.cards import card_said
from bot.records.service import recent
from bot.reviews.layouts import practice_notes
from bot.reviews.service import PRACTICE, Practice, Reviewed, Reviews
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store.rows import MatchId, MatchRow, Member, Status
from engine.analysis.review import ANALYSIS_VERSION
from tests.match import analysing
from tests.match.finished import ADA, BEN, CHANNEL, Hall
from tests.match.rows import SAY
from tests.reviews.reviews import made_up
from tests.reviews.test_service import workshop

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


async def test_it_goes_on_with_the_same_cards_in_the_same_seat_against_house_players(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    moves = choices(game)[3]
    row = await begun(practice, game, moves)
    log = await hall.store.moves(row.id)
    assert [(move.seat, move.code) for move in log] == [
        (move.seat, move.code) for move in game.finished.moves[:moves]
    ]
    # Nobody else has a part in it, so nothing leads to them from it.
    assert {move.by for move in log} == {ADA, None}
    table = Table.replay(row, log)
    before = game.replay.courses[moves]
    assert table.begun.state == before.state
    assert table.to_act() == (game.seat,)
    members = list(row.members)
    assert members.pop(game.seat - 1).user_id == ADA
    assert all(member.user_id is None and member.level == "hard" for member in members)
    assert {member.name for member in members} <= {"Cirrus", "Stratus", "Nimbo"}
    assert not {"Ben", "Cleo"} & {member.name for member in row.members}


async def test_whoever_begins_it_twice_goes_on_and_anything_else_they_practise_ends(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    first, second, *_ = choices(game)
    one = await begun(practice, game, first)
    code = (await hall.tables.load(one.id)).legal(game.seat)[0]
    await hall.tables.play(one.id, ADA, None, code)
    again = await begun(practice, game, first)
    assert (again.id, again.moves) == (one.id, first + 1)
    other = await begun(practice, game, second)
    assert other.id != one.id
    assert (await hall.tables.load(one.id)).row.status is Status.CLOSED
    assert (await begun(practice, game, first)).id not in (one.id, other.id)


async def test_of_two_begun_at_once_one_is_left(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    rows = await asyncio.gather(*(begun(practice, game, moves) for moves in choices(game)[:2]))
    left = await hall.store.matches_of(ADA, (Status.PLAYING,))
    assert len(left) == 1
    assert left[0].id in {row.id for row in rows}


async def test_played_out_it_counts_for_nothing_and_stands_in_no_list(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    original = game.finished.row
    counted = await hall.store.standing(ADA, original.game, original.guild_id)
    row = await begun(practice, game, choices(game)[-1])
    await hall.finish(row.id)
    after = (await hall.tables.load(row.id)).row
    assert after.status is Status.OVER
    assert [past.match_id for past in await recent(hall.store, ADA, CHANNEL)] == [original.id]
    assert await hall.store.standing(ADA, original.game, original.guild_id) == counted
    assert not after.rated
    assert not PRACTICE.is_rated
    assert await is_withheld(hall.store, after)


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
        return notes.own(game.seat, SAY)

    assert "You began" not in await told(best)
    body = orjson.dumps(found.to_json()).decode()
    await kept.put(ReviewRow(match_id, game.seat, ADA, ANALYSIS_VERSION, None, body))
    cards = [card_said(code.split()[1], SAY) for code in (was, best, other)]
    assert f"began with **{cards[1]}** this time: stronger than **{cards[0]}**" in await told(best)
    assert f"began with **{cards[0]}** again; **{cards[1]}** was stronger" in await told(was)
    assert f"**{cards[2]}** this time, and with **{cards[0]}** in the real game. " in await told(
        other
    )


@pytest.mark.parametrize("way", ["leave", "vote_end"])
async def test_whoever_leaves_it_ends_it(
    hall: Hall, practice: Practice, game: Reviewed, way: str
) -> None:
    row = await begun(practice, game, choices(game)[0])
    after = await getattr(hall.tables, way)(row.id, ADA)
    assert after.status is Status.CLOSED
    assert await hall.store.results(row.id) == []


async def test_nothing_begins_at_a_moment_that_is_not_theirs(
    hall: Hall, practice: Practice, game: Reviewed
) -> None:
    own, last = choices(game), game.replay.last
    for moves in (next(n for n in range(last) if n not in own), last, last + 1, 10**8):
        with pytest.raises(Refused):
            await begun(practice, game, moves)
    assert await hall.store.match(MatchId(game.finished.row.id + 1)) is None
    assert await hall.store.matches_of(BEN, (Status.PLAYING,)) == []

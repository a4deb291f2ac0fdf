"""Cloud Nine through the whole bot, from the lobby to the leaderboard."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.match.lobby.lobbies import Lobbies
from bot.ratings.service import Rater
from bot.ratings.store import RatingStore
from bot.store.rows import MatchId, Status
from bot.store.settings import server_scope
from render.theme import DAY
from tests.sim.evening import (
    NAMES,
    Evening,
    choose,
    evening,
    grounds,
    more,
    play_one,
    play_unseen,
    raw_components,
    texts,
)


def pictures(message: Any) -> list[int]:
    """Return how many pictures each gallery of a message shows: more than one would be cropped."""
    return [len(part["items"]) for part in raw_components(message) if part["type"] == 12]


def trick_of(view: Any) -> int:
    return int(view.trick.number)


def tells_of_the_deal_before(board: Any, deal: int) -> None:
    assert pictures(board) == [1, 1]
    assert "gets the last card" in texts(board)
    assert f"Deal {deal - 1} is over: **" in texts(board)


async def tells_of_the_end(held: Evening) -> None:
    """Check the copies of the result that people have by direct message.

    Who has just pressed something in a private hand has it there, and nowhere else.
    """
    told = [name for name in NAMES if "final result" in texts(held.hand(name))]
    assert told
    for name in told:
        assert [file.filename for file in held.hand(name).attachments] == [
            held.board().attachments[0].filename
        ]
        assert await grounds(held.hand(name)) == {DAY.sky_top}


async def are_rated(held: Evening, ada: int) -> None:
    """Assert that ratings know who played in which seat, and who won."""
    store = held.bot.app.store
    results = {one.user_id: one for one in await store.results(MatchId(1))}
    ratings = RatingStore(store.database)
    (point,) = await ratings.history(ada)
    assert (point.change.user_id, point.change.seat) == (ada, results[ada].seat)
    lines = await ratings.page("cloud_nine", point.change.season, held.guild.id)
    assert {line.user_id: line.wins for line in lines} == {
        user: int(one.won) for user, one in results.items()
    }


@pytest.mark.parametrize("deals", [1, pytest.param(2, marks=pytest.mark.soak)])
async def test_three_people_play_to_the_end(tmp_path: Path, deals: int) -> None:
    async with evening(tmp_path) as held:
        await held.bot.app.store.set_settings(server_scope(held.guild.id), {"look": "day"})
        lobby, lobbies = await held.open("Ada"), held.bot.app.get(Lobbies)
        ada, typed = held["Ada"].user.id, {"deals": str(deals)}
        await lobbies.set_options(MatchId(1), ada, typed, moderator=False)
        for name in ("Ben", "Cleo"):
            await held[name].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        generator, deal = random.Random(9), 1
        while (table := await held.table()).row.status is Status.PLAYING:
            if table.view(None).deal != deal:
                deal = table.view(None).deal
                tells_of_the_deal_before(held.board(), deal)
            await play_one(held, generator)
            if trick_of(table.view(None)) == 2:
                # The tricks in the middle are like the first and the last.
                await play_unseen(held, generator, lambda view: trick_of(view) == 9)
        table = await held.table()
        assert table.view(None).deal == deals
        files = held.board().attachments
        assert [file.filename.partition("-")[0] for file in files] == ["result", "deal"][:deals]
        assert "final result" in texts(held.board())
        await tells_of_the_end(held)
        assert await grounds(held.board()) == {DAY.sky_top}
        proof = await held["Ben"].click(await more(held["Ben"], held.board()), label="Fair deal")
        assert table.row.secret.hex() in texts(proof.response.message)
        await held.bot.app.get(Rater).idle()
        await are_rated(held, ada)
        ranking = await held["Ben"].slash(held.channel, "leaderboard", game="cloud_nine")
        assert await grounds(ranking.response.message) == {DAY.sky_top}


async def test_house_players_fill_the_free_seats_and_play(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada")
        shown = await held["Ada"].click(held.board(), label="My hand")
        generator = random.Random(1)
        for _ in range(5):
            name, table = await held.turn()
            assert name == "Ada"
            code = generator.choice(table.legal(table.to_act()[0]))
            await choose(held["Ada"], shown.response.message, table, code)
        assert (await held.table()).row.moves > 10

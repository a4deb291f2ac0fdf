"""Reviews as people press for them: private, for players only, and not where they are off."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.preferences.server import Feature, change_of
from bot.reviews.service import Reviews
from bot.store.rows import MatchId, Status
from bot.store.settings import server_scope
from tests.commands.past import custom_ids, played
from tests.match import analysing
from tests.sim.evening import evening, play_unseen, texts

ORDINALS = {1: "first", 2: "second", 3: "third"}


async def ending_of(held: Any, user_id: int) -> str:
    """Tell how the first game ended for a person."""
    results = await held.bot.app.store.results(MatchId(1))
    ranks = {result.user_id: (result.won, result.score) for result in results}
    place = 1 + sum(rank > ranks[user_id] for rank in ranks.values())
    return f"you came {ORDINALS[place]}, with {ranks[user_id][1]} point"


async def review(person: Any, message: Any) -> Any:
    """Press Review below a message; gives the answer."""
    return (await person.click(message, label="Review")).response


async def blamed(held: Any) -> None:
    """Play a game that ends, of which reviews find mistakes."""
    await played(held, "Ada", "Ben", "Cleo")
    app = held.bot.app
    app.put(Reviews(app.store, app.get(Workshop), analysing.blaming))


async def mistakes(held: Any) -> tuple[Any, str]:
    """Let Ada have the game reviewed; gives its review, and the id of a *Try again*."""
    shown = (await review(held["Ada"], held.board())).message
    return shown, next(each for each in custom_ids(shown) if each.startswith("try:"))


async def test_a_review_is_private_and_for_who_played_and_not_where_it_is_switched_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        await blamed(held)
        app = held.bot.app
        dora = await review(held["Dora"], held.board())
        assert "Only people who played this game" in texts(dora.message)
        assert app.get(Workshop).pid is None
        ben = await review(held["Ben"], held.board())
        ada = await review(held["Ada"].user, held.hand("Ada"))
        for answer in (ben, ada):
            said = texts(answer.message)
            assert answer.ephemeral
            assert "## Review · Cloud Nine (cards), table 1" in said
            assert said.count("cost you about 8% chance to win") == 3
            assert len(answer.attachments) == 1
        assert texts(ben.message) != texts(ada.message)
        see, _, watch = custom_ids(ben.message)[3:6]
        alone = (await held["Ben"].click(ben.message, custom_id=see)).response
        assert alone.ephemeral
        assert len(alone.attachments) == 1
        assert texts(alone.message).count("cost you about") == 1
        again = (await held["Ben"].click(alone.message, label="Back to the review")).response
        assert texts(again.message).count("cost you about") == 3
        shown = (await held["Ben"].click(again.message, custom_id=watch)).response
        assert shown.ephemeral
        assert "As **Ben** saw it" in texts(shown.message)
        off = change_of("off", (Feature.REVIEW,))
        await app.store.set_settings(server_scope(held.guild.id), off)
        refused = await review(held["Ada"], held.board())
        assert "turned this off: reviews of finished games" in texts(refused.message)


async def test_a_mistake_is_tried_again_alone_and_after_a_restart_and_comes_to_nothing(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await blamed(held)
        before = len(held.channel.history())
        shown, again = await mistakes(held)
        hand = (await held["Ada"].click(shown, custom_id=again)).response
        assert hand.ephemeral
        assert "Practice: only you see it, and it doesn't count" in texts(hand.message)
        table = await held.table(2)
        seat = table.seat_of(held["Ada"].id)
        assert seat in table.to_act()
        move = f"m:2:{table.row.moves}:{table.legal(seat)[0]}"
        await held.restart()
        await held["Ada"].click(hand.message, custom_id=move)
        assert (await held.table(2)).row.moves > table.row.moves
        resumed = (await held["Ada"].click(shown, custom_id=again)).response
        assert resumed.ephemeral
        assert await held.bot.app.store.match(MatchId(3)) is None
        await play_unseen(held, random.Random(1), lambda _: False, match_id=2)
        stats = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert "1 game" in stats
        (choice,) = await held["Ada"].autocomplete(held.channel, "replay", "match", "")
        assert choice["value"] == 1
        assert len(held.channel.history()) == before
        assert "is over" in texts(resumed.message)
        assert "You began with **" in texts(resumed.message)
        assert "result of your practice" in texts(resumed.message)
        real = await ending_of(held, held["Ada"].id)
        assert f"In the real game {real}" in texts(resumed.message)


async def test_who_stops_practising_is_asked_nothing_and_told_in_that_message(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await blamed(held)
        shown, again = await mistakes(held)
        hand = (await held["Ada"].click(shown, custom_id=again)).response
        stopped = (await held["Ada"].click(hand.message, label="Stop practising")).response
        assert stopped.message.id == hand.message.id
        assert (await held.table(2)).row.status is Status.CLOSED
        assert texts(stopped.message).strip() == "Practice ended."
        assert held.labels(stopped.message) == ["Try again", "Back to the review"]


async def test_practice_is_no_game_that_waits_for_its_person(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await blamed(held)
        shown, again = await mistakes(held)
        app, board = held.bot.app, held.board()
        await held["Ada"].click(shown, custom_id=again)
        await held["Ada"].click(board, label="Next game")
        row = await app.store.match(MatchId(3))
        assert row is not None
        assert (row.status, row.guild_id) == (Status.LOBBY, held.guild.id)


async def test_nobody_tries_again_in_a_game_of_others_or_where_reviews_are_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        await played(held, "Ada", "Ben", "Cleo")
        app = held.bot.app
        app.put(Reviews(app.store, app.get(Workshop), analysing.blaming))
        shown = (await review(held["Ada"], held.board())).message
        again = next(each for each in custom_ids(shown) if each.startswith("try:"))
        with pytest.raises(Refused, match="review_others"):
            await app.get(Reviews).find(MatchId(1), held["Dora"].id, held.channel.id)
        await app.store.set_settings(
            server_scope(held.guild.id), change_of("off", (Feature.REVIEW,))
        )
        refused = await held["Ada"].click(shown, custom_id=again)
        assert "turned this off" in texts(refused.response.message)
        assert await app.store.match(MatchId(2)) is None

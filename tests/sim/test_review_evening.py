"""Reviews as people press for them: private, for players only, and not where they are off."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.match.table.kind import is_withheld
from bot.preferences.server import Feature
from bot.reviews.service import Reviewed, Reviews
from bot.store.rows import MatchId, Status
from tests.commands.past import custom_ids, played, switch_off
from tests.match import analysing
from tests.sim.evening import Evening, evening, play_unseen, texts
from tests.sim.test_pressing import private_answer

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


async def ways(held: Any, shown: Any) -> list[str]:
    """Return the ids of the buttons of the second mistake of Ben's; holds those of all."""
    found = await game_of(held, "Ben")
    kept = await held.bot.app.get(Reviews).stored_review(found)
    moves = [each.move for each in kept.mistakes]
    own = custom_ids(shown)[:9]
    assert held.labels(shown)[:10] == ["See it", "Try again", "Replay"] * 3 + ["Replay"]
    assert own[::3] == [f"review:1:{move}" for move in moves]
    assert own[1::3] == [f"try:1:{move}" for move in moves]
    places = [each.removeprefix("replay:at:").split("-")[:3] for each in own[2::3]]
    assert places == [["1", str(move), str(found.seat)] for move in moves]
    assert "replay:1" in custom_ids(shown)[9:]
    return own[3:6]


async def game_of(held: Any, name: str) -> Reviewed:
    """Return the first game as it is reviewed for a person."""
    found: Reviewed = await held.bot.app.get(Reviews).find(
        MatchId(1), held[name].user.id, held.channel.id
    )
    return found


async def assert_same_cards(held: Any, moves: int) -> None:
    """Hold Ada's practice to her seat and cards, where house players have all other seats."""
    game, table, ada = await game_of(held, "Ada"), await held.table(2), held["Ada"].user.id
    log = await held.bot.app.store.moves(MatchId(2))
    assert [(move.seat, move.code) for move in log] == [
        (move.seat, move.code) for move in game.finished.moves[:moves]
    ]
    # Nobody else has a part in it, so nothing leads to them from it.
    assert {move.by for move in log} <= {ada, None}
    assert table.begun.state == game.replay.courses[moves].state
    assert table.to_act() == (game.seat,)
    members = list(table.row.members)
    assert members.pop(game.seat - 1).user_id == ada
    assert [(member.user_id, member.level) for member in members] == [(None, "hard")] * 2
    assert not {"Ada", "Ben", "Cleo"} & {member.name for member in members}
    assert not table.row.rated


async def test_a_review_is_private_and_for_who_played_and_not_where_it_is_switched_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        await blamed(held)
        app = held.bot.app
        dora = await held["Dora"].click(held.board(), label="Review")
        assert "Only people who played this game" in private_answer(dora)
        assert app.get(Workshop).pid is None
        ben = await review(held["Ben"], held.board())
        ada = await review(held["Ada"].user, held.hand("Ada"))
        for answer in (ben, ada):
            said = texts(answer.message)
            assert answer.ephemeral
            assert "## Review · Clouds, table 1" in said
            assert said.count("lowered your chance of winning by about 8%") == 3
            assert len(answer.attachments) == 1
        assert texts(ben.message) != texts(ada.message)
        see, _, watch = await ways(held, ben.message)
        alone = (await held["Ben"].click(ben.message, custom_id=see)).response
        assert alone.ephemeral
        assert len(alone.attachments) == 1
        assert texts(alone.message).count("lowered your chance") == 1
        assert "**2 · " in texts(alone.message)
        assert custom_ids(alone.message)[-1] == "review:1"
        again = (await held["Ben"].click(alone.message, label="Back to the review")).response
        assert texts(again.message).count("lowered your chance") == 3
        shown = (await held["Ben"].click(again.message, custom_id=watch)).response
        assert shown.ephemeral
        assert "As **Ben** saw it" in texts(shown.message)
        await switch_off(held, Feature.REVIEW)
        refused = await held["Ada"].click(held.board(), label="Review")
        assert "turned this off: reviews of finished games" in private_answer(refused)


async def test_a_review_that_failed_stands_where_it_comes_when_asked_for_again(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben", "Cleo")
        app = held.bot.app
        app.put(Reviews(app.store, app.get(Workshop), analysing.dying))
        asked = await held["Ada"].click(held.board(), label="Review")
        shown = asked.response.message
        assert texts(shown) == "\nThat didn't work this time. Please try again."
        assert not asked.followups
        app.put(Reviews(app.store, app.get(Workshop), analysing.blaming))
        again = await held["Ada"].click(shown, label="Ask again")
        assert not again.followups
        assert "## Review · " in texts(asked.response.message)


async def test_a_mistake_is_tried_again_alone_and_after_a_restart_and_comes_to_nothing(
    held: Evening,
) -> None:
    await blamed(held)
    before = len(held.channel.history())
    shown, again = await mistakes(held)
    hand = (await held["Ada"].click(shown, custom_id=again)).response
    assert hand.ephemeral
    assert "-# Practice: Clouds · " in texts(hand.message)
    await assert_same_cards(held, int(again.split(":")[2]))
    table = await held.table(2)
    (seat,) = table.to_act()
    move = f"m:2:{table.row.moves}:{table.legal(seat)[0]}"
    await held.restart()
    await held["Ada"].click(hand.message, custom_id=move)
    assert (await held.table(2)).row.moves > table.row.moves
    resumed = (await held["Ada"].click(shown, custom_id=again)).response
    assert resumed.ephemeral
    assert await held.bot.app.store.match(MatchId(3)) is None
    await play_unseen(held, random.Random(1), lambda _: False, match_id=2)
    assert await is_withheld(held.bot.app.store, (await held.table(2)).row)
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


async def test_who_stops_practising_is_asked_nothing_and_told_so_once(held: Evening) -> None:
    await blamed(held)
    shown, again = await mistakes(held)
    hand = (await held["Ada"].click(shown, custom_id=again)).response
    await held["Ada"].click(hand.message, label="Stop practising")
    assert (await held.table(2)).row.status is Status.CLOSED
    assert await held.bot.app.store.results(MatchId(2)) == []
    seen = held.channel.history(viewer=held["Ada"])
    told = [one.id for one in seen if "Practice ended." in texts(one)]
    assert told == [hand.id]
    assert held.labels(hand.message) == ["Try again", "More…"]


async def test_one_practice_ends_another_and_is_no_game_that_waits_for_its_person(
    held: Evening,
) -> None:
    await blamed(held)
    shown, first = await mistakes(held)
    second = next(each for each in custom_ids(shown)[::-1] if each.startswith("try:"))
    for number, again in enumerate((first, second, first), start=2):
        await held["Ada"].click((await review(held["Ada"], held.board())).message, custom_id=again)
        assert (await held.table(number)).row.status is Status.PLAYING
    for number in (2, 3):
        assert (await held.table(number)).row.status is Status.CLOSED
    await held["Ada"].click(held.board(), label="Next game")
    row = (await held.table(5)).row
    assert (row.status, row.guild_id) == (Status.LOBBY, held.guild.id)


async def test_nobody_tries_again_in_a_game_of_others_or_where_reviews_are_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        await blamed(held)
        app, (shown, again) = held.bot.app, await mistakes(held)
        with pytest.raises(Refused, match="review_others"):
            await app.get(Reviews).find(MatchId(1), held["Dora"].id, held.channel.id)
        await switch_off(held, Feature.REVIEW)
        refused = await held["Ada"].click(shown, custom_id=again)
        assert "turned this off" in texts(refused.response.message)
        assert await app.store.match(MatchId(2)) is None

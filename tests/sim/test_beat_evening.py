"""A game played alone whose cards others try: one post that grows, and nothing that counts."""

from __future__ import annotations

import random
from typing import Any

from bot.privacy.service import Erasing
from bot.store.doors import Doors
from bot.store.rows import MatchId, Status
from tests.sim.evening import Evening, more, play_unseen, texts
from tests.sim.test_pressing import private_answer
from tests.waits import until


async def challenged(held: Any) -> Any:
    """Let Ada play a game alone to its end, and give others its cards; gives the post."""
    await held["Ada"].click(await held.open("Ada"), label="Start")
    await play_unseen(held, random.Random(1), lambda _: False)
    panel = await more(held["Ada"], held.board())
    return (await held["Ada"].click(panel, label="Beat my deal")).response.message


async def made(held: Any, match_id: int) -> int:
    """Return what the person of a game made."""
    results = await held.bot.app.store.results(MatchId(match_id))
    (own,) = (one for one in results if one.user_id is not None)
    return int(own.score)


async def test_a_friend_has_the_same_cards_after_a_restart_too_and_both_see_who_made_more(
    held: Evening,
) -> None:
    post, ben = await challenged(held), held["Ben"]
    own = await made(held, 1)
    doors, pair = Doors(held.bot.app.store.database), (held["Ada"].user.id, ben.user.id)
    await doors.block(*pair, 1.0, 9)
    assert "You can't join this table" in private_answer(await ben.click(post, label="Beat it"))
    await doors.unblock(*pair)
    assert f"**Ada** made **{own} point" in texts(post)
    hand = (await ben.click(post, label="Beat it")).response
    assert hand.ephemeral
    assert "Clouds: cards of table 1" in texts(hand.message)
    source, table = await held.table(1), await held.table(2)
    assert table.row.seed == source.row.seed
    seats = [
        [(one.user_id is None and one.name, one.level) for one in each.row.members]
        for each in (source, table)
    ]
    assert seats[0] == seats[1]
    await held.restart()
    again = (await ben.click(post, label="Beat it")).response
    assert again.ephemeral
    assert await held.bot.app.store.match(MatchId(3)) is None
    await play_unseen(held, random.Random(2), lambda _: False, match_id=2)
    row = f"**Ben** made **{await made(held, 2)} point"
    await until(lambda: row in texts(held.channel.history()[-1]))
    assert f"made {own} point" in texts(again.message)
    assert "with the same cards" in texts(again.message)
    # Who knows the cards reads what came of them, and nothing counts.
    assert row in texts((await held["Ada"].click(post, label="Beat it")).response.message)
    assert row in texts((await ben.click(post, label="Beat it")).response.message)
    stats = texts((await ben.slash(held.channel, "stats")).response.message)
    assert "1 game" not in stats


async def test_its_proof_is_that_of_the_cards_and_they_stay_when_their_person_goes(
    held: Evening,
) -> None:
    post, ben = await challenged(held), held["Ben"]
    shown = (await ben.click(post, label="Beat it")).response.message
    await play_unseen(held, random.Random(2), lambda _: False, match_id=2)
    fair = (await ben.click(await more(ben, shown), label="Fair deal")).response.message
    assert "✘" not in texts(fair)
    assert (await held.table()).row.secret.hex() in texts(fair)
    await held.bot.app.get(Erasing).erase(held["Ada"].id, "Someone")
    source = (await held.table()).row
    assert held["Ada"].id not in [one.user_id for one in source.members]
    told = texts((await ben.click(post, label="Beat it")).response.message)
    assert "Ada" not in told
    assert "**Ben** made" in told
    cleo = (await held["Cleo"].click(post, label="Beat it")).response
    assert "cards of table 1" in texts(cleo.message)
    (row,) = await held.bot.app.store.matches_of(held["Cleo"].id, (Status.PLAYING,))
    assert row.seed == source.seed
    fair = (await ben.click(await more(ben, shown), label="Fair deal")).response.message
    assert "✘" not in texts(fair)
    assert (await held.table(2)).row.status is Status.OVER

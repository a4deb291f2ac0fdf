"""*Deal me in*: one press on the welcome is a hand, and the next people take its chairs."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.preferences.terms import FIRST
from bot.records.service import finished_of
from bot.records.verify import checks_of
from bot.store.doors import Doors
from bot.store.rows import Location, MatchRow, Member, Status
from tests.sim.evening import Evening, evening, in_a_box, play_unseen, texts
from tests.sim.test_welcome_evening import added
from tests.waits import until

FRIENDS = ("Ada", "Ben", "Cleo", "Dora", "Emil")

WORDS = 30
"""As few words does a newcomer read before the first press and after it, till the first choice."""


async def welcomed(held: Evening) -> Any:
    await added(held, held.guild)
    (welcome,) = held.channel.history()
    return welcome


async def dealt(held: Evening, name: str, welcome: Any) -> Any:
    """Let a person press *Deal me in*; gives the private answer."""
    pressed = await held[name].click(welcome, label="Deal me in")
    # The hand waits for its table, however long that takes.
    await until(lambda: pressed.followups)
    (shown,) = pressed.followups
    assert shown.ephemeral
    return shown


async def rows(held: Evening) -> list[MatchRow]:
    return await held.bot.app.store.matches_in(held.channel.id, (Status.PLAYING,))


def words_of(message: Any) -> list[str]:
    """Return the words that stand in a message; alt texts are for who sees no pictures."""
    shown = [part for part in texts(message).split("\n") if not part.startswith("A table of")]
    return re.findall(r"\w\S*", " ".join(shown))


async def test_one_press_deals_a_hand_of_a_coached_game_that_does_not_count(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        welcome = await welcomed(held)
        assert len(words_of(welcome)) < WORDS
        assert welcome.attachments
        answer = await dealt(held, "Ada", welcome)
        assert answer.attachments[0].filename.startswith("hand-")
        (row,) = await rows(held)
        assert (row.game, row.rated, row.terms.coach) == ("balloon", False, True)
        assert row.options["target"] == 20
        assert [one.level for one in row.members if one.user_id is None] == ["easy"] * 3
        # The hand is the newest message, below the table.
        assert "Ada" in texts(held.board())
        assert len(held.channel.history()) == 2
        assert answer.id > held.board().id
        assert not held["Ada"].user.dm_channel.history()


async def test_who_presses_next_takes_a_chair_until_all_are_taken(tmp_path: Path) -> None:
    async with evening(tmp_path, FRIENDS) as held:
        welcome = await welcomed(held)
        await dealt(held, "Ada", welcome)
        for name in FRIENDS[1:4]:
            await dealt(held, name, held.board())
        (row,) = await rows(held)
        assert {one.name for one in row.members} == set(FRIENDS[:4])
        # Each has one place, the private hand, and no message beside it.
        assert not any(held[name].user.dm_channel.history() for name in FRIENDS[:4])
        assert "Deal me in" not in held.labels(held.board())
        await dealt(held, "Emil", welcome)
        assert len(await rows(held)) == 2


async def test_a_table_is_dealt_once_however_often_and_at_once_people_press(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        welcome = await welcomed(held)
        kept, people = held.env.memory.messages[held.channel.id], ("Ada", "Ada", "Ben")
        presses = [held[name].click(welcome, label="Deal me in") for name in people]
        await asyncio.gather(*presses)

        def hands() -> list[int]:
            return sorted(one.only_for for one in kept.values() if one.only_for is not None)

        # Of two hands of one person the later takes the place of the earlier.
        await until(lambda: hands() == sorted(held[name].user.id for name in ("Ada", "Ben")))
        (row,) = await rows(held)
        assert {"Ada", "Ben"} < {one.name for one in row.members}
        await held.restart()
        again = await dealt(held, "Ada", welcome)
        assert again.attachments[0].filename.startswith("hand-")
        assert len(await rows(held)) == 1


async def test_chairs_are_taken_till_the_first_deal_is_over_and_the_deal_is_proved(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        welcome = await welcomed(held)
        for name in ("Ada", "Ben"):
            await dealt(held, name, welcome)
        await play_unseen(held, random.Random(1), lambda view: view.deal_scores)
        await dealt(held, "Cleo", welcome)
        own, first = await rows(held)
        assert (own.opener_id, first.id) == (held["Cleo"].user.id, 1)
        await play_unseen(held, random.Random(1), lambda _: False)
        over = await finished_of(held.bot.app.store, (await held.table()).row)
        assert {check.key for check in checks_of(over)} >= {"entropy", "seating", "result"}
        assert all(check.holds for check in checks_of(over))


async def test_nobody_comes_to_a_table_whose_opener_has_blocked_them(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        welcome = await welcomed(held)
        ada, ben = held["Ada"].user.id, held["Ben"].user.id
        await Doors(held.bot.app.store.database).block(ada, ben, 0.0, 9)
        for name in ("Ada", "Ben"):
            await dealt(held, name, welcome)
        assert {row.opener_id for row in await rows(held)} == {ada, ben}


async def test_in_direct_messages_one_is_dealt_in_alone(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        card = (await held["Ada"].user.slash("nimbus")).response.message
        (answer,) = (await held["Ada"].user.click(card, label="Deal me in")).followups
        assert answer.attachments[0].filename.startswith("hand-")
        await held.bot.app.get(Publisher).idle()
        assert sum(map(in_a_box, held["Ada"].user.dm_channel.history())) >= 1


async def test_a_table_stored_as_the_bot_was_killed_is_shown_at_its_next_start(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        welcome, app, ada = await welcomed(held), held.bot.app, held["Ada"].user
        app.get(Tables).listeners.clear()  # so nothing is told of what is stored
        await app.get(Lobbies).deal(
            "balloon", Member(str(ada.id), "Ada", joined="7"),
            Location(held.guild.id, held.channel.id), FIRST, locale="en", by_token=False,
        )  # fmt: skip
        assert len(held.channel.history()) == 1
        await held.restart()
        await held.env.advance_time(60)
        shown = await held["Ada"].click(held.board(), label="My hand")
        assert shown.response.attachments[0].filename.startswith("hand-")
        await dealt(held, "Ada", welcome)
        assert len(await rows(held)) == 1

"""A review over the wire: asked for again after a kill in the middle, made once, and kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.reviews import store as reviews
from bot.reviews.store import ReviewRow
from sandbox.client import Reply
from tests.e2e.running_bot import RunningBot, board, is_over, opened, play_in_dm, running_bot
from tests.e2e.test_hints import told

ASKED, FOUND = "about ten seconds", "## Review · "

ONE_DEAL: dict[str, str | list[str]] = {"deals": "1", "par": ["false"], "rows": ["3"]}


async def kept(held: RunningBot) -> list[ReviewRow]:
    """Return what is kept of the reviews of everybody."""
    row = await held.row()
    assert row is not None
    async with held.store() as store:
        people = [member.user_id for member in row.members if member.user_id is not None]
        return [review for user in people for review in await store.database.read(reviews.of, user)]


async def says(reply: Reply, words: str) -> str:
    """Wait until an answer says something; gives all it says."""
    await reply.tab.wait_for(lambda _: words in told(reply.message))
    return told(reply.message)


@pytest.mark.soak  # tests/reviews/test_service.py asks it in one process
async def test_after_a_kill_in_the_middle_a_review_is_made_once_for_two_presses(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, "tests.e2e.pondering") as held:
        (tab,) = await opened(held, ("Ada",), "nimbly", options=ONE_DEAL)
        await play_in_dm(tab, random.Random(1), is_over)
        asked = await tab.click(board(tab), label="Review")
        await says(asked, ASKED)
        await held.until((tmp_path / "gate.begun").exists)
        await held.kill()
        assert await kept(held) == []
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        assert asked.message is not None
        again = await tab.click(asked.message, label="Ask again")
        other = await tab.click(board(tab), label="Review")
        await says(other, ASKED)
        (tmp_path / "gate").touch()
        found = await says(again, FOUND)
        assert await says(other, FOUND) == found
        (review,) = await kept(held)
        (tmp_path / "gate").unlink()  # nothing is made anew
        assert await says(await tab.click(board(tab), label="Review"), FOUND) == found
        assert await kept(held) == [review]

"""All that the bot sends in an evening is what Discord takes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.match.show.publisher import FAREWELL
from tests.e2e.running_bot import opened, running_bot
from tests.sim.evening import Evening, evening, more, play_one, play_unseen
from tests.sim.test_thread_evening import boards
from tests.sim.town import listen
from tests.wire.bodies import BodyChecker

# All that the bot sends in an evening is what Discord takes.

BY_INTERACTION = {
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "POST /webhooks/{webhook_id}/{webhook_token}",
}
BY_TOKEN = {
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "DELETE /channels/{channel_id}/messages/{message_id}",
    "POST /users/@me/channels",
    "PUT /applications/{application_id}/commands",
}
"""The kinds of calls that an evening makes."""

WITH_THREADS = {
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    "PUT /channels/{channel_id}/thread-members/{user_id}",
    "DELETE /channels/{channel_id}/thread-members/@me",
    "PATCH /channels/{channel_id}",
}
"""What threads add to these."""


@pytest.fixture
def watched(checker: BodyChecker, monkeypatch: pytest.MonkeyPatch) -> BodyChecker:
    """Return a judge of all that the bot sends in an evening."""
    listen(monkeypatch, checker.note_request)
    return checker


async def lobby(held: Evening) -> None:
    """Open a lobby and press everything on it; ends with a game of one deal and three people."""
    message = await held.open("Ada")
    settings = await held.panel("Ada", message)
    for name, on, label in (
        ("Ben", message, "Join"), ("Ben", message, "Leave"), ("Ada", settings, "Hard"),
        ("Ben", message, "Start"), ("Ada", settings, "Remove house player"),
        ("Ben", message, "Join"), ("Ben", message, "Join"), ("Cleo", message, "Join"),
        ("Ada", settings, "Fair deal"), ("Ada", settings, "How to play"),
        ("Cleo", message, "More…"),
    ):  # fmt: skip
        await held[name].click(on, label=label)
    opened = await held["Ada"].click(settings, label="Options")
    await held["Ada"].submit_modal(opened, {"deals": "1", "target": ""})
    await held["Ada"].click(message, label="Start")


async def test_a_whole_game_sends_nothing_discord_would_refuse(
    watched: BodyChecker, tmp_path: Path
) -> None:
    generator = random.Random(4)
    async with evening(tmp_path) as held:
        await lobby(held)
        for _ in range(12):
            await play_one(held, generator)
        # All other evenings hold what they send to the same; the end is another matter.
        await play_unseen(held, generator, until=lambda _: False)
        board = held.board()
        for label in ("Leaderboard", "Fair deal"):
            await held["Ben"].click(await more(held["Ben"], board), label=label)
        shown = await held["Ben"].click(board, label="Replay")
        whole = await more(held["Ben"], shown.response.message)
        await held["Ben"].click(whole, label="Record")
        for command in ("replay", "stats", "help"):
            await held["Ben"].slash(held.channel, command)
        for command in ("leaderboard", "rules"):
            await held["Ben"].slash(held.channel, command, game="cloud_nine")
    assert watched.faults == []
    assert watched.templates() >= BY_INTERACTION
    assert len(watched.seen) > 40


async def test_threads_are_begun_filled_and_left_as_discord_wants_it(
    watched: BodyChecker, tmp_path: Path
) -> None:
    async with evening(tmp_path, threads=True) as held:
        await held.start("Ada", "Ben")
        for voter in ("Ada", "Ben"):
            await held[voter].click(boards(held.thread)[-1], label="Vote to end")
        await held.env.advance_time(FAREWELL + 60)
    assert watched.faults == []
    assert watched.templates() >= WITH_THREADS


async def test_refusals_calls_and_an_early_end_are_as_well_formed(
    watched: BodyChecker, tmp_path: Path
) -> None:
    async with evening(tmp_path) as held:
        board = await held.start("Ada", "Ben")
        name, _ = await held.turn()
        await held[name].autocomplete(held.channel, "move", "move", "k")
        await held["Cleo"].click(board, label="My hand")
        await held["Cleo"].slash(held.channel, "move", move="play KH")
        await held["Ada"].slash(held.channel, "replay", match=1)
        # Past the minute after which whose turn comes is called to it.
        await held.env.advance_time(130)
        for _ in range(2):
            name, table = await held.turn()
            code = table.legal(table.to_act()[0])[0]
            await held[name].slash(held.channel, "move", move=code)
        for voter in ("Ada", "Ben"):
            await held[voter].click(board, label="Vote to end")
    assert watched.faults == []
    assert watched.templates() >= BY_TOKEN


# The judge reads what the unmodified bot process has sent over the wire.


@pytest.mark.whole
async def test_a_log_of_requests_is_judged_as_well(checker: BodyChecker, tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        await opened(held, ("Ada",))
        checker.note_all(held.sandbox.requests)
        assert checker.faults == []
        assert "PUT /applications/{application_id}/commands" in checker.templates()
        assert any(sent.files for sent in checker.seen)

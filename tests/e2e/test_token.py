"""A token that Discord refuses, at the start or in mid-game."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.host.exits import Exit
from sandbox import RequestFault
from tests.e2e.running_bot import (
    RunningBot,
    board,
    buttons,
    opened,
    private_messages,
    running_bot,
)

SENTENCE = "Discord doesn't accept the bot's token."


async def test_a_token_refused_at_the_start_is_a_sentence_and_a_status(tmp_path: Path) -> None:
    async with running_bot(tmp_path, asleep=True) as held:
        held.settings["DISCORD_TOKEN"] = "another-token"
        await held.wake()
        assert await held.ended() == Exit.REFUSED
        assert only_sentence(held)
        assert "another-token" not in held.log()


async def test_a_token_refused_by_the_gateway_in_mid_game_ends_the_bot(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        await opened(held, ("Ada",))
        held.sandbox.faults.token_revoked = True
        await held.sandbox.gateway.act("drop")
        assert await held.ended() == Exit.REFUSED
        assert only_sentence(held)


async def test_a_token_refused_by_rest_in_mid_game_shows_nothing_and_a_good_one_all(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        ada, ben = await opened(held, ("Ada", "Ben"))
        await ada.wait_for(lambda tab: buttons(board(tab), "t:"))
        await ada.wait_for(private_messages)
        assert (await ada.click(board(ada), label="Vote to end")).ok
        held.sandbox.faults.token_revoked = True
        # The last vote ends the game; its acknowledgement needs no token of the bot.
        await ben.click(board(ben), label="Vote to end")
        assert await held.ended() == Exit.REFUSED
        assert held.log().splitlines()[-1].startswith(SENTENCE)
        assert await unshown(held) == [1]
        held.sandbox.faults.token_revoked = False
        await held.wake()
        await ada.wait_for(lambda tab: not buttons(board(tab), "t:"))
        await held.until(lambda: held.why_red() is None)
        assert await unshown(held) == []


async def test_neither_a_webhook_s_401_nor_one_of_some_proxy_ends_the_bot(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        ada = await held.tab("Ada")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        held.sandbox.faults.requests = [
            RequestFault(method="PATCH", path="^/webhooks/", status=401, code=50027, times=2)
        ]
        asked = len(held.sandbox.requests)
        # Its answer never comes, and what is said instead neither.
        thinking = asyncio.create_task(ada.command("tables", "help"))
        await held.until(lambda: not held.sandbox.faults.requests)
        thinking.cancel()
        assert (await ada.command("tables", "help")).ok
        assert "/users/@me" not in [item.path for item in held.sandbox.requests[asked:]]
        assert SENTENCE not in held.log()
        (ada,) = await opened(held, ("Ada",))
        await ada.wait_for(lambda tab: buttons(board(tab), "t:"))
        await ada.wait_for(private_messages)
        asked = len(held.sandbox.requests)
        held.sandbox.faults.requests = [
            RequestFault(method="PATCH", path=r"^/channels/\d+/messages/", status=401, times=1)
        ]
        # Who plays alone is asked first, which changes nothing that is shown.
        question = await ada.command("tables", "leave")
        assert question.message is not None
        assert (await ada.click(question.message, label="End the game")).ok
        await held.until(lambda: not held.sandbox.faults.requests)
        await held.until(
            lambda: "/users/@me" in [item.path for item in held.sandbox.requests[asked:]]
        )
        await held.until(lambda: held.why_red() is None)
        assert (await ada.command("tables", "help")).ok
        assert SENTENCE not in held.log()


def only_sentence(held: RunningBot) -> bool:
    """Return whether the last line says why, and nothing before it is a traceback."""
    return held.log().splitlines()[-1].startswith(SENTENCE) and "Traceback" not in held.log()


async def unshown(held: RunningBot) -> list[int]:
    async with held.store() as store:
        return [int(match) for match in await store.unpublished()]

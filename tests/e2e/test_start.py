"""Starts over the wire: with a token refused, without an extra, or before kernels are compiled."""

from __future__ import annotations

import asyncio
import os
import random
import tomllib
from functools import partial
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from bot.host.logs import Exit
from bot.store.rows import MatchRow, Status
from sandbox import RequestFault
from sandbox.client import Tab
from sandbox.parts import parts_of
from sandbox.view import words_of
from tests.e2e import warm
from tests.e2e.bare import EXTRAS
from tests.e2e.running_bot import (
    RunningBot,
    behind,
    board,
    buttons,
    is_over,
    opened,
    panel_with,
    play_in_dm,
    private_messages,
    running_bot,
    state_equals_log,
)
from tests.source_tree import ROOT
from tests.waits import PATIENCE

# A token that Discord refuses, at the start or in mid-game.

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
        # Her hand comes beside the board, or by direct message where she was greeted before.
        await ada.wait_for(
            lambda tab: any(
                "· [table " in words_of(one) for one in (*tab.dm_messages(), *private_messages(tab))
            )
        )
        assert (await behind(ada, board(ada), "Vote to end")).ok
        panel = await panel_with(ben, board(ben), "Vote to end")
        held.sandbox.faults.token_revoked = True
        # The last vote ends the game; its acknowledgement needs no token of the bot.
        await ben.click(panel, label="Vote to end")
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


# The first start: the bot is there before what house players think with is compiled.

NOTE = "made quick moves. This game doesn't affect ratings."


def says(is_early: bool, tab: Tab) -> bool:
    """Return whether the newest board says that a house player moved by rule of thumb, or not."""
    shown: Any = board(tab)
    told = [str(part.get("content", "")) for part in parts_of(shown or {})]
    return any(NOTE in text for text in told) is is_early


def have_moved(row: MatchRow) -> bool:
    """Return whether everybody at a table has moved."""
    return row.moves > len(row.members)


async def test_the_bot_is_online_before_anything_is_compiled_and_says_how_it_plays(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, "tests.e2e.gated", NIMBUS_THINKERS="1") as held:
        for number, name in enumerate(("Ada", "Ben"), start=1):
            (tab,) = await opened(held, (name,), game="nimbly")
            playing = asyncio.create_task(play_in_dm(tab, random.Random(1), lambda _: False))
            row = await held.until_stored(have_moved, number)
            playing.cancel()
            is_early = number == 1
            assert any(member.hinted for member in row.members) is is_early
            await tab.wait_for(partial(says, is_early))
            (tmp_path / "gate").touch()
        await held.until(lambda: held.why_red() is None)


# An extra of pyproject.toml need not be there, and is asked for where a setting needs it.

BARE = "tests.e2e.bare"


async def test_a_game_is_played_where_no_extra_is_installed(tmp_path: Path) -> None:
    async with running_bot(tmp_path, BARE) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
        await asyncio.gather(*(play_in_dm(tab, random.Random(1), is_over) for tab in tabs))
        assert (await state_equals_log(held)).row.status is Status.OVER
        assert "Traceback" not in held.log()


@pytest.mark.parametrize(
    ("extra", "name", "value", "arguments"),
    [
        ("metrics", "NIMBUS_METRICS", "9464", ()),
        ("postgresql", "DATABASE_URL", "postgresql+psycopg://nimbus:hush@localhost/nimbus", ()),
        ("sentry", "SENTRY_DSN", "https://hush@example.org/1", ()),
        ("sentry", "SENTRY_DSN", "https://hush@example.org/1", ("check",)),
    ],
)
async def test_a_setting_that_needs_an_extra_says_how_to_install_it(
    tmp_path: Path, extra: str, name: str, value: str, arguments: tuple[str, ...]
) -> None:
    environment = {**os.environ, "NIMBUS_DATA": str(tmp_path), "DISCORD_TOKEN": "", name: value}
    process = await warm.start(BARE, environment, tmp_path / "printed", *arguments)
    async with asyncio.timeout(PATIENCE):
        assert await process.wait() == (Exit.DIFFERENT if arguments else Exit.SETTINGS)
    printed = (tmp_path / "printed").read_text()
    (told,) = (line for line in printed.splitlines() if f".whl[{extra}]'" in line)
    assert name in told
    assert "pip install -r requirements-all.lock" in told
    assert "hush" not in printed
    assert "Traceback" not in printed


def test_the_extras_bring_what_these_tests_leave_out() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    asked = {Requirement(line).name for lines in extras.values() for line in lines}
    homes = packages_distributions()
    brought = {name for name in EXTRAS if asked & set(homes[name])}
    assert brought == set(EXTRAS)
    assert len(extras) == len(EXTRAS)

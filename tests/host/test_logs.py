"""The log as JSON: an evening in it, one number through a press, and nothing that is secret."""

from __future__ import annotations

import json
import logging
import random
import re
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.host.logs import Json, scrubbed
from sandbox.client import Tab
from sandbox.faults import RequestFault
from tests.e2e.running_bot import RunningBot, moves_in_dm, opened, play_in_dm, running_bot
from tests.e2e.test_database_in_trouble import in_hand

NAMES = ("Ada", "Dmitri")


def lines(held: RunningBot) -> list[dict[str, Any]]:
    return [json.loads(line) for line in held.log().splitlines()]


def caused(held: RunningBot) -> list[set[str]]:
    """Return what was logged of each press, as its beginnings."""
    told: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines(held):
        if "press" in line:
            told[line["press"]].add(line["message"].split(" (")[0])
    return list(told.values())


def one_press_caused(held: RunningBot, *patterns: str) -> bool:
    """Return whether there is a press of which all of these were logged."""
    return any(
        all(any(re.fullmatch(pattern, line) for line in told) for pattern in patterns)
        for told in caused(held)
    )


def shown_as_of(tab: Tab, moves: int) -> bool:
    """Return whether the hand is up to date, and its person to move: it stays as it is then."""
    found = moves_in_dm(tab)
    return found is not None and found[1][0]["custom_id"].startswith(f"m:1:{moves}:")


@pytest.mark.whole
async def test_an_evening_tells_presses_by_number_and_no_secret(tmp_path: Path) -> None:
    async with running_bot(tmp_path, NIMBUS_LOG="json,debug") as held:
        (tab,) = await opened(held, NAMES[:1], stranger=NAMES[1])
        await play_in_dm(tab, random.Random(1), lambda _: len(held.sandbox.requests) > 60)
        await held.until_stored(lambda row: shown_as_of(tab, row.moves))
        message, choices = in_hand(tab)
        faults = held.sandbox.faults
        faults.requests = [RequestFault("PATCH", "/messages/", status=403, code=50001, times=4)]
        faults.callback_losses = 1
        await tab.click(message, custom_id=choices[0]["custom_id"])
        for told in ("acknowledgement lost: ServerDisconnectedError", "match 1: .+ not shown"):
            # Whatever came of the press that it was in, that stands under the same number.
            await held.until(partial(one_press_caused, held, told, r"m:1:\d+: \w+"))
        text = held.log()
        tokens = {
            part for request in held.sandbox.requests for part in request.path.split("/")
            if len(part) > 25
        }  # fmt: skip
    assert tokens
    assert not [secret for secret in (*NAMES, "a-token", *tokens) if secret in text]
    assert {"time", "level", "part", "message"} <= set(lines(held)[0])
    assert len(caused(held)) >= 5


def test_what_looks_like_a_token_is_not_written() -> None:
    token = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
    address = f"/webhooks/12/{'s' * 30}/messages/@original"
    assert scrubbed(f"{token} {address}") == "{token} /webhooks/12/{token}/messages/@original"
    assert scrubbed("sqlite+aiosqlite:///data/nimbus.sqlite3") == (
        "sqlite+aiosqlite:///data/nimbus.sqlite3"
    )


def test_an_error_is_one_line_with_its_traceback() -> None:
    with pytest.raises(ValueError, match="invalid") as raised:
        int("no")
    error = (raised.type, raised.value, raised.tb)
    record = logging.LogRecord("bot", logging.ERROR, "x", 1, "it %s", ("broke",), error)
    written = Json().format(record)
    assert "\n" not in written
    assert json.loads(written)["message"] == "it broke"
    assert "ValueError: invalid" in json.loads(written)["error"]

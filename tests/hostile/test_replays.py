"""No forged way leads into a game that is played, or whose deals others still play.

The codes here are made with the seed and the bot's own secret, which nobody knows: not even they
open it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.replays.service import Codes, Moment, codes_of
from bot.store.rows import Commit, MatchRow, SeriesRow
from bot.texts import Texts
from tests.hostile.box import GUILD, Box, boxed
from tests.hostile.forging import STRANGER, interaction
from tests.hostile.test_interactions import by, pressed, private_words
from tests.match.finished import ADA, CHANNEL, CLEO

SAY = Texts.load().words("en")
KEY = "daily 2026-11-22"


STEPS = ("open", "start", "back", "next", "end", "share")


def ways(row: MatchRow, codes: Codes, steps: tuple[str, ...] = STEPS) -> Iterator[dict[str, Any]]:
    """Spell every way into a replay: by buttons, menus and commands, by all eyes."""
    yield pressed(f"replay:{row.id}")
    yield pressed(f"replay:{row.id}:0")
    yield command(match=row.id)
    for eyes in "AT123":
        code = codes.spell(Moment(row.id, 0, eyes))
        for step in steps:
            yield pressed(f"rp:{step}:{code}")
        for menu in ("eyes", "deal", "move"):
            yield pressed(f"rp:{menu}", [code])
        yield command(code=code)


def command(**options: Any) -> dict[str, Any]:
    given = [
        {"name": name, "type": 4 if isinstance(value, int) else 3, "value": value}
        for name, value in options.items()
    ]
    data = {"id": "1", "name": "replay", "type": 1, "options": given}
    return interaction(2, data, STRANGER, GUILD, CHANNEL)


async def refusals(box: Box, row: MatchRow) -> set[str]:
    """Try every way as who sits there and as a stranger; gives what was said, all in private."""
    said, codes = set(), await codes_of(box.bot.app.store, row)
    for user in (ADA, CLEO, STRANGER):
        for payload in ways(row, codes, (*STEPS, "animate")):
            answers = await box.send(by(user, payload))
            assert not [body for _, body in answers if "multipart" in body], payload["data"]
            said.add(private_words(answers))
    return said


async def test_no_way_leads_into_a_game_that_is_played(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        row, _ = await box.seated()
        before = await box.stored()
        assert await refusals(box, row) == {SAY("refused.still_playing")}
        assert await box.stored() == before
        assert not box.errors.found


@pytest.mark.parametrize("is_known", [True, False])
async def test_no_way_leads_into_a_game_whose_series_is_open(
    tmp_path: Path, is_known: bool
) -> None:
    async with boxed(tmp_path) as box:
        store = box.bot.app.store
        closed = await store.match(box.matches[2])
        assert closed is not None
        row = replace(closed, version=closed.version + 1, series=KEY)
        assert await store.commit(Commit(row))
        if is_known:
            options: dict[str, object] = {"deals": 3}
            await store.series.add([SeriesRow(KEY, row.game, options, bytes(32), 1, 1, 1.0, 2.0)])
        assert await refusals(box, row) == {SAY("refused.withheld")}
        assert not box.errors.found


async def test_with_the_end_of_its_series_every_way_leads_there(tmp_path: Path) -> None:
    """What the tests before refuse is refused for the time at which it comes."""
    async with boxed(tmp_path) as box:
        row = await box.bot.app.store.match(box.matches[2])
        assert row is not None
        for payload in ways(row, await codes_of(box.bot.app.store, row)):
            answers = await box.send(payload)
            assert [body for _, body in answers if "multipart" in body], payload["data"]
        beyond = await box.send(pressed(f"replay:{row.id}:{row.moves + 1}"))
        assert private_words(beyond) == SAY("refused.bad_code")
        assert not box.errors.found

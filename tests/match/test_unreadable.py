"""A table that cannot be understood: its players are told, the log names it once, others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.clock.clocks import RETRY
from bot.store.errors import StoreFailed, UnreadableMatch
from bot.store.rows import MatchId
from tests.match.clock.test_clocks import sweep
from tests.match.finished import ADA, opened, start
from tests.match.stand import Parts
from tests.store.samples import tamper

STRANGE = [
    "state = '{\"a\": 1}'",
    "state = '[]'",
    "state = replace(state, 'H', 'Z')",
    "game = 'thunder'",
]


async def two(parts: Parts) -> tuple[MatchId, MatchId]:
    """Start two games in which a house player is to act, and let its time come."""
    found: list[MatchId] = []
    while len(found) < 2:
        row = await start(parts.lobbies, await opened(parts.lobbies, (ADA,)))
        if await parts.mover(row.id) == "Ada":
            await parts.tables.close(row.id)
        else:
            found.append(row.id)
    parts.clock.time += 100
    return found[0], found[1]


def spoil(tmp_path: Path, match_id: MatchId, damage: str) -> None:
    """Damage a match."""
    path = tmp_path / "nimbus.sqlite3"
    tamper(path, f"UPDATE match SET {damage} WHERE id = {match_id}")  # noqa: S608 - our own words


@pytest.mark.parametrize("damage", STRANGE)
async def test_a_state_that_cannot_be_understood_is_refused_and_named_once(
    parts: Parts, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    bad, good = await two(parts)
    spoil(tmp_path, bad, damage)
    for _ in range(2):
        with pytest.raises(UnreadableMatch) as caught:
            await parts.tables.play(bad, ADA, None, "play KH")
        assert caught.value.match_id == bad
        with pytest.raises(UnreadableMatch):
            await parts.tables.load(bad)
    assert await parts.store.live() == [good]
    (line,) = caplog.messages
    assert line.startswith(f"match {bad} cannot be read: its state cannot be understood (")


async def test_a_log_that_cannot_be_played_again_is_named_without_its_moves(
    parts: Parts, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await two(parts)
    assert await parts.tables.play_house(bad)
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE move SET code = 'play a trumpet'")
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE match SET version = version + 1")
    parts.store.rewrites.note()
    for _ in range(2):
        with pytest.raises(UnreadableMatch, match="its log cannot be understood"):
            await parts.tables.replayed(bad)
    assert (await parts.tables.replayed(good)).row.id == good
    assert len(caplog.messages) == 1
    assert "trumpet" not in caplog.text


async def test_the_clocks_go_on_without_a_table_that_cannot_be_read(
    parts: Parts, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await two(parts)
    spoil(tmp_path, bad, 'options = \'{"deals": "x"}\'')
    before = (await parts.tables.load(good)).row.moves
    for _ in range(3):
        await sweep(parts.clocks)
        await parts.clocks.wind_up()
        parts.clock.time += RETRY
    await parts.clocks.close()
    assert (await parts.tables.load(good)).row.moves > before
    (line,) = caplog.messages
    assert line.startswith(f"match {bad} cannot be read: its log cannot be understood (")
    assert "Traceback" not in caplog.text


async def test_a_database_that_fails_costs_the_clocks_a_line_and_no_traceback(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, other = await two(parts)

    async def full(_: object) -> bool:
        raise StoreFailed("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(parts.store, "commit", full)
        await sweep(parts.clocks)
    assert sorted(caplog.messages) == [
        f"match {key} could not go on: database or disk is full" for key in (match_id, other)
    ]
    assert "Traceback" not in caplog.text
    parts.clock.time += RETRY
    await sweep(parts.clocks)
    assert (await parts.tables.load(match_id)).row.moves == 1

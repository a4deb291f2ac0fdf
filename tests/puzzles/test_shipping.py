"""How the puzzles that come with the bot get into its database."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.table.abilities import Ability, can
from bot.puzzles import service as module
from bot.puzzles import service as reading
from bot.puzzles.service import Puzzle, Puzzles, Shipped, shipped
from bot.puzzles.store import RETIRED
from tests.match.finished import ADA
from tests.puzzles.rows import puzzle_row


async def test_the_puzzles_that_come_with_the_bot_are_stored_once(book: Puzzles) -> None:
    await book.begin()
    games = {row.game for row in shipped().puzzles}
    assert len(games) >= 4
    for game in games:
        assert can(game, Ability.PUZZLE)
        assert await book._kept.count(game) >= 150
    best = Puzzle.of(shipped().puzzles[0]).choices[0].code
    await book.answer(ADA, shipped().puzzles[0].key, best)
    await book.begin()
    assert (await book.find(shipped().puzzles[0].key)).row.answers == 1


async def test_a_puzzle_judged_anew_changes_and_one_withdrawn_is_offered_no_more(
    book: Puzzles, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = shipped().puzzles
    old = replace(first, choices=second.choices, theme="old", answers=7)
    await book._kept.add([old, puzzle_row("a" * 12)])
    monkeypatch.setattr(module, "shipped", lambda: Shipped({}, (second.key, "a" * 12), (first,)))
    await book.begin()
    after = (await book.find(first.key)).row
    assert (after.choices, after.theme, after.answers) == (first.choices, first.theme, 7)
    assert (await book.find("a" * 12)).row.theme == RETIRED
    assert (await book.draw(ADA, None)).row.key == first.key


async def test_a_spoilt_file_of_puzzles_keeps_the_bot_from_nothing(
    book: Puzzles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = tmp_path / "puzzles.json"
    monkeypatch.setattr(reading, "SHIPPED", spoilt)
    for text in (None, "[", "[7]", '[{"game": "nimbly"}]'):
        if text is not None:
            spoilt.write_text(text)
        shipped.cache_clear()
        await book.begin()
    shipped.cache_clear()
    assert await book._kept.count("nimbly") == 0

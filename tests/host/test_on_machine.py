"""What `check` says of house players who could not keep up."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from bot.host.check import DAY, Mark, thinking
from bot.match.house.thinking import FILE, Load
from bot.settings import Settings


@pytest.mark.parametrize(
    ("thinkers", "where"), [(3, "in 3 processes, on "), (0, "in the bot's own process")]
)
def test_where_all_keep_up_it_says_where_they_think(
    tmp_path: Path, thinkers: int, where: str
) -> None:
    found = thinking(Settings(data=tmp_path, thinkers=thinkers))
    assert found.mark is Mark.OK
    assert where in found.text


def test_what_the_bot_told_of_late_house_players_is_told_for_a_day(tmp_path: Path) -> None:
    Load(2, tmp_path).answered("clumond", "expert", 70.0, by_rule=True)
    found = thinking(Settings(data=tmp_path))
    assert found.mark is Mark.WARN
    assert "of 1 moves 1 were late, by up to 70.0 s, and 1 were made by rule of thumb" in found.text
    long_ago = time.time() - DAY - 1
    os.utime(tmp_path / FILE, (long_ago, long_ago))
    assert thinking(Settings(data=tmp_path)).mark is Mark.OK

"""A hundred tables of one server, each in a thread of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.test_threads import play_in_one_server
from tests.soak.amounts import amount

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

MANY = 100


async def test_a_hundred_tables_play_in_one_server(tmp_path: Path) -> None:
    await play_in_one_server(tmp_path, amount(MANY))

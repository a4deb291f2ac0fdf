from __future__ import annotations

import pytest

from bot.store.cluster.served import Shard, unserved


@pytest.mark.parametrize(
    ("found", "counts", "said"),
    [
        ([], set[int](), ""),
        ([(0, 2), (1, 2)], {2}, ""),
        ([(0, 2)], {2}, "1/2"),
        ([(4, 8), (6, 8)], {8}, "0-3,5,7/8"),
        ([(1, 2), (0, 4)], {2, 4}, "0/2, 1-3/4"),
        ([(1, 2), (0, 4)], {4}, "1-3/4"),
    ],
)
def test_shards_that_nobody_serves_are_named_as_a_setting_names_them(
    found: list[Shard], counts: set[int], said: str
) -> None:
    assert unserved(found, counts) == said

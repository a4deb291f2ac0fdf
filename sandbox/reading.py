"""JSON from outside, read with a bound on how deep it goes."""

from __future__ import annotations

from typing import Any

import orjson

DEEPEST = 64
"""Lists and objects inside of each other; Discord's own bodies need a dozen."""


def read_json(raw: bytes | str) -> Any:
    """Return the value that `raw` spells; raises ValueError when it is no JSON, or nested too deep.

    Whoever walks what is returned may thus recurse.
    """
    value = orjson.loads(raw)
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [inner for node in level for inner in _inside(node)]
        if not level:
            return value
    raise ValueError("nested too deep")


def _inside(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list) else []

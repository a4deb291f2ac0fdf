"""Checks of a modal: title, custom id, one to five components, each in a label or a row."""

from __future__ import annotations

from typing import Any

from sandbox.checks.controls import CONTROLS
from sandbox.checks.problems import Path, Problems, kind_of
from sandbox.checks.walk import Means, Walk
from sandbox.wire import SELECTS, Json, Part

_TOP = frozenset({Part.ROW, Part.LABEL, Part.TEXT})
_IN_LABEL = SELECTS | {
    Part.TEXT_INPUT,
    Part.FILE_UPLOAD,
    Part.RADIO,
    Part.CHECKBOX_GROUP,
    Part.CHECKBOX,
}
_IN_ROW = frozenset({Part.TEXT_INPUT})


def check_modal(modal: Json, means: Means | None = None) -> Problems:
    """Check the `data` of a modal callback; the faults found are returned."""
    walk = Walk(means or Means(), modal=True)
    walk.problems.text(("title",), modal.get("title"), most=45)
    walk.problems.text(("custom_id",), modal.get("custom_id"), most=100)
    parts = walk.problems.items(("components",), modal.get("components"), 1, 5, required=True)
    for index, part in enumerate(parts):
        _check_top(walk, part, ("components", index))
    return walk.problems


def _check_top(walk: Walk, part: Any, path: Path) -> None:
    if not _stands(walk, part, path, _TOP):
        return
    walk.enter(part, path)
    if part["type"] == Part.TEXT:
        walk.problems.text((*path, "content"), part.get("content"), most=4000)
        return
    if part["type"] == Part.LABEL:
        walk.problems.text((*path, "label"), part.get("label"), most=45)
        about = part.get("description")
        walk.problems.text((*path, "description"), about, most=100, least=0, required=False)
        _check_control(walk, part.get("component"), (*path, "component"), _IN_LABEL)
        return
    where = (*path, "components")
    for index, child in enumerate(
        walk.problems.items(where, part.get("components"), 1, 1, required=True)
    ):
        _check_control(walk, child, (*where, index), _IN_ROW)
        if isinstance(child, dict):
            walk.problems.text((*where, index, "label"), child.get("label"), most=45)


def _check_control(walk: Walk, part: Any, path: Path, allowed: frozenset[Part]) -> None:
    if _stands(walk, part, path, allowed):
        walk.enter(part, path)
        CONTROLS[Part(part["type"])](walk, part, path)


def _stands(walk: Walk, part: Any, path: Path, allowed: frozenset[Part]) -> bool:
    kind = kind_of(part)
    if kind in allowed:
        return True
    listed = ", ".join(str(int(item)) for item in sorted(allowed))
    message = f'Value of field "type" must be one of ({listed}).'
    walk.problems.add((*path, "type"), "UNION_TYPE_CHOICES", message)
    return False

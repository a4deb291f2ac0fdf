"""Checks of a message's components: which may stand where, how many, and how long.

Discord counts nested components towards the 40 of a message, and adds up the characters
of all text displays to at most 4000.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.checks.controls import CONTROLS
from sandbox.checks.problems import Path, Problems, kind_of
from sandbox.checks.walk import Means, Walk
from sandbox.wire import SELECTS, Json, Part

MOST_COMPONENTS = 40
MOST_TEXT = 4000
MOST_ROWS = 5

_LEGACY = frozenset({Part.ROW})
_IN_CONTAINER = frozenset(
    {Part.ROW, Part.SECTION, Part.TEXT, Part.GALLERY, Part.FILE, Part.SEPARATOR}
)
_V2 = _IN_CONTAINER | {Part.CONTAINER}
_IN_ROW = SELECTS | {Part.BUTTON}
_IN_SECTION = frozenset({Part.TEXT})
_ACCESSORY = frozenset({Part.BUTTON, Part.THUMBNAIL})


def check_components(
    parts: Any, *, v2: bool, means: Means | None = None, problems: Problems | None = None
) -> Problems:
    """Check the `components` field of a message; the faults found are returned."""
    walk = Walk(means or Means())
    if problems is not None:
        walk.problems = problems
    path: Path = ("components",)
    most = MOST_COMPONENTS if v2 else MOST_ROWS
    for index, part in enumerate(walk.problems.items(path, parts, 0, most)):
        check_part(walk, part, (*path, index), _V2 if v2 else _LEGACY)
    if walk.total > MOST_COMPONENTS:
        message = f"The total number of components cannot exceed {MOST_COMPONENTS}"
        walk.problems.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if walk.shown > MOST_TEXT:
        message = f"The total displayable text size of components exceeds {MOST_TEXT}"
        walk.problems.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    return walk.problems


def check_part(walk: Walk, part: Any, path: Path, allowed: frozenset[Part]) -> None:
    """Check one component where only the `allowed` types may stand."""
    kind = kind_of(part)
    if kind not in allowed:
        listed = ", ".join(str(int(item)) for item in sorted(allowed))
        message = f'Value of field "type" must be one of ({listed}).'
        walk.problems.add((*path, "type"), "UNION_TYPE_CHOICES", message)
        return
    walk.enter(part, path)
    _CHECKS[Part(kind)](walk, part, path)


def _check_row(walk: Walk, part: Json, path: Path) -> None:
    where = (*path, "components")
    children = walk.problems.items(where, part.get("components"), 1, 5, required=True)
    kinds = [kind_of(child) for child in children]
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        message = "The specified component exceeds the maximum width"
        walk.problems.add(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
    for index, child in enumerate(children):
        check_part(walk, child, (*where, index), _IN_ROW)


def _check_section(walk: Walk, part: Json, path: Path) -> None:
    where = (*path, "components")
    texts = walk.problems.items(where, part.get("components"), 1, 3, required=True)
    for index, child in enumerate(texts):
        check_part(walk, child, (*where, index), _IN_SECTION)
    if part.get("accessory") is None:
        walk.problems.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
        return
    check_part(walk, part["accessory"], (*path, "accessory"), _ACCESSORY)


def _check_text(walk: Walk, part: Json, path: Path) -> None:
    content = walk.problems.text((*path, "content"), part.get("content"), most=MOST_TEXT)
    walk.shown += len(content or "")


def _check_thumbnail(walk: Walk, part: Json, path: Path) -> None:
    walk.media(part.get("media"), (*path, "media"))
    _check_alt_text(walk, part, path)


def _check_gallery(walk: Walk, part: Json, path: Path) -> None:
    where = (*path, "items")
    for index, item in enumerate(
        walk.problems.items(where, part.get("items"), 1, 10, required=True)
    ):
        if not isinstance(item, dict):
            walk.problems.add((*where, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        walk.media(item.get("media"), (*where, index, "media"))
        _check_alt_text(walk, item, (*where, index))


def _check_file(walk: Walk, part: Json, path: Path) -> None:
    media = part.get("file")
    walk.media(media, (*path, "file"))
    url = media.get("url") if isinstance(media, dict) else None
    if isinstance(url, str) and url.startswith("http"):
        message = "Files must be given as attachment://"
        walk.problems.add((*path, "file", "url"), "URL_TYPE_INVALID_SCHEME", message)


def _check_separator(walk: Walk, part: Json, path: Path) -> None:
    walk.problems.whole((*path, "spacing"), part.get("spacing"), 1, 2)


def _check_container(walk: Walk, part: Json, path: Path) -> None:
    walk.problems.whole((*path, "accent_color"), part.get("accent_color"), 0, 0xFFFFFF)
    where = (*path, "components")
    children = walk.problems.items(where, part.get("components"), 1, MOST_COMPONENTS, required=True)
    for index, child in enumerate(children):
        check_part(walk, child, (*where, index), _IN_CONTAINER)


def _check_alt_text(walk: Walk, part: Json, path: Path) -> None:
    where = (*path, "description")
    walk.problems.text(where, part.get("description"), most=1024, least=0, required=False)


_CHECKS: dict[Part, Callable[[Walk, Json, Path], None]] = {
    Part.ROW: _check_row,
    Part.SECTION: _check_section,
    Part.TEXT: _check_text,
    Part.THUMBNAIL: _check_thumbnail,
    Part.GALLERY: _check_gallery,
    Part.FILE: _check_file,
    Part.SEPARATOR: _check_separator,
    Part.CONTAINER: _check_container,
    **CONTROLS,
}

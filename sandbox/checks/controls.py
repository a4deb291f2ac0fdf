"""Checks of the components people operate: buttons, selects, and what modals hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.checks.problems import Path
from sandbox.checks.walk import Walk
from sandbox.wire import SELECTS, Json, Part

_LINK = 5
_PREMIUM = 6
_STYLES = frozenset(range(1, 7))


def check_button(walk: Walk, part: Json, path: Path) -> None:
    """Check a button: a style, a face, and either a custom id, an address or a product."""
    problems = walk.problems
    style = part.get("style")
    if not problems.choice((*path, "style"), style, _STYLES):
        return
    problems.text((*path, "label"), part.get("label"), most=80, least=0, required=False)
    walk.emoji(part.get("emoji"), path)
    if style == _PREMIUM:
        problems.text((*path, "sku_id"), part.get("sku_id"), most=20)
        return
    if not part.get("label") and not part.get("emoji"):
        problems.add(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
    if style == _LINK:
        _check_link(walk, part, path)
        return
    if part.get("url") is not None:
        problems.add((*path, "url"), "BUTTON_COMPONENT_URL_NOT_ALLOWED", "Only links have a url")
    walk.custom_id(part, path)


def check_select(walk: Walk, part: Json, path: Path) -> None:
    """Check a select of any kind; strings need options, the others must not have them."""
    walk.custom_id(part, path)
    problems = walk.problems
    problems.text(
        (*path, "placeholder"), part.get("placeholder"), most=150, least=0, required=False
    )
    least = problems.whole((*path, "min_values"), part.get("min_values"), 0, 25)
    most = problems.whole((*path, "max_values"), part.get("max_values"), 1, 25)
    if least is not None and most is not None and least > most:
        message = "min_values must not be greater than max_values"
        problems.add((*path, "min_values"), "SELECT_COMPONENT_MIN_MAX", message)
    _refuse_disabled(walk, part, path)
    if part["type"] != Part.STRING_SELECT:
        return
    options = _check_options(walk, part, path, least=1, most=25)
    if most is not None and options and most > len(options):
        message = "max_values must not be greater than the number of options"
        problems.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", message)


def check_text_input(walk: Walk, part: Json, path: Path) -> None:
    """Check a text input of a modal."""
    walk.custom_id(part, path)
    problems = walk.problems
    problems.choice((*path, "style"), part.get("style"), {1, 2})
    problems.whole((*path, "min_length"), part.get("min_length"), 0, 4000)
    problems.whole((*path, "max_length"), part.get("max_length"), 1, 4000)
    problems.text((*path, "value"), part.get("value"), most=4000, least=0, required=False)
    problems.text(
        (*path, "placeholder"), part.get("placeholder"), most=100, least=0, required=False
    )
    _refuse_disabled(walk, part, path)


def check_radio(walk: Walk, part: Json, path: Path) -> None:
    """Check a radio group of a modal: two to ten options."""
    walk.custom_id(part, path)
    _check_options(walk, part, path, least=2, most=10)


def check_checkboxes(walk: Walk, part: Json, path: Path) -> None:
    """Check a checkbox group of a modal: one to ten options."""
    walk.custom_id(part, path)
    _check_options(walk, part, path, least=1, most=10)


def check_checkbox(walk: Walk, part: Json, path: Path) -> None:
    """Check a single checkbox of a modal."""
    walk.custom_id(part, path)


def check_file_upload(walk: Walk, part: Json, path: Path) -> None:
    """Check a file upload of a modal: none to ten files."""
    walk.custom_id(part, path)
    walk.problems.whole((*path, "min_values"), part.get("min_values"), 0, 10)
    walk.problems.whole((*path, "max_values"), part.get("max_values"), 1, 10)


def _check_link(walk: Walk, part: Json, path: Path) -> None:
    if part.get("custom_id") is not None:
        message = "A custom id and url cannot both be specified"
        walk.problems.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
    url = walk.problems.text((*path, "url"), part.get("url"), most=512)
    if url is not None and not url.startswith(("http://", "https://", "discord://")):
        message = f"Scheme of {url!r} must be http, https or discord."
        walk.problems.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", message)


def _check_options(walk: Walk, part: Json, path: Path, *, least: int, most: int) -> list[Any]:
    where = (*path, "options")
    options = walk.problems.items(where, part.get("options"), least, most, required=True)
    values: set[str] = set()
    for index, option in enumerate(options):
        at = (*where, index)
        if not isinstance(option, dict):
            walk.problems.add(at, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        _check_option(walk, option, at)
        value = option.get("value")
        if isinstance(value, str) and value in values:
            message = "The specified option value is already used"
            walk.problems.add((*at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        values.add(str(value))
    return options


def _check_option(walk: Walk, option: Json, at: Path) -> None:
    problems = walk.problems
    problems.text((*at, "label"), option.get("label"), most=100)
    problems.text((*at, "value"), option.get("value"), most=100)
    problems.text((*at, "description"), option.get("description"), most=100, required=False)
    walk.emoji(option.get("emoji"), at)


def _refuse_disabled(walk: Walk, part: Json, path: Path) -> None:
    if walk.modal and part.get("disabled"):
        message = "Components in modals cannot be disabled"
        walk.problems.add((*path, "disabled"), "MODAL_COMPONENT_DISABLED", message)


CONTROLS: dict[Part, Callable[[Walk, Json, Path], None]] = {
    Part.BUTTON: check_button,
    Part.TEXT_INPUT: check_text_input,
    Part.RADIO: check_radio,
    Part.CHECKBOX_GROUP: check_checkboxes,
    Part.CHECKBOX: check_checkbox,
    Part.FILE_UPLOAD: check_file_upload,
    **dict.fromkeys(SELECTS, check_select),
}

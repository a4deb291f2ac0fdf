"""A modal as a person has filled it in, checked against the modal as it was opened."""

from __future__ import annotations

from typing import Any

from sandbox.options import Refused
from sandbox.wire import Json, Part

_OFFERING = frozenset({Part.STRING_SELECT, Part.RADIO, Part.CHECKBOX_GROUP})


def check_submitted(opened: list[Json], submitted: Any) -> list[Json]:
    """Return the components of a modal's submission, with those left out put in empty.

    Raises Refused when a required control is empty or a value is not possible.
    """
    given = {control["custom_id"]: control for control in controls_of(submitted)}
    filled: list[Json] = []
    for index, part in enumerate(opened, start=1):
        inner = controls_of([part])
        if not inner:
            continue
        control = _fill(inner[0], given.get(inner[0]["custom_id"], {}))
        shell: Json = {"type": part["type"], "id": part.get("id") or index}
        if part["type"] == Part.LABEL:
            filled.append(shell | {"component": control})
        else:
            filled.append(shell | {"components": [control]})
    return filled


def controls_of(parts: Any) -> list[Json]:
    """Return the controls of a modal's components, out of their labels and rows."""
    found: list[Json] = []
    for part in parts or []:
        if part.get("custom_id") is not None:
            found.append(part)
        found += controls_of(part.get("components"))
        if part.get("component"):
            found += controls_of([part["component"]])
    return found


def _fill(control: Json, given: Json) -> Json:
    filled: Json = {
        "type": control["type"],
        "id": control.get("id") or 0,
        "custom_id": control["custom_id"],
    }
    if control["type"] == Part.TEXT_INPUT:
        return filled | {"value": _text(control, str(given.get("value") or ""))}
    if control["type"] == Part.CHECKBOX:
        return filled | {"value": bool(given.get("value"))}
    if control["type"] == Part.RADIO:
        chosen = _choices(control, [given["value"]] if given.get("value") else [], 1)
        return filled | {"value": chosen[0] if chosen else None}
    most = control.get("max_values") or 1
    if control["type"] == Part.CHECKBOX_GROUP:
        most = control.get("max_values") or len(control["options"])
    return filled | {"values": _choices(control, given.get("values") or [], most)}


def _text(control: Json, value: str) -> str:
    if not value:
        if control.get("required", True):
            raise Refused("This field is required.")
        return value
    least, most = control.get("min_length") or 0, control.get("max_length") or 4000
    if not least <= len(value) <= most:
        raise Refused(f"Between {least} and {most} characters are needed.")
    return value


def _choices(control: Json, values: list[Any], most: int) -> list[str]:
    chosen = [str(value) for value in values]
    required = control.get("required", True)
    least = control.get("min_values")
    least = int(required) if least is None else least
    if len(chosen) > most or (len(chosen) < least and (chosen or required)):
        raise Refused("Make a selection.")
    offered = {option["value"] for option in control.get("options") or []}
    if control["type"] in _OFFERING and not set(chosen) <= offered:
        raise Refused("This option is not offered.")
    return chosen

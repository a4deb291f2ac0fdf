"""The forms of a game's options and of the table's terms.

They hold no state: what comes back names the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from bot.errors import Refused
from bot.inbound import chosen
from bot.play.terms import CLOCKS, FLAGS
from bot.play.terms import PREFIX as TERMS
from bot.ui.lobby import value_text
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.store.rows import MatchRow
    from engine.game import Option
    from render.api import Words

DEEPEST = 4
"""How many layers of components a form has at most."""


def options_form(row: MatchRow, say: Words) -> ui.Modal:
    """Make the form with the present values; at most five options fit a form."""
    form = ui.Modal(
        title=say("lobby.form.title", game=say(f"game.{row.game}"))[:45],
        custom_id=f"f:{row.id}",
        timeout=60,
    )
    for option in GAMES[row.game].info.options[:5]:
        value = row.options.get(option.key, option.default)
        name = say(f"option.{row.game}.{option.key}")
        field = _number(option, value) if _is_number(option) else _choice(row, option, value, say)
        form.add_item(
            ui.Label(text=name[:45], description=_about(row.game, option, say), component=field)
        )
    return form


def terms_form(row: MatchRow, say: Words) -> ui.Modal:
    """Make the form of what the table agrees on beside the game's options."""
    form = ui.Modal(title=say("terms.form.title"), custom_id=f"f:{row.id}", timeout=60)
    clock: ui.Select[Any] = ui.Select(custom_id=f"{TERMS}clock")
    for seconds in CLOCKS:
        label = say(f"terms.clock.{seconds}")
        clock.add_option(label=label, value=str(seconds), default=seconds == row.terms.clock)
    hints: ui.Select[Any] = ui.Select(custom_id=f"{TERMS}hints")
    for value, allowed in FLAGS.items():
        label = say(f"terms.hints.{value}")
        hints.add_option(label=label, value=value, default=allowed == row.terms.hints)
    for name, field in (("clock", clock), ("hints", hints)):
        about = say(f"about.terms.{name}")
        form.add_item(ui.Label(text=say(f"terms.{name}"), description=about, component=field))
    return form


def typed_options(components: object) -> dict[str, str]:
    """Read the components that came back: what was typed or chosen, by the option's key.

    Raises Refused for what is no form of ours.
    """
    typed = dict(_fields(components))
    if not typed:
        raise Refused("refused.malformed")
    return typed


def _fields(components: object, depth: int = 0) -> Iterator[tuple[str, str]]:
    for component in _listed(components) if depth < DEEPEST else ():
        inner = component.get("component", component) if isinstance(component, dict) else None
        if not isinstance(inner, dict):
            raise Refused("refused.malformed")
        if "components" in inner:
            yield from _fields(inner["components"], depth + 1)
            continue
        # A menu that may be left empty sends an empty list.
        value = chosen(inner["values"] or [""]) if "values" in inner else inner.get("value")
        key = inner.get("custom_id")
        if not isinstance(key, str) or not isinstance(value, str):
            raise Refused("refused.malformed")
        yield key, value


def _listed(components: object) -> list[Any]:
    if not isinstance(components, list):
        raise Refused("refused.malformed")
    return components


def _is_number(option: Option) -> bool:
    return not option.choices and not isinstance(option.default, bool)


def _number(option: Option, value: object) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=option.key,
        default=None if value is None else str(value),
        required=option.default is not None,
        max_length=5,
    )


def _choice(row: MatchRow, option: Option, value: object, say: Words) -> ui.Select[Any]:
    select: ui.Select[Any] = ui.Select(custom_id=option.key)
    for choice in option.choices or ("true", "false"):
        shown = choice if option.choices else choice == "true"
        select.add_option(
            label=value_text(row.game, option, shown, say),
            value=choice,
            default=choice == value or shown == value,
        )
    return select


def _about(game: str, option: Option, say: Words) -> str:
    """Say what may be typed, or what a choice means."""
    if not _is_number(option):
        return say(f"about.{game}.{option.key}")
    if option.step > 1:
        return say("option.range_step", low=option.low, high=option.high, step=option.step)
    if option.default is not None:
        return say("option.range", low=option.low, high=option.high)
    empty = say(f"option.{game}.{option.key}.empty")
    return say("option.range_or_empty", low=option.low, high=option.high, empty=empty)

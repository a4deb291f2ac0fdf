"""The forms of a game's options and of the table's terms.

They hold no state: what comes back names the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from discord import ui

from bot.discord.inbound import chosen
from bot.discord.parts import cut
from bot.errors import Refused
from bot.match.kind import kind_of
from bot.match.lobby.layouts import value_text
from bot.match.table import row_options
from bot.preferences.terms import CLOCK, COACH, HINTS, clock_word
from bot.store.rows import MatchRow
from engine.game import Option, OptionValue
from engine.games import GAMES
from engine.options import spell_option
from render.api import Words

DEEPEST = 4
"""How many layers of components a form has at most."""


def options_form(row: MatchRow, say: Words) -> ui.Modal:
    """Make the form with the present values; at most five options fit a form."""
    form = ui.Modal(
        title=cut(say("lobby.form.title", game=say(f"game.{row.game}")), 45),
        custom_id=f"f:{row.id}",
        timeout=60,
    )
    for option in GAMES[row.game].info.options[:5]:
        value = row_options(row).get(option.key, option.default)
        labels = [value_text(row.game, option, option.read(word), say) for word in option.choices]
        field = _menu(option, labels, value) if labels else _line(option, value)
        name = say(f"option.{row.game}.{option.key}")
        form.add_item(
            ui.Label(text=cut(name, 45), description=_about(row.game, option, say), component=field)
        )
    return form


def terms_form(row: MatchRow, say: Words, *, is_played: bool = False) -> ui.Modal:
    """Make the form of what the table agrees on beside the game's options.

    Where the game `is_played`, what comes back is a proposal.
    """
    to = f"p:{row.id}" if is_played else f"f:{row.id}"
    form = ui.Modal(title=say("terms.form.title"), custom_id=to, timeout=60)
    for name, term, value in (
        ("clock", CLOCK, clock_word(row.terms)),
        ("hints", HINTS, row.terms.hints),
        ("coach", COACH, row.terms.coach),
    ):
        if row.by_token and term is CLOCK:
            continue  # nobody can be called there
        if kind_of(row).shares_deals and term is not CLOCK:
            continue  # nobody has any
        if is_played and term is COACH:
            continue  # whether a game counts is agreed before it
        labels = [say(f"terms.{name}.{word}") for word in term.choices]
        field, about = _menu(term, labels, value), say(f"about.terms.{name}")
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


def _line(option: Option, value: OptionValue) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=option.key,
        default=None if value is None else str(value),
        required=option.default is not None,
        max_length=5,
    )


def _menu(option: Option, labels: Iterable[str], value: OptionValue) -> ui.Select[Any]:
    """Offer every value of an option, the present one chosen."""
    select: ui.Select[Any] = ui.Select(custom_id=option.key)
    for word, label in zip(option.choices, labels, strict=True):
        select.add_option(label=label, value=word, default=word == spell_option(value))
    return select


def _about(game: str, option: Option, say: Words) -> str:
    """Say what may be typed, or what a choice means."""
    if option.choices:
        return say(f"about.{game}.{option.key}")
    if option.limits["step"] > 1:
        key = "option.range_also" if option.also else "option.range_step"
        return say(key, also=option.also, **option.limits)
    if option.default is not None:
        return say("option.range", **option.limits)
    empty = say(f"option.{game}.{option.key}.empty")
    return say("option.range_or_empty", empty=empty, **option.limits)

"""When an evening is to begin: the question before anybody else sees it, and the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.parts import container, moment, rows
from bot.preferences.hours import ZONE_LENGTH
from render.api import Words

TYPED_LENGTH = 40
"""How many characters of a time may be typed."""


def plan_layout(plan: str, game: str, when: float, typed: str, say: Words) -> ui.LayoutView:
    """Lay out when an evening would begin, in everyone's own time, and what opens it."""
    told = say(
        "evening.plan", game=say(f"game.{game}"), when=moment(when, "F"), left=moment(when, "R")
    )
    opening = button(
        f"evening:open:{plan}:{int(when)}", say("evening.button.plan"), discord.ButtonStyle.success
    )
    return container(ui.TextDisplay(told), *rows([opening, _asking(plan, typed, say)]))


def unread_layout(plan: str, typed: str, told: str, say: Words) -> ui.LayoutView:
    """Lay out what could not be read, with the button that asks again."""
    return container(ui.TextDisplay(told), *rows([_asking(plan, typed, say)]))


def plan_form(
    plan: str, days: Mapping[str, str], day: str, hour: str, zone: str, say: Words
) -> ui.Modal:
    """Make the form of day, hour and time zone; `days` are those to choose from, by their value."""
    form = ui.Modal(title=say("evening.form.when"), custom_id=f"evening:when:{plan}", timeout=60)
    choices: ui.Select[Any] = ui.Select(custom_id="day")
    for value, label in days.items():
        choices.add_option(label=label, value=value, default=value == day)
    form.add_item(ui.Label(text=say("evening.form.day"), component=choices))
    for key, about, value, most in (
        ("hour", "about.evening.hour", hour, TYPED_LENGTH),
        ("zone", "preferences.about.zone", zone, ZONE_LENGTH),
    ):
        field: ui.TextInput[Any] = ui.TextInput(custom_id=key, default=value, max_length=most)
        text = say("preferences.form.zone" if key == "zone" else "evening.form.hour")
        form.add_item(ui.Label(text=text, description=say(about), component=field))
    return form


def asking_id(plan: str, typed: str) -> str:
    """Spell the custom id that opens the form, in which stands what was typed."""
    return f"evening:plan:{plan}:{' '.join(typed.split())[:TYPED_LENGTH]}"


def _asking(plan: str, typed: str, say: Words) -> ui.Button[Any]:
    return button(asking_id(plan, typed), say("evening.button.when"))

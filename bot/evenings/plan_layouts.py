"""An evening to come: its plan, challenges, and its line on a person's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.discord.names import escape
from bot.discord.parts import button, container, moment, rows
from bot.evenings.meetings import Offer
from bot.evenings.store import EveningStore
from bot.match.show.lobby_layouts import settings_text
from bot.match.show.profile import Asked, Fact, Line
from bot.match.table.crowd import terms_of_crowd
from bot.preferences.hours import ZONE_LENGTH
from bot.preferences.server import Feature
from render.api import Nth, Words

# When an evening is to begin: the question before anybody else sees it, and the form.

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


# What another server offers, before anybody says yes.


def offer_layout(offer: Offer, say: Words) -> ui.LayoutView:
    """Lay out who plays what, how, and the button that accepts it."""
    row, begins = offer.home, offer.home.terms.begins
    played = replace(row, terms=terms_of_crowd(row.terms))
    when = "" if begins is None else say("evening.offer.begins", when=f"<t:{int(begins)}:f>")
    lines = [
        say("evening.offer", club=escape(offer.name), game=say(f"game.{row.game}")),
        settings_text(played, say), say("lobby.challenge.apart"), when, say("evening.offer.means"),
    ]  # fmt: skip
    accept = button(
        f"evening:accept:{offer.challenge.code}", say("evening.button.accept"),
        discord.ButtonStyle.success,
    )  # fmt: skip
    return container(ui.TextDisplay("\n".join(filter(None, lines))), *rows([accept]))


# Evenings on a person's card and page.

LATEST = 3
"""Of how many evenings, the latest, the places are told."""


async def evening_lines(asked: Asked) -> Sequence[Line]:
    """Tell a person's places in the evenings of a server, with the way to these; or in all."""
    say, places = asked.say, await _places(asked)
    if not places:
        return ()
    latest = [Nth(place) for place in places[:LATEST]]
    told = say("home.evening.places", n=len(places), best=Nth(min(places)), latest=latest)
    see = None if asked.guild_id is None else button("evenings", say("evening.button.all"))
    return [Line(say("home.evening", told=told), see)]


async def evening_facts(asked: Asked) -> Sequence[Fact]:
    """Tell in how many evenings a person has a place, the best, and the latest of several."""
    say, places = asked.say, await _places(asked)
    if not places:
        return ()
    best = say("fact.evenings.places", places=[Nth(min(places))])
    facts = [Fact(say("fact.evenings"), str(len(places))), Fact(say("fact.evenings.best"), best)]
    if len(places) > 1:
        latest = say("fact.evenings.places", places=places[:LATEST])
        facts.append(Fact(say("fact.evenings.latest"), latest))
    return facts


async def _places(asked: Asked) -> list[int]:
    if not asked.settings.has(Feature.EVENINGS):
        return []
    return await EveningStore(asked.app.store.database).places_of(asked.user_id, asked.guild_id)

"""Evenings on a person's card and page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.controls import button
from bot.evenings.store import EveningStore
from bot.match.show.profile import Asked, Fact, Line
from bot.preferences.server import Feature
from render.api import Nth

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

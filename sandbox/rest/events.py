"""Scheduled events: those that the bot announces, elsewhere than in a voice channel."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sandbox import permissions, places
from sandbox.checks.problems import Problems
from sandbox.errors import refusal
from sandbox.hello import events_of
from sandbox.rest.routing import Call, Reply, Route
from sandbox.things import Event, Guild
from sandbox.wire import Json, Permission

_LONGEST, _LONGEST_ABOUT = 100, 1000
_ELSEWHERE, _GUILD_ONLY = 3, 2
_SCHEDULED, _ACTIVE, _COMPLETED, _CANCELED = 1, 2, 3, 4
_NEXT = {_SCHEDULED: {_ACTIVE, _CANCELED}, _ACTIVE: {_COMPLETED}}
"""The states that an event may go on to: from the others to none."""


async def list_events(call: Call) -> Reply:
    """Answer with a guild's events that are not over."""
    return Reply(200, events_of(call.memory, _guild(call)))


async def create(call: Call) -> Reply:
    """Announce an event; 50013 without the permission to, 30038 where there are too many."""
    guild, body = _guild(call), call.form()
    _require(call, guild)
    problems = Problems()
    begins, ends = _check(body, problems)
    if begins is not None and begins <= call.memory.now():
        problems.add(
            ("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
            "Cannot schedule event in the past.",
        )  # fmt: skip
    problems.raise_any()
    _require_room(call, guild)
    made = Event(
        call.memory.snowflakes.mint(), guild.id, body["name"], body.get("description"),
        body["entity_metadata"]["location"], begins or 0.0, ends or 0.0,
    )  # fmt: skip
    return _kept(call, guild, made)


async def change(call: Call) -> Reply:
    """Move an event on; 10070 for one there is not, 180000 for one that is over."""
    guild, body = _guild(call), call.form()
    _require(call, guild)
    event = call.memory.events.get(call.number("event_id"))
    if event is None or event.guild_id != guild.id:
        raise refusal(10070)
    if event.status not in _NEXT:
        raise refusal(180000)
    problems = Problems()
    status = body.get("status")
    problems.choice(("status",), status, _NEXT[event.status])
    problems.raise_any()
    return _kept(call, guild, replace(event, status=int(status or 0)))


def _check(body: Json, problems: Problems) -> tuple[float | None, float | None]:
    """Check the fields of a new event; return when it begins and ends."""
    problems.text(("name",), body.get("name"), most=_LONGEST, least=1, required=True)
    problems.text(("description",), body.get("description"), most=_LONGEST_ABOUT, required=False)
    problems.choice(("entity_type",), body.get("entity_type"), {_ELSEWHERE})
    problems.choice(("privacy_level",), body.get("privacy_level"), {_GUILD_ONLY})
    where = body.get("entity_metadata")
    place = where.get("location") if isinstance(where, dict) else None
    at = ("entity_metadata", "location")
    problems.text(at, place, most=_LONGEST, least=1, required=True)
    names = ("scheduled_start_time", "scheduled_end_time")
    begins, ends = (_moment(body, name, problems) for name in names)
    if begins is not None and ends is not None and ends <= begins:
        problems.add(
            (names[1],), "GUILD_SCHEDULED_EVENT_INVALID_END_TIME", "End time must be after start."
        )
    return begins, ends


def _moment(body: Json, name: str, problems: Problems) -> float | None:
    value: Any = body.get(name)
    with suppress(TypeError, ValueError):
        moment = dt.datetime.fromisoformat(value)
        if moment.tzinfo is not None:
            return moment.timestamp()
    problems.add((name,), "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")
    return None


def _kept(call: Call, guild: Guild, event: Event) -> Reply:
    """Keep an event, and tell everybody of those that the guild has now."""
    memory = call.memory
    memory.events[event.id] = event
    told = {"guild_id": str(guild.id), "events": events_of(memory, guild)}
    people = [person for person in guild.members if person != memory.bot.id]
    call.switchboard.people.tell(people, "EVENTS", told)
    return Reply(200, places.event(memory, event))


def _require(call: Call, guild: Guild) -> None:
    """Raise 50013 where the bot may make no events; who may change its own."""
    bits = permissions.of_role(guild.id, call.memory.faults)
    if not bits & (Permission.CREATE_EVENTS | Permission.MANAGE_EVENTS):
        raise refusal(50013)


def _require_room(call: Call, guild: Guild) -> None:
    if len(events_of(call.memory, guild)) >= call.switchboard.timing.events:
        raise refusal(30038)


def _guild(call: Call) -> Guild:
    return call.memory.own_guild(call.number("guild_id"))


_EVENTS = "/guilds/{guild_id}/scheduled-events"

ROUTES = (
    Route("GET", _EVENTS, list_events),
    Route("POST", _EVENTS, create),
    Route("PATCH", _EVENTS + "/{event_id}", change),
)

"""Switching faults and languages from a page or from a test in another process."""

from __future__ import annotations

from typing import Any, Protocol

from sandbox.faults import Faults, is_gateway_action
from sandbox.hello import whereabouts
from sandbox.installs import found_elsewhere
from sandbox.permissions import lets_in
from sandbox.switchboard import Switchboard
from sandbox.switches import as_id, as_object, check_switches
from sandbox.wire import LOCALES, Json, Place


class GatewaySwitch(Protocol):
    """Actions on the gateway's sockets."""

    async def act(self, action: str) -> None:
        """Do one thing to every socket."""
        ...


async def patch_faults(switchboard: Switchboard, gateway: GatewaySwitch, patch: Any) -> Json:
    """Apply a patch of fault switches, tell every page, and return how all stand.

    Beside the switches of `Faults.to_json` a patch may name `gateway`, a thing done once
    (drop, close, reconnect, invalidate, invalidate_resumable, hush), and `locales`, languages by
    the id of a person or guild. Raises ValueError for what it does not know.
    """
    if not isinstance(patch, dict):
        raise ValueError("a patch is an object")  # noqa: TRY004 - callers answer ValueError
    switches = dict(patch)
    action = switches.pop("gateway", None)
    locales = switches.pop("locales", {})
    if action is not None and not (isinstance(action, str) and is_gateway_action(action)):
        raise ValueError(f"unknown gateway action {action!r}")
    for locale in as_object(locales).values():
        if not isinstance(locale, str) or locale not in LOCALES:
            raise ValueError("unknown locale")
    check_switches(switches)
    _switch(switchboard, switches)
    for number, locale in locales.items():
        _speak(switchboard, as_id(number), locale)
    if action is not None:
        await gateway.act(action)
    state = switchboard.faults.to_json()
    switchboard.people.tell(list(switchboard.memory.people), "FAULTS", state)
    return state


def _switch(switchboard: Switchboard, switches: Json) -> None:
    """Apply fault switches, and tell everybody of what there is and what the bot may do now."""
    faults = switchboard.faults
    elsewhere, forum = faults.elsewhere, faults.forum
    before = _rights(faults)
    blind = _out_of_sight(switchboard)
    faults.patch(switches)
    if faults.elsewhere != elsewhere:
        _open_elsewhere(switchboard)
    if faults.forum != forum:
        _open_forum(switchboard)
    after = _rights(faults)
    changed = [place for place in before | after if before.get(place) != after.get(place)]
    _tell_rights(switchboard, sorted(changed))
    for number in blind - _out_of_sight(switchboard):
        if number in switchboard.memory.channels:
            switchboard.threads.sync(switchboard.memory.channels[number])


def _tell_rights(switchboard: Switchboard, places: list[int]) -> None:
    """Tell bots of the guilds and channels in which they may do other things now."""
    memory = switchboard.memory
    for number in places:
        if number in memory.guilds:
            switchboard.change_guild(memory.guilds[number])
        elif number in memory.channels:
            switchboard.change_channel(memory.channels[number])


def _out_of_sight(switchboard: Switchboard) -> set[int]:
    """Return the channels that the bot cannot see."""
    memory = switchboard.memory
    return {number for number, item in memory.channels.items() if not lets_in(memory, item)}


def _open_elsewhere(switchboard: Switchboard) -> None:
    """Tell every page of the places without the bot, which have come or gone."""
    memory = switchboard.memory
    if memory.faults.elsewhere:
        found_elsewhere(memory)
    for person in memory.people:
        seen = whereabouts(memory, person, memory.snowflakes.mint())
        switchboard.people.tell((person,), "PLACES", seen)


def _open_forum(switchboard: Switchboard) -> None:
    """Add a forum to the first guild, or take it away with all its posts."""
    memory = switchboard.memory
    for channel in [item for item in memory.channels.values() if item.kind == Place.FORUM]:
        switchboard.delete_channel(channel)
    if memory.faults.forum:
        switchboard.add_channel(next(iter(memory.guilds.values())), "game-forum", Place.FORUM)


def _rights(faults: Faults) -> dict[int, tuple[int, int]]:
    """Return the permissions that the bot lacks and has beside the usual, by channel or guild."""
    missing, granted = faults.missing_permissions, faults.granted_permissions
    places = missing.keys() | granted.keys()
    return {place: (missing.get(place, 0), granted.get(place, 0)) for place in places}


def _speak(switchboard: Switchboard, number: int, locale: str) -> None:
    if number in switchboard.memory.guilds:
        switchboard.memory.set_guild_locale(number, locale)
    elif number in switchboard.memory.people:
        switchboard.memory.set_locale(number, locale)
    else:
        raise ValueError(f"{number} is neither a person nor a guild")

"""Switching faults and languages from a page or from a test in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from bot.sandbox.faults import is_gateway_action
from bot.sandbox.switches import as_id, as_object, check_switches
from bot.sandbox.wire import LOCALES

if TYPE_CHECKING:
    from bot.sandbox.switchboard import Switchboard
    from bot.sandbox.wire import Json


class GatewaySwitch(Protocol):
    """What can be done to the gateway's sockets."""

    async def act(self, action: str) -> None:
        """Do one thing to every socket."""
        ...


async def patch_faults(board: Switchboard, gateway: GatewaySwitch, patch: Any) -> Json:
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
    _switch(board, switches)
    for number, locale in locales.items():
        _speak(board, as_id(number), locale)
    if action is not None:
        await gateway.act(action)
    state = board.faults.to_json()
    board.people.tell(list(board.world.people), "FAULTS", state)
    return state


def _switch(board: Switchboard, switches: Json) -> None:
    """Apply fault switches, and tell bots of the channels in which they may do other things now."""
    before = board.faults.missing_permissions
    board.faults.patch(switches)
    after = board.faults.missing_permissions
    for number in before.keys() | after.keys():
        if before.get(number) != after.get(number) and number in board.world.channels:
            board.change_channel(board.world.channels[number])


def _speak(board: Switchboard, number: int, locale: str) -> None:
    if number in board.world.guilds:
        board.world.set_guild_locale(number, locale)
    elif number in board.world.people:
        board.world.set_locale(number, locale)
    else:
        raise ValueError(f"{number} is neither a person nor a guild")

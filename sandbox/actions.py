"""A person's actions in their client, checked as the client would, and sent to the bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox import permissions, resolved, thread_actions
from sandbox.deed import Deed
from sandbox.deliveries import metadata
from sandbox.forms import check_submitted
from sandbox.installs import owners_for, owners_of
from sandbox.options import Refused, check_given
from sandbox.parts import parts_of
from sandbox.things import Channel
from sandbox.wire import SELECTS, Json, Kind, Part, Permission


def send(deed: Deed) -> None:
    """Post a plain message as the person."""
    channel = deed.channel()
    thread_actions.require_speech(deed, channel)
    message = deed.said(deed.switchboard.memory.snowflakes.mint(), channel.id)
    deed.switchboard.post(message)


def read(deed: Deed) -> None:
    """Move the person's read mark of a channel."""
    channel = deed.channel()
    deed.switchboard.memory.read[deed.person_id, channel.id] = deed.number("message_id")


def delete(deed: Deed) -> None:
    """Delete a message: one's own, or as the guild's owner anybody's."""
    message = deed.message()
    if message.author_id != deed.person_id:
        deed.require_owner()
    deed.switchboard.remove(message)


def delete_channel(deed: Deed) -> None:
    """Delete a channel or a thread, as the guild's owner."""
    deed.require_owner()
    deed.switchboard.delete_channel(deed.channel())


def open_dm(deed: Deed) -> None:
    """Open the person's direct messages with the bot."""
    deed.switchboard.open_dm(deed.person_id)


def dismiss(deed: Deed) -> None:
    """Put an ephemeral message away."""
    number = deed.number("message_id")
    for channel in deed.switchboard.memory.messages.values():
        message = channel.get(number)
        if message is not None and message.only_for == deed.person_id:
            deed.switchboard.memory.dismissed.add(number)
            gone = {"id": str(number), "channel_id": str(message.channel_id)}
            deed.switchboard.people.tell((deed.person_id,), "MESSAGE_DELETE", gone)


def command(deed: Deed) -> None:
    """Run a command."""
    _invoke(deed, Kind.COMMAND)


def autocomplete(deed: Deed) -> None:
    """Ask what could be typed."""
    _invoke(deed, Kind.AUTOCOMPLETE)


def component(deed: Deed) -> None:
    """Press a button, or choose in a select."""
    message = deed.message()
    custom_id = deed.frame.get("custom_id")
    part = next(
        (
            item
            for item in parts_of({"components": message.components})
            if item.get("custom_id") == custom_id
        ),
        None,
    )
    if part is None:
        raise Refused("This message has no such control.")
    if part.get("disabled"):
        raise Refused("This control is disabled.")
    channel = deed.channel()
    thread_actions.require_live_controls(channel)
    thread_actions.wake(deed, channel)
    data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
    if part["type"] in SELECTS:
        values = _chosen(part, deed.frame.get("values"))
        data["values"] = values
        found = resolved.of_values(deed.switchboard.memory, channel.guild_id, part["type"], values)
        data |= {"resolved": found} if found else {}
    interaction = deed.begin(Kind.COMPONENT, channel, data, message.id)
    interaction.owners = owners_of(message, channel)
    deed.switchboard.send(interaction)


def submit(deed: Deed) -> None:
    """Submit a modal."""
    opener = deed.switchboard.interactions.by_id(deed.number("modal_id"))
    if opener is None or opener.modal is None or opener.person_id != deed.person_id:
        raise Refused("This window is not open any more.")
    components = check_submitted(opener.modal["components"], deed.frame.get("components"))
    data: Json = {"custom_id": opener.modal["custom_id"], "components": components}
    channel = deed.switchboard.memory.channel(opener.channel_id)
    source = opener.source_id
    if source is not None and source not in deed.switchboard.memory.messages.get(channel.id, {}):
        source = None
    interaction = deed.begin(Kind.MODAL, channel, data, source)
    interaction.owners = opener.owners
    interaction.parent = metadata(deed.switchboard.memory, opener)
    opener.modal = None
    deed.switchboard.send(interaction)


def _invoke(deed: Deed, kind: Kind) -> None:
    channel = deed.channel()
    wanted = deed.number("command_id")
    commands = deed.switchboard.memory.commands_for(channel.guild_id)
    found = next((item for item in commands if int(item["id"]) == wanted), None)
    if found is None:
        raise Refused("This command is outdated, please try again in a few minutes.")
    owners = owners_for(deed.switchboard.memory, deed.person_id, channel, found)
    if not owners:
        raise Refused("This command cannot be used here.")
    _require_allowed(deed, channel, found)
    given = deed.frame.get("options") or []
    check_given(found.get("options"), given, typing=kind is Kind.AUTOCOMPLETE)
    data: Json = {"id": found["id"], "name": found["name"], "type": found["type"], "options": given}
    if "guild_id" in found:
        data["guild_id"] = found["guild_id"]
    if kind is Kind.COMMAND:
        thread_actions.require_speech(deed, channel)
        thread_actions.wake(deed, channel)
        objects = resolved.of_options(deed.switchboard.memory, channel.guild_id, given)
        data |= {"resolved": objects} if objects else {}
    interaction = deed.begin(kind, channel, data, None)
    interaction.owners = owners
    deed.switchboard.send(interaction)


def _require_allowed(deed: Deed, channel: Channel, found: Json) -> None:
    needed = found.get("default_member_permissions")
    if needed is None or channel.guild_id is None:
        return
    guild = deed.switchboard.memory.guild(channel.guild_id)
    bits = int(needed) or int(Permission.ADMINISTRATOR)
    if bits & ~permissions.of_member(deed.switchboard.memory, guild, deed.person_id):
        raise Refused("You do not have permission to use this command.")


def _chosen(part: Json, values: Any) -> list[str]:
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    least = 1 if least is None else least
    if not least <= len(chosen) <= (most or 1) or len(set(chosen)) < len(chosen):
        raise Refused(f"Choose {least} to {most} of the options.")
    offered = {option["value"] for option in part.get("options") or []}
    if part["type"] == Part.STRING_SELECT and not set(chosen) <= offered:
        raise Refused("This option is not offered.")
    return chosen


ACTIONS: dict[str, Callable[[Deed], None]] = {
    "send": send,
    "ack": read,
    "dismiss": dismiss,
    "delete": delete,
    "delete_channel": delete_channel,
    "start_thread": thread_actions.start,
    "edit_thread": thread_actions.edit,
    "join_thread": thread_actions.join,
    "leave_thread": thread_actions.leave,
    "open_dm": open_dm,
    "command": command,
    "autocomplete": autocomplete,
    "component": component,
    "modal": submit,
}

"""A person's actions on threads in their client."""

from __future__ import annotations

from typing import Any

from sandbox.deed import Deed
from sandbox.options import Refused
from sandbox.things import Channel, Thread
from sandbox.wire import Place

_LONGEST_NAME = 100
_STATES = ("archived", "locked")


def start(deed: Deed) -> None:
    """Begin a thread, from a message when one is named; in a forum, with what is said first."""
    channel = deed.channel()
    if channel.kind == Place.FORUM:
        _post_in_forum(deed, channel)
        return
    if channel.kind != Place.TEXT:
        raise Refused("There can be no thread here.")
    message = None if deed.frame.get("message_id") is None else deed.message()
    threads = deed.switchboard.threads
    threads.start(channel, _name(deed.frame.get("name")), deed.person_id, message=message)


def edit(deed: Deed) -> None:
    """Rename a thread, archive or lock it, or take that back."""
    channel, thread = _thread(deed)
    to: dict[str, Any] = {}
    for name in _STATES:
        if name in deed.frame:
            if not isinstance(deed.frame[name], bool):
                raise Refused(f"{name} is true or false.")
            to[name] = deed.frame[name]
    renamed = _name(deed.frame["name"]) if "name" in deed.frame else None
    waking = to == {"archived": False} and renamed is None and not thread.locked
    own = thread.owner_id == deed.person_id and not thread.locked and "locked" not in to
    if not (waking or own):
        deed.require_owner()
    deed.switchboard.threads.alter(channel, deed.person_id, name=renamed, **to)


def join(deed: Deed) -> None:
    """Put the person in a thread."""
    channel, _ = _thread(deed)
    deed.switchboard.threads.add(channel, [deed.person_id])


def leave(deed: Deed) -> None:
    """Take the person out of a thread."""
    channel, _ = _thread(deed)
    deed.switchboard.threads.remove(channel, deed.person_id)


def require_speech(deed: Deed, channel: Channel) -> None:
    """Raise Refused where the person finds nothing to write into: a forum, or a locked thread."""
    if channel.kind == Place.FORUM:
        raise Refused("There is nothing to write into in a forum but its posts.")
    if channel.thread is not None and channel.thread.locked and not _moderates(deed, channel):
        raise Refused("This thread is locked.")


def require_live_controls(channel: Channel) -> None:
    """Raise Refused in a locked thread: nobody presses anything there, whoever moderates neither.

    In one that only sleeps, what is pressed wakes it first, as clients do.
    """
    if channel.thread is not None and channel.thread.locked:
        raise Refused("This thread is locked.")


def wake(deed: Deed, channel: Channel) -> None:
    """Wake an archived thread before something is done in it, as clients do.

    Raises Refused when it is locked.
    """
    thread = channel.thread
    if thread is None or not thread.archived:
        return
    require_speech(deed, channel)
    deed.switchboard.threads.alter(channel, deed.person_id, archived=False)


def _thread(deed: Deed) -> tuple[Channel, Thread]:
    channel = deed.channel()
    if channel.thread is None:
        raise Refused("This is no thread.")
    return channel, channel.thread


def _post_in_forum(deed: Deed, forum: Channel) -> None:
    name = _name(deed.frame.get("name"))
    switchboard = deed.switchboard
    number = switchboard.memory.snowflakes.mint()
    message = deed.said(number, number)
    switchboard.threads.start(forum, name, deed.person_id, message=message)
    switchboard.post(message)


def _moderates(deed: Deed, channel: Channel) -> bool:
    guild = deed.switchboard.memory.guild(channel.guild_id or 0)
    return guild.owner_id == deed.person_id


def _name(name: object) -> str:
    if not isinstance(name, str) or not 0 < len(name.strip()) <= _LONGEST_NAME:
        raise Refused(f"A thread's name has 1 to {_LONGEST_NAME} characters.")
    return name.strip()

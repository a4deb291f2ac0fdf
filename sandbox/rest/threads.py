"""Threads: begun, changed, joined, left and listed by the bot."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sandbox import objects, permissions, places
from sandbox.accounts import timestamp
from sandbox.checks.problems import Problems
from sandbox.drafts import Terms, draft
from sandbox.errors import ApiError, refusal
from sandbox.numbers import LARGEST_ID
from sandbox.rest.routing import NOTHING, Call, Reply, Route, as_object
from sandbox.things import Channel, Message, Thread
from sandbox.threads import DURATIONS, USUAL
from sandbox.wire import THREADS, Flag, Json, Permission, Place, Said

_LONGEST_NAME = 100
_SLOWEST = 21_600
"""Seconds of the longest slow mode."""
_STARTING = {
    Place.PUBLIC_THREAD: Permission.CREATE_PUBLIC_THREADS,
    Place.PRIVATE_THREAD: Permission.CREATE_PRIVATE_THREADS,
}


async def start_from_message(call: Call) -> Reply:
    """Begin a thread from a message; 160004 when it has one, 50024 where there can be none."""
    channel = _parent(call, Permission.CREATE_PUBLIC_THREADS)
    message = call.memory.message(channel.id, call.number("message_id"))
    if Flag.EPHEMERAL in message.flags:
        raise refusal(10008)
    if message.kind is not Said.DEFAULT:
        raise refusal(50021)
    body = call.form()
    check_thread(body, naming=True).raise_any()
    made = call.switchboard.threads.start(
        channel,
        body["name"],
        call.memory.bot.id,
        minutes=body.get("auto_archive_duration") or USUAL,
        message=message,
    )
    return _made(call, made, body)


async def start(call: Call) -> Reply:
    """Begin a thread by itself, or in a forum with a first message.

    Without a type, one that is not in a forum is private, as in Discord.
    """
    body = call.form()
    parent = call.memory.channel(call.number("channel_id"))
    if parent.kind == Place.FORUM:
        return _post_in_forum(call, parent, body)
    problems = check_thread(body, naming=True)
    kind = body.get("type")
    kind = Place.PRIVATE_THREAD if kind is None else kind
    problems.choice(("type",), kind, {int(item) for item in THREADS})
    problems.raise_any()
    channel = _parent(call, _STARTING[Place(kind)])
    made = call.switchboard.threads.start(
        channel,
        body["name"],
        call.memory.bot.id,
        kind=Place(kind),
        minutes=body.get("auto_archive_duration") or USUAL,
    )
    return _made(call, made, body)


def change(call: Call, channel: Channel, thread: Thread) -> Reply:
    """Change a thread as far as the bot may; 50083 for an archived one that is not woken."""
    body = {name: value for name, value in call.form().items() if value is not None}
    check_thread(body, naming=False).raise_any()
    _require_change(call, channel, thread, body)
    to = {ours: body[theirs] for theirs, ours in _FIELDS.items() if theirs in body}
    by = call.memory.bot.id
    changed = call.switchboard.threads.alter(channel, by, name=body.get("name"), **to)
    return Reply(200, places.joined(call.memory, changed))


def require_awake(call: Call, channel: Channel, *, wakes: bool = False) -> None:
    """Raise 160005 in a locked thread, and 50083 in an archived one unless what is done wakes it.

    Whoever may manage threads is not kept out by a lock.
    """
    if channel.thread is None:
        return
    bits = permissions.of_bot(channel, call.memory.faults)
    if channel.thread.locked and Permission.MANAGE_THREADS not in bits:
        raise refusal(160005)
    if channel.thread.archived and not wakes:
        raise refusal(50083)


def require_answerable(call: Call, channel: Channel, flags: Flag, *, wakes: bool) -> None:
    """Raise 50083 where an answer to an interaction cannot go: what `wakes` opens a thread.

    What one person alone sees goes everywhere.
    """
    thread = channel.thread
    if thread is None or not thread.archived or Flag.EPHEMERAL in flags:
        return
    bits = permissions.of_bot(channel, call.memory.faults)
    held = thread.locked and Permission.MANAGE_THREADS not in bits
    if held or not wakes:
        raise refusal(50083)


def check_thread(body: Json, *, naming: bool) -> Problems:
    """Check the fields of a thread; `naming` when there must be a name."""
    problems = Problems()
    problems.text(("name",), body.get("name"), most=_LONGEST_NAME, least=1, required=naming)
    minutes = body.get("auto_archive_duration")
    if minutes is not None:
        problems.choice(("auto_archive_duration",), minutes, DURATIONS)
    problems.whole(("rate_limit_per_user",), body.get("rate_limit_per_user"), 0, _SLOWEST)
    for name in ("archived", "locked", "invitable"):
        if not isinstance(body.get(name, False), bool | None):
            problems.add((name,), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
    return problems


async def join(call: Call) -> Reply:
    """Put the bot in a thread."""
    channel = _awake(call, Permission.VIEW_CHANNEL)
    call.switchboard.threads.add(channel, [call.memory.bot.id])
    return NOTHING


async def leave(call: Call) -> Reply:
    """Take the bot out of a thread."""
    channel = _awake(call, Permission.VIEW_CHANNEL)
    call.switchboard.threads.remove(channel, call.memory.bot.id)
    return NOTHING


async def add_member(call: Call) -> Reply:
    """Put somebody in a thread; 10007 when they are not in the guild."""
    channel = _awake(call, Permission.SEND_MESSAGES)
    person = call.number("user_id")
    if person not in call.memory.guild(channel.guild_id or 0).members:
        raise refusal(10007)
    call.switchboard.threads.add(channel, [person], call.memory.bot.id)
    return NOTHING


async def remove_member(call: Call) -> Reply:
    """Take somebody out of a thread, for which the bot must be allowed to manage threads."""
    channel = _awake(call, Permission.MANAGE_THREADS)
    call.switchboard.threads.remove(channel, call.number("user_id"), call.memory.bot.id)
    return NOTHING


async def get_member(call: Call) -> Reply:
    """Answer with a member of a thread; 10007."""
    channel, thread = _thread(call, Permission.VIEW_CHANNEL)
    named = call.params["user_id"]
    person = call.memory.bot.id if named == "@me" else call.number("user_id")
    if person not in thread.members:
        raise refusal(10007)
    return Reply(200, places.thread_member(channel, thread, person))


async def list_members(call: Call) -> Reply:
    """Refuse: listing members needs the privileged members intent."""
    _thread(call, Permission.VIEW_CHANNEL)
    raise ApiError(403, 50001, "Missing Access")


async def list_active(call: Call) -> Reply:
    """Answer with the threads of a guild that are not archived."""
    guild = call.memory.own_guild(call.number("guild_id"))
    return _list(call, places.active(call.memory, guild.id))


async def list_public(call: Call) -> Reply:
    """Answer with a channel's archived public threads, archived last first."""
    return _list_archived(call, Place.PUBLIC_THREAD, Permission.READ_MESSAGE_HISTORY)


async def list_private(call: Call) -> Reply:
    """Answer with a channel's archived private threads, for which one must manage threads."""
    needed = Permission.READ_MESSAGE_HISTORY | Permission.MANAGE_THREADS
    return _list_archived(call, Place.PRIVATE_THREAD, needed)


async def list_joined(call: Call) -> Reply:
    """Answer with a channel's archived private threads that the bot is in, the newest first."""
    found = _archived(call, Place.PRIVATE_THREAD, Permission.READ_MESSAGE_HISTORY)
    before, bot = call.asked("before", LARGEST_ID, 0, LARGEST_ID), call.memory.bot.id
    inside = [item for _, item in found if item.thread and bot in item.thread.members]
    return _page(call, [item for item in reversed(inside) if item.id < before])


_FIELDS = {
    "archived": "archived",
    "locked": "locked",
    "invitable": "invitable",
    "auto_archive_duration": "minutes",
    "rate_limit_per_user": "slowmode",
}


def _require_change(call: Call, channel: Channel, thread: Thread, body: Json) -> None:
    bits = permissions.of_bot(channel, call.memory.faults)
    if thread.archived and body.get("archived", True):
        raise refusal(50083)
    if Permission.MANAGE_THREADS in bits:
        return
    own = thread.owner_id == call.memory.bot.id
    waking = thread.archived and set(body) == {"archived"}
    inside = call.memory.bot.id in thread.members
    if (
        not (own or (waking and inside))
        or thread.locked
        or {"locked", "rate_limit_per_user"} & body.keys()
    ):
        raise refusal(50013)


def _parent(call: Call, needed: Permission) -> Channel:
    channel = call.memory.channel(call.number("channel_id"))
    if channel.kind != Place.TEXT:
        raise refusal(50024)
    permissions.require(call.memory, channel, needed)
    return channel


def _made(call: Call, made: Channel, body: Json) -> Reply:
    own = {"rate_limit_per_user": "slowmode", "invitable": "invitable"}
    to = {ours: body[theirs] for theirs, ours in own.items() if body.get(theirs) is not None}
    if to:
        made = call.switchboard.threads.alter(made, call.memory.bot.id, **to)
    return Reply(201, places.joined(call.memory, made))


def _post_in_forum(call: Call, forum: Channel, body: Json) -> Reply:
    permissions.require(call.memory, forum, Permission.SEND_MESSAGES)
    check_thread(body, naming=True).raise_any()
    memory = call.memory
    number = memory.snowflakes.mint()
    blank = Message(number, number, memory.bot.id, application_id=memory.bot.id)
    everyone = Permission.MENTION_EVERYONE in permissions.of_bot(forum, memory.faults)
    said = as_object(body.get("message"))
    message = draft(memory, blank, said, call.uploads, Terms(everyone=everyone))
    minutes = body.get("auto_archive_duration") or USUAL
    threads = call.switchboard.threads
    made = threads.start(forum, body["name"], memory.bot.id, minutes=minutes, message=message)
    message = call.switchboard.post(message)
    reply = _made(call, made, body)
    return Reply(201, reply.body | {"message": objects.message(memory, message)})


def _thread(call: Call, needed: Permission) -> tuple[Channel, Thread]:
    channel = call.memory.channel(call.number("channel_id"))
    permissions.require(call.memory, channel, needed)
    if channel.thread is None:
        raise refusal(50024)
    return channel, channel.thread


def _awake(call: Call, needed: Permission) -> Channel:
    channel, _ = _thread(call, needed)
    require_awake(call, channel)
    return channel


def _archived(call: Call, kind: Place, needed: Permission) -> list[tuple[str, Channel]]:
    """Return a channel's archived threads that the bot sees, with when they were archived."""
    parent = call.memory.channel(call.number("channel_id"))
    permissions.require(call.memory, parent, needed)
    return [
        (timestamp(item.thread.changed), item)
        for item in call.memory.threads_in(parent.id)
        if item.thread is not None and item.thread.archived and item.kind == kind
        if permissions.lets_in(call.memory, item)
    ]


def _list_archived(call: Call, kind: Place, needed: Permission) -> Reply:
    before = _moment(call.query.get("before"))
    dated = [
        (dt.datetime.fromisoformat(when), item) for when, item in _archived(call, kind, needed)
    ]
    dated.sort(key=lambda pair: pair[0], reverse=True)
    return _page(call, [item for when, item in dated if before is None or when < before])


def _moment(text: str | None) -> dt.datetime | None:
    """Return a moment of a query, or None when there is none; raises FormError."""
    if text is None:
        return None
    problems = Problems()
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        problems.add(("before",), "TIMESTAMP_INVALID", "Not a timestamp.")
        problems.raise_any()
        raise
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


def _page(call: Call, threads: list[Channel]) -> Reply:
    limit = call.asked("limit", 50, 2, 100)
    return _list(call, threads[:limit], has_more=len(threads) > limit)


def _list(call: Call, threads: list[Channel], **more: Any) -> Reply:
    told = [places.joined(call.memory, item) for item in threads]
    members = [item["member"] for item in told if "member" in item]
    return Reply(200, {"threads": told, "members": members, **more})


_CHANNEL = "/channels/{channel_id}"
_MEMBERS = _CHANNEL + "/thread-members"

ROUTES = (
    Route("POST", _CHANNEL + "/messages/{message_id}/threads", start_from_message),
    Route("POST", _CHANNEL + "/threads", start),
    Route("PUT", _MEMBERS + "/@me", join),
    Route("DELETE", _MEMBERS + "/@me", leave),
    Route("PUT", _MEMBERS + "/{user_id}", add_member),
    Route("DELETE", _MEMBERS + "/{user_id}", remove_member),
    Route("GET", _MEMBERS + "/{user_id}", get_member),
    Route("GET", _MEMBERS, list_members),
    Route("GET", "/guilds/{guild_id}/threads/active", list_active),
    Route("GET", _CHANNEL + "/threads/archived/public", list_public),
    Route("GET", _CHANNEL + "/threads/archived/private", list_private),
    Route("GET", _CHANNEL + "/users/@me/threads/archived/private", list_joined),
)

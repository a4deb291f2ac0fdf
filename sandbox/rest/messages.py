"""Channels, and the messages in them, by the bot's own token."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandbox import objects, permissions, places
from sandbox.checks.message import CREATE_FLAGS, EDIT_FLAGS
from sandbox.checks.problems import Problems
from sandbox.drafts import Terms, draft
from sandbox.errors import old_message_limit, refusal
from sandbox.mentions import ALL
from sandbox.numbers import LARGEST_ID
from sandbox.rest.routing import NOTHING, Call, Reply, Route, snowflake
from sandbox.rest.threads import change, require_awake
from sandbox.snowflake import born
from sandbox.things import Channel, Message
from sandbox.wire import Flag, Json, Permission, Place, Said


async def get_channel(call: Call) -> Reply:
    """Answer with a channel; 10003, 50001."""
    return Reply(200, places.joined(call.memory, _channel(call, Permission.VIEW_CHANNEL)))


async def change_channel(call: Call) -> Reply:
    """Change a thread, or the name of a channel, for which the bot must manage channels."""
    channel = _channel(call, Permission.VIEW_CHANNEL)
    if channel.thread is not None:
        return change(call, channel, channel.thread)
    if channel.guild_id is None:
        raise refusal(50024)
    permissions.require(call.memory, channel, Permission.MANAGE_CHANNELS)
    body, problems = call.form(), Problems()
    name = problems.text(("name",), body.get("name"), most=100, least=1, required=False)
    problems.raise_any()
    renamed = call.switchboard.rename_channel(channel, name or channel.name)
    return Reply(200, places.channel(call.memory, renamed))


async def delete_channel(call: Call) -> Reply:
    """Delete a thread or a channel; direct messages remain, as they only leave the bot's sight."""
    channel = call.memory.channel(call.number("channel_id"))
    thread = channel.thread is not None
    needed = Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS
    permissions.require(call.memory, channel, needed)
    told = places.channel(call.memory, channel)
    if channel.guild_id is not None:
        call.switchboard.delete_channel(channel)
    return Reply(200, told)


async def type_in_channel(call: Call) -> Reply:
    """Take note of nothing: typing is not shown."""
    _channel(call, Permission.SEND_MESSAGES)
    return NOTHING


async def list_messages(call: Call) -> Reply:
    """Answer with messages of a channel, newest first, `before` or `after` an id."""
    channel = _channel(call, Permission.READ_MESSAGE_HISTORY)
    limit = call.asked("limit", 50, 1, 100)
    before = call.asked("before", LARGEST_ID, 0, LARGEST_ID)
    after = call.asked("after", 0, 0, LARGEST_ID)
    known = [item for item in _public(call, channel) if after < item.id < before]
    chosen = known[:limit] if "after" in call.query else known[-limit:]
    return Reply(200, [objects.message(call.memory, item) for item in reversed(chosen)])


async def get_message(call: Call) -> Reply:
    """Answer with a message; 10008 also for ephemeral ones."""
    _channel(call, Permission.READ_MESSAGE_HISTORY)
    return Reply(200, objects.message(call.memory, _message(call)))


async def create_message(call: Call) -> Reply:
    """Post a message as the bot."""
    body = call.form()
    channel = _channel(call, _needed(call, body))
    if channel.kind == Place.FORUM:
        raise refusal(50008)
    if channel.recipient_id is not None:
        _require_open_dm(call, channel)
    require_awake(call, channel, wakes=True)
    twin = _twin(call, channel, body)
    if twin is not None:
        return Reply(200, objects.message(call.memory, twin))
    blank = Message(
        call.memory.snowflakes.mint(),
        channel.id,
        call.memory.bot.id,
        nonce=_nonce(body),
        reply_to=_reply_to(call, channel, body),
        application_id=call.memory.bot.id,
    )
    terms = Terms(CREATE_FLAGS, ALL, everyone=_may_mention_all(call, channel))
    message = draft(call.memory, blank, body, call.uploads, terms)
    message = call.switchboard.post(message)
    return Reply(200, objects.message(call.memory, message))


async def edit_message(call: Call) -> Reply:
    """Change a message of the bot; 50005 for another's, 30046 for an old one too often."""
    channel = _channel(call, Permission.VIEW_CHANNEL)
    message = _message(call)
    if message.author_id != call.memory.bot.id:
        raise refusal(50005)
    if message.kind is not Said.DEFAULT:
        raise refusal(50021)
    require_awake(call, channel)
    _limit_old_edits(call, message)
    terms = Terms(EDIT_FLAGS, ALL, everyone=_may_mention_all(call, channel))
    changed = draft(call.memory, message, call.form(), call.uploads, terms)
    changed = replace(changed, edited=call.memory.clock())
    call.switchboard.change(changed)
    return Reply(200, objects.message(call.memory, changed))


async def delete_message(call: Call) -> Reply:
    """Delete a message of the bot; 50013 for another's."""
    channel = _channel(call, Permission.VIEW_CHANNEL)
    message = _message(call)
    if message.author_id != call.memory.bot.id:
        raise refusal(50013)
    if message.kind is Said.THREAD_STARTER:
        raise refusal(50021)
    if channel.thread is not None and channel.thread.locked and channel.thread.archived:
        require_awake(call, channel, wakes=True)
    call.switchboard.remove(message)
    return NOTHING


def _channel(call: Call, needed: Permission) -> Channel:
    channel = call.memory.channel(call.number("channel_id"))
    permissions.require(call.memory, channel, needed)
    return channel


def _message(call: Call) -> Message:
    message = call.memory.message(call.number("channel_id"), call.number("message_id"))
    if Flag.EPHEMERAL in message.flags:
        raise refusal(10008)
    return message


def _public(call: Call, channel: Channel) -> list[Message]:
    history = call.memory.history(channel.id)
    return [item for item in history if Flag.EPHEMERAL not in item.flags]


def _needed(call: Call, body: Json) -> Permission:
    needed = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES
    if call.uploads:
        needed |= Permission.ATTACH_FILES
    if body.get("embeds"):
        needed |= Permission.EMBED_LINKS
    return needed


def _may_mention_all(call: Call, channel: Channel) -> bool:
    bits = permissions.of_bot(channel, call.memory.faults)
    return Permission.MENTION_EVERYONE in bits


def _require_open_dm(call: Call, channel: Channel) -> None:
    if channel.recipient_id in call.switchboard.faults.closed_dms:
        raise refusal(50007)
    person = channel.recipient_id or 0
    installed = person in call.memory.faults.user_installs
    if not (installed or call.memory.shares_guild(person)):
        raise refusal(50278)


def _nonce(body: Json) -> str | None:
    return None if body.get("nonce") is None else str(body["nonce"])


def _twin(call: Call, channel: Channel, body: Json) -> Message | None:
    """Return the message that the same enforced nonce has made already."""
    nonce = _nonce(body)
    if nonce is None or not body.get("enforce_nonce"):
        return None
    horizon = call.memory.clock() - call.switchboard.timing.nonce
    for message in reversed(call.memory.messages.get(channel.id, {}).values()):
        if born(message.id) < horizon:
            return None
        if message.nonce == nonce and message.author_id == call.memory.bot.id:
            return message
    return None


def _reply_to(call: Call, channel: Channel, body: Json) -> int | None:
    reference: Any = body.get("message_reference")
    if not isinstance(reference, dict):
        return None
    number = snowflake(reference.get("message_id"), "message_reference")
    bits = permissions.of_bot(channel, call.memory.faults)
    if channel.guild_id and Permission.READ_MESSAGE_HISTORY not in bits:
        raise refusal(160002)
    if number in call.memory.messages.get(channel.id, {}):
        return number
    if reference.get("fail_if_not_exists", True):
        raise refusal(10008)
    return None


def _limit_old_edits(call: Call, message: Message) -> None:
    now, timing = call.memory.clock(), call.switchboard.timing
    if now - born(message.id) <= timing.old_message:
        return
    times = call.switchboard.old_edits.setdefault(message.channel_id, [])
    times[:] = [moment for moment in times if moment > now - timing.old_window]
    if len(times) >= timing.old_edits:
        raise old_message_limit(times[0] + timing.old_window - now)
    times.append(now)


_CHANNEL = "/channels/{channel_id}"
_ONE = _CHANNEL + "/messages/{message_id}"

ROUTES = (
    Route("GET", _CHANNEL, get_channel),
    Route("PATCH", _CHANNEL, change_channel),
    Route("DELETE", _CHANNEL, delete_channel),
    Route("POST", _CHANNEL + "/typing", type_in_channel),
    Route("GET", _CHANNEL + "/messages", list_messages),
    Route("POST", _CHANNEL + "/messages", create_message),
    Route("GET", _ONE, get_message),
    Route("PATCH", _ONE, edit_message),
    Route("DELETE", _ONE, delete_message),
)

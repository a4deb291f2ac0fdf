"""Requests that an interaction's token allows after the first response."""

from __future__ import annotations

from sandbox import objects
from sandbox.deliveries import owners
from sandbox.errors import refusal
from sandbox.installs import GUILD
from sandbox.interactions import Interaction
from sandbox.rest.callbacks import reply_to, update
from sandbox.rest.routing import NOTHING, Call, Reply, Route
from sandbox.things import Message
from sandbox.wire import Flag

_MOST_EXTERNAL = 5
"""This many more messages may come of an interaction that only a person authorises."""


async def follow_up(call: Call) -> Reply:
    """Post another message; after a deferral the first one fills the waiting message."""
    interaction = _interaction(call)
    waiting = _waiting(call, interaction)
    if waiting is not None:
        body = {name: item for name, item in call.form().items() if name != "flags"}
        asked = call.form().get("flags")
        v2 = Flag(asked) & Flag.COMPONENTS_V2 if isinstance(asked, int) else Flag(0)
        message = update(call, waiting, body | {"flags": int(v2)})
        return Reply(200, objects.message(call.memory, message))
    external = GUILD not in owners(interaction)
    if external and len(interaction.followups) >= _MOST_EXTERNAL:
        raise refusal(40094)
    message = reply_to(call, interaction, call.form())
    interaction.followups.add(message.id)
    return Reply(200, objects.message(call.memory, message))


async def get_answer(call: Call) -> Reply:
    """Answer with a message made by the token, or with the original."""
    return Reply(200, objects.message(call.memory, _target(call)))


async def edit_answer(call: Call) -> Reply:
    """Change a message made by the token, or the original."""
    message = update(call, _target(call), call.form())
    return Reply(200, objects.message(call.memory, message))


async def delete_answer(call: Call) -> Reply:
    """Delete a message made by the token, or the original."""
    call.switchboard.remove(_target(call))
    return NOTHING


def _interaction(call: Call) -> Interaction:
    if call.number("application_id") != call.memory.bot.id:
        raise refusal(10015)
    return call.switchboard.interactions.usable(call.params["token"])


def _target(call: Call) -> Message:
    interaction = _interaction(call)
    named = call.params["message_id"]
    number = interaction.original_id if named == "@original" else call.number("message_id")
    if number is None or number not in {interaction.original_id, *interaction.followups}:
        raise refusal(10008)
    return call.memory.message(interaction.channel_id, number)


def _waiting(call: Call, interaction: Interaction) -> Message | None:
    known = call.memory.messages.get(interaction.channel_id, {})
    original = known.get(interaction.original_id or 0)
    if original is None or Flag.LOADING not in original.flags:
        return None
    return original


_HOOK = "/webhooks/{application_id}/{token}"
_ONE = _HOOK + "/messages/{message_id}"

ROUTES = (
    Route("POST", _HOOK, follow_up, open=True),
    Route("GET", _ONE, get_answer, open=True),
    Route("PATCH", _ONE, edit_answer, open=True),
    Route("DELETE", _ONE, delete_answer, open=True),
)

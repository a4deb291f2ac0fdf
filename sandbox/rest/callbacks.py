"""The first response to an interaction, of each type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sandbox import deliveries, objects
from sandbox.checks.commands import check_offered
from sandbox.checks.message import ANSWER_FLAGS, EDIT_FLAGS, THINKING_FLAGS, check_flags
from sandbox.checks.modal import check_modal
from sandbox.checks.problems import Problems
from sandbox.checks.walk import Means
from sandbox.drafts import Terms, draft, resolved
from sandbox.errors import FormError
from sandbox.installs import answers_privately
from sandbox.interactions import Interaction
from sandbox.mentions import USERS
from sandbox.options import focused
from sandbox.rest.routing import NOTHING, Call, Reply, Route, as_object
from sandbox.rest.threads import require_answerable
from sandbox.things import Message
from sandbox.wire import Answer, Flag, Json


async def respond(call: Call) -> Reply:
    """Take a callback; 10062 when it is late, 40060 when it is the second."""
    switchboard = call.switchboard
    interaction = switchboard.interactions.pending(
        call.number("interaction_id"), call.params["token"]
    )
    answer = _answer(call, interaction)
    try:
        message = _RESPONSES[answer](call, interaction, as_object(call.form().get("data") or {}))
    except FormError as error:
        # Discord reports the fields of the nested message under `data`.
        raise FormError({"data": error.tree}) from error
    switchboard.interactions.acknowledge(interaction, answer)
    if answer is not Answer.CHOICES:
        original = interaction.original_id
        told = {} if original is None else {"message_id": str(original)}
        switchboard.report(interaction, "ok", type=int(answer), **told)
    if call.query.get("with_response", "").lower() not in {"1", "true"}:
        return NOTHING
    return Reply(200, _receipt(call, interaction, answer, message))


def reply_to(call: Call, interaction: Interaction, body: Json) -> Message:
    """Post a message that answers an interaction."""
    memory = call.memory
    flags = Flag(body["flags"]) if isinstance(body.get("flags"), int) else Flag(0)
    blank = _blank(call, interaction, flags & Flag.EPHEMERAL)
    message = draft(memory, blank, body, call.uploads, Terms(ANSWER_FLAGS, USERS))
    return call.switchboard.post(message)


def update(call: Call, message: Message, body: Json) -> Message:
    """Change a message by an interaction's token; a thinking one has then thought."""
    known = call.memory.message(message.channel_id, message.id)
    channel = call.memory.channel(message.channel_id)
    require_answerable(call, channel, known.flags, wakes=False)
    changed = draft(call.memory, known, body, call.uploads, Terms(EDIT_FLAGS, USERS))
    thinking = Flag.LOADING in changed.flags
    edited = None if thinking else call.memory.clock()
    changed = replace(changed, flags=changed.flags & ~Flag.LOADING, edited=edited)
    return call.switchboard.change(changed)


def _answer(call: Call, interaction: Interaction) -> Answer:
    problems = Problems()
    fitting = interaction.answers()
    kind = call.form().get("type")
    problems.choice(("type",), kind, {int(item) for item in fitting})
    problems.raise_any()
    return Answer(int(kind or 0))


def _blank(call: Call, interaction: Interaction, flags: Flag) -> Message:
    """Return an empty answer to an interaction; 10003 when its channel is gone, 50083."""
    memory = call.memory
    channel = memory.channel(interaction.channel_id)
    if interaction.guild_id is not None and answers_privately(
        memory, interaction.person_id, interaction.guild_id, deliveries.owners(interaction)
    ):
        flags |= Flag.EPHEMERAL
    require_answerable(call, channel, flags, wakes=True)
    ephemeral = Flag.EPHEMERAL in flags
    return Message(
        memory.snowflakes.mint(),
        interaction.channel_id,
        memory.bot.id,
        flags=flags,
        only_for=interaction.person_id if ephemeral else None,
        origin=deliveries.metadata(memory, interaction),
        application_id=memory.bot.id,
    )


def _send(call: Call, interaction: Interaction, body: Json) -> Message:
    message = reply_to(call, interaction, body)
    interaction.original_id = message.id
    return message


def _think(call: Call, interaction: Interaction, body: Json) -> Message:
    problems = Problems()
    check_flags(problems, body.get("flags"), THINKING_FLAGS)
    problems.raise_any()
    flags = Flag(body.get("flags") or 0) | Flag.LOADING
    message = call.switchboard.post(_blank(call, interaction, flags))
    interaction.original_id = message.id
    return message


def _defer(_call: Call, interaction: Interaction, _body: Json) -> None:
    interaction.original_id = interaction.source_id


def _update(call: Call, interaction: Interaction, body: Json) -> Message:
    interaction.original_id = interaction.source_id
    source = call.memory.message(interaction.channel_id, interaction.source_id or 0)
    return update(call, source, body)


def _offer(call: Call, interaction: Interaction, body: Json) -> None:
    option = focused(interaction.data.get("options")) or {}
    problems = check_offered(body.get("choices"), option.get("type", 0))
    problems.raise_any()
    frame = {"nonce": interaction.nonce, "choices": body["choices"]}
    call.switchboard.people.tell((interaction.person_id,), "AUTOCOMPLETE", frame)


def _open_modal(call: Call, interaction: Interaction, body: Json) -> None:
    check_modal(body, Means(emojis=frozenset(call.memory.emojis))).raise_any()
    interaction.modal = body = body | {"components": resolved(call.memory, body["components"])}
    frame = {
        "nonce": interaction.nonce,
        "modal_id": str(interaction.id),
        "title": body["title"],
        "custom_id": body["custom_id"],
        "components": body["components"],
    }
    call.switchboard.people.tell((interaction.person_id,), "MODAL", frame)


def _receipt(call: Call, interaction: Interaction, answer: Answer, message: Message | None) -> Json:
    told: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    if message is None:
        return {"interaction": told}
    told |= {
        "response_message_id": str(message.id),
        "response_message_loading": Flag.LOADING in message.flags,
        "response_message_ephemeral": Flag.EPHEMERAL in message.flags,
    }
    if answer is Answer.THINKING:
        return {"interaction": told}
    resource = {"type": int(answer), "message": objects.message(call.memory, message)}
    return {"interaction": told, "resource": resource}


_RESPONSES: dict[Answer, Callable[[Call, Interaction, Json], Message | None]] = {
    Answer.MESSAGE: _send,
    Answer.THINKING: _think,
    Answer.DEFERRED_UPDATE: _defer,
    Answer.UPDATE: _update,
    Answer.CHOICES: _offer,
    Answer.MODAL: _open_modal,
}

ROUTES = (Route("POST", "/interactions/{interaction_id}/{token}/callback", respond, open=True),)

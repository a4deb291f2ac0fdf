"""Bodies as discord.py sends them, to be spoilt one fault at a time."""

from __future__ import annotations

import copy
from typing import Any

from tests.wire.bodies import Sent

NOBODY: dict[str, Any] = {"parse": []}
V2 = 1 << 15
CHANNEL = "/channels/10/messages"
CALLBACK = "/interactions/11/token/callback"
ORIGINAL = "/webhooks/12/token/messages/@original"
FOLLOW_UP = "/webhooks/12/token"
COMMANDS = "/applications/12/commands"


def button(custom_id: str = "m:1:0:play KH", **fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "K", "custom_id": custom_id, "disabled": False} | fields


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def text(content: str = "a table") -> dict[str, Any]:
    return {"type": 10, "content": content}


def select(options: int = 2) -> dict[str, Any]:
    values = [{"label": f"card {n}", "value": f"play {n}"} for n in range(options)]
    return {"type": 3, "custom_id": "s:1:0", "options": values}


def gallery(name: str = "table-1.png", about: str = "a table") -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": about}]}


def box(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "accent_color": 0x5B8DEF, "components": list(parts)}


def layout(*parts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"components": list(parts), "flags": V2, "allowed_mentions": NOBODY} | fields


def picture(number: int = 0, name: str = "table-1.png") -> dict[str, Any]:
    # discord.py numbers attachments with integers, which the description calls texts.
    return {"id": number, "filename": name, "description": "a table"}


def option(name: str = "game", **fields: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "Which game?", "required": True} | fields


def command(**fields: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Open a table", "type": 1, "nsfw": False} | fields


def modal(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 9, "data": {"title": "Options", "custom_id": "f:1", "components": list(parts)}}


def label(custom_id: str = "deals", **fields: Any) -> dict[str, Any]:
    field = {"type": 4, "style": 1, "custom_id": custom_id} | fields
    return {"type": 18, "label": "Deals", "component": field}


BOARD = Sent(
    "POST", CHANNEL,
    layout(
        box(text(), gallery(), row(button()), row(select())),
        attachments=[picture()], nonce="b1-0", enforce_nonce=True, tts=False,
    ),
    ("table-1.png",),
)  # fmt: skip
LEGACY = Sent(
    "POST", FOLLOW_UP, {"content": "You are in!", "flags": 64, "allowed_mentions": NOBODY}
)
DEFER = Sent("POST", CALLBACK, {"type": 5, "data": {"flags": 64}})
DEFER_UPDATE = Sent("POST", CALLBACK, {"type": 6})
ANSWER = Sent("POST", CALLBACK, {"type": 4, "data": dict(LEGACY.body)})
CHOICES = Sent(
    "POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "King", "value": "play KH"}]}}
)
FORM = Sent("POST", CALLBACK, modal(label()))
SYNC = Sent("PUT", COMMANDS, [command(options=[option()])])
DIRECT = Sent("POST", "/users/@me/channels", {"recipient_id": 14})
DELETE = Sent("DELETE", f"{CHANNEL}/15")
EMOJI = Sent(
    "POST", "/applications/12/emojis", {"name": "KH_1a", "image": "data:image/png;base64,AA=="}
)

GOOD = {
    "a board with picture and controls": BOARD,
    "a private follow-up": LEGACY,
    "a thinking answer": DEFER,
    "a click taken": DEFER_UPDATE,
    "an answer": ANSWER,
    "choices": CHOICES,
    "a form": FORM,
    "commands": SYNC,
    "a direct channel": DIRECT,
    "a deletion": DELETE,
    "an emoji": EMOJI,
}


def spoilt(sent: Sent, body: Any = None, **fields: Any) -> Sent:
    """Return a request with another body, or with other fields in its body (None: without)."""
    if body is None:
        body = copy.deepcopy(sent.body) | fields
        body = {key: value for key, value in body.items() if value is not None}
    return Sent(sent.method, sent.path, body, sent.files)


def with_parts(*parts: dict[str, Any], files: tuple[str, ...] = ()) -> Sent:
    """Return a new V2 message of these components."""
    return Sent("POST", CHANNEL, layout(*parts), files)


def legacy(**fields: Any) -> Sent:
    """Return a new message without V2."""
    return Sent("POST", CHANNEL, {"content": "x", "allowed_mentions": NOBODY} | fields)


def synced(**fields: Any) -> Sent:
    """Return the commands with one changed."""
    return Sent("PUT", COMMANDS, [command(**fields)])


def offered(count: int, name: str = "King") -> Sent:
    """Return an autocomplete answer of many choices."""
    choices = [{"name": name, "value": f"play {n}"} for n in range(count)]
    return Sent("POST", CALLBACK, {"type": 8, "data": {"choices": choices}})

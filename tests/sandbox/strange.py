"""Requests nobody means: seeded mutations of good bodies, odd numbers, odd queries."""

from __future__ import annotations

import copy
import random
from typing import Any
from urllib.parse import quote

NUMBERS = ("", "0", "-1", "²", "٣", "nan", "NaN", "1e9", "0x1", "1_0", " 1", "9" * 18, "9" * 4400)
"""What may stand where a number belongs."""

LEAVES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 0.5, 2**31, 2**63, 2**64 - 1, 1e300, "", "x", "²", "9" * 4400),
    *("javascript:alert(1)", "attachment://a.png", "@original", "\x00", "\u202e", "x" * 5000),
    *([], {}, [[]], [None], [1, "2"], {"": None}, {"id": "²"}, {"type": {}}, ["x"] * 200),
)

_TEXT = {"type": 10, "content": "hello <@1> <@²>"}
_BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "emoji": {"name": "♠"}}
_SELECT = {
    "type": 3,
    "custom_id": "s",
    "min_values": 0,
    "max_values": 1,
    "options": [{"label": "a", "value": "a", "emoji": {"id": "12", "name": "a"}}],
}
_INPUT = {"type": 4, "custom_id": "t", "style": 1, "min_length": 0, "value": "v"}
_LINK = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org/"}
_MEDIA = {"media": {"url": "https://example.org/a.png"}, "description": "alt", "spoiler": False}
_CONTAINER = {
    "type": 17,
    "accent_color": 255,
    "components": [
        {"type": 9, "components": [_TEXT], "accessory": _LINK},
        {"type": 12, "items": [_MEDIA, _MEDIA]},
        {"type": 14, "divider": True, "spacing": 1},
        {"type": 1, "components": [_BUTTON]},
        {"type": 1, "components": [_SELECT]},
    ],
}
_EMBED = {
    "title": "t",
    "description": "d",
    "url": "https://example.org/",
    "color": 255,
    "timestamp": "2026-01-01T00:00:00+00:00",
    "footer": {"text": "f", "icon_url": "https://example.org/i.png"},
    "author": {"name": "a", "url": "https://example.org/", "icon_url": "attachment://a.png"},
    "image": {"url": "https://example.org/i.png"},
    "fields": [{"name": "n", "value": "v", "inline": True}],
}
_MENTIONS = {"parse": ["users"], "users": [], "roles": [], "replied_user": False}
_V2 = {"flags": 1 << 15, "components": [_CONTAINER], "allowed_mentions": _MENTIONS}
_LEGACY = {
    "content": "hi",
    "embeds": [_EMBED],
    "nonce": "n",
    "enforce_nonce": True,
    "flags": 0,
    "attachments": [{"id": 0, "filename": "a.png", "description": "alt"}],
    "message_reference": {"message_id": "1", "fail_if_not_exists": False},
}
_MODAL = {
    "title": "t",
    "custom_id": "m",
    "components": [{"type": 18, "label": "l", "description": "d", "component": _INPUT}],
}
_OPTION = {
    "type": 3,
    "name": "o",
    "description": "d",
    "required": True,
    "choices": [{"name": "a", "value": "a", "name_localizations": {"de": "a"}}],
}
_COMMAND = {
    "name": "play",
    "type": 1,
    "description": "d",
    "options": [_OPTION],
    "contexts": [0, 1],
    "default_member_permissions": "32",
    "description_localizations": {"de": "d"},
}

_THREAD = {
    "name": "Table 7",
    "type": 11,
    "auto_archive_duration": 60,
    "rate_limit_per_user": 0,
    "archived": False,
    "locked": False,
    "invitable": None,
    "message": {"content": "hi", "embeds": [_EMBED]},
}

BODIES: tuple[Any, ...] = (
    *(_V2, _LEGACY, [_COMMAND], {"recipient_id": "1"}, _THREAD),
    {"name": "cloud", "image": "data:image/png;base64,iVBORw0KGgo="},
    *({"type": kind, "data": data} for kind, data in ((4, _V2), (7, _LEGACY), (9, _MODAL))),
    *({"type": kind, "data": {"flags": 64, "choices": []}} for kind in (5, 6, 8)),
)
"""Bodies that are good somewhere."""

_BUTTON_USE = {"op": "component", "custom_id": "go", "component_type": 2, "values": []}
_GIVEN = [{"name": "o", "type": 3, "value": "a", "focused": True}]
FRAMES: tuple[Any, ...] = (
    *({"op": "send", "content": "hi"}, {"op": "delete"}, {"op": "ack"}, {"op": "dismiss"}),
    *({"op": kind, "options": _GIVEN} for kind in ("command", "autocomplete")),
    *(_BUTTON_USE, {"op": "delete_channel", "channel_id": "1"}),
    {"op": "start_thread", "name": "Table 7", "message_id": "1"},
    {"op": "edit_thread", "name": "Table 8", "archived": True, "locked": False},
    *({"op": kind} for kind in ("join_thread", "leave_thread")),
    {"op": "modal", "modal_id": "1", "components": [{"type": 18, "component": _INPUT}]},
    {"op": "faults", "patch": {"closed_dms": ["1"], "callback_delay": 0, "callback_losses": 0}},
    {"op": "faults", "patch": {"locales": {"1": "de"}, "missing_permissions": {"1": "1"}}},
    {"op": "faults", "patch": {"elsewhere": True, "forum": False, "user_installs": ["1"]}},
    {
        "op": "faults",
        "patch": {"pace": False, "no_external_apps": [], "granted_permissions": {"1": "1"}},
    },
    {"op": "faults", "patch": {"requests": [{"status": 503, "times": 0, "path": "none"}]}},
)
"""What a page may say."""


def strange(chance: random.Random, good: Any, changes: int) -> Any:
    """Return `good` with some of its values, at any depth, put in other words or taken away."""
    body = copy.deepcopy(good)
    for _ in range(changes):
        holders = _holders(body)
        if not holders:
            return chance.choice(LEAVES)
        holder, key = chance.choice(holders)
        if chance.random() < 0.2 and isinstance(holder, dict):
            del holder[key]
        else:
            holder[key] = copy.deepcopy(chance.choice(LEAVES))
    return body


def deep(levels: int, inside: str = "") -> bytes:
    """Return JSON of lists in lists, or of an object with a field that deep."""
    nested = b"[" * levels + b"]" * levels
    return b'{"%s":%s}' % (inside.encode(), nested) if inside else nested


def query(chance: random.Random, *names: str) -> str:
    """Return a query with odd values, some names twice, some missing."""
    pairs = [chance.choice(["", "x", "=", "%", "%ff=%ff", "a=b&&"])]
    for name in names:
        found = (quote(chance.choice(NUMBERS)) for _ in range(chance.randrange(3)))
        pairs += [f"{name}={value}" for value in found]
    return "?" + "&".join(pairs)


def _holders(node: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    items = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, value in items:
        found += [(node, key), *_holders(value)]
    return found

"""The help for a host about each failure that Discord tells."""

from __future__ import annotations

from collections.abc import Iterable

from bot.host.on_discord import REFUSED
from bot.rehearsal.traffic import CALLBACK, Request

SLOW = 2.0
"""Seconds from which on an answer of Discord's counts as slow; a press waits for three."""

_SEE = (
    "the bot, or the person whom it adds to the thread, does not see the channel: let both have "
    "View Channel there (Edit Channel, Permissions)"
)
_REPORT = "that is a mistake in the bot: please report it with the block below"

_CODES = {
    10003: "the channel or thread is gone: name another, or leave it be while this runs",
    10004: "the bot is not in the server: invite it by the address of the README",
    10008: "somebody deleted the message meanwhile: try again, and leave it be",
    10062: "a press was acknowledged later than three seconds after it: look at this machine's "
    "load and network",
    20016: "the channel is in slow mode: give the bot's role Manage Messages there",
    20028: "too much is posted in the channel: try again in a minute, or name another",
    30008: "the application has as many emoji as it may: delete some in the developer portal "
    "(Emojis); the bot plays without them meanwhile",
    30034: "the commands were made anew too often today: try again tomorrow",
    40003: "direct messages were opened too fast: try again in ten minutes",
    40005: "the pictures are too large for this server: please report it with the block below",
    40060: "another process answered the press first: stop every other one that runs by this token",
    50001: _SEE,
    50007: "you take no direct messages from the bot: allow them (Privacy Settings of the server, "
    "Direct Messages), and do not block the bot",
    50013: "a permission is missing: give the bot's role the permissions of the README (Server "
    "Settings, Roles), and look at what the channel takes away (Edit Channel, Permissions)",
    50024: "threads cannot begin in a channel of this kind: name a text channel",
    50035: _REPORT,
    50278: "you share no server with the bot: join one with the account that owns the application",
    160004: "the message has a thread already: name a channel in which no other bot makes threads",
    160005: "the thread is locked: unlock it, or name another channel",
    160006: "the server has as many active threads as it may: archive some",
    200000: "the server's AutoMod refuses what the bot writes: except the bot's role from the rule",
}
_STATUSES = {
    0: "no answer came: look at this machine's network, name service and firewall",
    401: REFUSED.rstrip("."),
    403: "Discord forbids it: look at the permissions of the bot's role in the server and channel",
    404: "what was asked for is gone: try again",
    413: _CODES[40005],
    429: "more was asked than Discord takes: the bot waited and went on. Where that comes often, "
    "stop whatever else runs by this token or from this address",
}


def mended(calls: Iterable[Request]) -> str:
    """Say of each kind of failure what came and how to mend it, once; "" where nothing failed."""
    return " ".join(
        dict.fromkeys(f"{_came(call)}: {_mend(call)}." for call in calls if call.failed)
    )


def slow(calls: Iterable[Request]) -> str:
    """Say which answer took too long; "" where none did."""
    slowest = max(calls, key=lambda call: call.seconds, default=None)
    if slowest is None or slowest.seconds < SLOW:
        return ""
    text = f"{slowest.method} {slowest.route} took {slowest.seconds:.1f} s"
    if slowest.route == CALLBACK:
        return f"{text}; a press must be acknowledged within 3 s. See to a shorter way to Discord."
    return f"{text}: look at this machine's network and load, and at discordstatus.com."


def _came(call: Request) -> str:
    code = f" (code {call.code})" if call.code else ""
    return f"{call.method} {call.route} -> {call.status or 'nothing'}{code}"


def _mend(call: Request) -> str:
    if call.code in _CODES:
        return _CODES[call.code]
    if call.status >= 500:
        return "Discord failed: try again later, and look at discordstatus.com"
    return _STATUSES.get(call.status, _REPORT)

"""Users, the application itself, and where the gateway is."""

from __future__ import annotations

from sandbox import accounts, objects, places
from sandbox.errors import refusal
from sandbox.rest.routing import Call, Reply, Route, snowflake


async def get_me(call: Call) -> Reply:
    """Answer with the bot's own user."""
    own = {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}
    return Reply(200, accounts.user(call.memory.bot) | own)


async def get_user(call: Call) -> Reply:
    """Answer with a user; 10013."""
    return Reply(200, accounts.user(call.memory.person(call.number("user_id"))))


async def create_dm(call: Call) -> Reply:
    """Open direct messages with a person, or answer with the channel there is.

    Raises 40003 at Discord's pace, where the bot has opened too many recently.
    """
    person = call.memory.person(snowflake(call.form().get("recipient_id"), "recipient_id"))
    if person.bot:
        raise refusal(50007)
    if call.memory.dm_of(person.id) is None:
        _limit_first_messages(call)
    channel = call.switchboard.open_dm(person.id)
    return Reply(200, places.channel(call.memory, channel))


def _limit_first_messages(call: Call) -> None:
    """Count one more person to whom the bot has never written."""
    switchboard, timing, now = call.switchboard, call.switchboard.timing, call.memory.clock()
    opened = switchboard.letters_opened
    opened[:] = [moment for moment in opened if moment > now - timing.first_messages_window]
    if switchboard.faults.pace and len(opened) >= timing.first_messages:
        raise refusal(40003)
    opened.append(now)


async def get_application(call: Call) -> Reply:
    """Answer with the application."""
    return Reply(200, objects.application(call.memory))


async def get_gateway(call: Call) -> Reply:
    """Answer with the gateway's address."""
    return Reply(200, {"url": call.switchboard.gateway_url})


async def get_gateway_bot(call: Call) -> Reply:
    """Answer with the gateway's address and how many shards are recommended."""
    faults = call.switchboard.faults
    limit = {
        "total": 1000,
        "remaining": call.memory.sessions,
        "reset_after": 86_400_000,
        "max_concurrency": max(1, faults.max_concurrency),
    }
    address = call.switchboard.gateway_url
    return Reply(200, {"url": address, "shards": faults.shards, "session_start_limit": limit})


ROUTES = (
    Route("GET", "/users/@me", get_me),
    Route("GET", "/users/{user_id}", get_user),
    Route("POST", "/users/@me/channels", create_dm),
    Route("GET", "/oauth2/applications/@me", get_application),
    Route("GET", "/applications/@me", get_application),
    Route("GET", "/gateway", get_gateway),
    Route("GET", "/gateway/bot", get_gateway_bot),
)

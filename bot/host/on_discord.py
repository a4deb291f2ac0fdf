"""Checks on Discord: the bot's token, its intents, its permissions in its servers, the time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any

from discord import ApplicationFlags, Permissions

from bot.discord.names import clean_name
from bot.host.asking import Answer, Discord
from bot.host.findings import Finding, Mark, ok, warn, wrong
from bot.match.lobby.play_actions import NEEDED
from bot.settings import Settings
from bot.texts import Texts

WISHED = NEEDED | Permissions(create_public_threads=True, send_messages_in_threads=True)
"""The permissions in the README's invite link."""

PRIVILEGED = {
    "Presence": ApplicationFlags(gateway_presence=True, gateway_presence_limited=True),
    "Server Members": ApplicationFlags(
        gateway_guild_members=True, gateway_guild_members_limited=True
    ),
    "Message Content": ApplicationFlags(
        gateway_message_content=True, gateway_message_content_limited=True
    ),
}
"""The privileged intents as the developer portal names them, each with its flags."""

CLOSE, FAR = 2.0, 60.0
"""Seconds that a clock may be off without a word, and with one."""

PAGE = 200
"""Servers that Discord lists at once."""

NAMED_SERVERS = 20
"""How many servers are named in which something is missing."""

UNSET = (
    "none is set: the bot would open its sandbox in place of Discord. Put the token of the "
    "developer portal (Bot, Reset Token) into DISCORD_TOKEN, or into a file that "
    "DISCORD_TOKEN_FILE names."
)
REFUSED = (
    "Discord refuses it. Make a new one in the developer portal (Bot, Reset Token) and put it into "
    "DISCORD_TOKEN or DISCORD_TOKEN_FILE."
)


async def look(settings: Settings) -> AsyncIterator[Finding]:
    """Ask Discord, and give what was found. Nothing else is asked where the token is refused."""
    if not settings.token:
        yield wrong("token", UNSET)
        return
    async with Discord(settings.token, settings.api) as discord:
        me = await discord.get("/users/@me")
        yield token(me)
        if me.status == 200:
            for asked in (application, sessions, servers):
                async for found in asked(discord):
                    yield found
        if me.date is not None:
            yield clock(me.now, me.date)


def token(me: Answer) -> Finding:
    """Say whether Discord takes the token, and whose it is."""
    match me.status:
        case 200:
            return ok("token", f"it works: {_name(me.body, 'username')} ({me.body.get('id')})")
        case 401:
            return wrong("token", REFUSED)
        case 0:
            return wrong(
                "token",
                f"Discord cannot be reached: {me.body}. Look at this machine's network, name "
                "service and firewall: it must reach discord.com and gateway.discord.gg, port 443.",
            )
        case _:
            return wrong("token", f"Discord answers with status {me.status}. Try again later.")


async def application(discord: Discord) -> AsyncIterator[Finding]:
    """Look at what is set in the developer portal."""
    answer = await discord.get("/applications/@me")
    if answer.status != 200:
        yield _unanswered("intents", answer)
        return
    flags = int(answer.body.get("flags") or 0)
    on = [name for name, of in PRIVILEGED.items() if flags & of.value]
    if on:
        names = ", ".join(on)
        yield warn(
            "intents",
            f"{names}: switched on, though the bot needs no privileged intent. Switch it off in "
            "the developer portal (Bot, Privileged Gateway Intents).",
        )
    else:
        yield ok("intents", "the bot needs no privileged one, and none is switched on")
    if answer.body.get("interactions_endpoint_url"):
        yield wrong(
            "presses",
            "Discord sends presses and commands to an address on the web, so the bot hears of "
            "none. Empty Interactions Endpoint URL in the developer portal (General Information).",
        )


async def sessions(discord: Discord) -> AsyncIterator[Finding]:
    """Look how often the bot may still be started today."""
    answer = await discord.get("/gateway/bot")
    if answer.status != 200:
        yield _unanswered("starts", answer)
        return
    limit = answer.body["session_start_limit"]
    left, total, hours = limit["remaining"], limit["total"], limit["reset_after"] / 3_600_000
    text = f"{left} of {total} sessions are left for the next {hours:.0f} hours"
    if left <= 1:
        yield wrong("starts", f"{text}: the bot cannot connect before they are over.")
    elif left * 2 <= total:
        yield warn("starts", f"{text}: something starts the bot over and over.")
    else:
        yield ok("starts", text)


async def servers(discord: Discord) -> AsyncIterator[Finding]:
    """Look in every server at what the bot may do there, as far as channels say nothing else."""
    count, found, after = 0, list[Finding](), "0"
    while True:
        answer = await discord.get(f"/users/@me/guilds?limit={PAGE}&after={after}")
        if answer.status != 200:
            yield _unanswered("servers", answer)
            return
        count += len(answer.body)
        found += filter(None, map(in_server, answer.body))
        if len(answer.body) < PAGE:
            break
        after = answer.body[-1]["id"]
    for one in found[:NAMED_SERVERS]:
        yield one
    if not count:
        yield warn("servers", "the bot is in none. Invite it by the address of the README.")
    elif found:
        yield max(found, key=_gravity)._replace(
            what="servers", text=f"permissions are missing in {len(found)} of {count}"
        )
    else:
        yield ok("servers", f"{count}, and in each the bot has the permissions it needs")


def in_server(guild: Mapping[str, Any]) -> Finding | None:
    """Name what the bot lacks in a server, as Discord's settings name it; None if nothing."""
    has = Permissions(int(guild.get("permissions") or 0))
    if has.administrator or guild.get("owner"):
        return None
    say = Texts.load().words(None)
    names = [say(f"permission.{name}") for name, on in WISHED & ~has if on]
    if not names:
        return None
    text = (
        f"{_name(guild, 'name')} ({guild.get('id')}) withholds: {', '.join(names)}. Give the "
        "bot's role these (Server Settings, Roles), or invite the bot anew."
    )
    is_needed = any(on for _, on in NEEDED & ~has)
    return wrong("server", text) if is_needed else warn("server", text)


def _gravity(found: Finding) -> bool:
    return found.mark is Mark.WRONG


def clock(now: float, date: datetime) -> Finding:
    """Say how far the clock here is from Discord's, which tells whole seconds.

    `now` is the time here in seconds since 1970 when Discord wrote its date.
    """
    off = now - date.timestamp() - 0.5
    text = f"{abs(off):.1f} s {'ahead of' if off > 0 else 'behind'} Discord's (which tells seconds)"
    if abs(off) <= CLOSE:
        return ok("clock", text)
    mend = "Let the system keep its time by NTP (timedatectl set-ntp true)."
    return (warn if abs(off) <= FAR else wrong)("clock", f"{text}. {mend}")


def _unanswered(what: str, answer: Answer) -> Finding:
    return warn(what, f"Discord did not tell (status {answer.status}). Try again later.")


def _name(body: Mapping[str, Any], key: str) -> str:
    return clean_name(str(body.get(key) or "?"))

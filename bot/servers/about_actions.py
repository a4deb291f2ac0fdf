"""About: what runs here, and how well."""

from __future__ import annotations

from bot import VERSION
from bot.discord.press import Press
from bot.store.rows import Status


async def about(press: Press) -> None:
    """Tell the version, since when the bot runs, the games, how fast Discord answers, the link.

    Where the bot has several shards it tells by which one it heard of this.
    """
    app, say = press.app, press.say
    counts = await app.store.counts()
    playing = sum(n for (_, status), n in counts.items() if status is Status.PLAYING)
    latency: float | None = press.interaction.client.connection.latency()
    lines = [
        say("running.bot", version=VERSION, since=f"<t:{app.started:.0f}:R>"),
        say("running.tables", n=playing),
    ]
    if latency is not None:
        lines.append(say("running.answers", ms=round(1000 * latency)))
    shards = press.interaction.client.connection.shards
    if shards is not None and shards.count > 1:
        shard = shards.of(press.interaction.guild_id)
        lines.append(say("running.shards", shard=shard, count=shards.count))
    if app.settings.link:
        lines.append(say("running.link", link=app.settings.link))
    await press.private("\n".join(lines))

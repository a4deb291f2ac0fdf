"""Reading: the rules of a game, and the help."""

from __future__ import annotations

from bot import VERSION
from bot.discord.io import named
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.guide_layout import ABOUT, START, TOPICS, help_layout, languages, topic_layout
from bot.match.rules_layout import page_count, rules_layout
from bot.match.show.look import theme_for
from bot.match.show.panels import Panels
from bot.preferences.server import Feature
from bot.store.rows import Status
from engine.games import GAMES
from render.scenes import SCENES

COMMANDS = {
    Feature.DAILY: "daily", Feature.EVENINGS: "evening", Feature.LEAGUES: "league",
    Feature.PUZZLES: "puzzle", Feature.REPLAY: "replay",
}  # fmt: skip
"""The commands that do nothing where a feature is switched off."""


async def read_rules(press: Press, game: str, page: int, of: str = "") -> None:
    """Show a page of the rules, counted from 1, in the asker's language.

    They lead on to a table, or to what they are read for (`of`), which has the button `{of}:today`.
    A page that is not there is the nearest one. Raises Refused for a game that is gone.
    """
    if game not in GAMES:
        raise Refused("refused.no_game")
    page, say = min(max(1, page), page_count(game)), press.say
    theme = await theme_for(press.app.store, press.location.guild_id, press.user_id)
    picture = await press.app.painter.paint(lambda: SCENES[game].rules(page, say, theme))
    pictures = [] if picture is None else [(f"rules-{game}-{page}.png", picture)]
    panels = press.app.get(Panels)
    opens = not panels.is_on_table(press.interaction)
    layout = rules_layout(game, page, pictures, say, of, opens=opens)
    shown = await press.answer(view=layout, attachments=named(pictures))
    panels.note(press.interaction, shown.id, stays=True)


async def how_to_play(press: Press, game: str, of: str = "") -> None:
    """Show the rules of a game beside what they were asked for at. Raises Refused."""
    await read_rules(press, game, 1, of)


async def read_help(press: Press, topic: str = START) -> None:
    """Show a page of the help; the first one if there is no such."""
    tree, say = press.interaction.client.tree, press.say
    mentions = await press.app.io.mentions(tree)
    settings = await press.server_settings(press.location.guild_id)
    off = [name for feature, name in COMMANDS.items() if not settings.has(feature)]
    if topic not in TOPICS:
        await press.answer(view=help_layout(mentions, say, off), attachments=[])
        return
    moderators = [each.name for each in tree.get_commands() if each.default_permissions]
    lines = [*await _running(press), *languages(mentions, say)] if topic == ABOUT else ()
    layout = topic_layout(topic, mentions, say, moderators=moderators, lines=lines, off=off)
    await press.answer(view=layout, attachments=[])


async def _running(press: Press) -> list[str]:
    """Say what runs here: the version, since when, how many games, how fast Discord answers.

    Where the bot has several shards it tells by which one it heard of this.
    """
    app, say, connection = press.app, press.say, press.interaction.client.connection
    counts = await app.store.counts()
    playing = sum(n for (_, status), n in counts.items() if status is Status.PLAYING)
    latency: float | None = connection.latency()
    lines = [
        say("running.bot", version=VERSION, since=f"<t:{app.started:.0f}:R>"),
        say("running.tables", n=playing),
    ]
    if latency is not None:
        lines.append(say("running.answers", ms=round(1000 * latency)))
    shards = connection.shards
    if shards is not None and shards.count > 1:
        shard = shards.of(press.interaction.guild_id)
        lines.append(say("running.shards", shard=shard, count=shards.count))
    if app.settings.link:
        lines.append(say("running.link", link=app.settings.link))
    return lines

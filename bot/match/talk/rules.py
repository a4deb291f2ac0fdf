"""The rules of a game and the first steps in it, as people read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from discord import ui

from bot import VERSION
from bot.discord import parts
from bot.discord.io import named
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.show.lobby_layouts import page_count, rules_layout
from bot.match.show.panels import Panels
from bot.match.show.stage import theme_for
from bot.match.table.kind import lacking
from bot.preferences.server import Feature
from bot.store.rows import Status
from bot.texts import Texts
from engine.games import GAMES
from render.api import Words
from render.scenes import SCENES

# The help: how to begin in three steps and the games' rules; behind *More*, pages by topic.

START = "start"
"""The first page."""

MORE = "more"
"""The page that leads to all others."""

ABOUT = "about"
"""The page on the running bot."""

TOPICS = ("cards", "leaving", "counting", "fair", "privacy", ABOUT, "commands")
"""The further pages, in the order of their buttons."""


def help_layout(mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out the first page; `mentions` gives every command by its name as it is shown."""
    rules = (parts.rules_button(key, say, say(f"game.{key}")) for key in GAMES)
    lesson = parts.button("ln", say("learn.button.any"))
    return parts.container(
        ui.TextDisplay(say("help.what")),
        ui.TextDisplay(say("help.begin", **mentions)),
        *parts.rows([parts.deal_button(say), parts.home_button(say), lesson]),
        ui.TextDisplay(say("help.games")),
        *parts.rows([*rules, parts.button(f"help:{MORE}", say("page.button.more"))]),
    )


def more_help_layout(mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out the way to the pages by topic."""
    return parts.container(
        ui.TextDisplay(say("help.more")),
        *parts.rows(_help_button(topic, say) for topic in (*TOPICS, START)),
        *_lacking(say),
        *map(ui.TextDisplay[Any], languages(mentions, say)),
    )


def topic_layout(
    topic: str,
    mentions: Mapping[str, str],
    say: Words,
    *,
    moderators: Collection[str] = (),
    lines: Sequence[str] = (),
    off: Collection[str] = (),
) -> ui.LayoutView:
    """Lay out one of TOPICS, with the way back.

    `moderators` are the names of commands that are for them alone, and `lines` say what runs here.
    Commands that are switched `off` are not listed.
    """
    listed: dict[bool, list[str]] = {False: [], True: []}
    for name, mention in sorted(mentions.items()):
        if name.partition(" ")[0] in off:
            continue
        told = say("help.command", command=mention, about=say(f"command.{name}"))
        listed[name in moderators].append(told)
    text = say(
        f"help.{topic}", lines="\n".join(lines), commands="\n".join(listed[False]),
        moderators="\n".join(listed[True]), **mentions,
    )  # fmt: skip
    return parts.container(ui.TextDisplay(text), *parts.rows([_help_button(START, say)]))


def languages(mentions: Mapping[str, str], say: Words) -> list[str]:
    """Name every language in itself, in a line; none where there is but one."""
    texts = Texts.load()
    names = [texts.name(language) for language in texts.locales]
    return [say("help.languages", languages=names, **mentions)] if len(names) > 1 else []


def _lacking(say: Words) -> Iterator[ui.TextDisplay[Any]]:
    """Name the games that do not offer everything."""
    if games := [say(f"game.{key}") for key in GAMES if lacking(key)]:
        yield ui.TextDisplay(say("help.lacks", games=games))


def _help_button(topic: str, say: Words) -> parts.Button:
    return parts.button(f"help:{topic}", say(f"help.button.{topic}"))


# Reading: the rules of a game, and the help.

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
    if topic not in TOPICS:
        page = more_help_layout if topic == MORE else help_layout
        await press.answer(view=page(mentions, say), attachments=[])
        return
    settings = await press.server_settings(press.location.guild_id)
    off = [name for feature, name in COMMANDS.items() if not settings.has(feature)]
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

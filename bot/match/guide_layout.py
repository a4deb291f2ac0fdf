"""The help: how to begin in three steps, the games' rules, and further pages by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from bot.discord.parts import Button, button, container, home_button, rows, rules_button
from bot.match.abilities import lacking
from bot.texts import Texts
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from render.api import Words

START = "start"
"""The first page."""

ABOUT = "about"
"""The page on the running bot."""

TOPICS = ("cards", "leaving", "counting", "fair", "privacy", ABOUT, "commands")
"""The further pages, in the order of their buttons."""


def help_layout(
    mentions: Mapping[str, str], say: Words, off: Collection[str] = ()
) -> ui.LayoutView:
    """Lay out the first page; `mentions` gives every command by its name as it is shown.

    Those that are switched `off` are not spoken of.
    """
    gone = [mentions[name] for name in off if name in mentions]
    offered = [
        line
        for line in say("help.do", **mentions).split("\n")
        if not any(mention in line for mention in gone)
    ]
    return container(
        ui.TextDisplay(say("help.what")),
        ui.TextDisplay(say("help.begin", **mentions)),
        ui.TextDisplay("\n".join(offered)),
        *rows([home_button(say), button("ln", say("learn.button.any"))]),
        ui.TextDisplay(say("help.games")),
        *rows(rules_button(key, say, say(f"game.{key}")) for key in GAMES),
        *_lacking(say),
        *map(ui.TextDisplay[Any], languages(mentions, say)),
        ui.TextDisplay(say("help.more")),
        *rows(_help_button(topic, say) for topic in TOPICS),
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
    return container(ui.TextDisplay(text), *rows([_help_button(START, say)]))


def languages(mentions: Mapping[str, str], say: Words) -> list[str]:
    """Name every language in itself, in a line; none where there is but one."""
    texts = Texts.load()
    names = [texts.name(language) for language in texts.locales]
    return [say("help.languages", languages=names, **mentions)] if len(names) > 1 else []


def _lacking(say: Words) -> Iterator[ui.TextDisplay[Any]]:
    """Name the games that do not offer everything."""
    if games := [say(f"game.{key}") for key in GAMES if lacking(key)]:
        yield ui.TextDisplay(say("help.lacks", games=games))


def _help_button(topic: str, say: Words) -> Button:
    return button(f"help:{topic}", say(f"help.button.{topic}"))

"""The people somebody has blocked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.parts import PersonMenu, container
from render.api import Words


def blocks_layout(blocked: Sequence[int], say: Words, done: str = "") -> ui.LayoutView:
    """Lay out the people somebody has blocked, and the menus to choose others; `done` is news."""
    names = [f"<@{user_id}>" for user_id in blocked]
    text = say("block.list", names=names) if names else say("block.none")
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{text}\n{say('block.means')}")]
    if done:
        parts.append(ui.TextDisplay(done))
    verbs = ("add", "remove") if names else ("add",)
    return container(*parts, *(ui.ActionRow(_people(verb, say)) for verb in verbs))


def _people(verb: str, say: Words) -> PersonMenu:
    return PersonMenu(custom_id=f"block:{verb}", placeholder=say(f"block.choose.{verb}"))

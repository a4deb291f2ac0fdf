"""The world of a stand-in for Discord as the bot starts there: people, guilds, channels, emoji."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from operator import truediv

from bot.discord.emoji import name_of
from render.scenes import EMOJI, emoji
from sandbox import Memory, Sandbox
from sandbox.things import Emoji
from sandbox.wire import EPOCH_MS


def settle_emoji(sandbox: Sandbox) -> None:
    """Give the application the emoji it has after its first start."""
    for name, data in all_emoji().items():
        number = sandbox.memory.snowflakes.mint()
        sandbox.memory.emojis[number] = Emoji(number, name, data, "image/png")


def all_emoji() -> dict[str, bytes]:
    """Return all emoji by their names."""
    return {name_of(key): emoji(key).data for key in EMOJI}


def world(
    names: Sequence[str], channels: Sequence[str], shards: int, together: int | None
) -> Memory:
    """Return a world that has as many guilds on each shard."""
    memory = Memory.populate(names, channels=channels, guilds=())
    people = [*memory.people]
    groups = [people] * shards if together is None else [*_groups(people, together)]
    now = (int(time.time() * 1000) - EPOCH_MS) // shards + 1
    for number, group in enumerate(groups):
        memory.snowflakes.clock = partial(truediv, now * shards + number + EPOCH_MS + 0.5, 1000)
        memory.found_guild(f"Cloud Club {number + 1}", channels[:together], group)
    memory.snowflakes.clock = time.time
    return memory


def _groups(people: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(people), size):
        yield people[start : start + size]

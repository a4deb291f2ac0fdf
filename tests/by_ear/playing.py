"""Games in a simulated server of which one person plays by ear."""

from __future__ import annotations

import random
from typing import Any

from bot.store.rows import MatchId, Status
from tests.by_ear.listener import Ear
from tests.by_ear.page import CHOICE, Page
from tests.by_ear.player import NotUnderstood, Player
from tests.sim.evening import Evening, choose


async def choose_words(ear: Ear) -> None:
    """Let a person choose to play in words, by what is said."""
    await ear.command("preferences")
    (words,) = [p.words for _, _, p in ear.listing() if p.kind == CHOICE and "n words" in p.words]
    await ear.press(words)


async def play_by_ear(
    held: Evening, player: Player, pages: list[Page], seed: int, match_id: int = 1,
    most: int = 10_000,
) -> None:  # fmt: skip
    """Play a game to its end; who else sits there plays at random with pictures."""
    generator, others = random.Random(seed), random.Random(seed + 1)
    if player.memory is None:
        await player.begin()
    while (table := await held.table(match_id)).row.status is Status.PLAYING:
        if len(player.decisions) >= most:
            return
        seat = table.to_act()[0]
        name = table.member(seat).name
        if name != player.ear.name:
            code = others.choice(table.legal(seat))
            await choose(held[name].user, held.hand(name), table, code)
            pages += player.ear.hear()
            continue
        page = next((p for p in reversed(pages) if player.offered(p)), None)
        if page is None:
            raise NotUnderstood("nobody says what can be played")
        before = len(player.decisions)
        try:
            pages = await player.take_turn(page, random.Random(f"{seed} {before}"))
        except ValueError:
            check(table, seat, player)
            raise
        check(table, seat, player)


def check(table: Any, seat: Any, player: Player) -> None:
    """Note how what was heard differs from what is so."""
    decision, memory = player.decisions[-1], player.memory
    assert memory is not None
    true = memory.compared(table.view(seat))
    heard = memory.compared(decision.view)
    differ = {
        name: (getattr(heard, name), getattr(true, name))
        for name in true.__dataclass_fields__
        if getattr(heard, name) != getattr(true, name)
    }
    true_heard = memory.matters(table.begun.heard(seat))
    own = memory.matters(decision.heard)
    if own != true_heard:
        differ["heard"] = (own, true_heard)
    if differ:
        print(len(player.decisions), differ)

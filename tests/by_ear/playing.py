"""Games in a simulated server of which one person plays by ear."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store.rows import Status
from bot.texts import Texts
from tests.by_ear.listener import Ear
from tests.by_ear.page import CHOICE
from tests.by_ear.player import NotUnderstood, Player
from tests.by_ear.proof import Proof
from tests.sim.evening import Evening, choose, evening

EAR = "Ada"
"""Who plays by ear."""


@asynccontextmanager
async def by_ear(directory: Path, *others: str) -> AsyncIterator[tuple[Evening, Ear]]:
    """Set up a server in which Ada has chosen to play in words, by what was spoken to her."""
    async with evening(directory, (EAR, *others)) as held:
        ear = Ear(held, EAR)
        await ear.command("preferences")
        say = Texts.load().words("en")
        await ear.press(say("preferences.group.look"))
        words = say("preferences.look.words")
        (choice,) = {part.words for _, _, part in ear.listing() if part.kind == CHOICE
                     and part.words.startswith(words)}  # fmt: skip
        await ear.press(choice)
        ear.faults.clear()  # until then nothing was for her ears
        yield held, ear


async def begin(held: Evening, ear: Ear, game: str, *others: str) -> Player:
    """Open a table and start it, by what is spoken; others join by its picture."""
    await ear.command("play", game=game)
    for name in others:
        await held[name].click(held.board(), label="Join")
    ear.hear()
    player = Player(ear, game)
    player.pages = await ear.press(ear.offers("Start(, .*)?")[0])
    return player


async def play(
    held: Evening, player: Player, seed: int, match_id: int = 1, most: int = 10_000
) -> Proof:
    """Play a game to its end, or to so many decisions; who else sits there plays at random."""
    generator, proof = random.Random(seed), Proof()
    while (table := await held.table(match_id)).row.status is Status.PLAYING:
        if proof.decisions == most:
            break
        seat = table.to_act()[0]
        name = table.member(seat).name
        if table.member(seat).user_id is None:
            await held.env.advance_time(5.0)
            player.pages += player.ear.hear()
            continue
        if name != player.ear.name:
            code = generator.choice(table.legal(seat))
            await choose(held[name].user, held.hand(name), table, code)
            player.pages += player.ear.hear()
            continue
        page = next((p for p in reversed(player.pages) if player.offers_moves(p)), None)
        if page is None:
            raise NotUnderstood("nobody says what can be played")
        turn = f"{seed} {proof.decisions}"
        if player.memory is None:
            await player.begin()
        decision = await player.take_turn(page, random.Random(turn))
        assert player.memory is not None
        proof.note(decision, player.memory, table, seat, turn)
        after = (await held.table(match_id)).row
        script = "\n".join(player.ear.script[-20:])
        assert after.moves > table.row.moves, f"{decision.code} was not made at once:\n{script}"
    proof.close(player)
    return proof

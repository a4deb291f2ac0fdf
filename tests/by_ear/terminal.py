"""A game in the terminal by ear: what is spoken is printed, what is typed is pressed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from bot.store.rows import Status
from tests.by_ear.listener import Ear
from tests.sim.evening import Evening

Read = Callable[[], Awaitable[str | None]]

WHICH, NOTHING = "Which one?", "Nothing there is called so."

_OPTION = re.compile(r"(\w+): ")


async def read_line() -> str | None:
    """Return what somebody types; None at the end of the input."""
    try:
        return (await asyncio.to_thread(input, "? ")).strip()
    except EOFError:
        return None


async def listen(
    held: Evening, ear: Ear, game: str, read: Read, speak: Callable[[str], object]
) -> None:
    """Open a table and do what is typed, until the input or the game has ended.

    That is the words of a button or a choice, as far as they tell it from others, a command such as
    `/look question: Score`.
    """
    spoken = len(ear.script)
    await ear.command("play", game=game)
    while True:
        for line in ear.script[spoken:]:
            speak(line)
        spoken = len(ear.script)
        has_ended = (await held.table()).row.status in (Status.OVER, Status.CLOSED)
        typed = None if has_ended else await read()
        if typed is None:
            return
        await _do(ear, typed, speak)
        await _let_others_play(held, ear)


async def _do(ear: Ear, typed: str, speak: Callable[[str], object]) -> None:
    if typed.startswith("/"):
        name, *words = _OPTION.split(typed[1:])
        options: dict[str, Any] = dict(zip(words[::2], map(str.strip, words[1::2]), strict=True))
        await ear.command(name.strip(), **options)
    elif typed:
        offered = list(dict.fromkeys(ear.offers(f"(?i:{re.escape(typed)}).*")))
        exact = [words for words in offered if words.casefold() == typed.casefold()]
        fitting = exact or offered
        if len(fitting) == 1:
            await ear.press(fitting[0])
        else:
            speak(f"{WHICH} {'; '.join(fitting)}" if fitting else NOTHING)


async def _let_others_play(held: Evening, ear: Ear) -> None:
    """Let time pass while a house player is to act, and hear what came of it."""
    while (table := await held.table()).row.status is Status.PLAYING:
        if table.member(table.to_act()[0]).user_id is not None:
            break
        await held.env.advance_time(5.0)
        ear.hear()

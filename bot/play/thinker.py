"""A process that thinks for house players: questions in, moves out.

`bot.play.thinking` starts it as `python -m bot.play.thinker` and speaks to it over pipes. It ends
when its input does, so it never outlives the bot, and when one question takes it far too long.
"""

from __future__ import annotations

import pickle
import signal
import struct
import sys
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, BinaryIO

from engine.house import HOUSE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Heard
    from engine.game import View

LENGTH = struct.Struct("!I")
"""How long the message is that follows, in bytes."""

TOO_LONG = 60
"""Seconds after which a process that still thinks ends itself."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a house player is asked: what its seat sees and heard, no more, and its whims."""

    game: str
    level: str
    view: View
    heard: Sequence[Heard]
    legal: tuple[str, ...]
    seed: int


def think(question: Question) -> str:
    """Answer a question; alike questions get alike answers."""
    random = Random(question.seed)  # noqa: S311 - a house player's whims guard nothing
    player = HOUSE[question.game][question.level]
    return player.choose(question.view, question.heard, question.legal, random)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while head := questions.read(LENGTH.size):
        if hasattr(signal, "alarm"):
            signal.alarm(TOO_LONG)
        # Only the bot that started this process writes to its pipe.
        question = pickle.loads(questions.read(LENGTH.unpack(head)[0]))  # noqa: S301
        answer = think(question).encode()
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()
        if hasattr(signal, "alarm"):
            signal.alarm(0)


if __name__ == "__main__":
    # Ctrl-C in a terminal goes to the bot's processes too; the bot tells them when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin.buffer, sys.stdout.buffer)

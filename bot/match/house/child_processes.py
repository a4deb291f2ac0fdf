"""The processes that think and work for the bot: messages in, messages out.

They are forked for `bot.match.house.thinkers` and `.workshop` (`bot.match.house.fork_server`). Each
ends when its input does, so none outlives the bot, and when one question or job takes far too long.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import BinaryIO

from engine.analysis.coach import Advice, advice
from engine.analysis.paired import argued
from engine.events import Heard
from engine.game import View
from engine.players.cases import telling_at
from engine.players.company import Who, in_company
from engine.players.levels import HOUSE_PLAYERS
from engine.players.manner import Manner, in_manner
from engine.players.reasons import Reason
from engine.players.robot import RankedMove

LENGTH = struct.Struct("!I")
"""How long the message is that follows, in bytes."""


# Thinking for house players: questions in, rankings of moves or advice out.

TOO_LONG = 60
"""Seconds after which a process that still thinks ends itself."""

TO_GET_READY = 600
"""Seconds for compiling a game's kernels: some ten on one core that has nothing else to do."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a house player: the view of its seat and all it heard, no more, and a seed.

    `manner` is that of the house player, "" for none. `company` are the levels of the other seats.
    Where a person asks, `table` is who sits in each seat: chances are told for that company.
    Of the best moves, as many as are `argued`, it is said why the first is better. Where a move is
    `doubted`, what is asked for is what a coach says of it.
    """

    game: str
    level: str
    view: View
    heard: Sequence[Heard]
    legal: tuple[str, ...]
    seed: int
    manner: str = ""
    company: tuple[Who, ...] = ()
    table: tuple[Who, ...] = ()
    argued: int = 0
    doubted: str = ""


def rank(question: Question) -> tuple[RankedMove, ...]:
    """Rank the legal moves, the best first; alike questions get alike answers."""
    random = _random(question)
    player = in_company(HOUSE_PLAYERS[question.game][question.level], question.company)
    if question.manner:
        player = in_manner(player, Manner(question.manner))
    telling = telling_at(question.game, question.view, question.table, is_heeded=True)
    ranked = player.rank(question.view, question.heard, question.legal, random)
    ranked = tuple(map(telling.move, ranked))
    return argued(question.game, question.view, question.heard, ranked, question.argued, random)


def _random(question: Question) -> Random:
    return Random(question.seed)  # noqa: S311 - a house player's chance guards nothing


def think(question: Question) -> str:
    """Answer a question with one move; one that is forced takes no thought."""
    return question.legal[0] if len(question.legal) == 1 else rank(question)[0].code


def spell(ranking: Sequence[RankedMove]) -> bytes:
    """Spell a ranking for the way between two processes."""
    return json.dumps(
        [
            (*rest, *([each.to_json() for each in said] for said in (reasons, merits)))
            for *rest, reasons, merits in ranking
        ]
    ).encode()


def read(answer: bytes, legal: Sequence[str]) -> tuple[RankedMove, ...]:
    """Read what `spell` wrote. Raises ValueError if that is no ranking of the legal moves."""
    try:
        ranking = tuple(
            RankedMove(
                str(code), float(points), float(share),
                tuple((str(name), float(value)) for name, value in facts),
                tuple(map(Reason.from_json, reasons)), tuple(map(Reason.from_json, merits)),
            )
            for code, points, share, facts, reasons, merits in json.loads(answer)
        )  # fmt: skip
    except TypeError as error:
        raise ValueError("not a ranking") from error
    if sorted(move.code for move in ranking) != sorted(legal):
        raise ValueError("not a ranking of the legal moves")
    return ranking


def advised(question: Question) -> Advice | None:
    """Return what a coach says of the move that is doubted; None if nothing."""
    view, heard, legal = question.view, question.heard, question.legal
    random, table = _random(question), question.table
    return advice(question.game, view, heard, legal, question.doubted, random, table=table)


def spell_advice(found: Advice | None) -> bytes:
    """Spell what a coach says for the way between two processes."""
    return json.dumps(None if found is None else found.to_json()).encode()


def read_advice(answer: bytes, legal: Sequence[str]) -> Advice | None:
    """Read what `spell_advice` wrote. Raises ValueError if that is no advice on legal moves."""
    try:
        found = None if (said := json.loads(answer)) is None else Advice.from_json(said)
    except (TypeError, KeyError) as error:
        raise ValueError("no advice") from error
    if found is not None and not {found.best, found.rival} <= set(legal):
        raise ValueError("no advice on legal moves")
    return found


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while head := questions.read(LENGTH.size):
        message = questions.read(LENGTH.unpack(head)[0])
        _end_after(TOO_LONG)
        # Only the bot that started this process writes to it.
        question: Question = pickle.loads(message)  # noqa: S301
        answer = spell_advice(advised(question)) if question.doubted else spell(rank(question))
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()
        _end_after(0)


def _end_after(seconds: int) -> None:
    """End this process after a number of seconds; 0 for never."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


# Working, at the lowest priority: jobs in, results out; it ends even amid a job.

LONGEST_JOB = 120
"""Seconds after which a process that still works ends itself; no job may take longer."""

HUMBLEST = 19
"""How much everything else goes first, as `nice` counts."""


def spell_result(fine: bool, found: object) -> bytes:
    """Spell what came of a job: what it gave, or where it failed, as text."""
    return pickle.dumps((fine, found))


def read_result(answer: bytes) -> tuple[bool, object]:
    """Read what `spell_result` wrote. Raises ValueError if it is something else."""
    try:
        # Only a process that the bot started itself writes to this pipe.
        fine, found = pickle.loads(answer)  # noqa: S301
    except (pickle.UnpicklingError, AttributeError, EOFError, ImportError) as error:
        raise ValueError("no answer of the workshop") from error
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError("a spoilt answer of the workshop") from error
    return bool(fine), found


def do_job(job: Callable[[], object]) -> bytes:
    """Do a job and spell what came of it."""
    try:
        return spell_result(True, job())
    except Exception:  # noqa: BLE001 - whatever a job raises is told to the bot, which logs it
        return spell_result(False, traceback.format_exc(limit=-3))


def work(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Do jobs forever; the process ends at once, even amid a job, when there can be no more."""
    if hasattr(os, "nice"):
        os.nice(HUMBLEST)
    sys.stdout = sys.stderr  # what a job prints is no answer
    there: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(jobs, there), daemon=True).start()
    while True:
        job = there.get()
        if hasattr(signal, "alarm"):
            signal.alarm(LONGEST_JOB)
        answer = do_job(pickle.loads(job))  # noqa: S301 - from the bot
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()
        if hasattr(signal, "alarm"):
            signal.alarm(0)


def _listen(jobs: BinaryIO, there: SimpleQueue[bytes]) -> None:
    # A bot that ends with an answer unread resets the connection.
    with suppress(ConnectionResetError):
        while head := jobs.read(LENGTH.size):
            there.put(jobs.read(LENGTH.unpack(head)[0]))
    # The bot is gone, and with it everybody who could want an answer.
    os._exit(0)

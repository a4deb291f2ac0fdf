"""A process that thinks for house players: questions in, rankings of moves or advice out.

It is forked for `bot.match.house.thinkers` (`bot.match.house.fork_server`). It ends when its input
does, so it never outlives the bot, and when one question takes far too long.
"""

from __future__ import annotations

import json
import pickle
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import BinaryIO

from bot.match.house.pipe import LENGTH
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

TOO_LONG = 60
"""Seconds after which a process that still thinks ends itself."""

TO_GET_READY = 180
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
        [(*move[:-1], [reason.to_json() for reason in move.reasons]) for move in ranking]
    ).encode()


def read(answer: bytes, legal: Sequence[str]) -> tuple[RankedMove, ...]:
    """Read what `spell` wrote. Raises ValueError if that is no ranking of the legal moves."""
    try:
        ranking = tuple(
            RankedMove(
                str(code), float(points), float(share),
                tuple((str(name), float(value)) for name, value in facts),
                tuple(map(Reason.from_json, reasons)),
            )
            for code, points, share, facts, reasons in json.loads(answer)
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

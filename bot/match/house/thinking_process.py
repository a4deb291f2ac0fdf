"""A process that thinks for house players: questions in, rankings of moves or advice out.

It is forked for `bot.match.house.thinking` (`bot.match.house.fork_server`). It ends when its input
does, so it never outlives the bot, and when one question takes far too long.
"""

from __future__ import annotations

import json
import pickle
import secrets
import signal
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import BinaryIO

from bot.match.table.kind import kind_of, seed_of_answer
from bot.match.table.robots import level_of, manner_of
from bot.match.table.state import Table
from bot.store.rows import MatchRow, Member
from engine.analysis.coaching import Advice, advice
from engine.analysis.paired import argued
from engine.events import Heard
from engine.game import View
from engine.players.levels import HOUSE_PLAYERS
from engine.players.manner import PERSON, Manner, in_company, in_manner
from engine.players.reasons import Reason
from engine.players.robot import RankedMove
from engine.seats import Seat

# How messages to and from the bot's own processes begin.

LENGTH = struct.Struct("!I")
"""How long the message is that follows, in bytes."""


TOO_LONG = 60
"""Seconds after which a process that still thinks ends itself."""

TO_GET_READY = 180
"""Seconds for compiling a game's kernels: some ten on one core that has nothing else to do."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a house player: the view of its seat and all it heard, no more, and a seed.

    `manner` is that of the house player, "" for none. `company` are the levels of the other seats.
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
    company: tuple[str, ...] = ()
    argued: int = 0
    doubted: str = ""


def rank(question: Question) -> tuple[RankedMove, ...]:
    """Rank the legal moves, the best first; alike questions get alike answers."""
    random = _random(question)
    player = in_company(HOUSE_PLAYERS[question.game][question.level], question.company)
    if question.manner:
        player = in_manner(player, Manner(question.manner))
    ranked = player.rank(question.view, question.heard, question.legal, random)
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
    return advice(question.game, view, heard, legal, question.doubted, _random(question))


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


# The questions that house players are asked: what their seat knows, and no more.


def company_of(row: MatchRow, member: Member) -> tuple[str, ...]:
    """Return the levels of everybody else at the table, as everybody there knows them."""
    others = [other for other in row.members if other.key != member.key]
    return tuple(PERSON if other.user_id is not None else level_of(row, other) for other in others)


def question_of(table: Table, seat: Seat, level: str, seed: int, manner: str = "") -> Question:
    """Put the question of a seat's move to a level: what the seat sees and heard, no more."""
    course = table.begun
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    company = company_of(table.row, table.member(seat))
    return Question(table.row.game, level, view, heard, legal, seed, manner, company)


def question_to(table: Table, seat: Seat) -> Question:
    """Put the question of the house player of a seat.

    In a series, where the same moves always have the same answer, the same question is put at every
    table that comes to the same moment: in no manner, and with a seed that follows from it.
    """
    member = table.member(seat)
    level = level_of(table.row, member)
    if kind_of(table.row).shares_deals:
        seed = seed_of_answer(table.row.seed, table.row.moves, seat)
        return question_of(table, seat, level, seed)
    return question_of(table, seat, level, secrets.randbits(64), manner_of(member))

"""Sentences of what has happened at a table: for its board, and beside somebody's moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.match.show.stage import BoardFrame, HandFrame, last_move
from bot.match.table.names import bold_names
from bot.match.table.state import has_one_person
from bot.presenters import PRESENTERS
from bot.presenters.cards import Names
from engine.events import CardPlayed, Event, GameEnded, TakenBack
from engine.seats import Seat
from render.api import Words

RECENT = 4
"""How many sentences of what just happened a board shows."""

LAST = 5
"""How many sentences of a deal's end it shows: the last trick, and what the deal came to."""


def recent_sentences(
    board: BoardFrame, say: Words, *, of_new: bool = False, in_full: bool = False
) -> list[str]:
    """Return the last few things that happened, oldest first, with the names of the time.

    With `of_new` only those since the end of the last deal; `in_full` tells every move as the last.
    """
    told: list[str] = []
    for event, sentence in _sentences_backwards(board, say, in_full=in_full):
        if of_new and PRESENTERS[board.row.game].ends_deal(event):
            break
        told.insert(0, sentence)
        if len(told) == RECENT:
            break
    return told


def ended_sentences(board: BoardFrame, say: Words) -> list[str]:
    """Return how the last deal ended, oldest first; its score comes last. [] if none has ended."""
    told: list[str] = []
    for event, sentence in _sentences_backwards(board, say):
        if told or PRESENTERS[board.row.game].ends_deal(event):
            told.insert(0, sentence)
        if len(told) == LAST:
            break
    return told


def _sentences_backwards(
    board: BoardFrame, say: Words, *, in_full: bool = False
) -> Iterator[tuple[Event, str]]:
    """Yield what happened, the newest first, each with its sentence, if it has one.

    Moves that somebody took back one after the other are one sentence, and so is what is `alike`;
    alone with house players it is nobody's business.
    """
    presenter, newest = PRESENTERS[board.row.game], len(board.happened) - 1
    again, alike = 0, list[tuple[Event, Names]]()
    told = [*_backwards(board, say)]
    for number, (move, event, names) in enumerate(told):
        before = told[number + 1][1] if number + 1 < len(told) else None
        if isinstance(event, TakenBack):
            if has_one_person(board.row):
                continue
            again += 1
            if event == before:
                continue
        alike.insert(0, (event, names))
        if isinstance(event, presenter.alike) and isinstance(before, presenter.alike):
            continue
        tell = presenter.sentence if in_full or move == newest else presenter.earlier
        sentence = presenter.several(alike, say) if alike[1:] else tell(event, say, names)
        if sentence and again > 1:
            sentence = say("move.taken_back.times", told=sentence, n=again)
        if sentence:
            yield event, sentence
        again, alike = 0, []


def _backwards(board: BoardFrame, say: Words) -> Iterator[tuple[int, Event, Names]]:
    """Yield what happened, the newest first, each with its move and the names of the time.

    Who had a stand-in for a move bears the mark of one.
    """
    usual = bold_names(board.row, say, ())
    for move in range(len(board.happened) - 1, -1, -1):
        seat = board.stood_in.get(move)
        names = usual if seat is None else bold_names(board.row, say, (seat,))
        for event in reversed(board.happened[move]):
            yield move, event, names


def narration_since(board: BoardFrame, hand: HandFrame, say: Words, room: int) -> str:
    """Tell what came of a person's last move and has happened since.

    That is how the last deal ended, if it has since, for all or for the person, or else what
    happened last: at most `room` characters, but at least one sentence. The picture shows the rest.
    """
    presenter, since = PRESENTERS[board.row.game], _since(board, hand.seat)
    is_new = _ends(since)
    if is_new:
        own = presenter.made(hand.view, say, bold_names(board.row, say))
        for ended in (own, *ended_sentences(board, say)[-1:]):
            if ended and _length([ended]) <= room:
                return ended
    told = recent_sentences(since, say, of_new=is_new, in_full=True)
    while len(told) > 1 and _length(told) > room:
        told.pop(0)
    return " ".join(told)


def has_ended(board: BoardFrame, hand: HandFrame) -> bool:
    """Return whether a deal has ended since a person's last move, and the table shows it still."""
    return _ends(_since(board, hand.seat))


def _ends(since: BoardFrame) -> bool:
    presenter = PRESENTERS[since.row.game]
    return presenter.shows_result(since.view) and any(
        presenter.ends_deal(event) for events in since.happened for event in events
    )


class Narration(NamedTuple):
    """A sentence of what happened; whether it has to be told, and is the end of a deal or game."""

    sentence: str
    has_to_be: bool
    is_end: bool


def narration_in_words(
    board: BoardFrame, hand: HandFrame, say: Words
) -> tuple[list[Narration], bool]:
    """Return what came of a person's last move and has happened since, and whether it is a routine.

    It is none if a deal has ended or begun to be played: then all has to be told, in a game of
    tricks from the last one on. Else it is only what the game never shows again, and the newest.
    """
    presenter, told = PRESENTERS[board.row.game], list[Narration]()
    has_tricks, has_ended = CardPlayed in presenter.once, False
    is_routine = bool(last_move(board, hand.seat, in_words=True))
    then: Event | None = None
    for _, event, names in _backwards(_since(board, hand.seat, in_words=True), say):
        is_joined = then is not None and presenter.joins(event, then, hand.seat)
        tells_too, then = then if is_joined else None, event
        sentence = presenter.in_words(event, tells_too, say, names, hand.seat)
        if not sentence:
            continue
        if is_joined:
            told.pop(0)
        is_routine = is_routine and not isinstance(event, presenter.opens)
        is_end = presenter.ends_deal(event) or isinstance(event, GameEnded)
        has_to_be = not told or isinstance(event, presenter.once)
        told.insert(0, Narration(sentence, has_to_be, is_end))
        has_ended = has_ended or presenter.ends_deal(event)
        if (
            has_ended
            and not presenter.tells_way
            and (not has_tricks or (isinstance(event, CardPlayed) and event.leads))
        ):
            break
    return told, is_routine and not has_ended


def _length(sentences: Sequence[str]) -> int:
    """Count the characters that are read."""
    return len(" ".join(sentences).replace("**", ""))


def _since(board: BoardFrame, seat: Seat, *, in_words: bool = False) -> BoardFrame:
    """Return the board with only what came of a seat's last move and has happened since.

    Everybody knows what they did, and a phone has no room to tell it. What a pilot answers is told
    all the same: mostly there is no choice, and in a daily it is made by itself.
    """
    move, presenter = last_move(board, seat, in_words=in_words), PRESENTERS[board.row.game]
    if in_words and presenter.tells_way and any(map(presenter.ends_deal, board.happened[move])):
        move = last_move(replace(board, happened=board.happened[:move]), seat, in_words=True)
    if not move:
        return board
    earlier: list[tuple[Event, ...]] = [()] * move
    made, *rest = board.happened[move]
    came = (made, *rest) if in_words and isinstance(made, presenter.by_chance) else tuple(rest)
    return replace(board, happened=[*earlier, came, *board.happened[move + 1 :]])

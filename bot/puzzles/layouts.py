"""Puzzles as people read them: the position with its moves, and why one of them is best."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.parts import Pictures, container, control_rows, galleries, rows
from bot.presenters import PRESENTERS, Control
from bot.presenters.reasons import percent
from bot.puzzles.service import Answered, Puzzle
from engine.players.robot import RankedMove
from render.api import Words
from render.numbers import change


def puzzle_names(puzzle: Puzzle, say: Words) -> tuple[str, ...]:
    """Name the seats of a puzzle: nobody is told who played."""
    seats = range(1, puzzle.view.seats + 1)
    return tuple(
        say("puzzles.you") if seat == puzzle.seat else say("hand.nobody", seat=seat)
        for seat in seats
    )


def puzzle_layout(
    puzzle: Puzzle, pictures: Pictures, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out a puzzle with a control for each move."""
    presenter, view, game = PRESENTERS[puzzle.row.game], puzzle.view, puzzle.row.game
    title = say("puzzles.title", game=say(f"game.{game}"), headline=presenter.headline(view, say))
    return container(
        ui.TextDisplay(title),
        *galleries(pictures),
        ui.TextDisplay("\n".join(filter(None, (say("puzzles.ask"), presenter.note(say))))),
        *_moves(puzzle, say, emoji),
        *rows([_next(game, say("puzzles.button.other"))]),
    )


def answered_layout(answered: Answered, pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out what was right, why, and how this person stands."""
    puzzle, answer = answered.puzzle, answered.answer
    best, given = puzzle.choices[0], puzzle.choice(answer.code)
    labels = _labels(puzzle, say)
    key = "puzzles.right" if answer.is_right else "puzzles.wrong"
    lines = [say(key, move=labels[answer.code], best=labels[best.code])]
    lines.append(say("puzzles.best", move=labels[best.code], why=_why(puzzle, best, say)))
    rival = puzzle.choices[1] if answer.is_right or given is None else given
    lines += filter(None, [_reasons(puzzle, best, rival, say)])
    told = "puzzles.next_best" if answer.is_right else "puzzles.yours"
    lower = percent(best.share) - percent(rival.share)
    why = _why(puzzle, rival, say)
    lines.append(say(told, n=lower, move=labels[rival.code], why=why))
    again = _next(puzzle.row.game, say("puzzles.button.next"), discord.ButtonStyle.primary)
    return container(
        ui.TextDisplay("\n".join(lines)),
        *galleries(pictures),
        ui.TextDisplay(_standing(answered, say)),
        *rows([again]),
    )


def _reasons(puzzle: Puzzle, best: RankedMove, rival: RankedMove, say: Words) -> str:
    """Say in words why the best move is better; "" where that is not known."""
    presenter, names = PRESENTERS[puzzle.row.game], puzzle_names(puzzle, say)
    better, worse = (presenter.named(puzzle.view, each.code, say, names) for each in (best, rival))
    return presenter.why(rival.reasons, better, worse, say, names)


def _why(puzzle: Puzzle, move: RankedMove, say: Words) -> str:
    """Say what a move promises, as a part of a sentence: a chance of 0%, too."""
    wins = say("reason.wins", percent=percent(move.share))
    return "; ".join([wins, *PRESENTERS[puzzle.row.game].reasons(puzzle.view, move, say)])


def _standing(answered: Answered, say: Words) -> str:
    solver = answered.solver
    count = say("puzzles.solved", n=solver.answers, right=solver.right)
    if solver.rating is None:
        return count
    key = "puzzles.rating_provisional" if solver.rating.is_provisional else "puzzles.rating"
    rating = say(key, rating=solver.rating.shown)
    if not answered.is_new:
        rating = f"{rating} {say('puzzles.again')}"
    elif answered.before is not None:
        rating = f"{rating} ({change(solver.rating.shown - answered.before)})"
    return f"{rating}\n{count}"


def _controls(puzzle: Puzzle, say: Words) -> tuple[Control, ...]:
    presenter = PRESENTERS[puzzle.row.game]
    return presenter.controls(puzzle.view, say, puzzle_names(puzzle, say))


def _labels(puzzle: Puzzle, say: Words) -> dict[str, str]:
    return {control.code: control.label for control in _controls(puzzle, say)}


def _moves(puzzle: Puzzle, say: Words, emoji: Emojis) -> list[ui.ActionRow[Any]]:
    """Offer the moves, all alike: no colour of a button hints at one."""

    def made(control: Control) -> ui.Item[Any]:
        custom_id = f"z:{puzzle.row.key}:{control.code}"
        return button(custom_id, control.label, emoji=emoji.get(control.emoji))

    return control_rows(_controls(puzzle, say), made, emoji)


def _next(
    game: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Item[Any]:
    return button(f"zn:{game}", label, style)

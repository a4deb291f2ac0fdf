"""Puzzles as people read them: the position with its moves, and how an answer did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.parts import (
    Pictures,
    button,
    container,
    control_rows,
    galleries,
    menu,
    rows,
    rules_button,
)
from bot.match.show.looks import Asked, Fact, Line
from bot.match.table.kind import Ability, can
from bot.match.table.names import alone
from bot.preferences.server import Feature
from bot.presenters import PRESENTERS, Control
from bot.presenters.cards import listed, percent
from bot.puzzles.service import ANY, SAME_GAME, SAME_THEME, Answered, Puzzle
from bot.puzzles.store import RETIRED, PuzzleStore, PuzzleWeek, Solver
from bot.texts import by_ear
from engine.games import GAMES
from engine.players.themes import theme_names
from render.api import Words, capital, change, number, rating_words

ASKED = ("play", "take", "draw")
"""The moves with a question of their own; of any other it is asked what to do."""


def puzzle_names(puzzle: Puzzle, say: Words) -> tuple[str, ...]:
    """Name the seats of a puzzle: oneself and house players, as nobody is told who played."""
    return tuple(person.name for person in alone(puzzle.view.seats, puzzle.seat, say))


_FULL = 5
"""Seats whose hands leave no room on a phone's screen for the way to another game."""


def puzzle_layout(
    puzzle: Puzzle, pictures: Pictures, kept: str, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out a puzzle with a control for each move; `kept` is which of them comes next."""
    game, skip = puzzle.row.game, say("puzzles.button.skip")
    ways: list[ui.Item[Any]] = [_next(puzzle, kept, skip), rules_button(game, say)]
    if puzzle.view.seats < _FULL:
        ways.insert(1, _other(game, say))
    return container(
        _title(puzzle, kept, say),
        *galleries(pictures),
        ui.TextDisplay("\n".join(filter(None, _question(puzzle, say)))),
        *_moves(puzzle, kept, say, emoji),
        *rows(ways),
    )


def answered_layout(answered: Answered, pictures: Pictures, kept: str, say: Words) -> ui.LayoutView:
    """Lay out the same with what was right in place of the moves, directly above what is next."""
    puzzle, game = answered.puzzle, answered.puzzle.row.game
    primary = discord.ButtonStyle.primary
    following = _next(puzzle, kept, say("puzzles.button.next"), primary)
    # The menu below offers other games.
    buttons = [following, _dislike(answered, kept, say)]
    told = (_recalled(puzzle, say), *_verdict(answered, say), _standing(answered, say))
    shown: list[ui.Item[Any]] = [
        *galleries(pictures),
        ui.TextDisplay("\n".join([*filter(None, told), week_line(answered.week, say)])),
    ]
    if by_ear(say):
        shown.reverse()  # what is new comes first
    return container(
        _title(puzzle, kept, say),
        *shown,
        *rows(buttons),
        ui.ActionRow(_menu(game, say)),
    )


def week_line(week: PuzzleWeek, say: Words) -> str:
    """Show a square for each day of this week, Monday first, and the days in a row, once any.

    In words it is told on how many days.
    """
    if not any(week.solved) and not week.streak:
        return say("puzzles.week_none")
    squares = "".join("🟩" if solved else "⬜" for solved in week.solved)
    if by_ear(say):
        squares = str(sum(map(bool, week.solved)))
    if not week.streak:
        return say("puzzles.week", squares=squares)
    return say("puzzles.week_streak", squares=squares, n=week.streak)


def named_themes(game: str, say: Words) -> list[tuple[str, str]]:
    """Return the themes of a game as they are read, each with its spelling: `nimbly.run`."""
    return [(_name(game, theme, say), f"{game}.{theme}") for theme in theme_names(game)]


def _name(game: str, theme: str, say: Words) -> str:
    """Name a game and one of its themes."""
    return say("puzzles.of", game=say(f"game.{game}"), theme=say(f"theme.{game}.{theme}"))


def _title(puzzle: Puzzle, kept: str, say: Words) -> ui.Item[Any]:
    """Say what this is; the theme only to those who chose it, as it is half the answer."""
    game, theme = puzzle.row.game, puzzle.row.theme
    name = _name(game, theme, say) if kept == SAME_THEME and theme else say(f"game.{game}")
    progress = PRESENTERS[game].progress(puzzle.view, say)
    return ui.TextDisplay(say("puzzles.title", game=name, progress=progress))


def _verb(puzzle: Puzzle) -> str:
    """Return what kind of move is looked for."""
    return puzzle.choices[0].code.partition(" ")[0]


def _question(puzzle: Puzzle, say: Words) -> Sequence[str]:
    """Say how the game stands, what a player would remember, and what is asked."""
    scores = listed([*map(number, puzzle.view.scores)], puzzle_names(puzzle, say), say)
    verb = _verb(puzzle)
    return (
        say("puzzles.scores", scores=scores) if any(puzzle.view.scores) else "",
        _recalled(puzzle, say),
        say(f"puzzles.ask.{verb if verb in ASKED else 'do'}"),
    )


def _recalled(puzzle: Puzzle, say: Words) -> str:
    """Say what a player would remember; it stays after the answer, whose reasons may name it."""
    heard, names = puzzle.course.heard(puzzle.seat), puzzle_names(puzzle, say)
    return PRESENTERS[puzzle.row.game].recalls(puzzle.view, heard, say, names)


def _verdict(answered: Answered, say: Words) -> Sequence[str]:
    """Say whether it was right, how often the best move and another one win, and why."""
    puzzle, answer = answered.puzzle, answered.answer
    presenter, names = PRESENTERS[puzzle.row.game], puzzle_names(puzzle, say)
    best, given = puzzle.choices[0], puzzle.choice(answer.code)
    other = puzzle.choices[1] if answer.is_right or given is None else given
    key = "puzzles.right" if answer.is_right else "puzzles.wrong"
    view = puzzle.view
    better, worse = (presenter.named_again(view, each.code, say, names) for each in (best, other))
    wins = say(
        "puzzles.wins" if other is given else "puzzles.wins.next",
        best=capital(better), percent=percent(best.share), other=worse, less=percent(other.share),
    )  # fmt: skip
    move, solution = (presenter.named(view, each, say, names) for each in (answer.code, best.code))
    said = say(key, move=capital(move), best=solution if answer.is_right else capital(solution))
    why = presenter.why(other.reasons, better, worse, say, names)
    return tuple(filter(None, (said, wins, why)))


def _standing(answered: Answered, say: Words) -> str:
    """Say what it was about, and what the rating is now and by how much it changed.

    A provisional one leaps about, so its change would tell nothing.
    """
    solver, row = answered.week.solver, answered.puzzle.row
    parts = []
    if row.theme not in ("", RETIRED):
        parts.append(say("puzzles.about", theme=say(f"theme.{row.game}.{row.theme}")))
    if solver.rating is not None:
        shown = solver.rating.shown
        is_told = answered.is_new and not solver.is_provisional
        key = "puzzles.rating.changed" if is_told else "puzzles.rating"
        parts.append(say(key, rating=shown, change=change(shown - answered.before)))
    if not answered.is_new and not answered.answer.disliked:
        parts.append(say("puzzles.again"))
    return f"-# {' · '.join(parts)}"


def _controls(puzzle: Puzzle, say: Words) -> tuple[Control, ...]:
    presenter = PRESENTERS[puzzle.row.game]
    return presenter.controls(puzzle.view, say, puzzle_names(puzzle, say))


def _moves(puzzle: Puzzle, kept: str, say: Words, emoji: Emojis) -> list[ui.ActionRow[Any]]:
    """Offer the moves, all alike: no colour of a button hints at one."""
    end = "" if kept == ANY else f":{kept}"

    def made(control: Control) -> ui.Item[Any]:
        custom_id = f"z:{puzzle.row.key}:{control.code}{end}"
        return button(custom_id, control.label, emoji=emoji.get(control.emoji))

    return control_rows(_controls(puzzle, say), made)


def _next(
    puzzle: Puzzle,
    kept: str,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Item[Any]:
    """Make the button of the next puzzle: of any game, unless somebody chose otherwise."""
    game, theme = puzzle.row.game, puzzle.row.theme
    ends = {SAME_GAME: f":{game}", SAME_THEME: f":{game}:{theme}"}
    return button(f"zn{ends.get(kept, '')}", label, style)


def _other(game: str, say: Words) -> ui.Item[Any]:
    return button(f"zo:{game}", say("puzzles.button.another_game"))


def _dislike(answered: Answered, kept: str, say: Words) -> ui.Item[Any]:
    is_noted = answered.answer.disliked
    label = say("puzzles.button.disliked" if is_noted else "puzzles.button.dislike")
    return button(f"zb:{answered.puzzle.row.key}:{kept}", label, disabled=is_noted)


def _menu(game: str, say: Words) -> ui.Item[Any]:
    """Offer any game, each game, and the themes of this one."""
    choices = menu("zc", say("puzzles.choose"))
    choices.add_option(label=say("puzzles.any"), value=ANY)
    for each in GAMES:
        if can(each, Ability.PUZZLE):
            choices.add_option(label=say(f"game.{each}"), value=each)
    for name, spelling in named_themes(game, say):
        choices.add_option(label=name, value=spelling)
    return choices


# Puzzles on a person's card and page.


async def puzzle_lines(asked: Asked) -> Sequence[Line]:
    """Offer a puzzle, with the rating that a person has in them."""
    if not asked.settings.has(Feature.PUZZLES):
        return ()
    say = asked.say
    solver = await PuzzleStore(asked.app.store.database).solver(asked.user_id)
    told = say("home.puzzle.new")
    if solver.rating is not None:
        rating = rating_words(solver.rating.shown, say, provisional=solver.is_provisional)
        told = say("home.puzzle.rating", rating=rating)
    return [Line(say("home.puzzle", told=told), button("zn", say("home.button.puzzle")))]


async def puzzle_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person's rating in puzzles, and the days in a row on which they solved one."""
    if not asked.settings.has(Feature.PUZZLES):
        return ()
    app, say = asked.app, asked.say
    week = await PuzzleStore(app.store.database).week_of(asked.user_id, app.clock.now())
    rating, streak = _rating(week.solver, say), say("fact.streak.days", n=week.streak)
    if not rating:
        return ()
    return [Fact(say("fact.puzzle"), rating), Fact(say("fact.puzzle.streak"), streak)]


def _rating(solver: Solver, say: Words) -> str:
    """Spell a person's rating in puzzles; "" before their first."""
    if solver.rating is None:
        return ""
    return rating_words(solver.rating.shown, say, provisional=solver.is_provisional)

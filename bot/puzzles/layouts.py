"""Puzzles as people read them: the position with its moves, and how an answer did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.parts import (
    ROWS,
    Pictures,
    apart,
    button,
    container,
    control_rows,
    galleries,
    menu,
    move_menu,
    rows,
    rules_button,
    small,
    with_others,
)
from bot.match.show.looks import Asked, Fact, Line
from bot.match.table.kind import Ability, can
from bot.match.table.names import alone
from bot.preferences.server import Feature
from bot.presenters import PRESENTERS, Control
from bot.presenters.cards import graded, listed, percent
from bot.puzzles.service import ANY, MISSED, OWN, SAME_GAME, SAME_THEME, Answered, Puzzle
from bot.puzzles.store import RETIRED, PuzzleStore, PuzzleWeek, Solver
from bot.texts import by_ear, parted
from engine.analysis.scale import Grade
from engine.games import GAMES
from engine.players.cases import theme_names
from render.api import Words, capital, change, number, rating_words

ASKED = ("play", "take", "draw")
"""The moves with a question of their own; of any other it is asked what to do."""


def puzzle_names(puzzle: Puzzle, say: Words) -> tuple[str, ...]:
    """Name the seats of a puzzle: oneself and house players, as nobody is told who played."""
    return tuple(person.name for person in alone(puzzle.view.seats, puzzle.seat, say))


def puzzle_layout(
    puzzle: Puzzle,
    pictures: Pictures,
    kept: str,
    say: Words,
    emoji: Emojis = NO_EMOJI,
    tried: str = "",
) -> ui.LayoutView:
    """Lay out a puzzle with a control for each move; `kept` is which of them comes next.

    What a player would remember has no room below a picture: a button tells it. A move that was
    `tried` is graded and left out; pressed once more, it shows the answer.
    """
    moves = _moves(puzzle, kept, say, emoji, tried)
    asked = [_title(puzzle, kept, say), f"**{_asked(puzzle, say)}**"]
    asked[1:1] = _why_back(puzzle, say)
    skip = _next(puzzle, kept, say("puzzles.button.skip"))
    if tried:
        asked = [_tried(puzzle, tried, say)]
        skip = button(_answering(puzzle, tried, kept), say("puzzles.button.solution"))
    more = _more(puzzle, kept, say)
    last = skip if tried else more
    if by_ear(say):
        asked[1:1] = filter(None, [_recalled(puzzle, say)])
    return container(
        *galleries(pictures),
        ui.TextDisplay("\n".join(asked)),
        *with_others(moves, [skip, more] if len(moves) < ROWS else [last], last),
    )


def answered_layout(answered: Answered, pictures: Pictures, kept: str, say: Words) -> ui.LayoutView:
    """Lay out the same with what was right in place of the moves, directly above what is next."""
    puzzle, primary = answered.puzzle, discord.ButtonStyle.primary
    following = _next(puzzle, kept, say("puzzles.button.next"), primary)
    told = [*_verdict(answered, say), _standing(answered, say)]
    if by_ear(say):
        told.insert(0, _title(puzzle, kept, say))
    back = []
    if not answered.answer.is_right and answered.back_in is None:
        back = [button(f"zk:{puzzle.row.key}:{kept}", say("puzzles.button.back"))]
    shown: list[ui.Item[Any]] = [*galleries(pictures), ui.TextDisplay("\n".join(told))]
    if by_ear(say):
        shown.reverse()  # what is new comes first
    return container(
        *shown, *rows([following, _dislike(answered, kept, say), *back, _more(puzzle, kept, say)])
    )


def puzzle_more_layout(puzzle: Puzzle, kept: str, say: Words) -> ui.LayoutView:
    """Lay out what a player would remember of a puzzle, and the ways to others."""
    game = puzzle.row.game
    ways: list[ui.Item[Any]] = [
        _next(puzzle, kept, say("puzzles.button.next")),
        button(f"zo:{game}", say("puzzles.button.another_game")),
        rules_button(game, say),
    ]
    told = filter(None, (_title(puzzle, kept, say), _recalled(puzzle, say)))
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(told))
    return container(text, *rows(ways), ui.ActionRow(_menu(game, say)))


def week_text(week: PuzzleWeek, say: Words) -> str:
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


def _title(puzzle: Puzzle, kept: str, say: Words) -> str:
    """Say what this is and how it stands; the theme only to those who chose it: it is a help."""
    game, theme = puzzle.row.game, puzzle.row.theme
    name = _name(game, theme, say) if kept == SAME_THEME and theme else say(f"game.{game}")
    progress = PRESENTERS[game].progress(puzzle.view, say)
    title = say("puzzles.title", game=name, progress=progress)
    if not any(puzzle.view.scores):
        return title
    scores = listed([*map(number, puzzle.view.scores)], puzzle_names(puzzle, say), say)
    return f"{title} · {scores}"


def _verb(puzzle: Puzzle) -> str:
    """Return what kind of move is looked for."""
    return puzzle.choices[0].code.partition(" ")[0]


def _asked(puzzle: Puzzle, say: Words) -> str:
    """Say what is asked."""
    verb = _verb(puzzle)
    return say(f"puzzles.ask.{verb if verb in ASKED else 'do'}")


def _recalled(puzzle: Puzzle, say: Words) -> str:
    """Say what a player would remember; "" for nothing."""
    heard, names = puzzle.course.heard(puzzle.seat), puzzle_names(puzzle, say)
    return PRESENTERS[puzzle.row.game].recalls(puzzle.view, heard, say, names)


def _why_back(puzzle: Puzzle, say: Words) -> list[str]:
    """Say why a puzzle has come back, if it has."""
    keys = {MISSED: "puzzles.back.missed", OWN: "puzzles.back.own"}
    return [say(keys[puzzle.back])] if puzzle.back else []


def _tried(puzzle: Puzzle, code: str, say: Words) -> str:
    """Grade a first answer that was not the best, and ask for another."""
    presenter, names = PRESENTERS[puzzle.row.game], puzzle_names(puzzle, say)
    move = presenter.named(puzzle.view, code, say, names)
    return say("puzzles.try_again", grade=graded(puzzle.grade(code), say), move=capital(move))


def _verdict(answered: Answered, say: Words) -> Sequence[str]:
    """Say how good it was, how often the best move and others win, and why.

    What makes the best move better than the next best is the point of it, whatever was chosen.
    """
    puzzle, code = answered.puzzle, answered.code
    presenter, names = PRESENTERS[puzzle.row.game], puzzle_names(puzzle, say)
    view, (best, second, *_) = puzzle.view, puzzle.choices
    given = puzzle.choice(code) or second
    better, worse, move = (
        presenter.named_again(view, each.code, say, names) for each in (best, second, given)
    )
    keys = {best.code: "puzzles.wins.next", second.code: "puzzles.wins"}
    wins = say(
        keys.get(given.code, "puzzles.wins.given"),
        best=capital(better), percent=percent(best.share), other=worse,
        less=percent(second.share), move=move, least=percent(given.share),
    )  # fmt: skip
    move, solution = (presenter.named(view, each, say, names) for each in (code, best.code))
    good, is_right = graded(Grade.GOOD, say), code == best.code
    said = say(
        "puzzles.right" if is_right else "puzzles.wrong", grade=graded(puzzle.grade(code), say),
        good=good, move=capital(move), best=solution if is_right else capital(solution),
    )  # fmt: skip
    why = presenter.why(second.reasons, better, worse, say, names)
    return said, f"{wins} {why}".rstrip()


def _standing(answered: Answered, say: Words) -> str:
    """Say what it was about, and what the rating is now and by how much it changed.

    A provisional one leaps about, so its change would tell nothing.
    """
    solver, row = answered.week.solver, answered.puzzle.row
    parts = []
    if row.theme not in ("", RETIRED):
        parts.append(say("puzzles.about", theme=say(f"theme.{row.game}.{row.theme}")))
    if solver.rating is not None:
        shown = solver.rating.points
        is_told = answered.is_new and not solver.is_provisional
        key = "puzzles.rating.changed" if is_told else "puzzles.rating"
        parts.append(say(key, rating=shown, change=change(shown - answered.before)))
    if not answered.is_new and not answered.answer.disliked:
        parts.append(say("puzzles.again"))
    if answered.back_in is not None:
        parts.append(say("puzzles.back.in", n=answered.back_in))
    parts.append(week_text(answered.week, say))
    return small(parted(map(capital, parts) if by_ear(say) else parts, say))


def _controls(puzzle: Puzzle, say: Words) -> tuple[Control, ...]:
    presenter = PRESENTERS[puzzle.row.game]
    return presenter.controls(puzzle.view, say, puzzle_names(puzzle, say))


def _answering(puzzle: Puzzle, code: str, kept: str) -> str:
    """Return the custom id of an answer."""
    return f"z:{puzzle.row.key}:{code}{'' if kept == ANY else f':{kept}'}"


def _moves(
    puzzle: Puzzle, kept: str, say: Words, emoji: Emojis, tried: str
) -> list[ui.ActionRow[Any]]:
    """Offer the moves, all alike: no colour of a button hints at one."""
    key = puzzle.row.key

    def made(control: Control) -> ui.Item[Any]:
        custom_id = _answering(puzzle, control.code, kept)
        return button(custom_id, control.label, emoji=emoji.get(control.emoji))

    left = [control for control in _controls(puzzle, say) if control.code != tried]
    buttons, listed = apart(left)
    lines = control_rows(buttons, made)
    if listed:
        asked, custom_id = listed[0].listed, f"zm:{key}:{kept}"
        lines.append(ui.ActionRow(move_menu(custom_id, listed, say, emoji, asked=asked)))
    return lines


def _more(puzzle: Puzzle, kept: str, say: Words) -> ui.Item[Any]:
    """Make the button that tells what a player would remember, if anything, and more."""
    label = "puzzles.button.recalled" if _recalled(puzzle, say) else "page.button.more"
    return button(f"zi:{puzzle.row.key}:{kept}", say(label))


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


def _dislike(answered: Answered, kept: str, say: Words) -> ui.Item[Any]:
    is_noted = answered.answer.disliked
    label = say("puzzles.button.disliked" if is_noted else "puzzles.button.dislike")
    return button(f"zb:{answered.puzzle.row.key}:{kept}", label, disabled=is_noted)


def _menu(game: str, say: Words) -> ui.Item[Any]:
    """Offer any game, each game, and the themes of this one."""
    choices = {ANY: say("puzzles.any")}
    choices |= {each: say(f"game.{each}") for each in GAMES if can(each, Ability.PUZZLE)}
    choices |= {spelling: name for name, spelling in named_themes(game, say)}
    return menu("zc", say("puzzles.choose"), choices)


# Puzzles on a person's card and page.


async def puzzle_lines(asked: Asked) -> Sequence[Line]:
    """Offer a puzzle, with the rating that a person has in them."""
    if not asked.settings.has(Feature.PUZZLES):
        return ()
    say = asked.say
    solver = await PuzzleStore(asked.app.store.database).solver(asked.user_id)
    told = say("home.puzzle.new")
    if solver.rating is not None:
        rating = rating_words(solver.rating.points, say, provisional=solver.is_provisional)
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
    return rating_words(solver.rating.points, say, provisional=solver.is_provisional)

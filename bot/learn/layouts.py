"""A step of a lesson as its person sees it: a picture, a few words, and their moves."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.discord import parts
from bot.discord.emoji import NO_EMOJI, Emojis
from bot.learn.lesson import LEARNER, Lesson, Step
from bot.match.show.looks import Look
from bot.match.table.names import alone
from bot.presenters import PRESENTERS
from bot.presenters.presenter import Control
from bot.store.rows import MatchRow
from bot.texts import by_ear
from render.api import Person, Words


def people_of(step: Step, say: Words) -> tuple[Person, ...]:
    """Return who sits there: the person, and house players."""
    return alone(step.record.seats, LEARNER, say)


def lesson_layout(
    lesson: Lesson,
    step: Step,
    pictures: parts.Pictures,
    say: Words,
    emoji: Emojis = NO_EMOJI,
    answer: str = "",
) -> ui.LayoutView:
    """Lay a step out; `answer` is said, above the question, of a move that leads nowhere."""
    game = lesson.game
    place = say("learn.place", step=lesson.place(step.name), steps=len(lesson.path))
    title = say("learn.title", game=say(f"game.{game}"), place=place)
    told = say(f"learn.{game}.{step.name}")
    if answer:
        told = f"{say(f'learn.{game}.{step.name}.{answer}')}\n-# {told}"
    ways = _ways(lesson, step, say, emoji)
    if not by_ear(say):
        # An answer stands where the title did, so that all is on one screen.
        text = ui.TextDisplay[ui.LayoutView](told if answer else f"{title}\n{told}")
        return parts.container(*parts.galleries(pictures), text, *ways)
    head = ui.TextDisplay[ui.LayoutView](title)
    # What is new comes first, then the cards and the moves, and last all that there is.
    view = step.course.view(LEARNER if step.show == "hand" else None)
    held = PRESENTERS[game].holding(view, say)
    words = ui.TextDisplay[ui.LayoutView]("\n".join(filter(None, (told, held))))
    return parts.container(head, words, *ways, *parts.galleries(pictures))


def _ways(lesson: Lesson, step: Step, say: Words, emoji: Emojis) -> list[ui.Item[Any]]:
    """Return the moves of a step, or the button that leads on, beside a way to skip the rest."""
    game = lesson.game
    if step.is_end:
        ways = [
            parts.button(f"ln:{game}:play", say("deal.button"), discord.ButtonStyle.success),
            parts.button(f"ln:{game}:{lesson.first}", say("learn.button.again")),
        ]
        return [*parts.rows(ways)]
    if step.onward:
        style = discord.ButtonStyle.primary
        label = say("hand.button.take_back" if step.is_back else "learn.button.on")
        onward = parts.button(f"ln:{game}:{step.onward}", label, style)
        return [*parts.rows([onward, parts.button(f"ln:{game}:play", say("learn.button.skip"))])]
    names = [person.name for person in people_of(step, say)]
    view = step.course.view(LEARNER)
    controls = PRESENTERS[game].controls(view, say, names)
    if len(controls) > parts.ROW:
        # A second row has no room below what is told.
        return [ui.ActionRow(parts.move_menu(f"lm:{game}:{step.name}", controls, say, emoji))]

    def made(control: Control) -> ui.Item[Any]:
        return parts.button(
            f"ln:{game}:{step.name}:{control.code}", control.label, parts.STYLES[control.tone],
            emoji=emoji.get(control.emoji),
        )  # fmt: skip

    return [*parts.control_rows(controls, made)]


def _after(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Return the buttons below the game that ends a lesson: what one can do now."""
    return [
        parts.button(f"ln:{row.game}:play", say("learn.button.more"), discord.ButtonStyle.success),
        parts.button(f"play:{row.game}", say("rules.button.play")),
        parts.button("daily:today", say("daily.button.today")),
        parts.button(f"zn:{row.game}", say("learn.button.puzzle")),
        parts.button(f"ln:{row.game}", say("learn.button.again")),
    ]


LOOK = Look(
    after=_after,
    over=lambda row, say: say("practice.title", game=say(f"game.{row.game}")),
    place=lambda say: say("learn.last"),
    title=lambda game, _series, say: say("title.lesson", game=say(f"game.{game}")),
)
"""The look of the game that ends a lesson."""

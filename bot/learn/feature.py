"""Lessons as a feature: their command, and what they add to the core."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot import meters
from bot.discord.app import App
from bot.discord.io import named
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.errors import Refused
from bot.learn.layouts import LOOK, lesson_layout, people_of
from bot.learn.lesson import LEARNER, LESSON, Lesson, Lessons, Step, lesson_of, taught
from bot.match.feature import Jobs, Room, house_names
from bot.match.show.actions import show_hand
from bot.match.show.stage import theme_for
from bot.match.table.kind import Ability
from bot.match.table.tables import Tables
from bot.match.talk.choices import game_choices
from bot.store.settings import person_scope
from render.scenes import SCENES

DONE = "done"
"""What is kept of somebody who has come to the end of a lesson."""


async def learn(press: Press, game: str | None = None) -> None:
    """Begin the lesson of a game, or go on where the person was. Raises Refused."""
    stored = await press.app.store.settings(person_scope(press.user_id))
    if game is None:
        new = (each for each in taught() if stored.get(_key(each)) != DONE)
        game = next(new, next(iter(taught()), ""))
    lesson = _lesson(game)
    place = stored.get(_key(game), "")
    await _show(press, lesson, lesson.steps.get(place, lesson.steps[lesson.first]))


async def take_step(press: Press, game: str, scene: str) -> None:
    """Go on to a step. Raises Refused for one that is not there any more."""
    lesson = _lesson(game)
    await _show(press, lesson, _step(lesson, scene))


async def answer_step(press: Press, game: str, scene: str, code: str) -> None:
    """Take in a move: it leads to another step, or is answered by what would come of it."""
    lesson = _lesson(game)
    step = _step(lesson, scene)
    if code not in step.course.legal(LEARNER):
        raise Refused("refused.malformed")
    if following := step.to(code):
        await _show(press, lesson, _step(lesson, following))
    else:
        await _show(press, lesson, step, step.answer(code))


async def choose_step(press: Press, game: str, scene: str) -> None:
    """Take in a move from a menu. Raises Refused."""
    await answer_step(press, game, scene, press.first_choice)


async def play_lesson(press: Press, game: str) -> None:
    """Begin the small game that ends a lesson. Raises Refused."""
    lesson = _lesson(game)
    await _keep(press, lesson, DONE)
    row = await press.app.get(Lessons).begin(game, press.as_member(), press.locale)
    await show_hand(press, row.id)


async def _show(press: Press, lesson: Lesson, step: Step, answer: str = "") -> None:
    say, game, app = press.say, lesson.game, press.app
    if not answer:
        await _keep(press, lesson, DONE if step.is_end else step.name)
        meters.LESSONS.labels(game, step.name).inc()
    theme = await theme_for(app.store, press.location.guild_id, press.user_id)
    people, course = people_of(step, say), step.course
    paint = getattr(SCENES[game], step.show)
    view = course.view(LEARNER if step.show == "hand" else None)
    picture = await app.painter.paint(lambda: paint(view, people, say, theme))
    pictures = [(f"learn-{game}-{step.name}.png", picture)]
    layout = lesson_layout(lesson, step, pictures, say, app.emoji.ready, answer)
    files = named(pictures)
    await app.emoji.spared(layout, files, lambda: press.answer(view=layout, attachments=files))


async def _keep(press: Press, lesson: Lesson, place: str) -> None:
    """Keep how far a person is."""
    await press.app.store.set_setting(person_scope(press.user_id), _key(lesson.game), place)


def _key(game: str) -> str:
    return f"learn.{game}"


def _lesson(game: str) -> Lesson:
    lesson = lesson_of(game)
    if lesson is None:
        raise Refused("lacks.lesson")
    return lesson


def _step(lesson: Lesson, name: str) -> Step:
    if name not in lesson.steps:
        raise Refused("refused.malformed")
    return lesson.steps[name]


# /learn.


class Learning(commands.Cog):
    """Lessons that are games."""

    @app_commands.command(name="learn", description=command("learn"))
    @app_commands.describe(game=command("learn.game"))
    @app_commands.choices(game=game_choices(taught().__contains__, described=True))
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin the lesson of a game, or go on with it."""
        await Press(interaction).run(Ack.PRIVATE, learn, None if game is None else str(game))


# Lessons as a feature.


def _wire(app: App, _jobs: Jobs) -> None:
    app.put(Lessons(app.store, app.get(Tables), app.clock, house_names(app.texts, app.settings)))


FEATURE = Room(
    name="learn",
    cogs=(Learning,),
    wire=_wire,
    kind=LESSON,
    look=LOOK,
    able={Ability.LESSON: taught().__contains__},
)

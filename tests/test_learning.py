"""Lessons through the whole bot: begun, left and gone on with, and the game that ends them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot import meters
from bot.learn.feature import DONE
from bot.learn.lesson import LEARNER, LESSON, lesson_of, taught
from bot.match.show.publisher import Publisher
from bot.match.table.kind import kind_of
from bot.store.rows import Status
from bot.store.settings import person_scope
from tests.sim.evening import Evening, buttons, evening, play_unseen, texts


async def kept(held: Evening, name: str, game: str) -> str | None:
    return await held.bot.app.store.setting(person_scope(held[name].user.id), f"learn.{game}")


async def through(held: Evening, shown: Any, game: str) -> None:
    """Take a lesson by the presses that it asks for, having pressed all others of each step."""
    lesson = lesson_of(game)
    assert lesson is not None
    name, seen = lesson.first, set[str]()
    while not (step := lesson.steps[name]).is_end:
        seen.add(name)
        if step.onward:
            name = step.onward
            await held["Ada"].click(shown.message, custom_id=f"ln:{game}:{name}")
            continue
        for code in step.course.legal(LEARNER):
            if not step.to(code):
                await press(held, shown.message, game, step.name, code)
                said = held.bot.app.texts.words("en")(f"learn.{game}.{name}.{step.answer(code)}")
                asked = held.bot.app.texts.words("en")(f"learn.{game}.{name}")
                assert f"{said}\n-# {asked}" in texts(shown.message)
        # Where there are several ways on, the one not taken yet: so traps are met, too.
        ways = {code: to for code in step.course.legal(LEARNER) if (to := step.to(code))}
        code = next((code for code, to in ways.items() if to not in seen), [*ways][-1])
        name = ways[code]
        await press(held, shown.message, game, step.name, code)


async def press(held: Evening, message: Any, game: str, step: str, code: str) -> None:
    """Make a move of a lesson, by its button or from the menu of many."""
    if f"ln:{game}:{step}:{code}" in [each.get("custom_id") for each in buttons(message)]:
        await held["Ada"].click(message, custom_id=f"ln:{game}:{step}:{code}")
    else:
        await held["Ada"].select(message, [code], custom_id=f"lm:{game}:{step}")


@pytest.mark.parametrize("game", taught())
async def test_a_lesson_is_walked_by_every_press_and_ends_with_a_game(
    tmp_path: Path, game: str
) -> None:
    async with evening(tmp_path) as held:
        shown = (await held["Ada"].slash(held.channel, "learn", game=game)).response
        assert shown.ephemeral
        await through(held, shown, game)
        assert await kept(held, "Ada", game) == DONE
        begun = (await held["Ada"].click(shown.message, label="Deal me in")).response
        assert begun.ephemeral
        row = (await held.table()).row
        assert kind_of(row) is LESSON
        assert (row.rated, row.terms.coach, row.status) == (False, True, Status.PLAYING)
        await play_unseen(held, random.Random(3), lambda _: False)
        assert (await held.table()).row.status is Status.OVER
        held.bot.app.get(Publisher).refresh()
        await held.env.settle()
        more = (await held["Ada"].click(begun.message, label="More…")).response
        labels = [each["label"] for each in buttons(more.message)]
        assert {"Open a table", "Puzzle", "Repeat the lesson"} <= set(labels)


async def test_a_lesson_is_gone_on_with_where_it_was_left_and_the_next_one_is_new(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        first, second, *_ = taught()
        lesson = lesson_of(first)
        assert lesson is not None
        names = [*lesson.steps]
        shown = (await held["Ada"].slash(held.channel, "learn")).response
        assert lesson.steps[names[0]].onward == names[1]
        await held["Ada"].click(shown.message, custom_id=f"ln:{first}:{names[1]}")
        again = (await held["Ada"].slash(held.channel, "learn")).response
        assert f"2 of {len(lesson.path)}" in texts(again.message)
        scope = person_scope(held["Ada"].user.id)
        await held.bot.app.store.set_setting(scope, f"learn.{first}", DONE)
        game = held.bot.app.texts.words("en")(f"game.{second}")
        assert game in texts((await held["Ada"].slash(held.channel, "learn")).response.message)


async def test_each_step_that_is_shown_is_counted(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        game = taught()[0]
        lesson = lesson_of(game)
        assert lesson is not None
        counted = meters.LESSONS.labels(game, lesson.first)._value
        before = counted.get()
        await held["Ada"].slash(held.channel, "learn", game=game)
        assert counted.get() == before + 1

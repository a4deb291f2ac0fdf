"""Lessons: every path of every lesson, in every language."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot import meters
from bot.learn.feature import DONE
from bot.learn.layouts import lesson_layout, people_of
from bot.learn.lesson import LEARNER, LESSON, Lesson, LessonError, lesson_of, read_lesson, taught
from bot.match.show.publisher import Publisher
from bot.match.table.kind import kind_of
from bot.store.rows import Status
from bot.store.settings import person_scope
from bot.texts import Texts
from render.scenes import SCENES
from tests.match.rows import faults
from tests.sim.evening import Evening, buttons, evening, play_unseen, texts

JARGON = {
    "balloon": ("pilot", "trip", "wild card"),
    "nimbly": ("suit", "run", "pair"),
    "cloud_nine": ("trick", "cloud", "run", "pair", "joker"),
    "clumond": ("trick", "trump", "declare"),
}
"""Words that a newcomer does not know (docs/words.md): each is bold where a lesson explains it."""

MOST = 160
"""The most characters that are said at once: two or three short sentences."""


def lesson(game: str) -> Lesson:
    found = lesson_of(game)
    assert found is not None
    return found


STEPS = [(game, name) for game in taught() for name in lesson(game).steps]


@pytest.mark.parametrize(("game", "name"), STEPS)
def test_every_press_of_a_step_leads_on_or_is_answered(game: str, name: str) -> None:
    step = lesson(game).steps[name]
    legal = step.course.legal(LEARNER)
    named = {*step.leads, *step.answers} - {"*"}
    assert named <= set(legal)
    if step.is_end or step.onward:
        assert not {**step.leads, **step.answers}
        assert step.is_end != bool(step.onward)
        return
    assert legal
    for code in legal:
        assert step.to(code) or step.answer(code), code


@pytest.mark.parametrize("game", taught())
def test_every_step_is_reached_by_some_press_and_the_end_from_everywhere(game: str) -> None:
    steps = lesson(game).steps
    ways = {
        name: {*step.leads.values(), *filter(None, [step.onward])} for name, step in steps.items()
    }
    reached, todo = {lesson(game).first}, [lesson(game).first]
    while todo:
        new = ways[todo.pop()] - reached
        reached |= new
        todo += new
    assert reached == set(steps)
    ended = {name for name, step in steps.items() if step.is_end}
    assert ended
    while more := {name for name, to in ways.items() if to & ended} - ended:
        ended |= more
    assert ended == set(steps)


def test_what_the_dice_and_others_cards_decide_is_not_taken_back() -> None:
    found = lesson("balloon")
    for fallen, jumped in (("fell", "safe"), ("crashed", "landed")):
        assert found.steps[fallen].onward == found.steps[jumped].onward
        assert found.place(fallen) == found.place(jumped)
    assert not any(step.is_back for step in found.steps.values())


def test_what_is_told_of_the_top_is_seen_in_the_picture_beside_it() -> None:
    """B8: nine clouds, of which the last is worth 25."""
    step = lesson("balloon").steps["drawn"]
    view: Any = step.course.view(None)
    assert step.show == "deal"
    assert (view.cloud, view.scores[LEARNER - 1]) == (9, 25)


@pytest.mark.parametrize("game", taught())
def test_no_press_leads_back_but_one_that_takes_a_choice_back(game: str) -> None:
    found = lesson(game)
    for name, step in found.steps.items():
        for following in {*step.leads.values(), *filter(None, [step.onward])}:
            ahead = found.place(following) - found.place(name)
            assert ahead == (not step.is_back and not found.steps[following].is_back), following
    end = next(name for name, step in found.steps.items() if step.is_end)
    assert (found.place(found.first), found.place(end)) == (1, len(found.path))


@pytest.mark.parametrize("locale", Texts.load().locales)
@pytest.mark.parametrize("game", taught())
def test_a_few_short_sentences_are_said_at_once_in_every_language(game: str, locale: str) -> None:
    say = Texts.load().words(locale)
    said = {key: say(key).replace("**", "") for key in lesson(game).words}
    assert not {key: len(text) for key, text in said.items() if len(text) > MOST}


@pytest.mark.parametrize("game", taught())
def test_a_word_of_the_game_is_bold_where_it_is_met_first(game: str) -> None:
    say = Texts.load().words("en")
    for word in JARGON[game]:
        told = [say(f"learn.{game}.{name}") for name in lesson(game).steps]
        met = next(text for text in told if re.search(rf"\b{word}", text, re.IGNORECASE))
        assert re.search(rf"[*][*][^*]*\b{word}[^*]*[*][*]", met, re.IGNORECASE), (word, met)


@pytest.mark.parametrize(("game", "name"), STEPS)
def test_every_step_can_be_painted_and_laid_out(game: str, name: str) -> None:
    say, step = Texts.load().words("en"), lesson(game).steps[name]
    people, seat = people_of(step, say), LEARNER if step.show == "hand" else None
    picture = getattr(SCENES[game], step.show)(step.course.view(seat), people, say)
    for word in ("", *step.answers.values()):
        layout = lesson_layout(lesson(game), step, [("a.png", picture)], say, answer=word)
        assert faults(layout) == []


@pytest.mark.parametrize(("game", "name"), STEPS)
def test_a_picture_of_a_table_says_you_to_who_learns(game: str, name: str) -> None:
    """In Spanish, whose verbs tell you from others."""
    say, step = Texts.load().words("es-ES"), lesson(game).steps[name]
    if step.show != "hand":
        paint, people = getattr(SCENES[game], step.show), people_of(step, say)
        alt = paint(step.course.view(None), people, say).alt
        assert "Tú" in alt
        assert not re.search(r"\b[Tt]ú:? [a-z]+ó\b|\ba tú\b|[a-z,;] Tú\b", alt)


def test_a_game_without_a_file_has_no_lesson() -> None:
    assert lesson_of("whist") is None
    assert "whist" not in taught()


SCENE = "scene one\nseats: 3\nseed: " + "00" * 32 + "\n\n1 draw A\n\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no step"),
        ("step one @ 0\nend\n", "line 1"),
        (SCENE + "step one @ 2\nend\n", "not so many moves"),
        (SCENE + "step one @ 1\nnext -> two\n", "leads to none: two"),
        (SCENE + "step one @ 1\npress draw B\n", "means nothing"),
        (SCENE + "step one @ 1\nend\nstep one @ 0\nend\n", "a name of its own"),
    ],
)
def test_a_faulty_file_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        read_lesson("nimbly", text)


# Through the whole bot: begun, left and gone on with, and the game that ends them.


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

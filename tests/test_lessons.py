"""Lessons: every path of every lesson, in every language."""

from __future__ import annotations

import re

import pytest

from bot.learn.layouts import lesson_layout, people_of
from bot.learn.lesson import LEARNER, Lesson, LessonError, lesson_of, read_lesson, taught
from bot.texts import Texts
from render.scenes import SCENES
from tests.match.rows import faults

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

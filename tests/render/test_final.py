"""The final result, which is drawn alike for every game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.games import GAMES
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.api import Person, Words
from render.canvas import Canvas
from render.context import Context
from render.final import DEALS_SHOWN, draw_final
from render.lettering import cap_height
from render.scenes import SCENES
from render.theme import LEGIBLE
from tests.engine.walks import Beginning, walk
from tests.render.hostile import hostile
from tests.render.test_context import Plain, plain

NAMES = [Person("Annie"), Person("Benny"), Person("Nimbus", house=True)]


def ended(deals: int, words: Words, people: Sequence[Person] = NAMES) -> Context[NimblyView]:
    """Return a game of this many deals in which Benny won and the others tied."""
    *_, last = walk(Beginning("nimbly", 3, {"deals": 1}, 1))
    view = last.course.view(None)
    points = tuple((10 + n, 90 + n, 10 + n) for n in range(deals))
    scores = tuple(sum(column) for column in zip(*points, strict=True))
    assert isinstance(view, NimblyView)
    told = replace(view, deal_scores=points, scores=scores, winners=(Seat(2),))
    return Context(told, people, words)


def places_in(view: Plain, words: Words) -> list[tuple[str, int]]:
    """Read from a final result which place each of its seats has, in the order shown."""
    named = [Person(f"P{seat}") for seat in range(1, view.seats + 1)]
    texts = texts_of(draw_final(replace(plain(named, words), view=view), "deals"))
    seats = [int(text[1:]) for text in texts if text in {person.name for person in named}]
    return list(zip([text for text in texts if text.endswith(".")], seats, strict=True))


def texts_of(canvas: Canvas) -> list[str]:
    return [line.text for line, _, _ in canvas.texts]


def test_people_stand_in_the_order_of_places_and_ties_share_one(words: Words) -> None:
    view = Plain(winners=(Seat(2),), seats=3, scores=(5, 9, 5))
    assert places_in(view, words) == [("1.", 2), ("2.", 1), ("2.", 3)]


def test_a_win_by_a_tie_break_comes_before_the_equal_score(words: Words) -> None:
    view = Plain(winners=(Seat(2),), seats=3, scores=(52, 52, 10))
    assert places_in(view, words) == [("1.", 2), ("2.", 1), ("3.", 3)]


def test_a_final_result_names_places_totals_and_every_deal(words: Words) -> None:
    canvas = draw_final(ended(3, words), "deals")
    texts = texts_of(canvas)
    assert texts[:5] == [words("picture.final"), words("picture.final.deals"), "1", "2", "3"]
    named = [text for text in texts if text in {"Annie", "Benny", "Nimbus"}]
    assert named == ["Benny", "Annie", "Nimbus"]
    places = [text for text in texts if text.endswith(".")]
    assert places == ["1.", "2.", "2."]
    for made in ("90", "91", "92", "273", "33"):
        assert made in texts


@pytest.mark.parametrize("deals", [2, DEALS_SHOWN, DEALS_SHOWN + 5])
def test_the_sheet_is_legible_and_has_at_most_the_last_ten_deals(deals: int, words: Words) -> None:
    canvas = draw_final(ended(deals, words), "deals")
    first = max(deals - DEALS_SHOWN, 0)
    texts = texts_of(canvas)
    assert [str(90 + n) for n in range(first, deals)] == [t for t in texts if t in _nineties(deals)]
    for line, ink, room in canvas.texts:
        assert room.x <= ink.x
        assert ink.right <= room.right
        if any(char.isdigit() for char in line.text):
            assert cap_height(line.size) >= LEGIBLE
            assert not line.text.endswith("…")


def _nineties(deals: int) -> set[str]:
    return {str(90 + n) for n in range(deals)}


def test_a_game_of_one_deal_has_no_sheet(words: Words) -> None:
    texts = texts_of(draw_final(ended(1, words), "deals"))
    assert texts.count("90") == 1
    assert words("picture.final.deals") not in texts


@pytest.mark.parametrize(
    "name", ["W" * 32, "Annie the extraordinarily named ", "東京特許許可局長" * 2]
)
def test_names_stay_whole(name: str, words: Words) -> None:
    people = [Person("Annie"), Person(name), Person(name, house=True)]
    texts = texts_of(draw_final(ended(10, words, people), "deals"))
    assert texts.count(name.strip()) == 2


@pytest.mark.parametrize("key", SCENES)
def test_the_end_of_any_game_has_a_title_of_its_own_and_no_turn(key: str, words: Words) -> None:
    seats = GAMES[key].info.seats[0]
    *_, last = walk(Beginning(key, seats, {}, 3))
    view = last.course.view(None)
    result = SCENES[key].result(view, hostile(seats, 0), words)
    over = words("alt.over", names="", n=1).partition(":")[0]
    assert result.alt.startswith(over)
    assert words("alt.final", game=words(f"game.{key}")) in result.alt
    assert over in SCENES[key].deal(view, hostile(seats, 0), words).alt
    has_more = SCENES[key].draw_deal(Context(view, hostile(seats, 0), words)) is not None
    assert (SCENES[key].deal(view, hostile(seats, 0), words).alt != result.alt) == has_more


def test_the_result_of_a_single_deal_is_that_of_the_deal(words: Words) -> None:
    *_, last = walk(Beginning("nimbly", 3, {"deals": 1}, 1))
    view = last.course.view(None)
    assert SCENES["nimbly"].result(view, NAMES, words) == SCENES["nimbly"].deal(view, NAMES, words)


ASKED = r"\bP\d('s turn| to )"
"""Who has to do what."""


@pytest.mark.parametrize("key", SCENES)
def test_a_game_ended_early_asks_nobody_for_a_move(key: str, words: Words) -> None:
    seats = GAMES[key].info.seats[0]
    view = list(walk(Beginning(key, seats, {}, 3)))[4].course.view(None)
    people = [Person(f"P{seat}") for seat in range(seats)]
    assert re.search(ASKED, SCENES[key].table(view, people, words).alt)
    assert not re.search(ASKED, SCENES[key].closed(view, people, words).alt)

"""What the painters of every game start from, how a game ends, and what a seat's line is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from engine.games import GAMES
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.api import MINUS, Person, Words, change, decimal, number, rounded
from render.canvas import Canvas
from render.context import Context, example_people, in_letters, seat_line
from render.final import DEALS_SHOWN, draw_final
from render.lettering import cap_height
from render.panels import NAME, ground, sky
from render.scene import Scene
from render.scenes import SCENES
from render.shapes import Box
from render.speech import Speech
from render.strips import Strip
from render.theme import LEGIBLE, NIGHT
from tests.engine.walks import Beginning, walk
from tests.render.hostile import hostile

# What the painters of every game start from.


@dataclass(frozen=True)
class Plain:
    """A view of no game in particular."""

    winners: tuple[Seat, ...] = ()
    seat: Seat | None = None
    seats: int = 3
    to_act: tuple[Seat, ...] = ()
    deal: int = 1
    scores: tuple[int, ...] = (0, 0, 0)
    deal_scores: tuple[tuple[int, ...], ...] = field(default=())


def plain(people: Sequence[Person], words: Words, *winners: int) -> Context[Plain]:
    return Context(Plain(tuple(Seat(seat) for seat in winners)), people, words)


@pytest.mark.parametrize("game", SCENES)
def test_a_scene_refuses_what_is_no_view_of_its_game(game: str, words: Words) -> None:
    with pytest.raises(TypeError, match=r"not a \w+View: Plain"):
        SCENES[game].table(Plain(), (), words)


def test_seats_are_named_and_house_players_known(people: Sequence[Person], words: Words) -> None:
    shown = plain(people, words)
    assert [shown.name(seat) for seat in shown.seats] == ["Annie", "Benny", "Nimbus"]
    assert [shown.is_house(seat) for seat in shown.seats] == [False, False, True]


def test_a_seat_nobody_is_known_of_has_a_name_too(words: Words) -> None:
    shown = plain((), words)
    assert shown.name(2) == words("picture.nameless", seat=2)
    assert not shown.is_house(2)


@pytest.mark.parametrize(
    ("points", "best"),
    [((3, 9, 4), {2}), ((9, 4, 9), {1, 3}), ((0, 0, 0), set()), ((-1, 0, -2), set())],
)
def test_who_made_most_is_framed(
    points: Sequence[int], best: set[int], people: Sequence[Person], words: Words
) -> None:
    assert plain(people, words).best(points) == best


def test_a_crown_is_for_who_won_the_game_and_not_for_who_made_most_of_a_deal(
    people: Sequence[Person], words: Words
) -> None:
    over = plain(people, words, 1, 3)
    assert over.best((3, 9, 4)) == {2}
    assert [over.seating(seat).crown for seat in over.seats] == [True, False, True]


def test_the_rules_are_played_by_three_with_names(words: Words) -> None:
    names = [person.name for person in example_people(words)]
    assert len(set(names)) == 3
    assert all(names)


@pytest.mark.parametrize(("game", "page"), [("cloud_nine", 1), ("nimbly", 2), ("clumond", 4)])
def test_cards_have_the_letters_of_the_words(game: str, page: int, words: Words) -> None:
    def french(key: str, /, **values: object) -> str:
        letters = {"card.short.K": "R", "card.short.Q": "D", "card.short.J": "V"}
        return letters.get(key) or words(key, **values)

    usual, other = (SCENES[game].rules(page, each) for each in (words, french))
    assert usual is not None
    assert other is not None
    assert usual.data != other.data


def test_a_theme_is_made_once_for_each_set_of_letters(words: Words) -> None:
    assert in_letters(NIGHT, words) is NIGHT
    assert in_letters(NIGHT, lambda key, /, **_: key[-1].lower()) is in_letters(
        NIGHT, lambda key, /, **_: key[-1].lower()
    )


# What a scene has without saying so: final result, no pictures of rules, nobody to act at last.


class PlainSpeech(Speech[Plain]):
    game = "nimbly"

    def headline(self) -> str:
        return "nowhere"

    def progress(self) -> str:
        return "Some game."

    def seat(self, seat: int) -> str:
        return f"{self.context.name(seat)} sits there."

    def table(self) -> list[str]:
        return [self.progress(), "", self.turn(), *self.seats()]

    def hand(self) -> list[str]:
        return [self.progress(), f"Seat {self.context.own_seat}."]


class PlainScene(Scene[Plain]):
    game = "nimbly"
    shows = Plain
    speech = PlainSpeech

    def table_strips(self, context: Context[Plain]) -> list[Strip]:
        return [Strip(_plain_table, context)]

    hand_strips = table_strips


def _plain_table(context: Context[Plain]) -> Canvas:
    return ground(100 * context.view.seats, (), context.theme)


SCENE = PlainScene()
VIEW = Plain(to_act=(Seat(2),))


def test_sentences_are_joined_without_empty_ones(people: Sequence[Person], words: Words) -> None:
    told = SCENE.table(VIEW, people[:2], words).alt
    assert told == (
        "Some game. Benny's turn. Annie sits there. Benny sits there. Seat 3 sits there."
    )


def test_a_table_closed_early_says_nothing_of_a_turn(
    people: Sequence[Person], words: Words
) -> None:
    assert "turn" not in SCENE.closed(VIEW, people, words).alt


def test_a_hand_is_its_seats_own(people: Sequence[Person], words: Words) -> None:
    own = replace(VIEW, seat=Seat(1))
    assert SCENE.hand(own, people, words).alt == ("Some game. Seat 1. Nimbus is a house player.")
    with pytest.raises(ValueError, match="a spectator has no hand"):
        SCENE.hand(VIEW, people, words)


def test_the_deal_of_a_game_of_one_deal_is_its_final_result(
    people: Sequence[Person], words: Words
) -> None:
    over = Plain(winners=(Seat(1),), scores=(3, 1, 2), deal_scores=((3, 1, 2),))
    assert SCENE.deal(over, people, words) == SCENE.result(over, people, words)
    with pytest.raises(ValueError, match="no deal is finished"):
        SCENE.deal(VIEW, people, words)


def test_rules_need_no_pictures(words: Words) -> None:
    assert SCENE.rules(1, words) is None


# The line of a seat.

LINE = Box(16, 20, 968, NAME)


@pytest.mark.parametrize(("held", "told"), [(None, []), (0, ["0"]), (5, ["5"])])
def test_cards_are_counted_where_there_are_any(
    held: int | None, told: list[str], words: Words
) -> None:
    canvas = Canvas(sky(100))
    context = Context(Plain(scores=(7, 0, 0)), [Person("Annie")] * 3, words)
    seat_line(canvas, context, 1, LINE, held=held)
    texts = [line.text for line, _, _ in canvas.texts]
    assert "Annie" in texts
    assert words("picture.points", n=7) in texts
    assert [text for text in texts if text in ("0", "5")] == told


# The final result, which is drawn alike for every game.

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


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0.0"), (123.44, "123.4"), (-0.06, "\u22120.1"), (-12.5, "\u221212.5"), (9.96, "10.0")],
)
def test_averages_have_one_decimal(value: float, text: str, words: Words) -> None:
    assert decimal(value, words) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(100.0, "100"), (66.66, "66.7"), (99.97, "100"), (-0.01, "0"), (-4.0, "\u22124")],
)
def test_points_have_a_decimal_only_where_they_are_not_whole(
    value: float, text: str, words: Words
) -> None:
    assert rounded(value, words) == text


def test_numbers_and_changes_have_a_proper_minus_sign() -> None:
    assert (number(7), number(0), number(-7)) == ("7", "0", f"{MINUS}7")
    assert (change(7), change(0), change(-7)) == ("+7", "0", f"{MINUS}7")

"""What the painters of every game start from, how a game ends, and what a seat's line is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from operator import add
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.seats import Seat
from render.api import MINUS, Person, RatingChange, Words, change, decimal, number, rounded
from render.canvas import READABLE, Canvas
from render.context import Context, example_people, in_letters, seat_line
from render.final import draw_final
from render.panels import NAME, Lit, ground, sky
from render.scene import Scene
from render.scenes import SCENES
from render.shapes import Box
from render.speech import Speech
from render.strips import Strip
from render.theme import DAY, NIGHT, THEMES, Theme, large, tallest
from tests.engine.walks import Beginning, walk
from tests.render.hostile import corner, hostile, is_plain
from tests.render.scenes.played import drawn_by
from tests.render.scenes.test_stats import assert_apart
from tests.soak.amounts import some

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
def test_who_made_most_is_lit(
    points: Sequence[int], best: set[int], people: Sequence[Person], words: Words
) -> None:
    shown = plain(people, words)
    assert {seat for seat in shown.seats if shown.light(seat, points)} == best
    assert all(shown.light(seat, points) is Lit.BEST for seat in best)


def test_a_crown_is_for_who_won_the_game_and_not_for_who_made_most_of_a_deal(
    people: Sequence[Person], words: Words
) -> None:
    over = plain(people, words, 1, 3)
    lights = [over.light(seat, (3, 9, 4)) for seat in over.seats]
    assert lights == [Lit.WON, Lit.BEST, Lit.WON]
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
    assert SCENE.hand(own, people, words).alt == "Some game. Seat 1."
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


def plain_story(context: Context[Any]) -> str:
    return PlainSpeech(context).story("deals")


def drawn(
    scores: Sequence[Sequence[int]],
    winners: Sequence[int],
    words: Words,
    people: Sequence[Person] | None = None,
    theme: Theme = NIGHT,
    ratings: Mapping[Seat, RatingChange] | None = None,
) -> Canvas:
    """Draw the final result of a game by what each seat made in each deal."""
    view = after(scores, winners)
    seated = people or [Person(f"P{seat}") for seat in range(1, view.seats + 1)]
    context = Context(view, seated, words, theme, ratings=ratings or {})
    return draw_final(context, plain_story)


def after(deals: Sequence[Sequence[int]], winners: Sequence[int]) -> Plain:
    scores = tuple(sum(made) for made in zip(*deals, strict=True))
    told = tuple(tuple(made) for made in deals)
    return Plain(tuple(map(Seat, winners)), None, len(scores), (), len(deals), scores, told)


def texts_of(canvas: Canvas) -> list[str]:
    return [line.text for line, _, _ in canvas.texts]


def test_people_stand_in_the_order_of_places_and_ties_share_one(words: Words) -> None:
    texts = [*filter(re.compile(r"P\d|\d\.").fullmatch, texts_of(drawn([(5, 9, 5)], [2], words)))]
    assert texts == ["P2", "2.", "P1", "2.", "P3"]


def test_a_win_by_a_tie_break_comes_before_the_equal_score(words: Words) -> None:
    canvas = drawn([(52, 52, 10)], [2], words)
    tops = {line.text: room.y for line, _, room in canvas.texts if line.text.startswith("P")}
    assert tops["P2"] < tops["P1"] < tops["P3"]
    assert [text for text in texts_of(canvas) if text.endswith(".")] == ["2.", "3."]


CHANGES = {Seat(1): RatingChange(1020, 20), Seat(2): RatingChange(896, -104)}


def test_a_final_result_tells_what_became_of_ratings(words: Words) -> None:
    canvas = drawn([(5, 9, 5), (1, 2, 3)], [2], words, ratings=CHANGES)
    assert {"1020 (+20)", f"rating 896 ({MINUS}104)"} <= {*texts_of(canvas)}
    assert not [text for text in texts_of(drawn([(5, 9, 5)], [2], words)) if "(" in text]
    told = SCENE.result(after([(5, 9, 5)], [2]), NAMES, words, ratings=CHANGES).alt
    assert "1st, Benny: total 9; rating 896, down 104. " in told
    assert "2nd, Annie: total 5; rating 1020, up 20. 2nd, Nimbus: total 5. " in told


LONGEST = [Person(name * 40, house=bool(at % 2), portrait=at) for at, name in enumerate("WimÉ東ع")]
LOOKS = [*THEMES.values(), *map(large, THEMES.values())]


@pytest.mark.parametrize("theme", LOOKS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_final_result_fits_whoever_played_and_however_many_won(
    seats: int, theme: Theme, words: Words
) -> None:
    ratings = {Seat(seat): RatingChange(1888, -188) for seat in range(1, seats + 1)}
    for winners in range(1, seats + 1):
        deals = [[888] * winners + [-888] * (seats - winners)] * 3
        canvas = drawn(deals, range(1, winners + 1), words, LONGEST[:seats], theme, ratings)
        assert canvas.size.w == theme.width
        assert canvas.size.h <= tallest(theme)
        assert_apart(canvas)
        assert is_plain(corner(canvas.image, theme), theme)
        told = texts_of(canvas)
        assert told.count("2664") == winners
        assert told.count(f"{MINUS}2664") == seats - winners
        for line, ink, room in canvas.texts:
            assert line.size >= READABLE
            assert room.y <= ink.y < ink.bottom <= room.bottom <= canvas.size.h


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("winners", [1, 2])
def test_gold_is_for_winners_alone(seats: int, winners: int, words: Words) -> None:
    deals = [[9] * winners + [*range(seats - winners)]]
    canvas = drawn(deals, range(1, winners + 1), words, theme=DAY)
    rows = [y for y in range(canvas.size.h) if DAY.gold in row_of(canvas, y)]
    lost = min(room.y for line, _, room in canvas.texts if line.text == f"P{winners + 1}")
    assert rows
    assert max(rows) < lost


def row_of(canvas: Canvas, y: int) -> set[object]:
    strip = canvas.image.crop((0, y, canvas.size.w, y + 1))
    return {colour for _, colour in strip.getcolors(canvas.size.w) or []}


def test_names_stay_readable_and_a_story_names_who_it_tells_of(words: Words) -> None:
    people = [Person("Annie"), Person("Benedict the Long-winded of Foo"), Person("Cy")]
    texts = texts_of(drawn([(1, 30, 0), (99, 1, 0)], [1], words, people))
    assert words("final.turned.deals", name="Benedict the…") in texts
    assert people[1].name in texts


# The story of a game in a sentence, which is true.


@pytest.mark.parametrize(
    ("deals", "winners", "told"),
    [
        ([(1, 5, 0), (9, 1, 0)], [1], "P2 was ahead until the last deal."),
        ([(9, 5, 0), (9, 1, 0)], [1], "P1 was ahead from start to finish."),
        ([(1, 5, 0), (9, 1, 0), (9, 1, 0)], [1], "P1 was ahead from deal 2 on."),
        ([(1, 5, 0), (9, 1, 0), (90, 90, 0)], [1], "P1 wins by 4 points!"),
        ([(5, 5, 0), (9, 1, 0)], [1], "P1 wins by 8 points!"),
        ([(6, 5, 0), (1, 1, 0)], [1], "P1 wins by 1 point!"),
        ([(6, 5, 0)], [1], "P1 wins by 1 point!"),
        ([(6, 6, 0)], [1], ""),
        ([(6, 6, 0)], [1, 2], "P1 and P2 share the win!"),
    ],
)
def test_a_story_says_how_it_came_to_the_end(
    deals: Sequence[Sequence[int]], winners: Sequence[int], told: str, words: Words
) -> None:
    people = [Person(f"P{seat}") for seat in range(1, 4)]
    assert plain_story(Context(after(deals, winners), people, words)) == told


def test_a_tie_that_was_broken_is_told_with_what_broke_it(words: Words) -> None:
    *_, last = walk(Beginning("balloon", 3, {}, 1))
    view: Any = last.course.view(None)
    view = replace(view, scores=(20, 20, 3), winners=(Seat(1),))
    told = SCENES["balloon"].result(view, NAMES, words).alt
    assert words("balloon.tie_break") in told


@pytest.mark.parametrize("seed", some(range(40), 12))
def test_stories_of_random_games_are_true(seed: int, words: Words) -> None:
    random = Random(seed)
    seats, count = random.randint(2, 6), random.randint(1, 5)
    deals = [[random.randint(-3, 6) for _ in range(seats)] for _ in range(count)]
    totals = [*accumulate(deals, lambda so_far, made: [*map(add, so_far, made)])]
    best = max(totals[-1])
    winners = [seat for seat, total in enumerate(totals[-1], 1) if total == best]
    people = [Person(f"P{seat}") for seat in range(1, seats + 1)]
    told = plain_story(Context(after(deals, winners), people, words))
    named = [int(digit) for digit in re.findall(r"P(\d)", told)]
    ahead = [[each.index(max(each)) + 1] * (each.count(max(each)) == 1) for each in totals]
    if len(winners) > 1:
        assert named == winners
    elif "ahead until" in told:
        assert named != winners
        assert ahead[-2] == named
    else:
        assert named == winners
        if "start to finish" in told:
            assert ahead == [winners] * count
        elif found := re.search(r"from deal (\d+)", told):
            since = int(found[1])
            assert ahead[since - 1 :] == [winners] * (count - since + 1)
            assert ahead[since - 2] != winners
        else:
            margin = best - max(total for total in totals[-1] if total < best)
            assert f"by {margin} point" in told


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


def test_a_single_deal_has_a_result_of_its_own(words: Words) -> None:
    *_, last = walk(Beginning("nimbly", 3, {"deals": 1}, 1))
    view = last.course.view(None)
    assert SCENES["nimbly"].result(view, NAMES, words) != SCENES["nimbly"].deal(view, NAMES, words)


@pytest.mark.parametrize(("key", "nines"), [("nimbly", 1), ("cloud_nine", 2)])
@pytest.mark.parametrize("deals", [1, 2])
def test_the_last_deal_lies_open_below_who_won(
    key: str, nines: int, deals: int, words: Words
) -> None:
    scene, (*_, last) = SCENES[key], walk(Beginning(key, 3, {"deals": deals}, 1))
    view, named = last.course.view(None), words("picture.result", deal=2)
    canvas = drawn_by(partial(scene.result, view, NAMES, words))
    assert canvas.size.h <= tallest(NIGHT)
    assert (named in texts_of(canvas)) is (deals == 2)
    alt = scene.result(view, NAMES, words).alt
    assert (f" {named}. " in alt) is (deals == 2)
    assert alt.count("It makes ") == 3 * nines
    assert ". ." not in alt
    made = [f"= {score}" for score in view.deal_scores[-1]]
    assert ({*made} <= {*texts_of(canvas)}) is (deals == 2 and nines == 1)


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

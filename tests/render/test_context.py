"""What the painters of every game start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from engine.seats import Seat
from render.api import Person, Words
from render.context import Context, example_people, in_letters
from render.scenes import SCENES
from render.theme import NIGHT


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

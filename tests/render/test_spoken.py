"""Alt texts are read aloud: they fit at every moment of a game, and hold nothing but words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.course import Course
from engine.game import View
from engine.games import GAMES
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.melds import Meld
from engine.seats import Seat
from render.api import MAX_ALT, Person, Words
from render.context import Context
from render.final import final_alt
from render.scene import Scene
from render.scenes import SCENES
from render.speech import (
    card_name,
    cut,
    factors,
    fitted,
    said,
    said_together,
    shortened,
    suits_said,
    units,
)
from tests.engine.walks import Beginning, everyone, fitting, some_options, walk
from tests.render.scenes.played import played
from tests.render.test_languages import others, words_of
from tests.soak.amounts import amount, by_seats

# Alt texts are read aloud: at every moment of a game they fit, and nothing in them is no word.

SPOKEN = re.compile(r"[A-Za-z0-9 ,.:;'?!()…%-]+")
NO_WORD = re.compile(r"\b([2-9TJQKA][SHDC]|JK|[ABC]{2,3}|pts?|None|alt\.\w+)\b")
"""Cards and draws in their notation, what is short for a word, and mistakes of programs."""

LONG = "Maximilian the Balloonist of Foo"
MOMENTS = amount(15)


def assert_spoken(alt: str) -> None:
    """Hold an alt text to words and numbers, and to being whole."""
    assert SPOKEN.fullmatch(alt), set(SPOKEN.sub("", alt))
    assert not NO_WORD.search(alt), alt
    assert units(alt) <= MAX_ALT
    assert alt.endswith(".")


def people(seats: int, name: str) -> list[Person]:
    """Return people with names as long as this one, one of them a house player."""
    return [Person("NBCDEF"[seat] + name[1:], house=seat == 1) for seat in range(seats)]


def told(
    scene: Scene[Any], course: Course, seated: Sequence[Person], words: Words
) -> Iterator[str]:
    """Say all that pictures of a moment say, without painting them."""
    views: list[Any] = [course.view(seat) for seat in everyone(len(seated))]
    table, *hands = (Context(view, seated, words) for view in views)
    yield said(table, lambda short: scene.speech(short).table())
    closed = replace(table, view=replace(views[0], to_act=()))
    yield said(closed, lambda short: scene.speech(short).table())
    for hand in hands:
        yield said(replace(hand, you=True), lambda short: scene.speech(short).hand())
    yield said_together(hands, lambda short: [scene.speech(short).open_hand()])
    if table.view.deal_scores and scene.draw_deal(table) is not None:
        yield said(table, lambda short: scene.speech(short).deal())
    if table.is_over:
        yield final_alt(table, scene.game, scene.story)


@pytest.mark.whole
@pytest.mark.parametrize("name", ["N", LONG])
@pytest.mark.parametrize(
    ("key", "seats"), by_seats((key, seats) for key in SCENES for seats in GAMES[key].info.seats)
)
def test_at_any_moment_all_is_said_in_words_and_whole(
    key: str, seats: int, name: str, words: Words
) -> None:
    """With the usual options and with others."""
    for seed, options in enumerate(some_options(GAMES[key], 3)):
        moments = list(walk(Beginning(key, seats, fitting(GAMES[key], seats, options), seed)))
        chosen = Random(seed).sample(moments, min(len(moments), MOMENTS))
        for moment in (moments[0], *chosen, moments[-1]):
            for alt in told(SCENES[key], moment.course, people(seats, name), words):
                assert_spoken(alt)


@pytest.mark.parametrize("key", SCENES)
def test_pictures_of_the_rules_are_told_in_words(key: str, words: Words) -> None:
    for picture in filter(None, (SCENES[key].rules(page, words) for page in range(7))):
        assert_spoken(picture.alt)


def test_all_other_pictures_are_told_in_words(words: Words) -> None:
    for painted in others(words).values():
        for picture in painted:
            assert_spoken(picture.alt)


@pytest.mark.parametrize("key", ["balloon", "cloud_nine", "clumond", "nimbly"])
def test_what_has_changed_comes_first_and_what_stays_last(key: str, words: Words) -> None:
    """What is news differs from one moment to the next; the game and its house players do not."""
    seats = min(GAMES[key].info.seats)
    courses = [moment.course for moment in walk(Beginning(key, seats, {}, 2))][:9]
    alts = [next(told(SCENES[key], course, people(seats, "N"), words)) for course in courses]
    assert all(alt.endswith("B is a house player.") for alt in alts)
    firsts = [alt.partition(". ")[0] for alt in alts]
    assert len(set(firsts)) > len(firsts) / 2


NEWS: list[tuple[type[View], Callable[[Any], object], str]] = [
    (CloudNineView, lambda v: v.deal == 2 and v.trick.number == 1 and not v.trick.cards,
     r"Deal 1 is over: Annie \d+, Benny \d+, Nimbus \d+\. \w+'s turn: lead\."),
    (CloudNineView, lambda v: len(v.trick.cards) == 1, r"\w+ led [^.;]+\. \w+'s turn\. A"),
    (CloudNineView, lambda v: len(v.trick.cards) == 2, r"\w+ played [^.;]+\. [^.]+\. Trick: "),
    (CloudNineView, lambda v: v.trick.cards and v.trick.cards[0].taken_by, r"\w+ took [^.;]+\. "),
    (CloudNineView, lambda v: v.last_trick and not v.trick.cards,
     r"Last trick: .*\. \w+'s turn: lead"),
    (CloudNineView, lambda v: v.winners, r"The game is over\. Winner: "),
    (ClumondView, lambda v: v.passed and v.trumps is None,
     r"Passed: Annie\. Benny's turn: pass or "),
    (ClumondView, lambda v: v.trumps and not v.last_trick and not v.trick.cards, r"Nobody decl"),
    (ClumondView, lambda v: v.deal == 2 and not v.passed, r"Hand 1, undeclared\. "),
    (NimblyView, lambda v: v.last_draw, r"Annie drew [^.]+ from [ABC]\. Benny's turn: draw\. "),
    (NimblyView, lambda v: v.deal == 2, r"Deal 1 is over: Annie \d+, "),
    (BalloonView, lambda v: v.cloud == 1 and any(v.stayed), r"\w+ stayed\. (The|All) dice "),
    (BalloonView, lambda v: v.cloud in v.jumps,
     r"\w+ jumped at cloud \d for \d+ points?\. (The|All) dice "),
    (BalloonView, lambda v: v.flight and not any(v.stayed), r"\w+ paid [^.]+ at cloud \d\. The d"),
    (BalloonView, lambda v: v.deal == 2 and v.cloud == 1 and not any(v.stayed),
     r"Trip 1 is over: \w+ \w+( alone)?( at|to) cloud \d\. Annie \d+, "),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "is_wanted", "news"), NEWS)
def test_each_move_is_told_first_with_what_came_of_it(
    kind: type[View], is_wanted: Callable[[Any], object], news: str
) -> None:
    options = {} if kind is BalloonView else {"deals": 3}
    game = played(kind, **options)
    assert re.match(news, game.told("table", game.first(is_wanted)))


def test_only_a_hand_says_you() -> None:
    game = played(NimblyView, 3, deals=2)
    view = next(views[Seat(1)] for views in game.views if views[None].last_draw)
    hand, table = (game.told(what, replace(view, to_act=(Seat(2),))) for what in ("hand", "table"))
    assert hand.startswith("You drew ")
    assert "Benny's turn: draw. Your cards. " in hand
    assert "Annie" not in hand
    assert table.startswith("Annie drew ")
    assert "ou " not in table


def test_deep_cards_of_a_row_go_first_where_there_is_no_room() -> None:
    """In a language of long words a table of five rows and five long names tells the open ends."""
    words, nearest = words_of("es"), set()
    for views in played(NimblyView, 5, rows="5").views[:9]:
        context = Context(views[None], people(5, LONG), words)
        alt = said(context, lambda short: SCENES["nimbly"].speech(short).table())
        nearest |= {n for n in range(1, 16) if words("nimbly.look.ends", n=n) in alt}
        assert units(alt) <= MAX_ALT
        assert not alt.endswith("…")
    assert nearest


def test_cards_are_named_in_words(words: Words) -> None:
    assert card_name("KH", words) == "king of hearts"
    assert card_name("TD", words) == "10 of diamonds"
    assert card_name("JK", words) == "joker"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ((), "No cards in hand."),
        (("KH",), "Hearts: king."),
        (("JK",), "Joker."),
        (("KH", "QH", "TH", "2S"), "Hearts: king, queen, 10. Spades: 2."),
        (("JK", "AC"), "Clubs: ace. Joker."),
        (("JK", "JK", "JD"), "Diamonds: jack. 2 jokers."),
        (("9S", "9H", "TS"), "Spades: 9, 10. Hearts: 9."),
    ],
)
def test_several_cards_are_named_suit_after_suit(
    cards: tuple[str, ...], told: str, words: Words
) -> None:
    assert suits_said(cards, words) == told


def test_what_cards_score_by_is_said_without_signs(words: Words) -> None:
    assert factors(Meld(2, 2, 1, 0, 4), words) == "4: suit 2 times run 2 times sets 1"
    one, both = (factors(Meld(2, 2, 1, n, 4 + 10 * n), words) for n in (1, 2))
    assert one == "14: suit 2 times run 2 times sets 1, plus 10 for a joker"
    assert both == "24: suit 2 times run 2 times sets 1, plus 20 for both jokers"


@given(st.integers(0, 3000), st.integers(0, 40))
def test_a_text_never_passes_discords_limit(facts: int, names: int) -> None:
    assert len(fitted(lambda length: "f" * facts + "n" * length * names)) <= MAX_ALT


def test_names_give_way_before_facts_do() -> None:
    text = fitted(lambda length: "f" * 1000 + "n" * length)
    assert text.count("f") == 1000
    assert 0 < text.count("n") <= 24


def test_facts_give_way_only_where_short_names_make_no_room() -> None:
    """Step by step; names get as long again as the facts that are left allow."""

    def composer(facts: int) -> Callable[[int], str]:
        return lambda length: "f" * facts + "n" * length

    assert fitted(composer(1000), composer(10)).count("f") == 1000
    assert fitted(composer(1020), composer(1019), composer(1000), composer(10)) == (
        "f" * 1000 + "n" * 24
    )
    assert fitted(composer(1023), composer(1022)) == "f" * 1022 + "n"


@given(st.text(min_size=1, max_size=60), st.integers(1, 40))
def test_a_shortened_name_is_at_most_an_ellipsis_longer(name: str, length: int) -> None:
    assert len(shortened(name, length)) <= length + 1


def test_letters_beyond_the_basic_plane_count_twice_as_discord_counts() -> None:
    crowns = fitted(lambda length: "\U0001f451" * min(length, 32) * 20)
    assert len(crowns.encode("utf-16-le")) // 2 <= MAX_ALT
    assert shortened("\U0001f451" * 9, 8) == "\U0001f451" * 4 + "…"


@given(st.text(max_size=400), st.integers(0, 90))
def test_a_text_is_cut_between_whole_characters(text: str, most: int) -> None:
    kept = cut(text, most)
    assert text.startswith(kept)
    assert units(kept) <= most


def test_a_name_is_not_cut_inside_an_emoji() -> None:
    assert shortened("ab👩‍👩‍👧‍👦cd", 4) == "ab…"

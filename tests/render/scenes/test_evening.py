from __future__ import annotations

from collections.abc import Sequence

import pytest

from render.api import MAX_ALT, Words
from render.scenes.evening import Cards, Holder, draw_evening, paint_evening
from render.scenes.leaderboard import Heading
from render.theme import NIGHT

HEADING = Heading("Nimbly", "2 tables")


def held(names: Sequence[str], deals: int = 2) -> list[Cards]:
    """Return who held the cards of seats, two to a seat, a house player last of all."""
    holders = [
        Holder(name, range(-5, 40 * deals - 5, 40), [at % 2 == 0] * deals, at + 1, 33.333)
        for at, name in enumerate(names)
    ]
    holders.append(Holder("Annie", range(deals), [True] * deals))
    return [
        Cards(seat, holders[first : first + 2])
        for seat, first in enumerate(range(0, len(holders), 2), 1)
    ]


def test_the_alt_text_says_who_held_which_cards_and_what_was_made(words: Words) -> None:
    shown = paint_evening(HEADING, held(("Annie", "Benny", "Cy")), "deals", words).alt
    assert shown == (
        "Nimbly, 2 tables: who made more of the same cards."
        " Cards of seat 1:"
        " Annie: 33.3 points. Made minus 5, 35. Benny: 33.3 points. Made minus 5, 35."
        " Cards of seat 2: Cy: 33.3 points. Made minus 5, 35. Annie, house player. Made 0, 1."
    )


def test_of_many_people_the_alt_text_says_the_points_alone(words: Words) -> None:
    picture = paint_evening(HEADING, held(["A" * 32] * 24, deals=9), "trips", words)
    assert picture.alt.count("33.3 points") == 24
    assert "Made" not in picture.alt
    assert len(picture.alt) <= MAX_ALT


def test_few_deals_are_numbers_and_many_are_marks_where_somebody_did_best(words: Words) -> None:
    for deals, told, untold in ((4, "deal 4", "best"), (5, "best in this deal", "deal 5")):
        canvas = draw_evening(HEADING, held(("Annie", "Benny", "Cy"), deals), "deals", words, NIGHT)
        written = " ".join(line.line.text for line in canvas.texts)
        assert told in written
        assert untold not in written
        assert ("35" in written) is (deals == 4)


def test_cards_are_said_to_be_a_seats_and_those_of_a_lone_table_to_be_nobodys(words: Words) -> None:
    groups = held(("Annie", "Benny", "Cy"))
    lone = [Cards(0, [holder for group in groups for holder in group.holders])]
    for cards, said in ((groups, True), (lone, False)):
        canvas = draw_evening(HEADING, cards, "deals", words, NIGHT)
        written = [line.line.text for line in canvas.texts]
        assert ("cards of seat 2" in written) is said
        alt = paint_evening(HEADING, cards, "deals", words).alt
        assert [text in alt for text in ("Cards of seat", "the same cards")] == [said] * 2


def helped(made: Sequence[int], *stood_in: int) -> list[Cards]:
    """Return Annie and Benny, who held the same cards; a stand-in played some deals of hers."""
    best = [False] * len(made)
    annie = Holder("Annie", made, best, 2, 60.0, has_medal=False, stood_in=stood_in)
    return [Cards(1, [Holder("Benny", made, best, 1, 50.0), annie])]


@pytest.mark.parametrize(("made", "stood_in", "signs"), [
    ((3, 12), (), []),
    ((3, 12), (2,), ["12*"]),
    ((3, 12), (1, 2), ["3*", "12*"]),
    (range(5), (4, 5), ["*", "*"]),
])  # fmt: skip
def test_what_a_stand_in_played_has_a_sign_and_a_legend_only_then(
    made: Sequence[int], stood_in: Sequence[int], signs: list[str], words: Words
) -> None:
    cards = helped(made, *stood_in)
    legend = "played by a house player: the average at most"
    if 2 * len(stood_in) > len(made):
        legend = "by a house player: the average at most; mostly so: behind others"
    written = [line.line.text for line in draw_evening(HEADING, cards, "deals", words, NIGHT).texts]
    assert [text for text in written if text.endswith("*")] == signs
    assert (f"* {legend}" in written) is bool(signs)
    alt = paint_evening(HEADING, cards, "deals", words).alt
    told = ", ".join(f"deal {deal}" for deal in stood_in)
    assert (f"By a house player: {told}." in alt) is bool(signs)
    assert alt.endswith(f" {legend.capitalize()}.") is bool(signs)

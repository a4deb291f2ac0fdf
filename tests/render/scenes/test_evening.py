from __future__ import annotations

from collections.abc import Sequence

from render.api import MAX_ALT, Words
from render.ranking import Heading
from render.scenes.evening import Cards, Holder, draw_evening, paint_evening
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

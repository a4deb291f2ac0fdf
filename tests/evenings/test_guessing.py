"""Who may be guessed, whose guesses were right, and how boards tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.evenings.guess_layout import OFFERED
from bot.evenings.guessing import BEST, best_guessers, candidates, leaders_after
from bot.evenings.layouts import live_layout, over_layout
from bot.evenings.rows import EveningPerson, EveningRow, Guess
from bot.evenings.scoring import Sat, standing_of, totals_of
from bot.evenings.standing import Played, Standing, Table
from tests.evenings.stand import GUILD
from tests.match.rows import SAY, faults, ids, lobby_row, parts, said

PEOPLE = {101: "Ada", 102: "Ben", 103: "Cleo"}
MEI, ZED, OTHER = 201, 202, 203


def played(number: int, *made: int) -> Played:
    """Return a round in which all held the same cards, at a table each, and made so much."""
    sat = [
        Sat(table, 1, user, PEOPLE[user], (points,))
        for table, (user, points) in enumerate(zip(PEOPLE, made, strict=False), start=1)
    ]
    return Played(number, [], sat, standing_of(sat))


def standing(rounds: Sequence[Played], *guesses: Guess, people: int = 3) -> Standing:
    """Return how an evening stands in the break after these rounds."""
    row = replace(lobby_row(match_id=7), guild_id=GUILD)
    of = [*PEOPLE, *range(300, 300 + people)][:people]
    return Standing(
        EveningRow(7, 0.0, rounds=9, round=len(rounds), next_at=90.0, secret=bytes(32)),
        [Table(row, 1)], [EveningPerson(7, user, GUILD, PEOPLE.get(user, "X"), "") for user in of],
        played=rounds, totals=totals_of([one.lines for one in rounds]), guesses=guesses,
    )  # fmt: skip


def guess(number: int, user: int, leader: int, name: str = "", guild: int = GUILD) -> Guess:
    return Guess(7, number, user, guild, name or f"P{user}", leader)


def test_a_right_guess_is_a_point_and_all_who_lead_together_are_right() -> None:
    rounds = [played(1, 5, 9, 1), played(2, 9, 5, 1), played(3, 9, 1, 5)]
    assert [leaders_after(rounds, number) for number in (1, 2, 3)] == [{102}, {101, 102}, {101}]
    told = standing(
        rounds, guess(2, MEI, 102), guess(2, ZED, 101), guess(2, OTHER, 103),
        guess(3, MEI, 102), guess(3, ZED, 101, "Zoe"), guess(4, OTHER, 101),
    )  # fmt: skip
    assert best_guessers(told) == [("Zoe", 2), ("P201", 1)]


def test_who_plays_after_all_or_watches_in_another_server_is_not_named() -> None:
    rounds = [played(1, 9, 5), played(2, 9, 5)]
    right = [guess(2, user, 101) for user in (101, MEI)]
    assert best_guessers(standing(rounds, *right, guess(2, ZED, 101, guild=6))) == [("P201", 1)]


def test_of_many_the_best_are_named_equals_by_name() -> None:
    rounds = [played(number, 9, 5) for number in (1, 2, 3)]
    once = [guess(2, 210 + n, 101, name) for n, name in enumerate("fedcba")]
    found = best_guessers(standing(rounds, *once, guess(3, 210, 101, "f")))
    assert found == [("f", 2), ("a", 1), ("b", 1), ("c", 1), ("d", 1)]
    assert len(found) == BEST


def test_who_is_in_can_be_guessed_the_best_placed_first() -> None:
    told = standing([played(1, 1, 9)])  # Cleo comes with the second round
    gone = [replace(one, gone=1 if one.name == "Ada" else None) for one in told.people]
    assert [one.name for one in candidates(told)] == ["Ben", "Ada", "Cleo"]
    assert [one.name for one in candidates(replace(told, people=gone))] == ["Ben", "Cleo"]


def test_the_board_asks_in_a_break_and_names_the_best_guessers_only_then() -> None:
    rounds = [played(1, 1, 9), played(2, 1, 9)]
    told = standing(rounds, guess(2, MEI, 102, "*Mei*"))
    view = live_layout(told, SAY)
    (menu,) = [part for part in parts(view) if part["type"] == 3]
    assert (menu["custom_id"], menu["placeholder"]) == (
        "evening:7:guess:3", "Who will be ahead after round 3?",
    )  # fmt: skip
    shown = [(one["label"], one["value"], one.get("description")) for one in menu["options"]]
    assert shown == [
        ("Ben", "102", "200 points"), ("Ada", "101", "0 points"), ("Cleo", "103", None),
    ]  # fmt: skip
    assert "Best guessers: **\\*Mei\\*** 1" in said(view)
    assert faults(view) == []
    playing = replace(told, evening=replace(told.evening, round=3, next_at=None))
    over = replace(told, evening=replace(told.evening, next_at=None, ended=99.0))
    quiet = live_layout(replace(told, guesses=[guess(2, MEI, 101)]), SAY)
    for layout in (
        live_layout(playing, SAY),
        live_layout(over, SAY),
        over_layout(over, [], [], SAY),
    ):
        assert not any("guess" in one for one in ids(layout))
    for layout in (live_layout(playing, SAY), quiet):
        assert "Best guessers" not in said(layout)
    for layout in (live_layout(over, SAY), over_layout(over, [], [], SAY)):
        assert "Best guessers: **\\*Mei\\*** 1" in said(layout)


@pytest.mark.parametrize(("people", "offered"), [(0, None), (1, 1), (96, OFFERED)])
def test_as_many_are_offered_as_a_menu_takes_and_nobody_by_none(
    people: int, offered: int | None
) -> None:
    view = live_layout(standing([played(1, 1, 9)], people=people), SAY)
    menus = [len(part["options"]) for part in parts(view) if part["type"] == 3]
    assert menus == ([] if offered is None else [offered])
    assert faults(view) == []

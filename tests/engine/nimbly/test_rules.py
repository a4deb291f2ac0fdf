"""The rules of Nimbly, and what a seat can make up: J1 to J7."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import comb
from random import Random
from typing import NamedTuple

import pytest

from engine.cards import RANKS, SUIT_SIZE, SUITS, identities_in, mask_of_faces
from engine.chance import Chance
from engine.course import Course
from engine.events import DealScored
from engine.game import BadOptions, OptionValue, SharedRefusal
from engine.games.nimbly.state import State, deal_result, nine_of, pack
from engine.games.nimbly.turns import BY_CODE, DRAWS, draws_from, taken
from engine.games.nimbly.view import CardsDrawn, DealStarted
from engine.melds import score
from engine.seats import Seat
from tests.engine.nimbly.positions import (
    ANNIE,
    BENNY,
    CONNIE,
    GAME,
    SEED,
    first_moves,
    played,
    seen,
    state_of,
    table,
    told,
)

# The rows, who begins, and how long a game is: J1, J3, J7.


@pytest.mark.parametrize(("seats", "cards", "lowest"), [(3, 36, "6"), (4, 36, "6"), (5, 52, "2")])
def test_j1_the_pack_is_36_from_the_six_up_and_52_for_five(
    seats: int, cards: int, lowest: str
) -> None:
    assert len(pack(seats)) == cards
    assert min(card[0] for card in pack(seats)) == lowest


@pytest.mark.parametrize(("seats", "length", "aside"), [(3, 9, 9), (4, 12, 0), (5, 15, 7)])
def test_j1_j3_three_rows_of_three_cards_a_player_and_seat_1_begins(
    seats: int, length: int, aside: int
) -> None:
    view = seen(table(seats=seats))
    assert [len(row) for row in view.rows] == [length] * 3
    assert (view.aside, view.dealer, view.to_act) == (aside, seats, (1,))


def test_j1_the_first_cards_of_the_shuffle_are_row_a_from_the_covered_end() -> None:
    chance = Chance(SEED)
    shuffled = chance.shuffle("nimbly", 1, pack(3))
    view = seen(Course.begin(GAME, 3, {}, chance))
    assert view.rows == (shuffled[:9], shuffled[9:18], shuffled[18:27])


def test_j3_the_deal_passes_left_and_the_dealers_left_begins() -> None:
    course = table(seats=3, deals=4)
    dealers = []
    for deal in range(1, 4):
        course = first_moves(course, deal)
        dealers.append((seen(course).dealer, *seen(course).to_act))
    assert dealers == [(1, 2), (2, 3), (3, 1)]


@pytest.mark.parametrize(
    ("seats", "options", "deals"), [(3, {}, 3), (4, {}, 4), (5, {}, 5), (3, {"deals": 7}, 7)]
)
def test_j7_a_game_has_as_many_deals_as_players_or_as_asked(
    seats: int, options: dict[str, OptionValue], deals: int
) -> None:
    course = first_moves(Course.begin(GAME, seats, options, Chance(SEED)), 99)
    assert seen(course).deals == len(seen(course).deal_scores) == deals


def test_j7_with_a_target_the_deal_in_which_it_is_reached_is_finished() -> None:
    course = first_moves(table(target=147, deals=1), 99)
    view = seen(course)
    assert view.deals is None
    *before, last = view.deal_scores
    assert max(map(sum, zip(*before, strict=True))) < 147 <= max(view.scores)
    assert [a - b for a, b in zip(view.scores, last, strict=True)] == [
        sum(points) for points in zip(*before, strict=True)
    ]


def test_a_finished_deal_is_told_and_the_next_laid_out_with_it() -> None:
    course = first_moves(table(deals=2))
    scored, started = told(course)[-2:]
    assert isinstance(scored, DealScored)
    assert isinstance(started, DealStarted)
    assert scored.result == seen(course).last_deal
    assert seen(course).last_draw is None


# Drawing cards from the open ends: J2 and J4.

OPEN = ("6C 7C 8C", "6D 7D 8D", "6H 7H 8H")


@pytest.mark.parametrize(
    ("move", "cards"),
    [
        ("draw A", "8C"),
        ("draw AA", "8C 7C"),
        ("draw AB", "8C 8D"),
        ("draw AAB", "8C 7C 8D"),
        ("draw ACC", "8C 8H 7H"),
        ("draw ABC", "8C 8D 8H"),
        ("draw CCC", "8H 7H 6H"),
    ],
)
def test_j2_cards_come_from_the_open_ends_in_any_split(move: str, cards: str) -> None:
    course = played(table(*OPEN), f"1 {move}")
    before, after = seen(table(*OPEN)).rows, seen(course).rows
    assert told(course) == (CardsDrawn(Seat(1), move[5:], tuple(cards.split()), len(move) - 5),)
    for row, was, letter in zip(after, before, "ABC", strict=True):
        assert row == was[: len(was) - move.count(letter)]


def test_j2_the_moves_of_every_length_of_rows_are_those_the_rule_allows() -> None:
    for lengths in product(range(5), repeat=3):
        rows = tuple(tuple(range(10 * i, 10 * i + length)) for i, length in enumerate(lengths))
        for most in range(10):
            expected = {
                draw.rows
                for draw in DRAWS
                if len(draw.rows) <= min(3, most)
                and all(draw.rows.count(r) <= n for r, n in zip("ABC", lengths, strict=True))
            }
            found = draws_from(rows, most)
            assert {draw.rows for draw in found} == expected
            assert all(len(taken(rows, draw)) == len(draw.rows) for draw in found)


@pytest.mark.parametrize("rows", [3, 5])
def test_j1_five_play_with_three_rows_of_fifteen_or_five_of_nine(rows: int) -> None:
    course = Course.begin(GAME, 5, {"rows": str(rows), "deals": 2}, Chance(SEED))
    order = Chance(SEED).shuffle("nimbly", 1, pack(5))
    deck = [card for row in seen(course).rows for card in row]
    assert [len(row) for row in seen(course).rows] == [45 // rows] * rows
    assert deck == [*order[:45]]
    assert (seen(course).aside, len(course.legal(Seat(1)))) == (7, 19 if rows == 3 else 55)
    random = Random(rows)
    while course.to_act():
        view, seat = seen(course), course.to_act()[0]
        assert sum(map(len, view.rows)) == sum(9 - count for count in view.hand_counts)
        assert GAME.dump(GAME.load(GAME.dump(course.state))) == GAME.dump(course.state)
        course = course.then(seat, random.choice(course.legal(seat)))
    assert len(seen(course).deal_scores) == 2


def test_j2_nothing_is_drawn_from_a_row_that_is_not_there() -> None:
    course = table(seats=5)
    assert GAME.refusal(state_of(course), BY_CODE["draw D"]) == SharedRefusal.UNREADABLE
    assert "draw D" in Course.begin(GAME, 5, {"rows": "5"}, Chance(SEED)).legal(Seat(1))


@pytest.mark.parametrize("seats", [3, 4])
def test_j1_only_five_may_have_five_rows(seats: int) -> None:
    with pytest.raises(BadOptions, match="not_with_these_seats"):
        Course.begin(GAME, seats, {"rows": "5"}, Chance(SEED))


def test_j2_the_rows_hold_exactly_what_is_still_needed() -> None:
    course = table(seats=5)
    while course.to_act():
        view = seen(course)
        assert sum(map(len, view.rows)) == sum(9 - count for count in view.hand_counts)
        course = played(course, f"{course.to_act()[0]} {course.legal(course.to_act()[0])[-1]}")


def test_j4_everybody_hears_what_is_taken_and_the_taker_keeps_it_in_sight() -> None:
    course = played(table(*OPEN), "1 draw AAB", "2 draw C")
    for seat in (None, Seat(3)):
        drawn = [event for _, event in course.heard(seat) if isinstance(event, CardsDrawn)]
        assert [event.cards for event in drawn] == [("8C", "7C", "8D"), ("8H",)]
    hand = seen(course, 1).hand
    assert hand is not None
    assert mask_of_faces(hand.cards) == mask_of_faces(["8C", "7C", "8D"])


def test_a_seat_to_move_sees_what_each_draw_would_make() -> None:
    course = played(table(*OPEN), "1 draw AA", "2 draw B", "3 draw B")
    view = seen(course, 1)
    assert [prospect.code for prospect in view.prospects] == list(course.legal(Seat(1)))
    found = next(prospect for prospect in view.prospects if prospect.code == "draw AC")
    assert found.cards == ("6C", "8H")
    assert found.makes is not None
    assert found.makes.meld[:3] == (3, 3, 2)


def test_others_see_which_cards_each_draw_would_take_and_no_more() -> None:
    course = played(table(*OPEN), "1 draw AA", "2 draw B", "3 draw B")
    own = seen(course, 1).prospects
    for seat in (None, 2, 3):
        assert seen(course, seat).prospects == tuple(replace(p, makes=None) for p in own)


def test_prospects_are_what_the_hand_is_after_the_draw() -> None:
    course = played(table(*OPEN), "1 draw AA", "2 draw B", "3 draw B")
    for prospect in seen(course, 1).prospects:
        assert seen(played(course, f"1 {prospect.code}"), 1).hand == prospect.makes


# What the nines of a deal are given: J5, J6, M4 and M5.

HANDS = tuple(mask_of_faces(hand.split()) for hand in (ANNIE, BENNY, CONNIE))


@pytest.mark.parametrize(("seats", "cards", "run"), [(3, "AC 6D 7H", 2), (5, "AC 2D 3H 4S", 4)])
def test_j5_the_ace_is_low_only_with_52_cards(seats: int, cards: str, run: int) -> None:
    assert nine_of(mask_of_faces(cards.split()), seats).meld.run == run


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_j5_the_ace_is_high_with_any_pack_but_never_both_ends_at_once(seats: int) -> None:
    assert nine_of(mask_of_faces(["QC", "KD", "AH"]), seats).meld.run == 3
    assert nine_of(mask_of_faces(["KD", "AH", "2C"]), seats).meld.run == 2


def test_j6_who_made_as_much_as_par_keeps_it() -> None:
    result = deal_result(1, HANDS, HANDS[1], (0, 0, 0))
    assert result.points == (60, 36, 45)
    assert deal_result(1, HANDS, HANDS[2], (1, 2, 3)).totals == (61, 2, 48)


# Making up what a seat cannot see, in Nimbly.


def imagined(course: Course, seat: int | None, seed: int = 0) -> State:
    place = None if seat is None else Seat(seat)
    return GAME.imaginer(course.view(place), course.heard(place))(Random(seed))


def after_some() -> Course:
    return played(table(), "1 draw AAB", "2 draw CCC", "3 draw A", "1 draw B")


def test_who_heard_the_deal_knows_every_hand_and_what_is_aside() -> None:
    course = after_some()
    for seat in (None, 1, 2, 3):
        state = imagined(course, seat)
        assert state.hands == state_of(course).hands
        assert state.aside == state_of(course).aside


def test_what_was_heard_of_an_earlier_deal_is_not_mixed_in() -> None:
    course = first_moves(table(deals=2))
    (seat,) = course.to_act()
    course = course.then(seat, "draw AB")
    assert imagined(course, 1).hands == state_of(course).hands


def test_without_memory_earlier_draws_are_made_up_from_unseen_cards() -> None:
    view = seen(after_some(), 3)
    states = [GAME.imaginer(view, ())(Random(seed)) for seed in range(80)]
    others = {card for state in states for card in identities_in(state.hands[1])}
    unseen = 36 - 27 + 6  # the cards aside, and what seats 1 and 2 drew before the last move
    assert len(others) == unseen
    assert all(GAME.view(state, Seat(3)) == view for state in states)


def test_without_memory_the_last_draw_and_the_own_hand_are_as_they_are() -> None:
    course = after_some()
    state = GAME.imaginer(seen(course, 3), ())(Random(1))
    last = seen(course).last_draw
    assert last is not None
    assert set(last.cards) <= set(identities_in(state.hands[0]))
    assert state.hands[2] == state_of(course).hands[2]


def test_a_finished_game_is_imagined_with_the_hands_laid_open() -> None:
    course = first_moves(table(deals=1, par=True))
    state = GAME.imaginer(seen(course), ())(Random(2))
    assert state.hands == state_of(course).hands
    assert state.aside == state_of(course).aside


def test_the_seed_is_made_up_too() -> None:
    course = after_some()
    seeds = {imagined(course, 1, seed).deal.chance.seed for seed in range(5)}
    assert len(seeds) == 5
    assert state_of(course).deal.chance.seed not in seeds


# The exact facts of nines (M4): all C(36,9) counted by score, in two ways that agree.

NINE = 9
LOWEST = RANKS.index("6")
SETS_OF_RANKS = range(1 << len(RANKS[LOWEST:]))
ALIKE = {
    (False, False, False): 24,
    (True, False, False): 12,
    (False, True, False): 12,
    (False, False, True): 12,
    (True, False, True): 6,
    (True, True, False): 4,
    (False, True, True): 4,
    (True, True, True): 1,
}
"""Ways to name four suits, by which neighbours of the four sets in order are equal."""


def scored() -> Counter[int]:
    """Count all nines by what the engine's `score` gives them."""
    counts: Counter[int] = Counter()
    for mask, alike in kinds():
        counts[score(mask, ace_low=False)] += alike
    return counts


def kinds() -> Iterator[tuple[int, int]]:
    """Return one nine of each kind, as a set of cards, and how many nines are of that kind.

    A nine is four sets of ranks, one a suit; of each kind the one whose sets ascend is given.
    """
    by_size = [[s for s in SETS_OF_RANKS if s.bit_count() == size] for size in range(NINE + 1)]
    size_of = [s.bit_count() for s in SETS_OF_RANKS]
    for one in SETS_OF_RANKS:
        for two in SETS_OF_RANKS[one:]:
            room = NINE - size_of[one] - size_of[two]
            if room < 0:
                continue
            low = one | two << SUIT_SIZE
            for three in SETS_OF_RANKS[two:]:
                rest = room - size_of[three]
                if rest < 0:
                    continue
                fours = by_size[rest]
                cards = low | three << 2 * SUIT_SIZE
                for four in fours[bisect_left(fours, three) :]:
                    alike = ALIKE[one == two, two == three, three == four]
                    yield (cards | four << 3 * SUIT_SIZE) << LOWEST, alike


class Reading(NamedTuple):
    """What matters of the ranks read so far: cards a suit, runs, cards in sets, any pair."""

    suits: tuple[int, ...] = (0, 0, 0, 0)
    run: int = 0
    longest: int = 0
    sets: int = 0
    pair: bool = False

    def then(self, chosen: tuple[int, ...]) -> Reading:
        """Read the next rank, of which the suits with a 1 are held; which suit is which is lost."""
        held = sum(chosen)
        run = self.run + 1 if held else 0
        return Reading(
            tuple(sorted(map(sum, zip(self.suits, chosen, strict=True)))),
            run,
            max(run, self.longest),
            self.sets + (held if held > 2 else 0),
            self.pair or held == 2,
        )

    @property
    def score(self) -> int:
        """Multiply the factors (M1-M3), the ace high only."""
        return max(self.suits) * self.longest * (self.sets or 1 + self.pair)


def counted() -> Counter[int]:
    """Count all nines by score without looking at each of them."""
    readings = Counter({Reading(): 1})
    for _ in RANKS[LOWEST:]:
        after: Counter[Reading] = Counter()
        for reading, ways in readings.items():
            for chosen in product((0, 1), repeat=len(SUITS)):
                if sum(reading.suits) + sum(chosen) <= NINE:
                    after[reading.then(chosen)] += ways
        readings = after
    counts: Counter[int] = Counter()
    for reading, ways in readings.items():
        if sum(reading.suits) == NINE:
            counts[reading.score] += ways
    return counts


def facts(counts: Counter[int]) -> tuple[int, ...]:
    return (counts.total(), min(counts), counts[6], max(counts), counts[150], counts[147])


def test_m4_all_nines_counted_rank_by_rank_give_the_facts() -> None:
    counts = counted()
    assert facts(counts) == (comb(36, 9), 6, 13_560, 150, 1_800, 252)
    mean = sum(points * ways for points, ways in counts.items()) / counts.total()
    assert round(mean, 3) == 34.329


@pytest.mark.soak
def test_m4_every_kind_of_nine_scored_gives_the_same_count() -> None:
    assert scored() == counted()

"""How house players of Nimbly play, and what they think of the others."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cards import faces_in, mask_of_faces
from engine.course import Course, Trail
from engine.games.nimbly.view import CardsDrawn
from engine.melds import meld, score
from engine.players.levels import HOUSE_PLAYERS as EVERYBODY
from engine.players.nimbly.evaluation import evaluation_for
from engine.players.nimbly.lookahead import LEAST, DealUtility, temperatures_of
from engine.players.nimbly.robots import HOUSE_PLAYERS
from engine.players.nimbly.trials import NimblyTrials
from engine.players.robot import UNSURE, RankedMove, is_of_a_seat
from engine.seats import Seat
from tests.engine.nimbly.positions import drawn_apart, late, printed_example, seen, state_of, table
from tests.engine.walks import Beginning, answer, ranking, wander

# How house players of Nimbly play.

SHARP = ("quick", "normal", "hard")
LEVELS = ("quick", "easy", "normal", "hard")
FACTS = ["value", "flush", "run", "sets", "likely"]


def ranked(course: Course, level: str, seed: int = 1) -> tuple[RankedMove, ...]:
    return ranking(HOUSE_PLAYERS[level], course, Random(seed))


def chosen(course: Course, level: str) -> str:
    return ranked(course, level)[0].code


def ending(hands: dict[int, str], a: str, b: str = "", c: str = "") -> Course:
    """Make up the end of a deal: the hands by seat, and the rows; the first open hand acts."""
    state = state_of(printed_example())
    deal = replace(state.deal, points=(), totals=(0, 0, 0), last=None)
    held = tuple(mask_of_faces(hands[seat].split()) for seat in (1, 2, 3))
    turn = next(Seat(seat) for seat in (1, 2, 3) if held[seat - 1].bit_count() < 9)
    rows = (_cards(a), _cards(b), _cards(c))
    told = tuple(CardsDrawn(Seat(s), "", faces_in(held[s - 1]), 0) for s in (1, 2, 3))
    late = state._replace(deal=deal, turn=turn, rows=rows, hands=held, drawn=None)
    return Course(printed_example().game, late, Trail([told]), Trail([told]))


def _cards(row: str) -> tuple[int, ...]:
    return tuple(mask_of_faces([face]).bit_length() - 1 for face in row.split())


RIVAL = "AD KD QD JD TD 8H 8C 8S"
"""Makes 5 x 5 x 3 = 75, but 5 x 7 x 3 = 105 with a nine."""
THIRD = "AS KS QS 7D 6D 6S 9S 6C 7H"


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("own", "points"),
    [
        # M1: 6 x 6 x 3 with the nine, 5 x 6 x 2 without, and then the next has it.
        pytest.param("AC KC QC JC TC 9H 9D 7S", (108, 60), id="wins with the last card"),
        # Either card makes 90: 6 x 5 x 3 or 5 x 6 x 3. The nine would bring the next to 105.
        pytest.param("AH KH QH JH TH 7S 7C 7D", (90, 90), id="keeps the next from winning"),
    ],
)
def test_the_card_that_decides_the_win_is_taken(
    level: str, own: str, points: tuple[int, int]
) -> None:
    best, worse = ranked(ending({1: own, 2: RIVAL, 3: THIRD}, "6H", "9C"), level)
    assert best.code == "draw B"
    assert (round(best.points), round(worse.points)) == points
    assert (round(best.share, 6), round(worse.share, 6)) == (1, 0)


@pytest.mark.parametrize("level", SHARP)
def test_three_of_a_rank_are_taken_before_another_wants_them(level: str) -> None:
    """M1: they make a set and lengthen the run, of this hand and of the next."""
    hands = {1: "AC KC QC JC TC 8D", 2: "AD KD QD JD TD 8H", 3: THIRD}
    course = ending(hands, "6H 9C", "8S 9H", "7C 9D")
    assert chosen(course, level) == "draw ABC"


@pytest.mark.parametrize("level", LEVELS)
def test_a_move_says_what_it_makes_of_the_hand(level: str) -> None:
    course = late(3, 15, 2)
    (seat,) = course.to_act()
    makes = {prospect.code: prospect.makes for prospect in seen(course, seat).prospects}
    for move in ranked(course, level):
        nine, facts = makes[move.code], dict(move.facts)
        assert nine is not None
        assert [name for name in facts if not is_of_a_seat(name) and name != UNSURE] == FACTS
        assert facts["value"] == nine.meld.score
        assert [facts[name] for name in FACTS[1:4]] == [*nine.meld[:3]]


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize("cards", [27, 12, 5])
def test_moves_are_ranked_by_their_share_of_the_win(level: str, cards: int) -> None:
    moves = ranked(late(3, cards, 8), level)
    shares = [move.share for move in moves if UNSURE not in dict(move.facts)]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) > len(moves) // 2
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_who_heard_all_needs_no_luck(level: str) -> None:
    """J4: every card drawn was seen, so nothing is left to imagine."""
    course = late(3, 14, 4)
    assert ranked(course, level, 1) == ranked(course, level, 2)


@pytest.mark.parametrize("level", LEVELS)
def test_who_heard_nothing_makes_the_rest_up(level: str) -> None:
    course = late(3, 14, 4)
    (seat,) = course.to_act()
    view, legal = course.view(seat), course.legal(seat)
    assert {move.code for move in HOUSE_PLAYERS[level].rank(view, (), legal, Random(1))} == {*legal}


def test_others_see_what_three_cards_make() -> None:
    """M1: three spades make 3; two kings and a queen, or two sixes and a diamond, make 4."""
    course = table("7S 9S JS", "QH KC KD", "8D 6D 6H")
    assert dict(ranked(course, "quick")[0].facts)["value"] == 4


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_worth_of_a_full_hand_is_its_score(seats: int) -> None:
    random, worth = Random(1), evaluation_for(seats)
    low = 0 if seats == 5 else 4
    pack = [suit * 13 + rank for suit in range(4) for rank in range(low, 13)]
    for _ in range(200):
        hand = sum(1 << card for card in random.sample(pack, 9))
        assert worth(hand, 0) == score(hand, ace_low=seats == 5)


def test_what_can_no_longer_come_is_worth_nothing() -> None:
    """A pair counts for less when both its mates are gone, a gap when its rank is."""
    hand = mask_of_faces(["KH", "KD", "9H", "TH", "QH", "6C"])
    live, dead = (mask_of_faces(rows.split()) for rows in ("KC JS 8D 7D", "AC AS 8D 7D"))
    assert evaluation_for(3)(hand, live) > evaluation_for(3)(hand, dead)
    assert meld(hand, ace_low=False).sets == 2


def utility(before: tuple[int, int, int], deal: int = 1, **changed: Any) -> DealUtility:
    """DealUtility in deal `deal` of three, with such totals before it."""
    state = state_of(printed_example())
    terms: dict[str, Any] = {"deals": 3, "number": deal, "totals": before} | changed
    return DealUtility(state._replace(deal=replace(state.deal, **terms)), 0)


HANDS = tuple(state_of(printed_example()).hands)
"""They make 60, 36 and 45 (M5); undealt is 40."""


def test_after_the_last_deal_only_the_win_counts() -> None:
    last = utility((0, 0, 0), deal=3)
    assert last.share(last.final(HANDS)) == pytest.approx(1)
    tied = utility((0, 24, 0), deal=3)
    assert tied.share(tied.final(HANDS)) == pytest.approx(1 / 2)
    assert last.final(HANDS)[-1] == 60


def test_before_the_last_deal_a_lead_counts_the_more_the_fewer_are_to_come() -> None:
    first, second, last = (utility((0, 0, 0), deal=deal) for deal in (1, 2, 3))
    shares = [each.share(each.final(HANDS)) for each in (first, second, last)]
    assert 1 / 3 < shares[0] < shares[1] < shares[2] == pytest.approx(1)


def test_a_target_that_is_reached_ends_the_game() -> None:
    """J7."""
    near, far = (utility((20, 0, 0), deals=None, target=target) for target in (80, 81))
    assert near.share(near.final(HANDS)) == pytest.approx(1)
    assert far.share(far.final(HANDS)) < 0.99


def test_par_takes_the_points_of_who_is_under_it() -> None:
    """J6: 36 is under the undealt 40."""
    state = state_of(printed_example())
    for par, points in ((False, 36), (True, 0)):
        fixed = DealUtility(state._replace(deal=replace(state.deal, par=par)), 1)
        assert fixed.final(HANDS)[-1] == points
        assert fixed.hoped(HANDS, 0)[-1] <= 36


@pytest.mark.parametrize("level", ["hard", "normal"])
def test_players_tell_of_the_last_draws_what_reviews_do(level: str) -> None:
    course = late(3, 8, 2)
    seat = course.to_act()[0]
    trials = NimblyTrials(course.view(seat), course.heard(seat), Random(1))
    moves = ranking(HOUSE_PLAYERS[level], course, Random(1))
    found = trials.tried([move.code for move in moves], Random(1))
    for move, value in zip(moves, found, strict=True):
        assert move.share == pytest.approx(value.share)
        others = [number for name, number in move.facts if is_of_a_seat(name)]
        assert move.share + sum(others) == pytest.approx(1, abs=0.02)


# Judging how carefully seats choose, by what they drew.

WORTH = evaluation_for(3)


def temperatures(course: Course) -> tuple[float, ...]:
    return temperatures_of(course.heard(None), 3, WORTH)


def with_a_careless_seat(seed: int) -> Course:
    """Let seats 1 and 2 draw what is best at first sight, and seat 3 at random."""
    course, random = Beginning("nimbly", 3, {"deals": 1}, seed).course(), Random(seed)
    while acting := course.to_act():
        player = EVERYBODY["nimbly"]["random" if acting[0] == 3 else "quick"]
        course = course.then(acting[0], answer(player, course, random))
    return course


def test_who_draws_at_random_is_found_out() -> None:
    found = [temperatures(with_a_careless_seat(seed)) for seed in range(10)]
    one, two, three = (sum(column) for column in zip(*found, strict=True))
    assert three > 1.3 * max(one, two)
    assert all(temperature >= LEAST for each in found for temperature in each)


def test_who_was_not_watched_is_like_anybody() -> None:
    unknown = temperatures_of((), 3, WORTH)
    assert len(set(unknown)) == 1
    assert temperatures(table()) == unknown


def test_the_deal_before_is_remembered() -> None:
    course = drawn_apart(table(deals=2))
    assert (
        temperatures(course) == temperatures(drawn_apart(table(deals=1))) != temperatures(table())
    )


def test_older_deals_are_forgotten() -> None:
    """What counts is the present deal and the one before."""
    heard = wander(Beginning("nimbly", 3, {"deals": 4}, 2).course(), Random(2)).heard(None)
    begun = [at for at, (_, event) in enumerate(heard) if type(event).__name__ == "DealStarted"]
    assert temperatures_of(heard, 3, WORTH) == temperatures_of(heard[begun[-2] :], 3, WORTH)
    assert temperatures_of(heard, 3, WORTH) != temperatures_of(heard[begun[-1] :], 3, WORTH)


def test_what_began_unheard_is_not_judged() -> None:
    course = printed_example()
    assert temperatures_of(course.heard(None)[1:], 3, WORTH) == temperatures_of((), 3, WORTH)

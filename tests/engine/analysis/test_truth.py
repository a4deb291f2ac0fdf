"""Gaps in positions whose truth is known by counting every possibility.

Every position is looked at many times, by other chance each time. The estimates have to be right on
the average, and their standard errors have to say how far off they are: errors counted in standard
errors spread about as a normal distribution's do.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb, prod, sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import pytest

from engine.analysis.luck import luck_of
from engine.analysis.paired import Comparison
from engine.cards import BIT, CARD_OF_FACE, PACK_SIZE, mask_of
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.imagine import revealed_by
from engine.games.clumond.state import FULL_PACK
from engine.games.clumond.view import ClumondView
from engine.melds import score
from engine.players.cases import TRYING
from engine.players.cloud_nine import policy
from engine.players.cloud_nine.policy import KEEN
from engine.players.cloud_nine.robots import ByRule
from engine.players.clumond.policy import calls
from engine.players.clumond.tally import HandUtility
from engine.players.levels import HOUSE_PLAYERS
from engine.players.trials import Value
from engine.seats import Seat
from tests.engine.analysis.conftest import at_the_top
from tests.engine.balloon import positions as balloon
from tests.engine.nimbly.positions import late
from tests.engine.players.stupidities.pattern import POINT, Solver
from tests.engine.walks import Beginning, answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.analysis.decision import Gap

LOOKS = 40
"""How many times a position is looked at."""


def gaps(
    course: Course, better: str, worse: str, times: int, looks: int = LOOKS, *, deaf: bool = False
) -> list[Gap]:
    """Compare two moves of the seat to act, again and again; deaf, it has heard of no move."""
    seat, found = course.to_act()[0], []
    view, heard = course.view(seat), () if deaf else course.heard(seat)
    for look in range(looks):
        random = Random(look)
        tried = TRYING[course.game.info.key].trials(view, heard, random)
        found.append(Comparison(tried, (better, worse), random, times).gap(better, worse))
    return found


def assert_honest(errors: Sequence[float]) -> None:
    """Assert that errors, counted in standard errors, are about a normal distribution's.

    Its mean is within 3 / sqrt(LOOKS), its mean square within 3 sqrt(2 / LOOKS)
    of 1, in all but a few cases of a thousand.
    """
    assert abs(fmean(errors)) < 3 / sqrt(len(errors))
    assert abs(fmean(error * error for error in errors) - 1) < 3 * sqrt(2 / len(errors))


def in_errors(found: Sequence[Gap], truth: Value) -> tuple[list[float], list[float]]:
    """Return how far shares and points are off, in standard errors."""
    return (
        [(gap.share - truth.share) / gap.share_error for gap in found],
        [(gap.points - truth.points) / gap.points_error for gap in found],
    )


def paying(hand: str, dice: str = "RGPY") -> float:
    """Return the chance that six of the cards a seat has not seen pay for a throw (B3)."""
    left = {face: (4 if face == "W" else 18) - hand.count(face) for face in "RGPYW"}
    paid = whole = 0
    for counts in product(range(7), repeat=5):
        if sum(counts) != 6:
            continue
        ways = prod(comb(left[face], count) for face, count in zip("RGPYW", counts, strict=True))
        whole += ways
        held = dict(zip("RGPYW", counts, strict=True))
        if held["W"] or all(held[die] >= dice.count(die) for die in dice):
            paid += ways
    return paid / whole


def test_a_jump_of_cloud_9_is_worth_what_counting_the_pilots_hands_says() -> None:
    """Staying wins alone if the pilot pays, by more cards (B11); a jump shares with seat 3 if not.

    With a score at the target the pilot flies by a wild card too. What others did before would say
    more of their hands.
    """
    course = at_the_top("RGPYWW")
    pays = paying("RRGGPP")
    truth = Value(25 * pays - 20, pays - (1 - pays) / 2)
    found = gaps(course, "stay", "jump", 128, deaf=True)
    shares, points = in_errors(found, truth)
    assert_honest(shares)
    assert_honest(points)
    assert fmean(gap.share_error for gap in found) < 0.1


def last_play(seed: int) -> Course:
    """Return a deal of Cloud Nine before the last card of its last trick."""
    course = Beginning("cloud_nine", 3, {"deals": 1}, seed).course()
    quick, random = HOUSE_PLAYERS["cloud_nine"]["quick"], Random(seed)
    while not (course.state.trick.number == 9 and len(course.state.trick.cards) == 2):
        course = course.then(course.to_act()[0], answer(quick, course, random))
    return course


def final_points(course: Course, code: str) -> float:
    """Return the mean points of the last to play over all cards they may draw (N6, N7).

    The cloud does not depend on the draw: all take by the keen rule, which sees no hand.
    """
    seat, state = course.to_act()[0], course.state
    rule, after = ByRule(KEEN), course.then(course.to_act()[0], code)
    while acting := after.to_act():
        view, legal = after.view(acting[0]), after.legal(acting[0])
        after = after.then(acting[0], rule.rank(view, (), legal, Random(1), 0)[0].code)
    last = after.view(None)
    assert isinstance(last, CloudNineView)
    assert last.last_deal is not None
    cloud = last.last_deal.clouds[seat - 1].meld.score
    own = state.hands[seat - 1]
    known = own | state.trick.untaken | sum(state.clouds)
    left = own & ~BIT[CARD_OF_FACE[code.split()[1]]]
    unseen = [card for card in range(PACK_SIZE) if not known & BIT[card]]
    return cloud + fmean(score(left | BIT[card]) for card in unseen)


def test_a_last_play_of_cloud_nine_is_worth_the_mean_over_all_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All draws are equally likely if the others hold any cards, not those that they kept."""
    monkeypatch.setattr(policy, "better", lambda *_: None)
    course = last_play(1)
    worth = {code: final_points(course, code) for code in course.legal(course.to_act()[0])}
    better, *_, worse = sorted(worth, key=lambda code: -worth[code])
    found = gaps(course, better, worse, 64)
    _, points = in_errors(found, Value(worth[better] - worth[worse], 0.0))
    assert_honest(points)


def test_the_luck_of_a_last_draw_is_its_score_against_the_mean_over_all_draws() -> None:
    course = last_play(1)
    rule = ByRule(KEEN)
    before, code = course, ""
    while course.to_act():
        before, seat = course, course.to_act()[0]
        code = rule.rank(course.view(seat), (), course.legal(seat), Random(1), 0)[0].code
        course = course.then(seat, code)
    (event,) = TRYING["cloud_nine"].chances(before, code, course, Seat(1))
    state, hand = before.state, before.state.hands[0]
    known = hand | mask_of(state.trick.cards) | sum(state.clouds)
    unseen = [card for card in range(PACK_SIZE) if not known & BIT[card]]
    last = course.view(None)
    assert isinstance(last, CloudNineView)
    assert last.last_deal is not None
    drawn = last.last_deal.hands[0].meld.score
    truth = drawn - fmean(score(hand | BIT[card]) for card in unseen)
    found = [luck_of([event], Random, str(look), 64).draws for look in range(LOOKS)]
    assert_honest([(luck.points - truth) / luck.points_error for luck in found])


def last_trick(seed: int, call: str) -> Course:
    """Return a hand of Clumond before its last card is played, in which seat 1 called so."""
    course = Beginning("clumond", 3, {}, seed).course().then(Seat(1), call)
    quick, random = HOUSE_PLAYERS["clumond"]["quick"], Random(seed)
    while not (course.state.number == 13 and len(course.state.cards) == 2):
        course = course.then(course.to_act()[0], answer(quick, course, random))
    return course


def over_all_hands(course: Course, code: str) -> Value:
    """Return what a last card is worth over all hands the others may have left.

    They are weighed by how likely their holders were to call as they did.
    """
    seat, state = course.to_act()[0], course.state
    player, heard = seat - 1, course.heard(seat)
    view = course.view(seat)
    assert isinstance(view, ClumondView)
    revealed, called = revealed_by(heard), calls(heard)
    others = [other for other in range(3) if other != player]
    unseen = FULL_PACK & ~revealed.played & ~state.hands[player]
    cards = [card for card in range(PACK_SIZE) if unseen & BIT[card]]
    utility = HandUtility(view, player)
    whole = points = share = 0.0
    for chosen in combinations(cards, 3):
        hands = [0, 0, 0]
        hands[player] = state.hands[player]
        hands[others[0]] = mask_of(chosen)
        hands[others[1]] = unseen & ~mask_of(chosen)
        if any(hands[other] & revealed.lacking[other] for other in others):
            continue
        weight = prod(called[other].likelihood(hands[other]) for other in others if other in called)
        after = Course.taken_up(course.game, state._replace(hands=tuple(hands))).then(seat, code)
        result = after.view(None)
        assert isinstance(result, ClumondView)
        assert result.last_deal is not None
        value = utility.value(state.declarer - 1, result.last_deal.off)
        assert value[0] == result.last_deal.points[player]
        whole += weight
        points += weight * value[0]
        share += weight * value[1]
    return Value(points / whole, share / whole)


@pytest.mark.whole
@pytest.mark.parametrize(("seed", "call"), [(18, "pass"), (5, "declare NT")])
def test_a_last_card_of_clumond_is_worth_the_mean_over_all_hands(seed: int, call: str) -> None:
    """Made-up hands follow one from another there, and the errors still have to be honest."""
    course = last_trick(seed, call)
    worth = {code: over_all_hands(course, code) for code in course.legal(course.to_act()[0])}
    better, *_, worse = sorted(worth, key=lambda code: -worth[code].share)
    truth = Value(*(a - b for a, b in zip(worth[better], worth[worse], strict=True)))
    shares, points = in_errors(gaps(course, better, worse, 256), truth)
    assert_honest(shares)
    assert_honest(points)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_end_of_nimbly_is_exact(seed: int) -> None:
    course, solver = late(3, 7, seed), Solver(GAMES["nimbly"])
    seat, legal = course.to_act()[0], course.legal(course.to_act()[0])
    random = Random(1)
    trials = TRYING["nimbly"].trials(course.view(seat), course.heard(seat), random)
    found = Comparison(trials, legal, random, 64)
    assert found.times == 1
    for code, tried in zip(legal, trials.tried(legal, random), strict=True):
        worth = solver.worth(course.then(seat, code).state)
        share, value = worth.shares[seat - 1], worth.values[seat - 1]
        assert tried.share == pytest.approx(share, abs=1e-6)
        assert tried.points == pytest.approx((value - share) / POINT, abs=1e-6)
        assert found.expected(code) == trials.settled(code, tried, 1)
        gap = found.gap(legal[0], code)
        assert (gap.share_error, gap.points_error) == (0, 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_an_ending_of_fourteen_cards_is_judged_by_its_solution(seed: int) -> None:
    """Players who err have every other such pair of draws the wrong way round."""
    course = late(3, 14, seed)
    seat, legal = course.to_act()[0], course.legal(course.to_act()[0])
    view, heard, random = course.view(seat), course.heard(seat), Random(1)
    trials = TRYING["nimbly"].trials(view, heard, random)
    assert trials.is_certain
    found = Comparison(trials, legal, random, 1)
    best, *_ = HOUSE_PLAYERS["nimbly"]["expert"].rank(view, heard, legal, random)
    assert best.share == max(found.expected(code).share for code in legal)
    assert best.share == found.expected(best.code).share


def test_the_luck_of_a_throw_is_its_points_against_the_mean_over_all_throws() -> None:
    """A lone pilot on cloud 8 who pays makes 25 points, and none if not (B3, B6, B8)."""
    hand = "RRGPPP"
    rolls = (*balloon.BLANKS[:7], "RG--")
    course = balloon.table("YYYYYY", hand, "GGGGGG", rolls=rolls, target=100)
    course = balloon.played(course, "2 stay", "3 jump", "1 pay", "1 jump", "2 pay")
    for _ in range(5):
        course = balloon.played(course, "2 roll", "2 pay")
    assert balloon.seen(course).cloud == 8
    after = balloon.played(course, "2 roll")
    (event,) = TRYING["balloon"].chances(course, "roll", after, Seat(2))
    throws = list(product("RGPY--", repeat=4))
    pays = fmean(all(hand.count(die) >= throw.count(die) for die in "RGPY") for throw in throws)
    found = [luck_of([event], Random, str(look), 48).dice for look in range(LOOKS)]
    assert_honest([(luck.points - 25 * (1 - pays)) / luck.points_error for luck in found])


@pytest.mark.soak
@pytest.mark.parametrize(
    ("key", "deals"), [("balloon", 200), ("cloud_nine", 200), ("clumond", 300), ("nimbly", 80)]
)
def test_luck_in_the_cards_is_nothing_on_the_average(key: str, deals: int) -> None:
    """Over many deals: within three standard errors of the mean."""
    points, shares = list[float](), list[float]()
    for deal in range(deals):
        chance = Chance(Random(f"{key}/{deal}").randbytes(32))
        course = Course.begin(GAMES[key], 3, {}, chance)
        events = TRYING[key].chances(None, "", course, Seat(2))
        luck = luck_of(events, Random, str(deal), 1).total
        points.append(luck.points)
        shares.append(luck.share)
    for found in (points, shares):
        assert abs(fmean(found)) < 3 * stdev(found) / sqrt(deals)
        assert stdev(found) > 0

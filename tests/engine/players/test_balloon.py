"""House players of Cloud 9: how they play, and the kernel of their playouts."""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random
from statistics import fmean

import pytest

from engine.course import Course
from engine.game import OptionValue
from engine.games.balloon.state import State
from engine.games.balloon.turns import Move
from engine.games.balloon.view import FACES, TOP, VALUES, Phase
from engine.players.balloon import kernel
from engine.players.balloon.kernel_policy import chance
from engine.players.balloon.playouts import MOVES, Imagined
from engine.players.balloon.policy import gives_away, is_safe, pays, strength
from engine.players.balloon.position import (
    BITS,
    DOING,
    DONE,
    FIELD,
    GUARD,
    LONE,
    PACK,
    PAY,
    THROWS,
    WILD_ONE,
    Position,
    cost,
    packed,
    packed_set,
)
from engine.players.balloon.robots import HOUSE_PLAYERS, KEEN, TIMID
from engine.players.robot import RankedMove, is_of_a_seat
from engine.seats import Seat
from tests.engine.balloon.positions import BLANKS, fly, legal, played, seen, state_of, table
from tests.engine.walks import Beginning, ranking
from tests.soak.amounts import some

# How house players of Cloud 9 play.

SHARP = tuple(level for level in HOUSE_PLAYERS if level != "easy")
EVERYBODY = ("easy", *SHARP)


def ranked(course: Course, level: str, seed: int = 1) -> tuple[RankedMove, ...]:
    return ranking(HOUSE_PLAYERS[level], course, Random(seed))


def chosen(course: Course, level: str, seed: int = 1) -> str:
    return ranked(course, level, seed)[0].code


def facts(course: Course, level: str) -> dict[str, dict[str, float]]:
    return {move.code: dict(move.facts) for move in ranked(course, level)}


def high(cloud: int, *hands: str, throw: str) -> Course:
    """Fly everybody up to a cloud for nothing, where the throw is this one."""
    course = table(*hands, rolls=(*BLANKS[: cloud - 1], throw))
    while seen(course).cloud < cloud:
        course = fly(course)
    return course


def composed(*hands: str, cloud: int, scores: tuple[int, ...], dice: str = "") -> Position:
    """Compose a trip: everybody aboard, seat 1 pilot, seat 2 to act."""
    held = [0, *map(packed, hands)]
    position = Position(50, held, [0, *map(len, hands)], 0, [0, *scores])
    position.cloud, position.need, position.turn = cloud, cost(dice), 2
    return position


@pytest.mark.parametrize("level", SHARP)
def test_a_passenger_is_told_that_the_pilot_hardly_can_pay(level: str) -> None:
    """Four reds are asked of them and the passenger has six; a fall scores nothing (B9)."""
    course = high(7, "GGGGGG", "RRRRRR", "PPPPPP", throw="RRRR")
    assert facts(course, level)["jump"]["scores"] == 15
    assert facts(course, level)["jump"]["pays"] < 0.5


@pytest.mark.parametrize("level", SHARP)
def test_a_passenger_is_told_that_the_flight_is_sure(level: str) -> None:
    """He may still jump from the next cloud, for more (B2, B3)."""
    course = played(high(3, "GGGGGG", "RRRRRR", "PPPPPP", throw="--"), "* stay")
    assert facts(course, level)["stay"]["pays"] == 1
    assert facts(course, level)["stay"]["stays"] >= 4


@pytest.mark.parametrize("level", SHARP)
def test_a_lone_pilot_with_a_poor_hand_jumps_and_one_with_a_rich_hand_rolls(level: str) -> None:
    """Alone they choose before the throw (B6)."""
    poor = played(table("GGGGGG", "RRRRRR", "PPPPPP", rolls=("--", "--")), "2 stay", "3 stay")
    poor = played(poor, "1 pay", "3 jump", "1 jump", "2 pay")
    assert seen(poor).phase == "lone"
    rich = table("GGGGGG", "RRGGPY", "PPPPPP", rolls=("--", "--"))
    rich = played(rich, "2 stay", "3 stay", "1 pay", "3 jump", "1 jump", "2 pay")
    assert chosen(rich, level) == "roll"
    assert facts(rich, level)["roll"]["pays"] == pytest.approx(34 / 36)
    assert facts(poor, level)["jump"]["pays"] < 1


@pytest.mark.parametrize("level", SHARP)
def test_a_win_at_hand_is_taken(level: str) -> None:
    """A lone pilot whose jump reaches the target, with most points, ends the game by it (B11)."""
    random, found = Random(4), 0
    for seed in range(60):
        course = Beginning("balloon", 2, {"two": True, "target": 20}, seed).course()
        while acting := course.to_act():
            view = seen(course, acting[0])
            own, other = view.scores[acting[0] - 1], view.scores[2 - acting[0]]
            wins = own + VALUES[view.cloud] >= 20 and own + VALUES[view.cloud] > other
            if view.phase == "lone" and wins:
                assert chosen(course, level, seed) == "jump"
                found += 1
                break
            course = course.then(acting[0], random.choice(view.legal))
    assert found > 2


def test_a_pilot_spends_a_wild_card_when_it_wins_and_keeps_it_when_it_gains_nothing() -> None:
    """Lacking the colours they choose (B3)."""
    lone = composed("GGGW", "RRR", "PPP", cloud=8, scores=(26, 3, 3), dice="RRRR")
    lone.aboard, lone.turn, lone.doing = 2, 1, PAY
    assert KEEN.choose(lone, 1.0) == "wild"
    crowded = composed("GGGW", "RRR", "PPP", cloud=1, scores=(0, 0, 0), dice="RR")
    crowded.turn, crowded.doing = 1, PAY
    assert KEEN.choose(crowded, 1.0) == "fall"


def test_a_pilot_is_told_of_the_wild_cards_they_keep() -> None:
    course = played(table("WWGPYG", "RRR", "GGG", rolls=("RR",)), "* stay", "* stay")
    assert facts(course, "hard")["wild"]["wilds"] == 1
    assert facts(course, "hard")["fall"]["wilds"] == 2
    assert all(0 <= fact["win"] <= 1 for fact in facts(course, "hard").values())


def test_the_exact_chance_is_that_of_the_view_if_every_wild_card_would_be_spent() -> None:
    """The view counts hands that can pay, with a wild card or without (B3)."""
    random = Random(3)
    course = Beginning("balloon", 4, {}, 3).course()
    asked = 0
    while acting := course.to_act():
        view = seen(course, acting[0])
        if view.phase == "ride" and view.odds:
            move = ranked(course, "normal")[0]
            position = Position(50, [0] * 5, [0, *view.hand_counts], 0, [0] * 5)
            position.hands[acting[0]] = packed(view.hand or ())
            position.heap = sum(packed(counted.card) * counted.count for counted in view.discards)
            position.pilot, position.need = view.pilot, cost(view.dice)
            able = view.odds.ways / view.odds.total
            assert pays(position, acting[0], 1.0) == pytest.approx(able)
            assert dict(move.facts)["pays"] == pytest.approx(able)
            asked += 1
        course = course.then(acting[0], random.choice(view.legal))
    assert asked > 20


def test_the_strength_of_a_hand_is_the_share_of_the_throws_it_pays() -> None:
    assert strength(packed("W"), 8) == strength(packed("RRRRGGGGPPPPYYYY"), 8) == 1
    assert strength(0, 1) == pytest.approx(4 / 36)
    assert strength(packed("R"), 1) == pytest.approx(8 / 36)
    assert len(THROWS[4]) == 6**4


def shares(scores: tuple[int, ...], *hands: str, **numbers: int) -> list[float]:
    """Return everybody's share of the win after a trip that ended like this."""
    course = table(*hands, rolls=("--",))
    trips = Imagined(seen(course, 2), course.heard(Seat(2)))
    twin = trips.begin()
    twin[kernel.DOING] = DONE
    for seat, (score, hand) in enumerate(zip(scores, hands, strict=True), start=1):
        twin[kernel.SCORES + seat], twin[kernel.HANDS + seat] = score, packed(hand)
    for name, number in numbers.items():
        twin[getattr(kernel, name)] = number
    return trips.shares()[1:]


def test_a_finished_game_is_worth_what_it_was_won_by() -> None:
    """The highest score wins, of equals the one with most cards (B11)."""
    assert shares((51, 51, 40), "RRR", "GG", "PPP") == [1, 0, 0]
    assert shares((51, 51, 40), "RRR", "GGG", "PPP") == [0.5, 0.5, 0]


def test_points_cards_and_wild_cards_are_worth_something_before_the_end() -> None:
    plain = shares((20, 20, 25), "RRR", "RRR", "RRR", ENDED=3)
    assert sum(plain) == pytest.approx(1)
    assert plain[0] < plain[1] < plain[2]
    assert shares((20, 20, 25), "RRR", "RRRW", "RRR", ENDED=3)[1] > plain[1]
    top = shares((20, 20, 25), "RRR", "RRR", "RRR", ENDED=3, TOPPED=1)[1]
    assert shares((20, 20, 25), "RRR", "RRRW", "RRR", ENDED=3, TOPPED=1)[1] == top
    kept = shares((20, 20, 25), "RRR", "RRRW", "RRR", ENDED=3, TOPPED=1, REDEAL=0)[1]
    assert kept > top


def test_a_blank_throw_is_a_risk_for_whoever_is_pilot_next() -> None:
    """They have to resolve the next throw (B2, B7)."""
    position = composed("RRR", "GGG", "PPP", cloud=4, scores=(0, 0, 0), dice="---")
    assert not is_safe(position)
    position.turn = 3
    assert is_safe(position)
    position.aboard ^= 1 << 2
    assert not is_safe(position)


def test_staying_with_a_pilot_who_cannot_pay_only_gives_points_away() -> None:
    """A fall scores nothing (B9)."""
    position = composed("G", "RRR", "PPP", cloud=4, scores=(0, 0, 0), dice="RRG")
    assert gives_away(position, Move.STAY, 0.0)
    assert not gives_away(position, Move.STAY, 0.1)
    assert not gives_away(position, Move.JUMP, 0.9)
    position.turn = 3
    assert gives_away(position, Move.JUMP, 1.0)


@pytest.mark.parametrize(("cards", "code"), [("RRRR", "jump"), ("RR", "jump"), ("R", "roll")])
def test_a_lone_pilot_knows_that_cards_break_a_tie(cards: str, code: str) -> None:
    """On 50 points as well the one with more cards wins, with as many both (B11)."""
    lone = composed(cards, "GG", "PPP", cloud=5, scores=(41, 50, 3))
    lone.aboard, lone.turn, lone.doing = 2, 1, LONE
    assert KEEN.choose(lone, 1.0) == code


@pytest.mark.parametrize(
    ("scores", "code"),
    [((30, 20, 0), "wild"), ((20, 30, 0), "fall"), ((30, 30, 0), "wild"), ((50, 30, 0), "wild")],
)
def test_a_pilot_below_the_top_knows_who_wins_there(scores: tuple[int, ...], code: str) -> None:
    """All aboard score 25 (B8); of equals the one with most cards wins (B11)."""
    position = composed("GGGW", "RR", "PPP", cloud=8, scores=scores, dice="RRRR")
    position.turn, position.doing = 1, PAY
    assert KEEN.choose(position, 1.0) == code


def test_an_easy_player_asks_only_how_likely_the_flight_is() -> None:
    """Whatever there is to win or to lose; others weigh that."""
    for cloud in range(1, 8):
        position = composed("RRR", "GGG", "PPP", cloud=cloud, scores=(0, 0, 0), dice="RG")
        position.turn = 3
        assert (TIMID.choose(position, 0.75), TIMID.choose(position, 0.9)) == ("jump", "stay")


def test_what_is_told_of_the_win_fills_up_one() -> None:
    course = Beginning("balloon", 3, {}, 3).course()
    for move in ranked(course, "hard"):
        others = [number for name, number in move.facts if is_of_a_seat(name)]
        assert move.share + sum(others) == pytest.approx(1)


# The trip that playouts move in, against the rules themselves, and what they believe of hands.


def begun(seats: int, seed: int, options: dict[str, OptionValue]) -> Course:
    return Beginning("balloon", seats, {"two": seats == 2, **options}, seed).course()


def counted(hand: int) -> tuple[int, ...]:
    """Count the cards of each face in a packed hand."""
    return tuple(hand >> BITS * place & FIELD for place in range(len(FACES)))


def by_seat(trip: MutableSequence[int], begin: int) -> list[int]:
    return [int(trip[begin + seat]) for seat in range(1, trip[kernel.SEATS] + 1)]


def reds(course: Course, seat: int, times: int = 400) -> list[int]:
    """Count the red cards of seat 1 as another seat imagines them."""
    trips, found = Imagined(seen(course, seat), course.heard(Seat(seat))), []
    for number in range(times):
        trips.anew(number)
        found.append(int(trips.table.trip[kernel.HANDS + 1]) & FIELD)
    return found


def assert_same(trip: MutableSequence[int], state: State) -> None:
    assert trip[kernel.DOING] == DOING[state.phase]
    assert (trip[kernel.TURN], trip[kernel.PILOT]) == (state.turn, state.pilot)
    assert (trip[kernel.CLOUD], trip[kernel.ABOARD]) == (state.cloud, state.aboard)
    assert tuple(by_seat(trip, kernel.SCORES)) == state.scores
    assert by_seat(trip, kernel.HANDS) == [packed_set(hand) for hand in state.hands]
    assert trip[kernel.HEAP] == packed_set(state.discards)
    if state.phase is not Phase.LONE:
        assert trip[kernel.NEED] == cost(state.dice)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("redeal", [True, False])
@pytest.mark.parametrize("seed", some(range(5), 2))
def test_a_trip_moves_as_the_rules_say(seats: int, seed: int, *, redeal: bool) -> None:
    """In lockstep with the public rules (B1-B9), trip by trip to the end of the game."""
    course, random = begun(seats, seed, {"redeal": redeal}), Random(seed)
    while course.to_act():
        number, view = state_of(course).trip, seen(course)
        trip = Imagined(view, (), state_of(course)).table.trip
        while trip[kernel.DOING] != DONE:
            assert state_of(course).trip == number
            assert_same(trip, state_of(course))
            code = random.choice([*legal(course), *("stay", "roll") * 2])
            if code not in legal(course):
                continue
            course = course.then(course.to_act()[0], code)
            for cloud in range(1, TOP):
                trip[kernel.THROWN + cloud] = cost(state_of(course).dice)
            kernel.make(trip, MOVES[Move(code)])
        result = seen(course).last_trip
        assert result is not None
        assert result.trip == number
        assert tuple(by_seat(trip, kernel.SCORES)) == result.totals
        assert (trip[kernel.ENDED], trip[kernel.CLOUD]) == (result.pilot, result.cloud)
        assert bool(trip[kernel.TOPPED]) == (result.ending == "top")


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("seed", some(range(3), 2))
def test_an_imagined_trip_holds_what_the_seat_sees_and_the_whole_pack(
    seats: int, seed: int
) -> None:
    course, random = begun(seats, seed, {}), Random(seed)
    while acting := course.to_act():
        seat, state = acting[0], state_of(course)
        trips = Imagined(seen(course, seat), course.heard(seat))
        trips.anew(seed)
        trip = trips.table.trip
        hands = by_seat(trip, kernel.HANDS)
        assert hands[seat - 1] == packed_set(state.hands[seat - 1])
        assert [sum(counted(hand)) for hand in hands] == [hand.bit_count() for hand in state.hands]
        assert all(
            0 <= held <= whole
            for held, whole in zip(counted(sum(hands)), counted(PACK), strict=True)
        )
        assert len(trips.pile()) == len(state.pile)
        assert (trip[kernel.TURN], trip[kernel.DOING]) == (seat, DOING[state.phase])
        assert (trip[kernel.NEED], trip[kernel.ABOARD]) == (cost(state.dice), state.aboard)
        course = course.then(seat, random.choice(course.legal(seat)))


def test_who_fell_is_imagined_without_what_they_lacked() -> None:
    """A pilot with the colours has to fly (B3); with a card drawn since they may hold one."""
    course = table("GPYGPY", "RRR", "GGG", rolls=("RR", "--"), pile="GGG")
    course = played(course, "* stay", "* stay", "1 fall")
    found = reds(course, course.to_act()[0])
    assert set(found) == {0, 1, 2}
    assert found.count(2) < 120 < found.count(1)


def test_who_paid_with_a_wild_card_is_imagined_to_have_had_no_choice() -> None:
    """They might have held the colours (B3), but most would have paid them."""
    course = table("WGPYGP", "RRR", "GGG", rolls=("RR", "--"))
    course = played(course, "* stay", "* stay", "1 wild")
    assert 0 < sum(held > 1 for held in reds(course, course.to_act()[0])) < 40


def test_what_came_since_is_remembered_until_the_pack_is_dealt_anew() -> None:
    course = table("GPYGPY", "RRR", "GGG", rolls=("RR", "GG"))
    course = played(course, "* stay", "* stay", "1 fall")
    course = played(course, "* stay", "* stay", "2 fall")
    # At most one in the hand that fell, and two came since.
    assert set(reds(course, 3)) == {0, 1, 2, 3}
    late = Imagined(seen(course, 3), course.heard(Seat(3))[:2])
    found = set()
    for number in range(400):
        late.anew(number)
        found.add(int(late.table.trip[kernel.HANDS + 1]) & FIELD)
    assert max(found) > 3


def test_who_stays_and_is_pilot_next_is_thought_to_have_cards_for_it() -> None:
    """And who jumps there is thought to have few (B7)."""
    rolls, means = (*BLANKS[:6], "RG--"), list[float]()
    for deed in ("stay", "jump"):
        course = table("RRRRRR", "RGPYRG", "GGGGGG", "PPPPPP", rolls=rolls)
        while seen(course).cloud < 7:
            course = played(course, *["* stay"] * 3, f"{seen(course).pilot} pay")
        pilot = seen(course).pilot
        after = pilot % 4 + 1
        course = played(course, f"{after} {deed}")
        watcher = after % 4 + 1
        trips = Imagined(seen(course, watcher), course.heard(Seat(watcher)))
        kinds = []
        for number in range(300):
            trips.anew(number)
            hand = int(trips.table.trip[kernel.HANDS + after])
            kinds.append(sum(map(bool, counted(hand))) + 3 * (hand >= WILD_ONE))
        means.append(fmean(kinds))
    assert means[0] > means[1] + 0.2


def test_a_changed_trip_is_as_before_afterwards() -> None:
    course = table("R", "G", "P", rolls=("RG",))
    trips = Imagined(seen(course, 2), course.heard(Seat(2)))
    before = list(trips.table.trip)
    with trips.changed():
        trips.deal(2, packed("RR"))
        trips.rethrow(0)
        assert list(trips.table.trip) != before
    assert list(trips.table.trip) == before
    twin = trips.begin(Move.JUMP)
    assert by_seat(twin, kernel.SCORES) == [0, 1, 0]
    assert list(trips.table.trip) == before


def test_a_cost_takes_no_bit_of_another_colour() -> None:
    """Eighteen cards of each colour are counted in six bits, the highest always free (B3)."""
    most = packed("RGPY" * 18)
    assert most & GUARD == 0
    assert kernel.covers(most, packed("RRRR"))
    assert not kernel.covers(packed("GGGG"), packed("R"))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_playout_ends_its_trip(seats: int) -> None:
    course = begun(seats, 3, {})
    seat = course.to_act()[0]
    trips = Imagined(seen(course, seat), course.heard(seat))
    for number in range(20):
        trips.anew(number)
        trips.throw()
        twin = trips.begin()
        trips.play_on()
        assert twin[kernel.DOING] == DONE
        assert sum(trips.shares()) == pytest.approx(1)


def test_the_quick_estimate_is_near_the_chance_of_the_view() -> None:
    """The view counts hands that can pay, with a wild card or without (B3)."""
    random, course, asked = Random(3), begun(4, 3, {}), 0
    while acting := course.to_act():
        view = seen(course, acting[0])
        if view.phase == "ride" and view.odds:
            heap = sum(packed(one.card) * one.count for one in view.discards)
            known, cards = packed(view.hand or ()) + heap, view.hand_counts[view.pilot - 1]
            able = view.odds.ways / view.odds.total
            assert chance(cost(view.dice), known, cards, 1.0) == pytest.approx(able, abs=0.15)
            asked += 1
        course = course.then(acting[0], random.choice(view.legal))
    assert asked > 20

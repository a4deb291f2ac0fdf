"""How house players of Clumond play, and what they think of hands, calls and others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import BIT, NO_TRUMPS, PACK_SIZE, mask_of_faces
from engine.course import Course
from engine.games.clumond.imagine import hands_imaginer, revealed_by
from engine.games.clumond.state import FULL_PACK, SUIT_MASKS
from engine.players.clumond.evaluation import DOUBTFUL, HOPELESS, chance, lean
from engine.players.clumond.opponents import BEGINNER, EVERYBODY, KINDS, PEOPLE, SEEN, Opponents
from engine.players.clumond.policy import PASS, Call, calls, weighted_imaginer
from engine.players.clumond.position import Hand, Position, hand_from
from engine.players.clumond.reasons import ClumondCases
from engine.players.clumond.robots import HOUSE_PLAYERS
from engine.players.company import PERSON, in_company
from engine.players.levels import HOUSE_PLAYERS as EVERY
from engine.players.reasons import SHARE, Compared
from engine.players.robot import RankedMove, is_of_a_seat
from engine.seats import Seat
from tests.engine.clumond.positions import (
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    keeping,
    played,
    result_of,
    seen,
    state_of,
    table,
)
from tests.engine.players.test_clumond_kernels import called
from tests.engine.walks import Beginning, answer, ranking, wander
from tests.soak.amounts import later, some

if TYPE_CHECKING:
    from engine.course import Course
    from engine.players.company import Company


# How house players of Clumond play.

SHARP = ("normal", "hard")


def ranked(course: Course, level: str, seed: int = 1) -> tuple[RankedMove, ...]:
    return ranking(HOUSE_PLAYERS[level], course, Random(seed))


def facts(move: RankedMove) -> dict[str, float]:
    return dict(move.facts)


@pytest.mark.parametrize("level", SHARP)
def test_a_hopeless_hand_is_not_declared(level: str) -> None:
    """Three diamonds must stay to win no trick; the others need only lead them (C3, C4)."""
    course = table(LOW, HIGH, scoring="points")
    moves = ranked(course, level)
    assert moves[0].code == "pass"
    assert all(facts(move)["success"] < HOPELESS for move in moves[1:])
    assert all(facts(move)["risky"] for move in moves[1:])


@pytest.mark.parametrize("level", SHARP)
def test_a_declaration_promises_more_than_a_pass_and_is_likely_enough(level: str) -> None:
    """In a first hand nobody has reason to despair (C6)."""
    declared, player = 0, in_company(HOUSE_PLAYERS[level], ("hard", "hard"))
    for seed in range(30):
        course = Beginning("clumond", 3, {}, seed).course()
        best, *others = ranking(player, course, Random(1))
        if best.code != "pass":
            declared += 1
            assert facts(best)["success"] >= DOUBTFUL
            assert best.share > next(move.share for move in others if move.code == "pass")
    assert 0 < declared < 20


@pytest.mark.parametrize("level", SHARP)
@pytest.mark.parametrize("seed", some(range(12), 3))
def test_the_last_card_of_a_hand_makes_the_target_if_any_does(level: str, seed: int) -> None:
    """Whoever plays the very last card knows what each choice comes to (C4, C5)."""
    course = to_the_last_card(seed)
    seat = course.to_act()[0]
    ends = {code: result_of(course.then(seat, code)) for code in course.legal(seat)}
    off = {code: result.off[seat - 1] for code, result in ends.items()}
    best = ranked(course, level)[0]
    if not min(off.values()):
        assert off[best.code] == 0
    assert facts(best)["success"] == (off[best.code] == 0)


@pytest.mark.parametrize("options", [{}, {"ante": 10}, {"scoring": "points"}])
@pytest.mark.parametrize("level", SHARP)
def test_the_points_of_the_very_last_card_are_those_its_result_tells(
    level: str, options: dict[str, str | int]
) -> None:
    """The ante (C1), what is paid and taken (C5, C7)."""
    course = to_the_last_card(5, **options)
    seat = course.to_act()[0]
    for move in ranked(course, level):
        assert move.points == result_of(course.then(seat, move.code)).points[seat - 1]


def test_the_points_of_a_last_hand_hold_the_share_of_the_pot() -> None:
    """C8: what is left is split in thirds."""
    course = to_the_last_card(2, deals=3)
    while (
        seen(course).deal < 3
        or len(course.heard(Seat(1))) < 2
        or sum(seen(course).hand_counts) > 10
    ):
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    seat = course.to_act()[0]
    for move in ranked(course, "hard"):
        result = result_of(course.then(seat, move.code))
        assert result.share > 0
        assert move.points == result.points[seat - 1]


def to_the_last_card(seed: int, **options: str | int) -> Course:
    """Play a hand that nobody declared at random up to its last card, which is not forced."""
    random = Random(seed)
    while True:
        beginning = Beginning("clumond", 3, options, random.getrandbits(32))
        course = played(beginning.course(), *PASSES)
        course = wander(course, random, moves=38)
        if len(course.legal(course.to_act()[0])) > 1:
            return course


def test_facts_are_numbers_of_the_hand() -> None:
    course = played(table(HIGH), *PASSES)
    for move in ranked(course, "hard"):
        given = facts(move)
        assert set(given) == {"tricks", "success", "code", "seat 2", "seat 3"}
        assert 0 <= given["tricks"] <= 13
        assert 0 <= given["success"] <= 1
        assert given["code"] in range(10)


@pytest.mark.parametrize("calls", [(), PASSES, ("1 declare NT",)])
def test_what_a_move_gives_all_three_is_one_win(calls: tuple[str, ...]) -> None:
    for move in ranked(played(table(HIGH), *calls), "hard"):
        others = [share for name, share in move.facts if is_of_a_seat(name)]
        assert len(others) == 2
        assert move.share + sum(others) == pytest.approx(1.0, abs=0.02)


def test_against_a_declarer_the_facts_tell_their_chance_to_miss() -> None:
    course = played(table(HIGH), "1 declare NT")
    moves = ranked(course, "hard")
    assert all(set(facts(move)) == {"tricks", "stopped", "seat 1", "seat 3"} for move in moves)
    assert all(0 <= facts(move)["stopped"] <= 1 for move in moves)


def test_a_hand_that_wins_everything_expects_many_tricks() -> None:
    strong, weak = (
        facts(ranked(played(table(hand), *PASSES), "hard")[0])["tricks"] for hand in (HIGH, LOW)
    )
    assert strong > 9
    assert weak < 2


@pytest.mark.parametrize("options", [{"scoring": "points"}, {"ante": 10}, {"deals": 3}])
def test_all_ways_of_scoring_are_played(options: dict[str, str | int]) -> None:
    course, random = Beginning("clumond", 3, options, 4).course(), Random(4)
    while seen(course).last_deal is None:
        course = course.then(course.to_act()[0], answer(HOUSE_PLAYERS["normal"], course, random))
    assert result_of(course).tricks


@pytest.mark.parametrize("level", ["normal", later("hard")])
def test_better_levels_make_more_targets_than_random_players(level: str) -> None:
    """In hands nobody declares one seat makes its target far more often than two at random."""
    made, theirs = 0, 0
    for seed in range(12):
        course = played(Beginning("clumond", 3, {}, seed).course(), *PASSES)
        random = Random(seed)
        while seen(course).last_deal is None:
            seat = course.to_act()[0]
            player = EVERY["clumond"][level if seat == 1 else "random"]
            course = course.then(seat, answer(player, course, random))
        result = result_of(course)
        made += result.off[0] == 0
        theirs += (result.off[1] == 0) + (result.off[2] == 0)
    assert made >= 5
    assert 2 * made > theirs + 3


# What is thought of a declaration before it is made (C6).

CLUBS, SPADES = 0, 3
PLAIN = "9C 8C 7C 6C 5C 4C 9H 8H 7H 6H 5H 9D 8D 7D 6D 9S"


def leaning(hand: str, trumps: int) -> float:
    return lean(hand_from(mask_of_faces(hand.split())), trumps)


def test_high_cards_speak_for_a_declaration() -> None:
    assert leaning(HIGH, CLUBS) > leaning(MIDDLE, CLUBS) == leaning(LOW, CLUBS)


def test_trumps_that_steer_are_worth_more_than_none() -> None:
    """Ace, king and queen of trumps count besides the ace itself."""
    assert leaning(HIGH, CLUBS) > leaning(HIGH, NO_TRUMPS)
    assert leaning(MIDDLE, CLUBS) == leaning(MIDDLE, NO_TRUMPS)


@pytest.mark.parametrize("face", ["AC", "AD"])
def test_an_ace_of_any_suit_counts(face: str) -> None:
    card = "4C" if face == "AC" else "6D"
    assert leaning(PLAIN.replace(card, face), NO_TRUMPS) > leaning(PLAIN, NO_TRUMPS)


@pytest.mark.parametrize(("higher", "lower"), [("KD", "QD"), ("9D", "8D")])
def test_cards_that_follow_the_ace_without_a_gap_count(higher: str, lower: str) -> None:
    """There are no tens, so a nine follows a knave."""
    top = ["AD", "KD", "QD", "JD"]
    kept = top[: 1 if higher == "KD" else 4]
    low = "9C 8C 7C 6C 5C 4C 9H 8H 7H 6H 5H 4H 9S 8S 7S 6S"
    rest = low.split()[len(kept) + 1 :]
    gains = [leaning(" ".join((*kept, card, *rest)), NO_TRUMPS) for card in (higher, lower)]
    assert gains[0] > gains[1]


def test_a_short_side_suit_helps_but_short_trumps_do_not() -> None:
    assert leaning(PLAIN, CLUBS) > leaning(PLAIN, SPADES)


def test_what_playouts_found_moves_the_chance_but_never_makes_it_sure() -> None:
    found = [chance(0.0, made, 40) for made in (0, 10, 20, 30, 40)]
    assert found == sorted(set(found))
    assert found[0] > 0.1
    assert found[2] == 0.5
    assert found[4] < 0.9


def test_few_playouts_move_the_chance_less() -> None:
    assert 0.5 < chance(0.0, 2, 2) < chance(0.0, 20, 20)


# What is thought of the others at a table, and what that makes of the numbers of a search.

LEVELS = ("easy", "normal", "hard")


def others(company: Company, course: Course | None = None) -> Opponents:
    course = course or table()
    seat = course.to_act()[0]
    return Opponents.of(seen(course, seat), course.heard(seat), company)


def told(company: Company, course: Course | None = None) -> list[float]:
    """Return the chances and shares of some numbers found, the higher the weaker the others are."""
    of = others(company, course)
    return [of.declared(0.0, 5, 10), of.made(5, 10), of.stopped(5, 10), of.in_the_end(0.4)]


def test_more_is_expected_against_weaker_players() -> None:
    for chances in zip(*[told((level, level)) for level in LEVELS], strict=True):
        assert list(chances) == sorted(set(chances), reverse=True)


def test_a_person_may_be_anybody() -> None:
    weak, person, strong = (told((name, name)) for name in (BEGINNER, PERSON, "hard"))
    assert all(a > b > c for a, b, c in zip(weak, person, strong, strict=True))


def test_both_of_them_count() -> None:
    weak, mixed, strong = (
        told(names) for names in (("easy", "easy"), ("hard", "easy"), ("hard", "hard"))
    )
    assert mixed == told(("easy", "hard"))
    assert all(a > b > c for a, b, c in zip(weak, mixed, strong, strict=True))


def test_nobody_is_worse_than_a_beginner() -> None:
    assert told(("random", "random")) == told((BEGINNER, BEGINNER))


def test_chances_of_what_is_seen_of_a_kind_are_some() -> None:
    assert sum(PEOPLE.values()) == pytest.approx(1)
    for choice in (
        {"led high", "led low"},
        {"passed", "declared"},
        {"own made", "own missed"},
        {"other made", "other missed"},
        {"hit", "off", "far off"},
    ):
        for kind in PEOPLE:
            assert sum(SEEN[each][kind] for each in choice) == pytest.approx(1)
    assert set(PEOPLE) < set(KINDS)


def test_people_who_declare_are_no_beginners_and_who_pass_may_be() -> None:
    course = table()
    passed, declared = (played(course, f"1 {call}") for call in ("pass", "declare S"))
    before = others(EVERYBODY, course).kinds[0][0]
    assert others(EVERYBODY, passed).kinds[0][0] > before > others(EVERYBODY, declared).kinds[0][0]


def test_who_leads_aces_and_kings_first_is_rather_a_beginner() -> None:
    course = played(table(HIGH), *PASSES)
    high, low = (played(course, f"1 play {card}") for card in ("AS", "JS"))
    assert others(EVERYBODY, high).kinds[0][0] > others(EVERYBODY, low).kinds[0][0]


def test_only_people_are_judged_by_what_they_did() -> None:
    course = played(table(), "1 declare S")
    assert others(("hard", PERSON), course).kinds == others(("hard", PERSON)).kinds
    assert others(("hard", "hard"), course).kinds[0][0] == PEOPLE[BEGINNER]


def test_how_hands_came_out_is_remembered() -> None:
    """Who is far off is rather a beginner; so is who lets a declaration through."""
    course = keeping(played(table(HIGH), *PASSES))
    missed = keeping(played(table(HIGH), "1 declare NT"), "AC", "KC", "QC")
    weights = [others(EVERYBODY, each).kinds[0][0] for each in (course, missed)]
    assert seen(course).deal == seen(missed).deal == 2
    assert weights[0] != weights[1]


def test_what_is_certain_stays_so() -> None:
    of = others(EVERYBODY)
    assert (of.made(0, 9), of.made(9, 9), of.stopped(0, 9), of.stopped(9, 9)) == (0, 1, 0, 1)


def test_a_better_move_keeps_being_better() -> None:
    of = others(EVERYBODY)
    for number in (of.made, of.stopped):
        chances = [number(times, 100) for times in range(101)]
        assert chances == sorted(set(chances))
    for share in (of.undeclared, of.in_the_end):
        shares = [share(part / 100) for part in range(101)]
        assert shares == sorted(set(shares))


def test_hands_to_come_count_for_the_stronger_player_and_none_in_the_last() -> None:
    first, last = others(("easy", "easy")), others(("easy", "easy"), table(deals=1))
    assert first.in_the_end(1 / 3) > last.in_the_end(1 / 3) == pytest.approx(1 / 3)


# What calls tell of the cards behind them (C2).

ALL_CALLS = (PASS, *range(NO_TRUMPS + 1))


def likelihood(hand: str, trumps: int | None, before: str = "") -> float:
    """Return the chance of a call for a hand of which the cards `before` are played."""
    left = mask_of_faces(hand.split()) & ~mask_of_faces(before.split())
    return Call(trumps, mask_of_faces(before.split())).likelihood(left)


@pytest.mark.parametrize("hand", [HIGH, MIDDLE, LOW])
def test_some_call_is_made_for_sure(hand: str) -> None:
    assert sum(likelihood(hand, trumps) for trumps in ALL_CALLS) == pytest.approx(1)


def test_who_declares_is_likely_to_hold_what_makes_it() -> None:
    spades = "AS KS QS JS 9S 8S 7S AC KC AH KH 2D 3D 4D 5D 6D"
    assert likelihood(spades, SPADES) > 0.5 > likelihood(spades, PASS)
    assert likelihood(spades, SPADES) > 2 * likelihood(spades, CLUBS)
    assert likelihood(LOW, PASS) > 0.9


def test_cards_played_since_belong_to_the_hand_that_called() -> None:
    assert likelihood(HIGH, CLUBS, before="AC KC QS JH") == likelihood(HIGH, CLUBS)


def test_calls_are_known_by_place_and_those_of_the_last_hand_forgotten() -> None:
    course = played(table("AC", "KC", "3C"), "1 pass", "2 declare S", "3 play 3C", "1 play AC")
    ace = mask_of_faces(["AC"])
    assert calls(course.heard(Seat(3))) == {0: Call(PASS, ace), 1: Call(SPADES, 0)}
    assert calls(keeping(course).heard(Seat(3))) == {}


def declared(seed: int = 1) -> Course:
    """Seat 2 declares spades; seat 3 leads."""
    return played(Beginning("clumond", 3, {}, seed).course(), "1 pass", "2 declare S")


def test_a_declarer_is_imagined_long_in_their_trumps() -> None:
    course, random = declared(), Random(1)

    def trumps_of_declarer(*, listens: bool) -> float:
        imagine = (weighted_imaginer if listens else hands_imaginer)(
            seen(course, 3), course.heard(Seat(3))
        )
        return sum((imagine(random)[1] & SUIT_MASKS[SPADES]).bit_count() for _ in range(800)) / 800

    assert trumps_of_declarer(listens=True) > trumps_of_declarer(listens=False) + 0.5


def test_passes_are_heeded_too() -> None:
    """Who passed is not likely to hold all the aces."""
    course, random = played(table("", "", MIDDLE), *PASSES[:2]), Random(2)

    def aces_in_one_hand(*, listens: bool) -> float:
        imagine = (weighted_imaginer if listens else hands_imaginer)(
            seen(course, 3), course.heard(Seat(3))
        )
        known = Position.of(state_of(course))
        positions = [known.with_hands(imagine(random)) for _ in range(3000)]
        return sum(_has_all_aces(w.hands[0]) or _has_all_aces(w.hands[1]) for w in positions) / 3000

    assert aces_in_one_hand(listens=True) < 0.7 * aces_in_one_hand(listens=False)


def _has_all_aces(hand: Hand) -> bool:
    return all(ranks >> 12 for ranks in hand)


def test_sharings_are_as_frequent_as_the_calls_make_them_likely() -> None:
    """Counted against every sharing there is, late in a hand."""
    course, random = declared(), Random(3)
    while seen(course).to_act != (1,) or seen(course).hand_counts[0] > 4:
        seat = course.to_act()[0]
        course = course.then(seat, random.choice(course.legal(seat)))
    imagine = weighted_imaginer(seen(course, 1), course.heard(Seat(1)))
    found: Counter[int] = Counter()
    for _ in range(6000):
        found[imagine(random)[1]] += 1
    likely = _every_sharing(course)
    assert len(likely) > 20
    for hand, share in likely.items():
        assert found[hand] / 6000 == pytest.approx(share, abs=0.05)
    assert max(likely.values()) > 2 * min(likely.values())


def _every_sharing(course: Course) -> dict[int, float]:
    """Return each hand seat 2 may have for all that seat 1 knows, and its chance."""
    view, heard = seen(course, 1), course.heard(Seat(1))
    known, called = revealed_by(heard), calls(heard)
    unseen = FULL_PACK & ~known.played & ~mask_of_faces(view.hand or ())
    cards = [card for card in range(PACK_SIZE) if unseen & BIT[card]]
    likely = {}
    for held in combinations(cards, view.hand_counts[1]):
        second = sum(BIT[card] for card in held)
        third = unseen ^ second
        if not second & known.lacking[1] and not third & known.lacking[2]:
            likely[second] = called[1].likelihood(second)
    whole = sum(likely.values())
    return {hand: chance / whole for hand, chance in likely.items()}


# What is said for a card of Clumond.


@pytest.mark.parametrize(
    ("course", "words"),
    [
        (played(table(HIGH, LOW), *PASSES), {"hits", "helps"}),
        (played(table(LOW, "", HIGH), "1 declare NT", "2 play 6C", "3 play AC"), {"hits"}),
    ],
)
def test_only_where_nobody_has_declared_numbers_of_others_count(
    course: Course, words: set[str]
) -> None:
    """Who has declared alone pays or is paid (C6)."""
    cases = ClumondCases(seen(course, 1), course.heard(course.to_act()[0]), Random(1))
    found = Compared([{"hits 0": 1.0}] * 9, [{"hits 1": 1.0}] * 9)
    codes = seen(course, 1).legal
    arguments = cases.arguments(codes[0], codes[1], found)
    assert {each.reason.key for each in arguments} == words


@pytest.mark.parametrize("moves", [4, 20, 38])
def test_a_case_is_a_hand_played_to_its_end(moves: int) -> None:
    """Thirteen tricks, one of them under way, and three cards left (C3, C4)."""
    course = wander(called(5), Random(5), moves=moves)
    seat = course.to_act()[0]
    view = seen(course, seat)
    cases = ClumondCases(view, course.heard(seat), Random(1))
    for code, case in zip(view.legal, cases.observed(view.legal, Random(1)), strict=True):
        assert sum(case[f"tricks {player}"] for player in range(3)) == 13
        assert sum(case[f"takes {player}"] for player in range(3)) == 1
        kept = {name for name in case if name.startswith("keeps ")}
        assert len(kept) == 3
        assert f"keeps {code.split()[1]}" not in kept
        assert 0 <= case[SHARE] <= 1

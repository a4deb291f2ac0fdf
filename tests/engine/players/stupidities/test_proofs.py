"""What is stupid is so wherever the cards are and whatever is thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.games.clumond.view import TRICKS, Phase
from engine.melds import NINE
from engine.players.levels import HOUSE_PLAYERS
from engine.seats import Seat
from tests.engine.players.stupidities.pattern import Proof, Question, Solver, decisions
from tests.engine.players.stupidities.proofs import Firing, firings, hold, imagined, made

# What is stupid is so wherever the cards are: small endings, both moves solved by the rules.


def left(view: Any) -> int:
    """Return how many cards are left to draw in Nimbly."""
    return sum(map(len, view.rows))


def is_late(view: Any) -> bool:
    """Return whether a decision of Clumond is one of the game's last two tricks."""
    ends = view.phase is Phase.PLAY and view.trick.number >= TRICKS - 1
    return ends and view.deal == view.deals


SMALL: dict[str, Callable[[Any], bool]] = {
    "cloud_nine": lambda view: view.trick.number == NINE,
    "clumond": is_late,
    "nimbly": lambda view: left(view) <= 6,
}
"""Where everything can be tried."""

SURELY = {
    "cloud_nine": {"last_second_take_is_a_gift", "last_card_costs_the_hand"},
    "clumond": set[str](),
    "nimbly": {"gives_up_a_sure_win", "last_draw_is_a_gift"},
}
"""Patterns that are among those held."""

SOAK = [pytest.mark.soak, pytest.mark.timeout(0)]


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "each", "worlds", "positions", "patterns"),
    [
        ("cloud_nine", 3, 3, 400, 7), pytest.param("cloud_nine", 3, 3, 1500, 11, marks=SOAK),
        ("clumond", 4, 4, 500, 1), pytest.param("clumond", 4, 4, 3500, 4, marks=SOAK),
        ("nimbly", 6, 1, 200, 5), pytest.param("nimbly", 6, 1, 700, 9, marks=SOAK),
    ],
)  # fmt: skip
def test_what_is_stupid_is_so_wherever_the_cards_are(
    game: str, each: int, worlds: int, positions: int, patterns: int
) -> None:
    def is_small(view: Any, proof: Proof) -> bool:
        return SMALL[game](view) or (game == "cloud_nine" and proof is Proof.ALIKE)

    found = [
        one for one in firings(game, positions, each) if is_small(one.question.view, one.proof)
    ]
    held = hold(found, worlds)
    assert len(held) >= patterns
    assert held.keys() >= SURELY[game]


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_hard_and_expert_regret_nothing_in_the_last_draws_of_nimbly(level: str) -> None:
    questions = map(Question.at, decisions("nimbly", 11))
    for asked in islice((each for each in questions if 3 <= left(each.view) <= 7), 8):
        (state,) = imagined(asked, 1)
        code = HOUSE_PLAYERS["nimbly"][level].choose(
            asked.view, asked.heard, asked.legal, Random(1)
        )
        regret = Solver(asked.course.game).regret(state, code)
        assert regret == pytest.approx(0), (code, asked.view)


# What is stupid in Cloud 9 is so whatever is thrown, and whatever the others do.
#
# What they do is written down beforehand on a tape; each tape is played after both moves.

WORLDS = 3
TAPES = 6

GAME: AnyGame = GAMES["balloon"]

LEAVE_LATER = ("leaves_a_free_flight", "jumps_below_a_safe_cloud", "falls_alone_at_the_end")
"""What the better move is for: to leave from the next cloud."""


class Ended(NamedTuple):
    """A trip that has ended: the scores, and the seat's share of the win if the game has, too.

    `did` is what the seat did on the way.
    """

    scores: tuple[int, ...]
    share: float | None
    did: tuple[str, ...] = ()


def played(
    state: Any, seat: Seat, tape: int, *, leaves: bool = False, like: tuple[str, ...] = ()
) -> Ended:
    """Play a trip to its end; the seat does as it did before, its duty, or leaves once it can."""
    trip, did = state.trip, list[str]()
    while GAME.to_act(state) and state.trip == trip:
        (mover,) = GAME.to_act(state)
        legal = [GAME.code(move) for move in GAME.legal(state, mover)]
        code = Random(f"{tape}/{mover}/{state.cloud}/{state.phase}").choice(legal)
        if mover == seat:
            wanted = "jump" if leaves else "".join(like[len(did) : len(did) + 1])
            code = wanted if wanted in legal else dutiful(legal)
            did.append(code)
        state = GAME.apply(state, mover, GAME.parse(code)).state
    outcome = GAME.outcome(state)
    if outcome is None:
        return Ended(state.scores, None, tuple(did))
    won = seat in outcome.winners
    return Ended(outcome.scores, won / len(outcome.winners), tuple(did))


def dutiful(legal: list[str]) -> str:
    """Stay aboard, and pay with colours rather than with a wild card."""
    return next(way for way in ("stay", "pay", "wild", "roll", "fall") if way in legal)


def climbs(state: Any, seat: Seat, tape: int) -> Ended:
    """Rise with wild cards until a jump wins, then jump; for a pilot who is alone."""
    while True:
        legal = [GAME.code(move) for move in GAME.legal(state, seat)]
        if "jump" in legal:
            jumped = GAME.apply(state, seat, GAME.parse("jump")).state
            outcome = GAME.outcome(jumped)
            if outcome and outcome.winners == (seat,):
                return Ended(outcome.scores, 1.0)
        code = next(way for way in ("roll", "pay", "wild", "fall") if way in legal)
        state = GAME.apply(state, seat, GAME.parse(code)).state
        if GAME.outcome(state) or state.phase not in ("pay", "lone"):
            return played(state, seat, tape, leaves=True)


def ended(firing: Firing, state: Any, code: str, tape: int, like: tuple[str, ...] = ()) -> Ended:
    seat = firing.question.seat
    after = made(GAME, state, firing, code)
    if code == firing.better and firing.pattern.endswith("before_a_safe_win"):
        return climbs(after, seat, tape)
    leaves = code == firing.better and firing.pattern in LEAVE_LATER
    return played(after, seat, tape, leaves=leaves, like=like)


def assert_alike_is_better(firing: Firing, state: Any) -> None:
    """If the others do the same, the seat scores as much at least, and nobody else more."""
    me = firing.question.seat - 1
    for tape in range(TAPES):
        bad = ended(firing, state, firing.bad, tape)
        better = ended(firing, state, firing.better, tape, like=bad.did)
        gains = [a - b for a, b in zip(better.scores, bad.scores, strict=True)]
        assert gains.pop(me) >= 0, str(firing)
        assert max(gains) <= 0, str(firing)


def assert_surely_better(firing: Firing, state: Any) -> None:
    """Whatever is on the tape, the worst of the one is no worse than the best of the other."""
    after = [ended(firing, state, firing.better, tape).share for tape in range(TAPES)]
    instead = [ended(firing, state, firing.bad, tape).share for tape in range(TAPES)]
    worst = min(0.0 if share is None else share for share in after)
    best = max(1.0 if share is None else share for share in instead)
    assert worst >= best, str(firing)


@pytest.mark.parametrize(
    ("positions", "patterns"),
    [(800, 7), pytest.param(4000, 12, marks=[pytest.mark.soak, pytest.mark.timeout(0)])],
)
def test_what_is_stupid_is_so_whatever_the_others_do(positions: int, patterns: int) -> None:
    held = Counter[str]()
    for firing in firings("balloon", positions, each=5):
        is_alike = firing.proof is Proof.ALIKE
        for state in imagined(firing.question, WORLDS):
            (assert_alike_is_better if is_alike else assert_surely_better)(firing, state)
        held[firing.pattern] += 1
    assert len(held) >= patterns
    assert held["leaves_a_free_flight"]

"""Judging decisions: what `hard` would have done, and by how much that is better.

The most costly of many decisions is likely to be one whose cost was overestimated, and the best of
many moves one whose worth was. So everything is found out in three rounds, and no round counts the
trials of another:

1. Every unforced decision: `hard` ranks the moves, with less time than at the table; then trials of
   their own tell what the best move, the one played and a random one are worth.
2. Those that seem to have cost most, and those that seem to have won most: `hard` ranks the moves
   with all its time, and new trials tell whether the gap is clear.
3. The few that are clear: new trials tell what is reported, and the gap has to be clear again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from engine.analysis.decision import Decision, Gap, Generators
from engine.analysis.paired import Comparison, Reasons
from engine.course import Course
from engine.games import GAMES
from engine.players.cases import telling_at, trying_of
from engine.players.company import Who
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import RankedMove
from engine.record import Record
from engine.seats import Seat

MISTAKES = 3
PRAISED = 2
"""How many of each are told at most."""

CANDIDATES = 2
"""How many times as many go into the second round."""

OBVIOUS = 0.25
"""How much a move is praised that the quick player finds as well, against one it does not."""

LEAST = 0.01
"""The least share of the win for which a mistake is named."""
PRAISEWORTHY = 0.03
"""The least share of the win by which a praised move is better than the next."""

DIFFERENCE = 0.005
"""Moves differ where a random one loses as much as this share of the win."""

JUDGED_DECISIONS = 600
"""How many decisions are judged; of a longer game this many, evenly spaced."""

FEW = 3
"""Where there are no more moves than these, all are tried in the first round."""


WHOLE = 1 << 20
"""More simulations than any house player has for a decision."""


class Effort(NamedTuple):
    """How much is done for a game of this many seats: simulations of `hard`, and trials of a move.

    `asked` is for the first round in all, `again` for a decision in the second; neither is more
    than `hard` has at the table. `screened` are trials of the first round in all. `checked` and
    `told` are trials of a decision in the second and third round, `lucky` are pairs for all chance
    events. With twice as many `seats` a trial takes 2 ** `growth` times as long.
    """

    asked: int
    screened: int
    checked: int
    told: int
    lucky: int
    again: int = WHOLE
    seats: int = 3
    growth: int = 1

    def at_table_of(self, seats: int) -> Effort:
        """Return less effort for a larger table, where each trial takes longer.

        >>> EFFORTS["nimbly"].told, EFFORTS["nimbly"].at_table_of(5).told
        (512, 184)
        """
        if seats <= self.seats:
            return self
        asked, screened, checked, told, lucky = (
            amount * self.seats**self.growth // seats**self.growth for amount in self[:5]
        )
        return self._replace(
            asked=asked, screened=screened, checked=checked, told=told, lucky=lucky
        )


EFFORTS = {
    "balloon": Effort(asked=9_000, screened=3_000, checked=96, told=320, lucky=3_000, seats=4),
    "cloud_nine": Effort(asked=6_000, screened=3_600, checked=128, told=512, lucky=1_500),
    "clumond": Effort(asked=14_000, screened=9_000, checked=256, told=640, lucky=1_600),
    "nimbly": Effort(asked=70_000, screened=2_000, checked=192, told=512, lucky=300, growth=2),
}
USUAL = EFFORTS["cloud_nine"]
"""For a game whose trials nobody has timed."""

_LEAST_ASKED = 24
_LEAST_TRIALS = 8


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A decision as it came: the course before it, how many moves that has, and what was played."""

    course: Course
    seat: Seat
    move: int
    code: str

    @property
    def legal(self) -> tuple[str, ...]:
        return self.course.legal(self.seat)


def courses_of(record: Record) -> Iterator[Course]:
    """Play a record through; return the course after each number of moves."""
    course = Course.begin(GAMES[record.game], record.seats, record.options, record.chance)
    yield course
    for line in record.moves:
        course = course.then(line.seat, line.code)
        yield course


def decisions_of(
    record: Record, courses: Sequence[Course], seat: Seat, others: Collection[int]
) -> list[DecisionPoint]:
    """Return the decisions of a seat: what it did itself, and could have done otherwise."""
    return [
        DecisionPoint(courses[move], seat, move, line.code)
        for move, line in enumerate(record.moves)
        if line.seat == seat and move not in others and len(courses[move].legal(seat)) > 1
    ]


class Judged(NamedTuple):
    """A decision after the first round.

    `worth` orders decisions for the second round: by about how much `hard`'s move is better than
    the one played, or if they are alike than the next best one. `lost` is what was lost by the move
    played, `losses` what each of some random ones would have lost, and `error` the standard error
    of their mean. `share` is the chance to win (0…1) with the move played.
    """

    moment: DecisionPoint
    best: str
    worth: float
    lost: float
    losses: tuple[float, ...]
    error: float
    share: float

    @property
    def random(self) -> float:
        """What a random move would have lost."""
        return sum(self.losses) / len(self.losses)


def differing(judged: Iterable[Judged]) -> list[Judged]:
    """Return the decisions whose moves differ: a random one would have lost something."""
    return [each for each in judged if each.random >= DIFFERENCE]


class Checked(NamedTuple):
    """A decision after the second round; the third is for those of most `worth`."""

    moment: DecisionPoint
    best: RankedMove
    rival: RankedMove
    gap: Gap
    worth: float


class Judge:
    """Judges decisions of one game; `name` decides all chance, `table` is who sits in each seat."""

    def __init__(
        self,
        game: str,
        generators: Generators,
        name: str,
        effort: Effort,
        table: Sequence[Who] = (),
    ) -> None:
        self._game = game
        self._table = table
        self._trying = trying_of(game)
        self._hard = HOUSE_PLAYERS[game]["hard"]
        self._quick = HOUSE_PLAYERS[game]["quick"]
        self._generators = generators
        self._name = name
        self._effort = effort

    def screened(self, moments: Sequence[DecisionPoint]) -> list[Judged]:
        """Judge all decisions (the first round)."""
        if not moments:
            return []
        effort = self._effort
        asked = max(_LEAST_ASKED, effort.asked // len(moments))
        times = max(_LEAST_TRIALS, effort.screened // (FEW * len(moments)))
        return [self._screened(moment, asked, times) for moment in moments]

    def named(self, judged: Sequence[Judged]) -> tuple[Decision, ...]:
        """Return the mistakes that cost most, found out in the second and third round."""
        wrong = [each for each in judged if each.best != each.moment.code and each.worth > 0]
        return self._clearest(wrong, MISTAKES, LEAST)

    def praised(self, judged: Sequence[Judged]) -> tuple[Decision, ...]:
        """Return the moves found that were worth most, likewise."""
        right = [each for each in judged if each.best == each.moment.code and each.worth > 0]
        return self._clearest(right, PRAISED, PRAISEWORTHY)

    def _clearest(self, judged: Sequence[Judged], most: int, least: float) -> tuple[Decision, ...]:
        likeliest = sorted(judged, key=lambda each: -each.worth)[: CANDIDATES * most]
        checked = [found for each in likeliest if (found := self._checked(each))]
        clear = [found for found in checked if found.gap.is_clear(least=least)]
        clear.sort(key=lambda found: -found.worth)
        told = [self._told(found) for found in clear[:most]]
        named = [decision for decision in told if decision.gap.is_clear(least=least)]
        return tuple(sorted(named, key=lambda decision: -decision.gap.share))

    def _screened(self, moment: DecisionPoint, asked: int, times: int) -> Judged:
        legal, code = moment.legal, moment.code
        ranked = self._ranked(moment, asked, "asked")
        best, rival = ranked[0], _rival(ranked, code)
        codes = legal if len(legal) <= FEW else (best.code, rival.code)
        compared = self._compared(moment, codes, times, "screened")
        gap = compared.gap(best.code, rival.code)
        gaps = self._of_any(moment, best.code, compared, times)
        weight = self._weight(moment) if best.code == code else 1.0
        return Judged(
            moment,
            best.code,
            weight * (gap.share + best.share - rival.share) / 2,
            gap.share if best.code != code else 0.0,
            tuple([each.share for each in gaps]),
            hypot(*(each.share_error for each in gaps)) / len(gaps),
            compared.expected(code).share,
        )

    def _of_any(
        self, moment: DecisionPoint, best: str, compared: Comparison, times: int
    ) -> list[Gap]:
        """Return by how much the best move is better than any, from trials of some of them.

        Of many legal moves as many are tried as a few trials are left for.
        """
        legal = moment.legal
        if len(legal) <= FEW:
            return [compared.gap(best, other) for other in legal]
        random = self._generators(self._key(moment, "any"))
        most = max(1, 2 * times // _LEAST_TRIALS - 1)
        tried = sorted(legal, key=lambda _: random.random())[:most]
        each = max(_LEAST_TRIALS, 2 * times // (len(tried) + 1))
        others = self._compared(moment, (best, *tried), each, "any move")
        return [others.gap(best, other) for other in tried]

    def _checked(self, judged: Judged) -> Checked | None:
        """Compare with new trials what `hard` finds with all its time.

        Returns None where it now thinks otherwise of the move played.
        """
        moment = judged.moment
        ranked = self._ranked(moment, self._effort.again, "asked again")
        if (ranked[0].code == moment.code) != (judged.best == moment.code):
            return None
        best, rival = ranked[0], _rival(ranked, moment.code)
        codes = (best.code, rival.code)
        compared = self._compared(moment, codes, self._effort.checked, "checked")
        gap = compared.gap(*codes)
        weight = self._weight(moment) if best.code == moment.code else 1.0
        return Checked(moment, best, rival, gap, weight * gap.share)

    def _weight(self, moment: DecisionPoint) -> float:
        """Return how much a best move found counts."""
        course, seat = moment.course, moment.seat
        random = self._generators(self._key(moment, "quick"))
        view, heard = course.view(seat), course.heard(seat)
        at_once = self._quick.choose(view, heard, moment.legal, random)
        return OBVIOUS if at_once == moment.code else 1.0

    def _told(self, found: Checked) -> Decision:
        """Compare the two moves with new trials, and with all cards known."""
        moment, best, rival, _, _ = found
        codes, times = (best.code, rival.code), self._effort.told
        compared = self._compared(moment, codes, times, "told")
        known = compared
        if not compared.is_open:
            known = self._compared(moment, codes, times // 2, "known", known=True)
        expected, of_rival = map(compared.expected, codes)
        view, heard = moment.course.view(moment.seat), moment.course.heard(moment.seat)
        random = self._generators(self._key(moment, "why"))
        reasons = Reasons(self._game, view, heard, codes, random)
        return Decision(
            move=moment.move,
            deal=moment.course.view(None).deal,
            code=moment.code,
            best=best.code,
            rival=rival.code,
            gap=compared.gap(*codes),
            known=known.gap(*codes),
            share_best=expected.share,
            share_rival=of_rival.share,
            points_best=expected.points,
            points_rival=of_rival.points,
            reasons=reasons.why(*codes),
        )

    def _ranked(self, moment: DecisionPoint, budget: int, round_: str) -> tuple[RankedMove, ...]:
        course, seat = moment.course, moment.seat
        random = self._generators(self._key(moment, round_))
        view, heard = course.view(seat), course.heard(seat)
        budget = min(budget, self._hard.budget)
        ranked = self._hard.robot.rank(view, heard, moment.legal, random, budget)
        return tuple(map(telling_at(self._game, view, self._table).move, ranked))

    def _compared(
        self,
        moment: DecisionPoint,
        codes: Sequence[str],
        times: int,
        round_: str,
        *,
        known: bool = False,
    ) -> Comparison:
        random = self._generators(self._key(moment, round_))
        course, seat = moment.course, moment.seat
        truth = course.state if known else None
        view = course.view(seat)
        trials = self._trying.trials(view, course.heard(seat), random, truth)
        return Comparison(trials, codes, random, times, telling_at(self._game, view, self._table))

    def _key(self, moment: DecisionPoint, round_: str) -> str:
        return f"{self._name}/{moment.seat}/{moment.move}/{round_}"


def _rival(ranked: Sequence[RankedMove], code: str) -> RankedMove:
    """Return the move to compare the best one with: the move played, or the next best one."""
    if ranked[0].code == code:
        return ranked[1]
    return next(move for move in ranked if move.code == code)

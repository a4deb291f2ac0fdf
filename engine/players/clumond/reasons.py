"""What a person would say for a move of Clumond: of the target, of tricks and of cards to keep.

Cards are tried in games played on as in the search that ranks them, and declarations have its
numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_FACE, RANKS, faces_in, mask_of_faces
from engine.games.clumond.imagine import revealed_by
from engine.games.clumond.settlement import meanings
from engine.games.clumond.state import FULL_PACK, SEATS, TRUMPS_NUMBER
from engine.games.clumond.view import PASS, TRICKS, ClumondView, Phase, Scoring, Trumps
from engine.players.clumond.evaluation import lean
from engine.players.clumond.opponents import EVERYBODY, Opponents
from engine.players.clumond.policy import Habits
from engine.players.clumond.position import NOWHERE, code_of_hand, hand_from
from engine.players.reasons import (
    SHARE,
    USUALLY,
    Argument,
    Compared,
    Observed,
    Reason,
    how_often,
    in_ten,
)
from engine.players.robot import own_view

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View


SIMULATIONS = 10_000
"""Simulations of a search: with a quarter of them, one in three goes on badly after a move."""

LEAST = 0.02
"""The least difference in how often a number is made that is told."""

LIKELY = 0.5
"""The chance (0…1) of a declaration from which it is told to be likely, or not."""

THEIRS, LATER = 0.5, 0.6
"""The weight of another's number against one's own, and of a second word on one's own."""

EVEN = 0.5
"""Tricks that are less than so much off on the average are most often right."""

OFTEN = 0.1
"""The least difference in how often something happens that is told."""

KEPT, SPENT = 0.45, 0.2
"""How often (0…1) a card is at least kept to the end that is worth keeping, and how often at most
one that is not."""


class ClumondCases:
    """Hands imagined from a view, weighted by the calls heard, with the same chance in playing."""

    times = 240

    def __init__(self, view: View, heard: Sequence[Heard], random: Random) -> None:
        # What kernels need takes its time to load, so only those who search load it.
        from engine.players.clumond.kernel_search import Searching  # noqa: PLC0415 - see above

        self._view = own_view(view, ClumondView)
        self._player = self._view.to_act[0] - 1
        self._searching = Searching(self._view, heard, random, Habits())
        self._unseen = (
            FULL_PACK & ~revealed_by(heard).played & ~mask_of_faces(self._view.hand or ())
        )
        self._others = Opponents.of(self._view, heard, EVERYBODY)
        if self._view.phase is Phase.PLAY:
            declarer = self._view.declarer - 1 if self._view.declarer else NOWHERE
            self._worth = self._searching.worth(declarer)
            self._tried = self._searching.cases(SIMULATIONS)

    def observed(self, codes: Sequence[str], random: Random) -> Sequence[Observed]:  # noqa: ARG002 - the search has its own
        if self._view.phase is Phase.CALL:
            return [{} for _ in codes]
        rows = self._tried([CARD_OF_FACE[_played(code)] for code in codes])
        return [self._seen(row) for row in rows]

    def arguments(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        if self._view.phase is Phase.CALL:
            return self._of_calls(better, worse)
        declarer = (self._view.declarer or self._player + 1) - 1
        if declarer != self._player:
            return self._of_stopping(declarer, found)
        return self._of_playing(better, worse, found)

    def _seen(self, row: Sequence[int]) -> Observed:
        """Say who made how many tricks, and what the seat kept."""
        from engine.players.clumond.kernel import WORTH  # noqa: PLC0415 - see above
        from engine.players.clumond.kernel_cases import END, KEPT, TOOK, TRICKS  # noqa: PLC0415 - see above

        player, seen = self._player, dict[str, float]()
        for other in range(SEATS):
            tricks = row[TRICKS + other]
            code = code_of_hand(hand_from(row[KEPT + other]))
            gap = tricks - min(meanings(code), key=lambda meant: abs(tricks - meant))
            seen |= {
                f"takes {other}": float(row[TOOK] == other),
                f"hits {other}": float(not gap),
                f"over {other}": float(gap > 0),
                f"under {other}": float(gap < 0),
                f"off {other}": abs(gap),
                f"tricks {other}": tricks,
            }
        seen |= {f"keeps {face}": 1.0 for face in faces_in(row[KEPT + player])}
        worth = int(self._worth.table[row[END] * WORTH + player])
        return {**seen, SHARE: self._worth.share(worth, player)}

    def _of_playing(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say why the seat makes its own number more often, and others do less.

        Only where nobody has declared the numbers of others count (C6).
        """
        me = self._player
        weight = found.gap(f"hits {me}")
        if weight >= LEAST:
            yield from self._of_number(better, worse, weight, found)
        elif self._view.declarer is None and (fewer := -found.gap(f"off {me}")) >= LEAST:
            yield Argument(THEIRS * fewer, Reason("nearer"))  # each trick off costs (C5)
        for other in range(len(self._view.tricks) if self._view.declarer is None else 0):
            weight = -found.gap(f"hits {other}")
            if other == me or weight < LEAST:
                continue
            takes = -found.gap(f"takes {other}") >= OFTEN and -found.gap(f"under {other}") <= 0
            often = self._how_often(found.worse(f"takes {other}"))
            key = "feeds" if takes else "helps"
            yield Argument(THEIRS * weight, Reason.of(key, seat=other + 1, often=often))

    def _of_number(
        self, better: str, worse: str, weight: float, found: Compared
    ) -> Iterable[Argument]:
        """Say how a card brings the seat to its own number: by this trick, or by what it keeps."""
        me = self._player
        takes, over, under = (found.gap(f"{name} {me}") for name in ("takes", "over", "under"))
        said = False
        if takes >= OFTEN and under < 0:
            said = True
            often = self._how_often(found.better(f"takes {me}"), better)
            yield Argument(weight, Reason.of("needs", often=often))
        elif takes <= -OFTEN and over < 0:
            said = True
            often = self._how_often(found.worse(f"takes {me}"), worse)
            yield Argument(weight, Reason.of("spares", often=often))
        if exact := self._of_code(better, found):
            yield Argument(weight * (LATER if said else 1), exact)
        elif self._is_kept(better, worse, found):
            yield Argument(weight * (LATER if said else 1), Reason("keeps"))
        elif not said and under < 0 and under <= over:
            yield Argument(weight, Reason("more"))
        elif not said and over < 0:
            yield Argument(weight, Reason("fewer"))
        elif not said:
            yield Argument(weight, Reason("hits"))

    def _of_code(self, better: str, found: Compared) -> Reason | None:
        """Say in the last trick what the cards left say, where it is the tricks in the end."""
        if self._view.trick.number < TRICKS:
            return None
        left = mask_of_faces(self._view.hand or ()) & ~mask_of_faces([_played(better)])
        code, tricks = code_of_hand(hand_from(left)), found.better(f"tricks {self._player}")
        meant = min(meanings(code), key=lambda number: abs(tricks - number))
        return Reason.of("exact", code=code, n=meant) if abs(tricks - meant) < EVEN else None

    def _how_often(self, chance: float, code: str = "") -> str:
        """Say how often a trick is taken, by the card of a move if that is given.

        Surely only if nobody else plays to it any more, or nobody has a card to beat that.
        """
        is_sure = len(self._view.trick.cards) == SEATS - 1 or (code and self._stands(code))
        return how_often(chance if is_sure else min(USUALLY, chance))

    def _stands(self, code: str) -> bool:
        """Return whether no card that others may hold beats the one a move plays."""
        card, trumps = _played(code), (self._view.trumps or Trumps.NONE).value
        others = faces_in(self._unseen)
        higher = [face for face in others if RANKS.index(face[0]) > RANKS.index(card[0])]
        suit = card[1]
        is_high = all(face[1] != suit for face in higher)
        return is_high and (suit == trumps or all(face[1] != trumps for face in others))

    def _is_kept(self, better: str, worse: str, found: Compared) -> bool:
        """Return whether the worse card is one to keep to the end and the better one is not."""
        kept = found.better(f"keeps {_played(worse)}")
        return kept >= KEPT and found.worse(f"keeps {_played(better)}") <= SPENT

    def _of_stopping(self, declarer: int, found: Compared) -> Iterable[Argument]:
        """Say how a declarer misses their number more often."""
        weight = -found.gap(f"hits {declarer}")
        if weight < LEAST:
            return
        takes, over, under = (found.gap(f"{n} {declarer}") for n in ("takes", "over", "under"))
        if takes >= OFTEN and over > 0:
            often = self._how_often(found.better(f"takes {declarer}"))
            yield Argument(weight, Reason.of("pushes", seat=declarer + 1, often=often))
        elif takes <= -OFTEN and under > 0:
            often = self._how_often(found.worse(f"takes {declarer}"))
            yield Argument(weight, Reason.of("feeds", seat=declarer + 1, often=often))
        elif over > 0:
            yield Argument(weight, Reason.of("too_many", seat=declarer + 1))
        elif under > 0:
            yield Argument(weight, Reason.of("too_few", seat=declarer + 1))
        else:
            yield Argument(weight, Reason.of("stops", seat=declarer + 1))

    def _of_calls(self, better: str, worse: str) -> Iterable[Argument]:
        """Say how likely declarations are made, as a house player thinks who knows nobody there."""
        chances = self._made(better), self._made(worse)
        if worse == PASS:
            if chances[0] >= LIKELY:
                yield Argument(1, Reason.of("made", n=in_ten(chances[0])))
            if self._view.scoring is Scoring.CHIPS:
                yield Argument(1, Reason.of("pot", n=self._view.pot))
        elif better == PASS:
            if self._lead() > 0:
                yield Argument(1, Reason("ahead"))
            if chances[1] <= LIKELY or self._lead() > 0:
                yield Argument(1, Reason.of("missed", n=in_ten(1 - chances[1])))
        elif chances[0] - chances[1] >= LEAST:
            longer, shorter = self._trumps_held(better), self._trumps_held(worse)
            key = "longer" if longer > shorter and _trumps(worse) is not Trumps.NONE else "likelier"
            yield Argument(1, Reason.of(key, n=longer))

    def _lead(self) -> int:
        """Return by how much the seat is ahead before the last deal; 0 before any other."""
        own, *others = sorted(self._view.scores, reverse=True)
        is_last = self._view.deal == self._view.deals
        return own - others[0] if is_last and own == self._view.scores[self._player] else 0

    def _made(self, code: str) -> float:
        """Return the chance (0…1) to make a declaration; 0 for a pass."""
        if code == PASS:
            return 0.0
        trumps = TRUMPS_NUMBER[_trumps(code)]
        found = self._searching.declared(trumps, SIMULATIONS)
        hand = hand_from(mask_of_faces(self._view.hand or ()))
        return self._others.declared(lean(hand, trumps), found.made, found.times)

    def _trumps_held(self, code: str) -> int:
        """Return how many cards of the suit declared the seat holds; 0 for no trumps."""
        suit = _trumps(code).value
        return sum(card[1] == suit for card in self._view.hand or ())


def _trumps(code: str) -> Trumps:
    return Trumps(code.partition(" ")[2])


def _played(code: str) -> str:
    return code.partition(" ")[2]


# What a puzzle of Clumond is about.

NAMES = ("call", "declared", "stop", "last_tricks", "code")

LAST = TRICKS - 2
"""The first of the last three tricks."""


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:  # noqa: ARG001 - no name may tell what is best
    """Return the kind of decision: one of NAMES."""
    shown = cast("ClumondView", view)
    if shown.phase is Phase.CALL:
        return "call"
    if shown.declarer is not None:
        return "declared" if shown.declarer == shown.seat else "stop"
    return "last_tricks" if shown.trick.number >= LAST else "code"

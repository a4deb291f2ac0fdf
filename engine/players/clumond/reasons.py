"""What a person would say for a move of Clumond: of the target, of tricks and of cards to keep.

Hands are played on as trials do: at random, and the last tricks by rule of thumb.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.cards import FACES, SUIT_SIZE, mask_of_faces
from engine.games.clumond.imagine import known_state
from engine.games.clumond.settling import meanings
from engine.games.clumond.state import TRUMPS_NUMBER
from engine.games.clumond.view import PASS, ClumondView, Phase, Scoring, Trumps
from engine.players.clumond.calls import weighted_imaginer
from engine.players.clumond.declaring import chance, lean
from engine.players.clumond.position import BITS, Position, code_of_hand, hand_from
from engine.players.clumond.robots import make
from engine.players.clumond.tally import HandUtility
from engine.players.clumond.trials import HARDER, finish, play_trick
from engine.players.reasons import SHARE, Argument, Compared, Observed, Reason, how_often, in_ten
from engine.players.robot import own_view
from engine.players.trials import each_alike

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View

LEAST = 0.03
"""The least difference in how often a number is made that is told."""

LIKELY = 0.5
"""The chance (0…1) of a declaration from which it is told to be likely, or not."""

THEIRS, LATER = 0.5, 0.6
"""The weight of another's number against one's own, and of a second word on one's own."""

OFTEN = 0.1
"""The least difference in how often something happens that is told."""

KEPT, SPENT = 0.45, 0.2
"""How often (0…1) a card is at least kept to the end that is worth keeping, and how often at most
one that is not."""


class ClumondCases:
    """Hands imagined from a view, weighted by the calls heard, with the same chance in playing."""

    times = 240

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],
        random: Random,  # noqa: ARG002 - nothing is made up before a hand is observed
    ) -> None:
        self._view = own_view(view, ClumondView)
        self._player = self._view.to_act[0] - 1
        self._known = Position.of(known_state(self._view))
        self._imagine = weighted_imaginer(self._view, heard)
        self._utility = HandUtility(self._view, self._player)

    def observed(self, codes: Sequence[str], random: Random) -> Sequence[Observed]:
        position = self._known.with_hands(self._imagine(random))
        return [self._seen(position.copy(), code, random) for code in each_alike(codes, random)]

    def arguments(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        if self._view.phase is Phase.CALL:
            return self._of_calls(better, worse, found)
        declarer = (self._view.declarer or self._player + 1) - 1
        if declarer != self._player:
            return self._of_stopping(declarer, found)
        return self._of_playing(better, worse, found)

    def _seen(self, position: Position, code: str, random: Random) -> Observed:
        """Make a move, play on, and say who made how many tricks, and what the seat kept."""
        won, cards, player = position.won[:], position.cards, self._player
        make(position, player, code)
        play_trick(position, cards, random)
        seen = {f"takes {p}": float(position.won[p] > won[p]) for p in range(len(won))}
        finish(position, random)
        for other, hand in enumerate(position.hands):
            tricks = position.won[other]
            gap = tricks - min(meanings(code_of_hand(hand)), key=lambda meant: abs(tricks - meant))
            seen |= {
                f"hits {other}": float(not gap),
                f"over {other}": float(gap > 0),
                f"under {other}": float(gap < 0),
                f"tricks {other}": tricks,
            }
        for suit, ranks in enumerate(position.hands[player]):
            seen |= {f"keeps {_face(suit, bit)}": 1.0 for bit in BITS[ranks]}
        if self._view.phase is Phase.PLAY:
            seen[SHARE] = self._utility.value(position.declarer, position.off())[1]
        return seen

    def _of_playing(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say why the seat makes its own number more often, and others do less.

        Only where nobody has declared the numbers of others count (C6).
        """
        me = self._player
        weight = found.gap(f"hits {me}")
        if weight >= LEAST:
            yield from self._of_number(better, worse, weight, found)
        for other in range(len(self._view.tricks) if self._view.declarer is None else 0):
            weight = -found.gap(f"hits {other}")
            if other == me or weight < LEAST:
                continue
            takes = -found.gap(f"takes {other}") >= OFTEN and -found.gap(f"under {other}") <= 0
            often = how_often(found.worse(f"takes {other}"))
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
            often = how_often(found.better(f"takes {me}"))
            yield Argument(weight, Reason.of("needs", often=often))
        elif takes <= -OFTEN and over < 0:
            said = True
            often = how_often(found.worse(f"takes {me}"))
            yield Argument(weight, Reason.of("spares", often=often))
        if self._is_kept(better, worse, found):
            yield Argument(weight * (LATER if said else 1), Reason("keeps"))
        elif not said and under < 0 and under <= over:
            yield Argument(weight, Reason("more"))
        elif not said and over < 0:
            yield Argument(weight, Reason("fewer"))
        elif not said:
            yield Argument(weight, Reason("hits"))

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
            often = how_often(found.better(f"takes {declarer}"))
            yield Argument(weight, Reason.of("pushes", seat=declarer + 1, often=often))
        elif takes <= -OFTEN and under > 0:
            often = how_often(found.worse(f"takes {declarer}"))
            yield Argument(weight, Reason.of("feeds", seat=declarer + 1, often=often))
        elif over > 0:
            yield Argument(weight, Reason.of("too_many", seat=declarer + 1))
        elif under > 0:
            yield Argument(weight, Reason.of("too_few", seat=declarer + 1))
        else:
            yield Argument(weight, Reason.of("stops", seat=declarer + 1))

    def _of_calls(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say how likely declarations are made, by playouts and by the hand (`declaring`)."""
        hits = f"hits {self._player}"
        chances = self._made(better, found.better(hits)), self._made(worse, found.worse(hits))
        if worse == PASS and chances[0] >= LIKELY:
            yield Argument(1, Reason.of("made", n=in_ten(chances[0])))
            if self._view.scoring is Scoring.CHIPS:
                yield Argument(1, Reason.of("pot", n=self._view.pot))
        elif better == PASS and chances[1] <= LIKELY:
            yield Argument(1, Reason.of("missed", n=in_ten(1 - chances[1])))
        elif PASS not in (better, worse) and chances[0] - chances[1] >= LEAST:
            longer, shorter = self._trumps_held(better), self._trumps_held(worse)
            key = "longer" if longer > shorter > 0 else "likelier"
            yield Argument(1, Reason.of(key, n=longer))

    def _made(self, code: str, made: float) -> float:
        """Return the chance (0…1) to make a declaration; 0 for a pass."""
        if code == PASS:
            return 0.0
        hand = hand_from(mask_of_faces(self._view.hand or ()))
        leaning = lean(hand, TRUMPS_NUMBER[_trumps(code)]) - HARDER
        return chance(leaning, made * self.times, self.times)

    def _trumps_held(self, code: str) -> int:
        """Return how many cards of the suit declared the seat holds; 0 for no trumps."""
        suit = _trumps(code).value
        return sum(card[1] == suit for card in self._view.hand or ())


def _trumps(code: str) -> Trumps:
    return Trumps(code.partition(" ")[2])


def _played(code: str) -> str:
    return code.partition(" ")[2]


def _face(suit: int, bit: int) -> str:
    return FACES[suit * SUIT_SIZE + bit.bit_length() - 1]

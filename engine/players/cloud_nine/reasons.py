"""What a person would say for a move of Cloud Nine: of the hand, the cloud and what others take.

Games go on by the keen rule for as many tricks as `hard` looks ahead. Hands and clouds then count
as they are expected to end (`evaluation`); what a card makes is what it makes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, cast

from engine.cards import BIT, CARD_OF_FACE, FACES, JOKER, LIKE, lowest, mask_of_faces
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import NINE, Meld, meld, outgrown
from engine.players.cloud_nine.evaluation import CLOUD_EVALUATION
from engine.players.cloud_nine.policy import KEEN, cards_in, kept_imaginer
from engine.players.cloud_nine.position import DONE, Position
from engine.players.cloud_nine.robots import TRICKS, Playout, make
from engine.players.fits import fit, gift, growth, ties
from engine.players.reasons import (
    SHARE,
    USUALLY,
    VAGUE,
    Argument,
    Compared,
    Observed,
    Reason,
    Value,
    how_often,
)
from engine.players.robot import own_view

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View


LEAST = 1.0
"""The least difference in points that is told."""

OFTEN = 0.15
"""The least difference in how often something happens that is told."""

THEIRS = 0.5
"""How much a point of another's cloud counts against one of one's own."""


class CloudNineCases:
    """Games imagined from a view, in which the others kept good cards."""

    times = 96

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - all that was heard lies on the table
        random: Random,  # noqa: ARG002 - nothing is made up before a game is observed
    ) -> None:
        self._view = own_view(view, CloudNineView)
        self._player = self._view.to_act[0] - 1
        self._imagine = kept_imaginer(self._view, self._player)
        self._playout = Playout(self._view, self._player, TRICKS)
        self._hand = mask_of_faces(self._view.hand.cards if self._view.hand else ())
        self._clouds = [mask_of_faces(cloud.cards) for cloud in self._view.clouds]

    def observed(self, codes: Sequence[str], random: Random) -> Sequence[Observed]:
        position = self._imagine(random)
        return [self._seen(position.copy(), code) for code in codes]

    def arguments(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        if self._view.phase is Phase.PLAY:
            yield from self._of_hand(better, worse, found)
            yield from self._of_trick(better, found)
        elif self._view.phase is Phase.TAKE:
            yield from self._of_cloud(better, worse, found)
        yield from self._of_others(worse, found)

    def _seen(self, position: Position, code: str) -> Observed:
        """Make a move, play on, and say what became of the trick, the hand and the clouds."""
        before, trick, order = [*position.clouds], position.number, position.ranking
        make(position, code)
        while position.number == trick and position.doing != DONE:
            order = position.ranking or order
            KEEN.go_on(position)
        seen = {f"{player} gets {FACES[card]}": 1.0
            for player, cloud in enumerate(position.clouds)
            for card in cards_in(cloud ^ before[player])
        }  # fmt: skip
        seen["first"] = float(order[0] == self._player)
        parts = self._playout.parts(position)
        seen["hand"] = parts[self._player][0]
        seen |= {f"cloud {player}": cloud for player, (_, cloud) in enumerate(parts)}
        seen |= growth("hand", meld(position.hands[self._player]))
        seen |= growth("mine", meld(position.clouds[self._player]))
        seen[SHARE] = self._playout.go_on(position)[1]
        return seen

    def _of_hand(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say what one card keeps for the hand and the other does not."""
        weight = found.gap("hand")
        if weight < LEAST:
            return
        spent, held = (CARD_OF_FACE[_face(code)] for code in (better, worse))
        values = fit(self._hand & ~BIT[spent], self._hand & ~BIT[held])
        if values.get("fit") == "joker":
            yield Argument(weight, Reason("keeps_joker"))
        elif values:
            key = "keeps" if spent < JOKER else "keeps_over_joker"
            yield Argument(weight, Reason.of(key, **values))
        elif values := _tie(held, spent, self._hand & ~BIT[spent] & ~BIT[held], "hand", found):
            yield Argument(weight, Reason.of(f"keep_{values['fit']}", **values))
        else:
            yield Argument(VAGUE * weight, Reason("hand"))

    def _of_trick(self, better: str, found: Compared) -> Iterable[Argument]:
        """Say what a card brings the own cloud: the first pick, and which card."""
        weight = found.gap(f"cloud {self._player}")
        if weight < LEAST:
            return
        is_first = found.gap("first") >= OFTEN
        card, made = self._got(self._player, found)
        if not card:
            said = (weight, "first") if is_first else (VAGUE * weight, "brings")
            yield Argument(said[0], Reason(said[1]))
            return
        key = f"{'first' if is_first else 'gets'}_{'back' if card == _face(better) else 'card'}"
        chance = found.better(f"{self._player} gets {card}")
        # Others choose by a rule in these games, and may choose otherwise: only the first to pick
        # of a trick that is full is sure of anything.
        is_sure = is_first and len(self._view.trick.cards) == len(self._clouds) - 1
        chance = min(chance, found.better("first")) if is_first else chance
        often = how_often(chance if is_sure else min(USUALLY, chance))
        yield Argument(weight, Reason.of(key, card=card, often=often, **made))

    def _of_cloud(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say what one card makes of the own cloud and the other does not."""
        weight, hope = found.gap(f"cloud {self._player}"), found.most("mine ")
        if weight < LEAST:
            if found.is_even and hope:
                yield Argument(VAGUE, Reason(f"cloud_{hope}"))
            return
        cloud = self._clouds[self._player]
        mine, other = (_with(cloud, _face(code)) for code in (better, worse))
        taken, left = (CARD_OF_FACE[_face(code)] for code in (better, worse))
        if values := gift(mine, other):
            yield Argument(weight, Reason.of("makes", **values))
        elif values := _tie(taken, left, cloud, "mine", found):
            yield Argument(weight, Reason.of(f"take_{values['fit']}", **values))
        else:
            yield Argument(VAGUE * weight, Reason(f"cloud_{hope}" if hope else "cloud"))

    def _of_others(self, worse: str, found: Compared) -> Iterable[Argument]:
        """Say what the worse move leaves to others."""
        for player in range(len(self._clouds)):
            weight = -found.gap(f"cloud {player}")
            if player == self._player or weight < LEAST:
                continue
            card, made = self._got(player, found, -1)
            if card:
                key = "goes" if card == _face(worse) else "leaves"
                often = how_often(min(USUALLY, found.worse(f"{player} gets {card}")))
                reason = Reason.of(key, seat=player + 1, card=card, often=often, **made)
                yield Argument(THEIRS * weight, reason)
            else:
                yield Argument(VAGUE * weight, Reason.of("helps", seat=player + 1))

    def _got(self, player: int, found: Compared, sign: int = 1) -> tuple[str, dict[str, Value]]:
        """Return the card that a player gets more often after one move, and what it does for them.

        It makes something at once, or goes with a card and is worth more to them than most. "" if
        none does.
        """
        cloud = self._clouds[player]
        gets = found.rising(f"{player} gets ", sign) if cloud else []
        cards = [card for gap, card in gets if gap >= OFTEN]
        for card in cards:
            if made := gift(_with(cloud, card), cloud):
                return card, made
        for card in cards:
            if self._suits(player, card) and (tied := ties(CARD_OF_FACE[card], cloud)):
                return card, next(iter(tied.values()))
        return "", {}

    def _suits(self, player: int, card: str) -> bool:
        """Return whether a card is worth more to a player's cloud than the average card is."""
        cloud = self._clouds[player]
        evaluate = CLOUD_EVALUATION[NINE - cloud.bit_count() - 1]
        usual = fmean([evaluate(cloud | bit) for bit in BIT[:JOKER] if not cloud & bit])
        return evaluate(_with(cloud, card)) >= usual + LEAST


def _with(cloud: int, face: str) -> int:
    """Return a cloud with one more card, which may be its second joker."""
    return cloud | BIT[lowest(LIKE[CARD_OF_FACE[face]] & ~cloud)]


def _tie(card: int, other: int, cards: int, whose: str, found: Compared) -> dict[str, Value]:
    """Return how a card goes with some cards as another does not; {} where it does not.

    The factor that grows most by it comes first, and none that is smaller in the end counts.
    """
    mine, others = ties(card, cards), ties(other, cards)
    gaps = {
        factor: found.gap(f"{whose} {factor}")
        for factor, values in mine.items()
        if factor not in others or int(values.get("n", 0)) > int(others[factor].get("n", 0))
    }
    factor = max(gaps, key=gaps.__getitem__, default="")
    return mine[factor] if factor and gaps[factor] >= 0 else {}


def _face(code: str) -> str:
    """Return the card that is played or taken."""
    return code.partition(" ")[2]


# What a puzzle of Cloud Nine is about.

NAMES = ("run", "suit", "joker", "leave", "last_tricks", "ahead")

LAST = 7
"""The first of the last three tricks."""


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:  # noqa: ARG001 - all lies on the table
    """Return what decides between the best move and another: one of NAMES."""
    shown = cast("CloudNineView", view)
    card, worse = best.partition(" ")[2], other.partition(" ")[2]
    if "JK" in (card, worse):
        return "joker"
    if shown.phase is Phase.TAKE and _leaves(shown, card) < _leaves(shown, worse):
        return "leave"
    # Sets alone decide too seldom for a theme of their own.
    if shown.phase is not Phase.SECOND:
        name = outgrown(_made(shown, card), _made(shown, worse))
        if name in NAMES:
            return name
    return "last_tricks" if shown.trick.number >= LAST else "ahead"


def _made(view: CloudNineView, card: str) -> Meld:
    """Return what the hand makes without a card played, or the cloud with a card taken."""
    if view.phase is Phase.TAKE:
        return meld(mask_of_faces((*view.clouds[view.to_act[0] - 1].cards, card)))
    hand = [*(view.hand.cards if view.hand else ())]
    hand.remove(card)
    return meld(mask_of_faces(hand))


def _leaves(view: CloudNineView, card: str) -> int:
    """Return the most that the next who takes can make of what a taken card leaves."""
    left = [played.card for played in view.trick.cards if played.taken_by is None]
    following = view.trick.ranking[len(view.trick.cards) - len(left) + 1 :]
    left.remove(card)
    clouds = [view.clouds[seat - 1].cards for seat in following[:1]]
    return max(
        (meld(mask_of_faces((*cloud, one))).score for cloud in clouds for one in left), default=0
    )

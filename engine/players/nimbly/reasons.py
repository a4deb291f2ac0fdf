"""What a person would say for a draw of Nimbly: of the own hand, and of what others then take.

All players, who may err (`trials`), draw twice more; then hands count as they are expected to end
(`evaluation`). What cards make is what they make at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, cast

from engine.cards import BIT, CARD_OF_FACE, faces_in
from engine.games.nimbly.imagine import imaginer, known_hands
from engine.games.nimbly.state import LARGE_TABLE
from engine.games.nimbly.view import NimblyView
from engine.melds import NINE, meld, outgrown, score
from engine.players.fits import gift, growth, ties
from engine.players.nimbly.lookahead import DealUtility
from engine.players.nimbly.position import DONE, Layout, Position, position_of
from engine.players.nimbly.trials import played_on
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
from engine.players.trials import each_alike

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View


ROUNDS = 2
"""How often everybody draws after the move."""

LEAST = 0.7
"""The least difference in points that is told."""

OFTEN = 0.15
"""The least difference in how often somebody gets a card that is told."""

MUCH = 5
"""The least difference in points at once that is told beside what others get."""

LATER = 0.6
"""The weight of what comes later, where there is something to say of now."""


class NimblyCases:
    """Deals played on with the same luck in choosing after every move; all cards are known."""

    times = 80

    def __init__(self, view: View, heard: Sequence[Heard], random: Random) -> None:
        shown = own_view(view, NimblyView)
        state = imaginer(shown, heard)(random)
        self._layout, self._position = position_of(state)
        self._player = self._position.turn
        self._utility = DealUtility(state, self._player)
        self._ace_low = shown.seats == LARGE_TABLE
        takes = self._layout.takes(self._position.left, self._hands[self._player].bit_count())
        self._takes = {f"draw {take.rows}": take for take in takes}

    @property
    def _hands(self) -> tuple[int, ...]:
        return self._position.hands

    def observed(self, codes: Sequence[str], random: Random) -> Sequence[Observed]:
        return [
            self._seen(self._position.after(self._takes[code]), random)
            for code in each_alike(codes, random)
        ]

    def arguments(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        own = [*self._of_hand(better, worse, found)]
        yield from own
        # That the better draw makes much less at once is said only once.
        is_less = self._makes_less(better, worse, MUCH)
        is_less &= all(argument.reason.key != "makes_less" for argument in own)
        others = [player for player in range(len(self._hands)) if player != self._player]
        for player in sorted(others, key=lambda player: found.gap(f"hand {player}")):
            yield from self._of_other(player, worse, found, is_less=is_less)
            is_less = False

    def _seen(self, position: Position, random: Random) -> Observed:
        """Play on, and say what everybody took and what their hands are worth."""
        draws = ROUNDS * len(self._hands)
        end = played_on(self._layout, self._utility, position, random, draws)
        seen = {
            f"{player} gets {card}": 1.0
            for player, (hand, before) in enumerate(zip(end.hands, position.hands, strict=True))
            for card in faces_in(hand ^ before)
        }
        for player, hand in enumerate(end.hands):
            seen |= growth(f"grown {player}", meld(hand, ace_low=self._ace_low))
        live, utility = self._layout.live(end.left), self._utility
        is_over = end.turn == DONE
        worth = [
            score(hand, ace_low=self._ace_low) if is_over else utility.evaluate(hand, live)
            for hand in end.hands
        ]
        seen |= {f"hand {player}": points for player, points in enumerate(worth)}
        value = utility.final(end.hands) if is_over else utility.hoped(end.hands, live)
        seen[SHARE] = utility.share(value)
        return seen

    def _of_hand(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say what one draw makes of the own hand, at once or with cards to come."""
        weight = found.gap(f"hand {self._player}")
        if weight < LEAST:
            return
        mine, other = (self._with(code) for code in (better, worse))
        if values := gift(mine, other, ace_low=self._ace_low):
            key = "makes_less" if self._makes_less(better, worse) else "makes"
            yield Argument(weight, Reason.of(key, **values))
            weight *= LATER
        card, made = self._got(self._player, mine, found)
        if card and not self._takes[worse].cards & BIT[CARD_OF_FACE[card]]:
            often = self._how_often(better, found.better(f"{self._player} gets {card}"))
            yield Argument(weight, Reason.of("later", card=card, often=often, **made))
        elif not values:
            hope = found.most(f"grown {self._player} ")
            yield Argument(VAGUE * weight, Reason(f"hand_{hope}" if hope else "hand"))

    def _of_other(
        self, player: int, worse: str, found: Compared, *, is_less: bool
    ) -> Iterable[Argument]:
        """Say which card the worse draw leaves to another."""
        weight = -found.gap(f"hand {player}")
        if weight < LEAST:
            return
        weight /= len(self._hands) - 1
        card, made = self._got(player, self._hands[player], found, -1)
        if card:
            key = "leaves_but" if is_less else "leaves"
            often = self._how_often(worse, found.worse(f"{player} gets {card}"))
            reason = Reason.of(key, seat=player + 1, card=card, often=often, **made)
            yield Argument(weight, reason)
        else:
            hope = found.most(f"grown {player} ", -1)
            key = f"helps_{hope}" if hope else "helps"
            yield Argument(VAGUE * weight, Reason.of(key, seat=player + 1))

    def _how_often(self, code: str, chance: float) -> str:
        """Say how often somebody gets a card; surely only if nobody else draws after the move."""
        hands = self._position.after(self._takes[code]).hands
        is_sure = sum(hand.bit_count() < NINE for hand in hands) == 1
        return how_often(chance if is_sure else min(USUALLY, chance))

    def _with(self, code: str) -> int:
        """Return the own hand after a draw."""
        return self._hands[self._player] | self._takes[code].cards

    def _makes_less(self, better: str, worse: str, least: int = 1) -> bool:
        """Return whether the own hand scores so much less at once after the better draw."""
        now, other = (score(self._with(code), ace_low=self._ace_low) for code in (better, worse))
        return other - now >= least

    def _got(
        self, player: int, hand: int, found: Compared, sign: int = 1
    ) -> tuple[str, dict[str, Value]]:
        """Return the card that a player gets more often after one draw, and what it does for them.

        It makes something of their hand at once, or goes with a card and is worth more than most in
        the rows. "" if none does.
        """
        gets = found.rising(f"{player} gets ", sign)
        cards = [card for gap, card in gets if gap >= OFTEN]
        for card in cards:
            if made := gift(hand | BIT[CARD_OF_FACE[card]], hand, ace_low=self._ace_low):
                return card, made
        for card in cards:
            tied = ties(CARD_OF_FACE[card], hand, ace_low=self._ace_low)
            if tied and self._suits(hand, card):
                return card, next(iter(tied.values()))
        return "", {}

    def _suits(self, hand: int, card: str) -> bool:
        """Return whether a card is worth more to a hand than the average card in the rows."""
        live, evaluate = self._layout.live(self._position.left), self._utility.evaluate
        worth = {bit: evaluate(hand | bit, live & ~bit) for bit in BIT if live & bit & ~hand}
        return worth[BIT[CARD_OF_FACE[card]]] >= fmean(worth.values()) + LEAST


# What a puzzle of Nimbly is about.

NAMES = ("run", "suit", "sets", "leave", "how_many", "last_cards", "ahead")

LAST = 9
"""So few cards left in the rows are the last ones."""


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:
    """Return what decides between the best draw and another: one of NAMES."""
    shown = cast("NimblyView", view)
    ace_low = shown.seats == LARGE_TABLE
    layout = Layout([[CARD_OF_FACE[card] for card in row] for row in shown.rows])
    position = Position(layout.whole, known_hands(shown, heard), shown.to_act[0] - 1)
    held = position.hands[position.turn]
    takes = {f"draw {take.rows}": take for take in layout.takes(position.left, held.bit_count())}

    def left(code: str) -> int:
        """Return the most that the next player can make at once after a draw."""
        after = position.after(takes[code])
        if after.turn in (DONE, position.turn):
            return 0
        theirs = after.hands[after.turn]
        drawn = layout.takes(after.left, theirs.bit_count())
        return max(score(theirs | take.cards, ace_low=ace_low) for take in drawn)

    mine, less = (meld(held | takes[code].cards, ace_low=ace_low) for code in (best, other))
    if mine.score > less.score and (name := outgrown(mine, less)):
        return name
    if left(best) < left(other):
        return "leave"
    if len(best) != len(other):
        return "how_many"
    return "last_cards" if sum(map(len, shown.rows)) <= LAST else "ahead"

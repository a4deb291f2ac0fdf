"""What a person would say for a draw of Nimbly: of the own hand, and of what others then take.

The deal is played to its end by players who may err, or where it can be solved by those who do
not (`trials`); who gets a card is told of the next two draws. What cards make is what they make at
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, cast

from engine.cards import BIT, CARD_OF_FACE, PACK_SIZE, faces_in
from engine.games.nimbly.imagine import imaginer, known_hands
from engine.games.nimbly.state import LARGE_TABLE
from engine.games.nimbly.view import NimblyView
from engine.melds import NINE, meld, outgrown, score
from engine.players.fits import factor_of, gift, growth, ties
from engine.players.nimbly.lookahead import SURE, DealUtility
from engine.players.nimbly.position import DONE, Layout, Position, Take, position_of
from engine.players.nimbly.trials import played_on, solution
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

OFTEN = 0.25
"""The least difference in how often somebody gets a card that is told."""

MUCH = 5
"""The least difference in points at once that is told beside what others get."""

LATER = 0.6
"""The weight of what comes later, where there is something to say of now."""


class NimblyCases:
    """Deals played on with the same luck in choosing after every move; all cards are known."""

    times = 120

    def __init__(self, view: View, heard: Sequence[Heard], random: Random) -> None:
        shown = own_view(view, NimblyView)
        state = imaginer(shown, heard)(random)
        self._layout, self._position = position_of(state)
        self._player = self._position.turn
        self._utility = DealUtility(state, self._player)
        self._ace_low = shown.seats == LARGE_TABLE
        takes = self._layout.takes(self._position.left, self._hands[self._player].bit_count())
        self._takes = {f"draw {take.rows}": take for take in takes}
        self._best: dict[Position, Sequence[Take]] = {}
        self._is_solved = bool(solution(self._layout, self._utility, self._position))

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
        for player in sorted(others, key=lambda player: found.gap(f"wins {player}")):
            yield from self._of_other(player, worse, found, is_less=is_less)
            is_less = False

    def _seen(self, position: Position, random: Random) -> Observed:
        """Play on, and say what everybody took, what their hands are in the end, and who wins."""
        near = self._played(position, random, ROUNDS * len(self._hands))
        end = self._played(near, random, PACK_SIZE)
        seen = {
            f"{player} gets {card}": 1.0
            for player, (hand, before) in enumerate(zip(near.hands, position.hands, strict=True))
            for card in faces_in(hand ^ before)
        }
        value = self._utility.final(end.hands)
        for player, hand in enumerate(end.hands):
            made = meld(hand, ace_low=self._ace_low)
            seen |= growth(f"grown {player}", made)
            seen |= {f"hand {player}": made.score, f"wins {player}": value[player]}
        seen[SHARE] = self._utility.share(value)
        return seen

    def _played(self, position: Position, random: Random, draws: int) -> Position:
        """Play on for this many draws at most, without errors where the deal is solved."""
        if not self._is_solved:
            return played_on(self._layout, self._utility, position, random, draws)
        while position.turn != DONE and draws:
            position = position.after(random.choice(self._best_of(position)))
            draws -= 1
        return position

    def _best_of(self, position: Position) -> Sequence[Take]:
        """Return the takes of which none is better."""
        if position not in self._best:
            found = solution(self._layout, self._utility, position)
            most = found[0].value[position.turn] - SURE
            best = [each.take for each in found if each.value[position.turn] >= most]
            self._best[position] = best
        return self._best[position]

    def _of_hand(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say what one draw makes of the own hand, at once or with cards to come."""
        weight, hope = found.gap(f"hand {self._player}"), found.most(f"grown {self._player} ")
        if weight < LEAST:
            if found.is_even and hope:
                yield Argument(VAGUE, Reason(f"hand_{hope}"))
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
            yield Argument(VAGUE * weight, Reason(f"hand_{hope}" if hope else "hand"))

    def _of_other(
        self, player: int, worse: str, found: Compared, *, is_less: bool
    ) -> Iterable[Argument]:
        """Say which card the worse draw leaves to another, who then wins more often."""
        weight, wins = (-found.gap(f"{what} {player}") for what in ("hand", "wins"))
        if weight < LEAST or wins <= 0:
            return
        weight *= min(1.0, wins / max(wins, found.gap(SHARE)))
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
        gifts = [
            (card, made)
            for card in cards
            if (made := gift(hand | BIT[CARD_OF_FACE[card]], hand, ace_low=self._ace_low))
        ]
        if gifts:
            hope = found.most(f"grown {player} ", sign)
            return max(gifts, key=lambda each: factor_of(each[1]) == hope)
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

"""The alt texts of the balloon game: all of the public state, or of the hand for its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.games.balloon.view import BLANK, DICE, FACES, TOP, VALUES, BalloonView, TripResult
from render.alt import AltText
from render.context import shown
from render.scenes.balloon.parts import Role, is_pilot, percent, role


class BalloonAlt(AltText[BalloonView]):
    """The sentences of the balloon game."""

    over = "alt.balloon.over"

    def table(self) -> list[str]:
        seats, flight = self.seats(), self._flight()
        return [self.progress(), self._dice(), self.turn(), *seats, flight, *self._cards()]

    def hand(self) -> list[str]:
        """Say the hand, the throw, the pilot's chance, what may be done, and every seat."""
        now = [self._own(), self._need(), self._odds(), self._may() or self.turn()]
        return [self.progress(), *now, *self.seats(), *self._cards()]

    def held(self) -> str:
        cards = self._counted(shown(self.view.hand, "a spectator has no hand"))
        return self.words("list.all", items=cards) if cards else self.words("alt.cards.none")

    def deal(self) -> list[str]:
        """Say how a trip ended."""
        result = shown(self.view.last_trip, "no trip is finished")
        head = self.words(
            f"alt.balloon.result.{result.ending.value}",
            trip=result.trip, name=self.context.name(result.pilot), cloud=result.cloud,
        )  # fmt: skip
        dice = self._thrown(result.dice, "alt.balloon.dice") if result.dice else ""
        lines = [self._line(result, seat) for seat in self.context.ranked]
        return [head, dice, *lines, self.won()]

    def throw(self) -> list[str]:
        """Say a throw and the hand beside it."""
        return [self._dice(), self._own()]

    def progress(self) -> str:
        view = self.view
        if self.context.is_over:
            return self.words("alt.balloon.landed", target=view.target)
        return self.words(
            "alt.balloon.progress",
            trip=view.deal, target=view.target, cloud=view.cloud, value=VALUES[view.cloud],
        )  # fmt: skip

    @property
    def asked(self) -> str:
        return f"alt.balloon.turn.{self.view.phase.value}"

    def seat(self, seat: int) -> str:
        view, words = self.view, self.words
        return words(
            "alt.balloon.seat_house" if self.context.is_house(seat) else "alt.balloon.seat",
            name=self.context.name(seat),
            points=words("alt.balloon.points", n=view.scores[seat - 1]),
            cards=words("alt.balloon.cards", n=view.hand_counts[seat - 1]),
            state=self._state(seat),
        )

    def _dice(self) -> str:
        view = self.view
        if self.context.is_over:
            return ""
        if not view.dice:
            return self.words("alt.balloon.next_dice", n=DICE[view.cloud])
        return self._thrown(view.dice, "alt.balloon.dice")

    def _need(self) -> str:
        """Say the throw with whose it is to pay, and what the next cloud brings."""
        view = self.view
        if self.context.is_over:
            return ""
        dice = self._dice()
        if view.is_free:
            dice = self.words("alt.balloon.need.nothing")
        elif view.dice:
            key = "alt.balloon.need.yours" if is_pilot(view) else "alt.balloon.need.pilots"
            dice = self._thrown(view.dice, key)
        if view.cloud == TOP:
            return dice
        return f"{dice} {self.words('alt.balloon.next_cloud', value=VALUES[view.cloud + 1])}"

    def _thrown(self, dice: Iterable[str], key: str) -> str:
        """Say dice by their colours."""
        said = [
            self.words("alt.balloon.blank" if face == BLANK else f"alt.balloon.colour.{face}")
            for face in dice
        ]
        return self.words(key, dice=said)

    def _counted(self, cards: Iterable[str]) -> list[str]:
        """Say cards by colour: `2 red, 1 wild`."""
        counts, words = Counter(cards), self.words
        return [
            words("alt.balloon.count", n=counts[face], colour=words(f"alt.balloon.colour.{face}"))
            for face in FACES
            if counts[face]
        ]

    def _own(self) -> str:
        hand = shown(self.view.hand, "a spectator has no hand")
        if not hand:
            return self.words("alt.balloon.empty_hand")
        return self.words("alt.balloon.hand", cards=self._counted(hand))

    def _cards(self) -> list[str]:
        """Say what lies beside the table: the discards and the pile."""
        words, heaps = self.words, self.view.discards
        cards = self._counted([heap.card for heap in heaps for _ in range(heap.count)])
        return [
            words("alt.balloon.discards", cards=cards)
            if cards
            else words("alt.balloon.no_discards"),
            words("alt.balloon.pile", n=self.view.pile),
        ]

    def _flight(self) -> str:
        flight, words = self.view.flight, self.words
        if flight is None:
            return ""
        cards = self._counted(flight.paid) or words("alt.balloon.free")
        name = self.context.name(flight.pilot)
        return words("alt.balloon.flight", name=name, cards=cards, cloud=flight.cloud)

    def _state(self, seat: int) -> str:
        part, words = role(self.view, seat), self.words
        if part is not Role.JUMPED:
            return words(f"alt.balloon.state.{part.value}")
        cloud = self.view.jumps[seat - 1]
        return words("alt.balloon.state.jumped", cloud=cloud, points=VALUES[cloud])

    def _odds(self) -> str:
        odds, words = self.view.odds, self.words
        return words("alt.balloon.odds", chance=percent(odds, words)) if odds else ""

    def _may(self) -> str:
        moves = [self.words(f"alt.balloon.move.{code}") for code in self.view.legal]
        return self.words("alt.balloon.may", moves=moves) if moves else ""

    def _line(self, result: TripResult, seat: int) -> str:
        words, at = self.words, seat - 1
        cloud = result.jumps[at]
        return words(
            "alt.balloon.line",
            name=self.context.name(seat),
            made=words("alt.balloon.made", n=result.points[at]),
            total=result.totals[at],
            jump=words("alt.balloon.jumped", cloud=cloud) if cloud else "",
        )

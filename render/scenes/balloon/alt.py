"""The alt texts of the balloon game: all of the public state, or of the hand for its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.games.balloon.view import (
    BLANK,
    DICE,
    FACES,
    TOP,
    VALUES,
    BalloonView,
    Phase,
    TripResult,
)
from engine.seats import left_of, round_from
from render.alt import AltText, begun
from render.api import OneOf
from render.context import shown
from render.scenes.balloon.parts import Role, is_pilot, percent, role


class BalloonAlt(AltText[BalloonView]):
    """The sentences of the balloon game."""

    def table(self) -> list[str]:
        return [
            *self.changed(), self._dice(), self.turn(), self._place(), *self.seats(),
            *self._cards(), self.progress(),
        ]  # fmt: skip

    def hand(self) -> list[str]:
        """Say the throw, what may be done, the hand, the pilot's chance, and every seat."""
        return [
            *self.changed(),
            self._need(),
            self._may() or self.turn(),
            self._own(),
            self._odds(),
            self._place(),
            self._next(),
            *self.seats(),
            *self._cards(),
            self.progress(),
        ]

    def changed(self) -> list[str]:
        """Say the last answer to the throw, or what came before it: a flight or a trip's end."""
        view, words = self.view, self.words
        answered = self._answered()
        if self.context.is_over or (view.cloud == 1 and not answered):
            return [self.won(), *self._ended(view.last_trip)]
        if not answered:
            return [self._flight()]
        name = self.context.name(answered[-1])
        if view.stayed[answered[-1] - 1]:
            return [words("alt.balloon.stays", name=name)]
        return [words("alt.balloon.jumps", name=name, cloud=view.cloud, n=VALUES[view.cloud])]

    def _answered(self) -> list[int]:
        """Return who has stayed or jumped since the throw, in order (B2)."""
        view = self.view
        order = round_from(left_of(view.pilot, view.seats), view.seats)
        return [s for s in order if view.stayed[s - 1] or view.jumps[s - 1] == view.cloud]

    def open_hand(self) -> str:
        name = self.context.name(self.context.own_seat)
        cards = self._counted(shown(self.view.hand, "a spectator has no hand"))
        held = cards or self.words("alt.cards.none")
        return self.words("alt.open_hand", name=name, cards=held)

    def deal(self) -> list[str]:
        """Say how a trip ended."""
        result = shown(self.view.last_trip, "no trip is finished")
        lines = [self._line(result, seat) for seat in self.context.ranked]
        dice = self._thrown(result.dice, "alt.balloon.threw") if result.dice else ""
        return [self.won(), self._end(result), dice, *lines, self.words("alt.balloon")]

    def throw(self) -> list[str]:
        """Say a throw and the hand beside it."""
        return [self._need(), self._own()]

    def progress(self) -> str:
        view = self.view
        if self.context.is_over:
            return self.words("alt.balloon.landed", target=view.target)
        return self.words("alt.balloon.progress", trip=view.deal, target=view.target)

    @property
    def asked(self) -> str:
        phase = self.view.phase.value
        return f"alt.balloon.turn.{phase}_free" if self._is_free else f"alt.balloon.turn.{phase}"

    @property
    def _is_free(self) -> bool:
        """Whether the pilot is asked to answer a throw that costs nothing (B3)."""
        return self.view.phase is Phase.PAY and self.view.is_free

    def seat(self, seat: int) -> str:
        view, words = self.view, self.words
        return words(
            "alt.balloon.seat",
            name=self.context.name(seat),
            points=words("alt.points", n=view.scores[seat - 1]),
            held=words("alt.held", n=view.hand_counts[seat - 1]),
            state=self._state(seat),
        )

    def _dice(self) -> str:
        view = self.view
        if self.context.is_over:
            return ""
        if not view.dice:
            return self.words("balloon.look.no_dice", n=DICE[view.cloud])
        return self._thrown(view.dice, "balloon.look.dice")

    def _need(self) -> str:
        """Say the throw with whose it is to pay."""
        view = self.view
        if view.is_free:
            return self.words("alt.balloon.need.nothing")
        if self.context.is_over or not view.dice:
            return self._dice()
        key = "alt.balloon.need.yours" if is_pilot(view) else "alt.balloon.need.pilots"
        return self._thrown((face for face in view.dice if face != BLANK), key)

    def _place(self) -> str:
        """Say where the balloon is."""
        cloud = self.view.cloud
        if self.context.is_over:
            return ""
        return self.words("alt.balloon.place", cloud=cloud, value=VALUES[cloud])

    def _next(self) -> str:
        """Say what the next cloud brings."""
        cloud = self.view.cloud
        if self.context.is_over or cloud == TOP:
            return ""
        return self.words("alt.balloon.next_cloud", value=VALUES[cloud + 1])

    def _thrown(self, dice: Iterable[str], key: str) -> str:
        """Say dice by their colours."""
        return self.words(key, dice=self._counted(dice))

    def _counted(self, faces: Iterable[str]) -> list[str]:
        """Say cards or dice by colour: `2 red, 1 wild`."""
        counts, words = Counter(faces), self.words
        named = {face: f"alt.balloon.colour.{face}" for face in FACES}
        named[BLANK] = "alt.balloon.blank"
        return [
            words("alt.balloon.count", n=counts[face], colour=words(key))
            for face, key in named.items()
            if counts[face]
        ]

    def _own(self) -> str:
        hand = shown(self.view.hand, "a spectator has no hand")
        if not hand:
            return self.words("alt.balloon.empty_hand")
        return self.words("alt.hand", cards=self._counted(hand))

    def _cards(self) -> list[str]:
        """Say what lies beside the table: the discards and the pile."""
        words, heaps = self.words, self.view.discards
        cards = self._counted([heap.card for heap in heaps for _ in range(heap.count)])
        return [
            words("balloon.look.discards", cards=cards)
            if cards
            else words("balloon.look.no_discards"),
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
        odds = self.view.odds
        if odds is None:
            return ""
        key = "alt.balloon.odds_own" if is_pilot(self.view) else "alt.balloon.odds"
        return self.words(
            key, chance=percent(odds, self.words, "balloon.chance_least", "balloon.chance_most")
        )

    def _may(self) -> str:
        value = VALUES[self.view.cloud]
        moves = [self.words(f"alt.balloon.move.{code}", n=value) for code in self.view.legal]
        if moves and self._is_free:
            moves = [self.words("balloon.move.pay_nothing")]
        return self.words("alt.balloon.may", moves=OneOf(moves)) if moves else ""

    def _ended(self, result: TripResult | None) -> list[str]:
        """Say how the last trip ended, and who made what; nothing on the first one."""
        if result is None:
            return []
        first, *others = self.made(result.points)
        told = [begun(first, self.context.name(1)), *others]
        return [self._end(result), self.words("alt.balloon.all_made", made=told)]

    def _end(self, result: TripResult) -> str:
        return self.words(
            f"alt.balloon.result.{result.ending.value}",
            trip=result.trip, name=self.context.name(result.pilot), cloud=result.cloud,
        )  # fmt: skip

    def _line(self, result: TripResult, seat: int) -> str:
        words, at = self.words, seat - 1
        cloud = result.jumps[at]
        return words(
            "alt.balloon.line.jumped" if cloud else "alt.balloon.line",
            name=self.context.name(seat),
            points=words("alt.points", n=result.points[at]),
            total=result.totals[at],
            cloud=cloud,
        )

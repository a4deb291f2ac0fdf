"""What is said of Cloud 9, the balloon game: facts of its state, and its pictures' alt texts."""

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
from render.api import All, Words, You
from render.context import shown
from render.scenes.balloon.parts import Role, percent, role
from render.speech import Speech, begun


def counted(faces: Iterable[str], words: Words) -> list[str]:
    """Say cards or dice by colour: `2 red`, `1 wild`; in the form of cards if a text asks so."""
    counts = Counter(faces)
    named = {face: f"alt.balloon.colour.{face}" for face in FACES}
    named[BLANK] = "alt.balloon.blank"
    return [
        words("alt.balloon.count", n=counts[face], colour=words(key))
        for face, key in named.items()
        if counts[face]
    ]


class BalloonSpeech(Speech[BalloonView]):
    """The sentences of the balloon game."""

    game = "balloon"

    def public(self) -> list[str]:
        return [*self.changed(), self._dice(), self.turn(), self._place()]

    def table(self) -> list[str]:
        return [*self.public(), *self.seats(), self.discards(), self.progress()]

    def hand(self) -> list[str]:
        """Say the throw, what may be done, the hand, the pilot's chance, and the balloon."""
        asked = self.bare(self.ask(self.counts(self.view.dice))) if self.view.legal else ""
        return [
            *self.changed(),
            "" if asked and self.view.dice else self._dice(),
            asked or self.turn(),
            *self.told(),
            self.own(),
            self.bare(self.odds()),
            self._place(),
            self.above(),
            *self._jumps(),
        ]

    def _jumps(self) -> list[str]:
        """Say who has jumped, and where."""
        jumps = self.view.jumps
        return [
            self.line(s, self._jumped(jumps[s - 1])) for s in self.context.seats if jumps[s - 1]
        ]

    def tie_break(self) -> str:
        return self.words("balloon.tie_break")

    def changed(self) -> list[str]:
        """Say the last answer to the throw, or what came before it: a flight or a trip's end."""
        view, words = self.view, self.words
        answered = self._answered()
        if self.context.is_over or (view.cloud == 1 and not answered):
            return [self.won(), *self._ended(view.last_trip)]
        if not answered:
            return [self.flight()]
        name = self.name(answered[-1])
        if view.stayed[answered[-1] - 1]:
            return [words("alt.balloon.stays", name=name)]
        return [words("alt.balloon.jumps", name=name, cloud=view.cloud, n=VALUES[view.cloud])]

    def _answered(self) -> list[int]:
        """Return who has stayed or jumped since the throw, in order (B2)."""
        view = self.view
        order = round_from(left_of(view.pilot, view.seats), view.seats)
        return [s for s in order if view.stayed[s - 1] or view.jumps[s - 1] == view.cloud]

    def deal(self) -> list[str]:
        """Say how a trip ended."""
        result = shown(self.view.last_trip, "no trip is finished")
        lines = [self._line(result, seat) for seat in self.context.ranked]
        dice = self.words("balloon.look.dice", dice=self.counts(result.dice)) if result.dice else ""
        return [self.won(), self.ended(result), dice, *lines, self.title()]

    def throw(self) -> list[str]:
        """Say a throw and the hand beside it."""
        return [self.dice(), self.own()]

    def headline(self) -> str:
        view = self.view
        return self.words("balloon.headline", trip=view.deal, cloud=view.cloud, target=view.target)

    @property
    def asked(self) -> str:
        is_free = self.view.phase is Phase.PAY and self.view.is_free
        return f"balloon.waiting.{'pay_free' if is_free else self.view.phase.value}"

    def ask(self, dice: object) -> str:
        """Ask the seat to act for its move, with the dice as they are told."""
        view, above = self.view, min(self.view.cloud + 1, TOP)
        asked = "_".join(view.legal) if view.phase is Phase.PAY else view.phase.value
        if view.is_free:
            asked = f"{view.phase.value}_free"
        if view.phase is Phase.RIDE and self._flies_next():
            asked = f"{asked}_pilot"
        return self.words(
            f"balloon.prompt.{asked}", dice=dice, cloud=view.cloud,
            n=VALUES[view.cloud], next=above, value=VALUES[above],
        )  # fmt: skip

    def _flies_next(self) -> bool:
        """Return whether the passenger whose view this is will be pilot if they stay (B7)."""
        view = self.view
        passengers = round_from(view.pilot, view.seats)[1:]
        return view.cloud + 1 < TOP and view.seat == next(
            seat for seat in passengers if view.aboard[seat - 1]
        )

    def marked(self, code: str) -> str:
        return self.words(f"balloon.naming.{'wild_again' if code == 'wild' else code}")

    def seat(self, seat: int) -> str:
        return self.line(seat, self.scored(seat), *self._where(seat))

    def _where(self, seat: int) -> tuple[str, str]:
        """Say how many cards a seat has, and what it does on this trip."""
        return self.in_hand(self.view.hand_counts[seat - 1]), self._state(seat)

    def aboard(self) -> str:
        """Say of everybody where they are, and how many cards they have."""
        return " ".join(self.line(seat, *self._where(seat)) for seat in self.context.seats)

    def dice(self) -> str:
        """Say the throw, or how many dice the next one has."""
        view = self.view
        if view.is_free:
            return self.words("balloon.look.free")
        if not view.dice:
            return self.words("balloon.look.no_dice", n=DICE[view.cloud])
        return self.words("balloon.look.dice", dice=self.counts(view.dice))

    def flying(self) -> str:
        """Say who flies where, the throw, and what the next cloud is worth."""
        return " ".join(filter(None, (self.place(), self.dice(), self.above())))

    def place(self) -> str:
        """Say where the balloon is, and with whom."""
        view, name = self.view, self.name(self.view.pilot)
        key = "balloon.look.pilot_own" if isinstance(name, You) else "balloon.look.pilot"
        return self.words(key, name=name, cloud=view.cloud, n=VALUES[view.cloud])

    def above(self) -> str:
        """Say what the next cloud is worth; "" where there is none."""
        above = self.view.cloud + 1
        if self.context.is_over or above > TOP:
            return ""
        return self.words("balloon.look.above", cloud=above, n=VALUES[above])

    def _dice(self) -> str:
        return "" if self.context.is_over else self.dice()

    def _place(self) -> str:
        return "" if self.context.is_over else self.place()

    def counts(self, faces: Iterable[str]) -> All:
        """Say cards or dice by colour, as `counted` does, with an "and"."""
        return All(counted(faces, self.words))

    def holding(self) -> str:
        hand = self.view.hand
        if hand is None:
            return ""
        return self.sentence(*self.counts(hand)) if hand else self.words("holding.none")

    def own(self) -> str:
        """Say that these are the own cards; of none, only that."""
        held = self.holding()
        return self.words("alt.hand", cards=held) if self.view.hand else held

    def discards(self) -> str:
        """Say the cards that lie open, and how many are in the pile."""
        cards = self.counts([heap.card for heap in self.view.discards for _ in range(heap.count)])
        lie = self.words("balloon.look.discards", cards=cards or self.words("alt.balloon.free"))
        return f"{lie} {self.words('balloon.look.pile', n=self.view.pile)}"

    def flight(self) -> str:
        """Say what the last pilot paid on this trip; "" before the first flight."""
        flight, words = self.view.flight, self.words
        if flight is None:
            return ""
        cards, name = self.counts(flight.paid), self.name(flight.pilot)
        key = "alt.balloon.flight" if cards else "alt.balloon.flight.free"
        return begun(words(key, name=name, cards=cards, cloud=flight.cloud), name)

    def last_flight(self) -> str:
        """Say what the last pilot paid on this trip, and how the trip before ended."""
        told, trip = self.flight() or self.words("balloon.look.no_flight"), self.view.last_trip
        return told if trip is None else f"{told} {self.ended(trip)}"

    def odds(self) -> str:
        """Say how likely the pilot can pay, as a hand does; "" where this seat is not told."""
        view, odds = self.view, self.view.odds
        if odds is None or view.is_free:
            return ""
        if odds.ways in (0, odds.total):
            return self.words("balloon.odds_all" if odds.ways else "balloon.odds_none")
        chance = percent(odds, self.words, "balloon.chance_least", "balloon.chance_most")
        return self.words("balloon.odds", chance=chance, n=view.hand_counts[view.pilot - 1])

    def rules(self) -> str:
        """Say what the present phase asks."""
        return self.won() or self.words(f"balloon.look.rules.{self.view.phase.value}")

    def ended(self, result: TripResult) -> str:
        """Say how a trip ended."""
        return self.words(
            f"alt.balloon.result.{result.ending.value}",
            trip=result.trip, name=self.name(result.pilot), cloud=result.cloud,
        )  # fmt: skip

    def _state(self, seat: int) -> str:
        part = role(self.view, seat)
        if part is Role.JUMPED:
            return self._jumped(self.view.jumps[seat - 1])
        return self.words(f"alt.balloon.state.{part.value}")

    def _jumped(self, cloud: int) -> str:
        return self.words("alt.balloon.state.jumped", cloud=cloud, points=VALUES[cloud])

    def _ended(self, result: TripResult | None) -> list[str]:
        """Say how the last trip ended, and who made what; nothing on the first one."""
        if result is None:
            return []
        return [self.ended(result), self.each_is(result.points)]

    def _line(self, result: TripResult, seat: int) -> str:
        """Say what a seat made of a trip, and what that came to."""
        at, cloud = seat - 1, result.jumps[seat - 1]
        made = self._jumped(cloud) if cloud else self.score(result.points[at])
        return self.line(seat, made, self.words("list.now", total=result.totals[at]))

"""Cloud 9, the balloon game, by ear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.cards import mask_of
from engine.chance import Chance
from engine.course import Trail
from engine.events import Event, Heard
from engine.games import GAMES
from engine.games.balloon.cards import FULL_PACK, OF_FACE, cards_in
from engine.games.balloon.state import ABOARD, DEALT, Setup, State
from engine.games.balloon.view import BLANK, COLOURS, DICE, FACES, TOP, VALUES, Flight, Phase
from engine.seats import Seat, left_of, round_from
from tests.by_ear.grammar import SCORE, Said, text
from tests.by_ear.memory import Memory, Missed

PACK = 76
_ENDS = ("fall", "fall.you", "jump", "jump.you", "top")

_NAMED = {text(f"alt.balloon.colour.{face}"): face for face in FACES} | {
    text("alt.balloon.blank"): BLANK
}
"""Cards and dice by their colours."""


class Balloon(Memory):
    """The trip: who flies where, who is aboard, what was paid and what everybody holds."""

    game = "balloon"
    keys = (
        "balloon.event.", "balloon.prompt.", "balloon.odds", "balloon.odds_", "holding.none",
        "result.won", "balloon.look.", "hand.until", "look.sentence", "alt.balloon.flight",
        "alt.balloon.flight.free", "list.line",
        "ear.last_trip", "ear.throws_blank", "ear.trip", "ear.you_throw", "ear.you_throw_blank",
    )  # fmt: skip
    first = ("score",)
    again = ("score", "aboard", "discards", "dice", "last_flight")

    def more_kinds(self) -> Mapping[str, str]:
        return {
            "cards": _colours(), "dice": _colours(), "points": ".+?",
            "list.line parts": "@alt.held @alt.balloon.state.", "look.sentence parts": _colours(),
            **dict.fromkeys(
                (f"balloon.event.ended.{how} points" for how in _ENDS),
                "@list.gained @list.points @balloon.event.nobody",
            ),
            "list.gained points": SCORE, "list.points points": SCORE,
        }  # fmt: skip

    def __init__(self, names: Sequence[str], own: int) -> None:
        super().__init__(names, own)
        self.seats = len(names)
        self.target = 0
        self.trip, self.pilot, self.cloud = 1, Seat(1), 1
        self.dice: list[str] = []
        self.jumps = [0] * self.seats
        self.stayed: list[Seat] = []
        self.counts = [DEALT] * self.seats
        self.pile = PACK - DEALT * self.seats
        self.discards: list[str] = []
        self.scores = [0] * self.seats
        self.flight: Flight | None = None
        self.made: list[tuple[int, ...]] = []
        self._asked: list[str] = []
        self._before = [0] * self.seats

    def _aboard(self) -> list[Seat]:
        """Return who is aboard, from the pilot on."""
        order = round_from(self.pilot, self.seats)
        return [seat for seat in order if not self.jumps[seat - 1]]

    def _next(self) -> Seat:
        """Return who is to act: the next passenger to decide, or the pilot."""
        waiting = [seat for seat in self._aboard()[1:] if seat not in self.stayed]
        return waiting[0] if waiting else self.pilot

    def held(self, said: Said) -> bool:
        if said.key != "look.sentence":
            return super().held(said)
        self.told = _faces(said.values["parts"])
        return True

    def fresh(self, said: Sequence[Said]) -> Sequence[Said]:
        """Leave out what came before the own last flight: a pilot is told of that, too."""
        for at in range(len(said) - 1, -1, -1):
            one = said[at]
            if one.key in {"balloon.event.flies", "balloon.event.flies_free"}:
                is_own = self.seat(one.values["name"]) == self.own
                if is_own and one.number("cloud") == self.cloud:
                    return said[at + 1 :]
        return said

    def happened(self, said: Said) -> None:
        match said.key.split("."):
            case ["balloon", "event", what, *_]:
                self._event(what, said)
            case ["ear", ("throws_blank" | "trip") as what]:
                self._event(what, said)
            case ["ear", "you_throw" | "you_throw_blank"]:
                self._thrown(self.own, said.values.get("dice", ""))
            case ["balloon", "prompt", what]:
                self._asked_to(what, said)
            case _:
                pass

    def _event(self, what: str, said: Said) -> None:
        match what:
            case "trip":
                if said.number("trip") != self.trip:
                    raise Missed(said.text)
            case "throws" | "throws_blank":
                self._thrown(self.seat(said.values["name"]), said.values.get("dice", ""))
            case "stays":
                self._decided(self.seat(said.values["name"]), jumps=False)
            case "jumps":
                self._decided(self.seat(said.values["name"]), jumps=True)
            case "flies" | "flies_free":
                paid = _faces(said.values["cards"]) if what == "flies" else []
                self._flown(self.seat(said.values["name"]), paid, said.number("cloud"))
            case "ended":
                self._ended(said)
            case _:
                pass

    def _thrown(self, pilot: Seat, dice: str) -> None:
        if pilot != self.pilot:
            raise Missed(f"{self.names[pilot - 1]} threw")
        thrown = [face for face in _faces(dice) if face != BLANK]
        self.dice = thrown + [BLANK] * (DICE[self.cloud] - len(thrown))

    def _decided(self, seat: Seat, *, jumps: bool) -> None:
        if seat != self._next():
            raise Missed(f"{self.names[seat - 1]} decided")
        if jumps:
            self.jumps[seat - 1] = self.cloud
            self.scores[seat - 1] += VALUES[self.cloud]
        else:
            self.stayed.append(seat)

    def _flown(self, pilot: Seat, paid: list[str], cloud: int) -> None:
        if pilot != self.pilot or pilot != self._next() or cloud != self.cloud + 1:
            raise Missed(f"{self.names[pilot - 1]} flew to {cloud}")
        self.flight = Flight(pilot, self.cloud, tuple(sorted(paid, key=FACES.index)))
        self.counts[pilot - 1] -= len(paid)
        self.discards += paid
        aboard = self._aboard()
        self.cloud, self.stayed, self.dice = cloud, [], []
        if cloud < TOP:
            self.pilot = aboard[1] if len(aboard) > 1 else pilot

    def _ended(self, said: Said) -> None:
        """Take in how a trip ended; everybody draws a card for the next, or six new ones."""
        kind, name = said.key.split(".")[3], said.values.get("name")
        ends = self._next() == self.pilot and (not name or self.seat(name) == self.pilot)
        is_there = kind != "top" or self.cloud == TOP
        if said.number("trip") != self.trip or not (ends and is_there):
            raise Missed(said.text)
        came = said.values["points"]
        for one in (
            *self.grammar.each("list.gained", came),
            *self.grammar.each("list.points", came),
        ):
            seat = self.seat(one.values["name"])
            total = self._before[seat - 1] + one.number("points")
            self.scores[seat - 1] = one.number("total") if one.values.get("total") else total
            if kind == "jump" and seat == self.pilot and one.number("points") != VALUES[self.cloud]:
                raise Missed(f"{self.names[seat - 1]} jumped elsewhere")
        if self.jumps[self.own - 1] and kind == "fall":
            raise Missed("I do not know who paid what after I had jumped")
        self._land(kind == "top")

    def _land(self, is_top: bool) -> None:
        self.made.append(
            tuple(now - then for now, then in zip(self.scores, self._before, strict=True))
        )
        self._before = [*self.scores]
        self.trip, self.cloud, self.pilot = self.trip + 1, 1, left_of(self.pilot, self.seats)
        self.dice, self.stayed, self.jumps = [], [], [0] * self.seats
        self.flight, self.hand = None, []
        if is_top:
            self.counts = [DEALT] * self.seats
            self.pile, self.discards = PACK - DEALT * self.seats, []
            return
        for seat in round_from(self.pilot, self.seats):
            if not self.pile and self.discards:
                self.pile, self.discards = len(self.discards), []
            if self.pile:
                self.pile -= 1
                self.counts[seat - 1] += 1

    def _asked_to(self, what: str, said: Said) -> None:
        """Check the cloud by what it is worth."""
        if what == "lone":
            self.dice = []
        if said.values.get("n") and said.number() != VALUES[self.cloud]:
            raise Missed(said.text)
        if said.values.get("value") and said.number("value") != VALUES[self.cloud + 1]:
            raise Missed(said.text)

    @property
    def phase(self) -> Phase:
        if self.own != self.pilot:
            return Phase.RIDE
        return Phase.PAY if self.dice else Phase.LONE

    def settled(self, legal: Sequence[str]) -> None:
        if self._next() != self.own:
            raise Missed("it is not my turn by what I heard")
        expected = {
            Phase.RIDE: {"stay", "jump"}, Phase.LONE: {"roll", "jump"},
            Phase.PAY: {"pay", "wild", "fall"},
        }[self.phase]  # fmt: skip
        if not {*legal} <= expected:
            raise Missed(f"I may {legal[0]}")

    def answered(self, question: str, said: Sequence[Said], spoken: str) -> None:
        self._asked.append(question)
        for one in said:
            match one.key.split("."):
                case ["balloon", "look", what, *_]:
                    self._looked(what, one)
                case ["alt", "balloon", "flight", *_]:
                    paid = tuple(_faces(one.values.get("cards", "")))
                    seat = self.seat(one.values["name"])
                    self.flight = Flight(seat, one.number("cloud"), paid)
                case ["list", "line"]:
                    self._placed(self.seat(one.values["name"]), one.values["parts"])
                case _:
                    pass
        if question == "hand":
            self.told = _faces(spoken)
        if question == "score":
            self._answered_score(spoken)
        if question == "discards" and not any(o.key.endswith(".discards") for o in said):
            self.discards = []

    def _answered_score(self, spoken: str) -> None:
        for one in self.grammar.each("balloon.headline", spoken):
            self.target = one.number("target")
            self.new_trip = one.number("trip")
        for one in self.grammar.each("list.points", spoken):
            at = self.seat(one.values["name"]) - 1
            self.new_scores = getattr(self, "new_scores", [0] * self.seats)
            self.new_scores[at] = one.number("points")

    def _looked(self, what: str, said: Said) -> None:
        if said.values.get("name") or what == "pilot_own":
            seat = self.seat(said.values["name"]) if what != "pilot_own" else self.own
            self.pilot, self.cloud = seat, said.number("cloud")
        match what:
            case "free":
                self.dice = [BLANK] * DICE[self.cloud]
            case "dice":
                self.dice = _faces(said.values["dice"])
            case "no_dice":
                self.dice = []
            case "discards":
                self.discards = _faces(said.values["cards"])
            case "pile":
                self.pile = said.number()
            case "no_flight":
                self.flight = None
            case _:
                pass

    def _placed(self, seat: Seat, parts: str) -> None:
        """Take in what is told of somebody."""
        (held,) = self.grammar.each("alt.held", parts)
        self.counts[seat - 1] = held.number() if held.values.get("n") else 1
        jumped = self.grammar.each("alt.balloon.state.jumped", parts)
        self.jumps[seat - 1] = jumped[0].number("cloud") if jumped else 0
        self.stayed = [one for one in self.stayed if one != seat]
        self.stayed += [seat] if self.grammar.each("alt.balloon.state.stayed", parts) else []
        if self.grammar.each("alt.balloon.state.pilot", parts):
            self.pilot = seat

    def lacking(self, _said: Sequence[Said]) -> Sequence[str]:
        self._asked = []
        return self.again

    def caught_up(self, _said: Sequence[Said], legal: Sequence[str]) -> None:
        if {*self.again} - {*self._asked}:
            raise Missed("not all is asked")
        if self.new_trip != self.trip:
            before, self._before = self._before, [
                score - VALUES[cloud]
                for score, cloud in zip(self.new_scores, self.jumps, strict=True)
            ]  # fmt: skip
            made = [now - then for now, then in zip(self._before, before, strict=True)]
            self.made.append(tuple(made))
            self.trip, self.hand = self.new_trip, []
        self.scores = [*self.new_scores]
        self.settled(legal)

    def code(self, label: str) -> str | None:
        for key in ("fall", "jump", "pay_nothing", "pay", "roll", "stay", "wild"):
            for one in self.grammar.each(f"balloon.button.{key}", label):
                if one.text == label:
                    return "pay" if key == "pay_nothing" else key
        return None

    def size(self) -> int:
        return self.counts[self.own - 1]

    def view(self, legal: Sequence[str]) -> Any:
        free = [[*cards_in(cards)] for cards in OF_FACE]
        discards = self._identities(free, self.discards)
        hands = [0] * self.seats
        hands[self.own - 1] = self._identities(free, self.hand)
        rest = [*cards_in(FULL_PACK & ~discards & ~hands[self.own - 1])]
        for at in range(self.seats):
            if at + 1 != self.own:
                hands[at] = mask_of(rest[: self.counts[at]])
                del rest[: self.counts[at]]
        state = State(
            Setup(self.seats, self.target, True, True, Chance(b"")), self.trip, 0, 0, self.phase,
            self.own, self.pilot, self.cloud, "".join(self.dice),
            sum(ABOARD[seat] for seat in self._aboard()), tuple(hands), tuple(rest[: self.pile]),
            discards, tuple(self.scores), tuple(self.jumps), self.flight,
            Trail(tuple(self.made)), None,
        )  # fmt: skip
        known: Any = GAMES["balloon"].view(state, self.own)
        return replace(known, legal=self.ordered(legal))

    def _identities(self, free: list[list[int]], faces: Iterable[str]) -> int:
        return mask_of(free[FACES.index(face)].pop() for face in faces)

    def ordered(self, legal: Sequence[str]) -> tuple[str, ...]:
        order = ("stay", "roll", "pay", "wild", "fall", "jump")
        return tuple(sorted(legal, key=order.index))

    def moved(self, code: str) -> None:
        match code:
            case "stay" | "jump" if self.own != self.pilot:
                self._decided(self.own, jumps=code == "jump")
            case "jump":
                self.jumps[self.own - 1] = self.cloud
                self.scores[self.own - 1] += VALUES[self.cloud]
                self._land(is_top=False)
            case "pay" | "wild":
                paid = ["W"] if code == "wild" else [f for f in self.dice if f != BLANK]
                for face in paid:
                    self.hand.remove(face)
                self._flown(self.own, paid, self.cloud + 1)
            case _:
                pass

    def matters(self, heard: Sequence[Heard]) -> list[Event]:  # noqa: ARG002 - by the view alone
        return []

    def compared(self, view: Any) -> Any:
        dice = tuple(sorted(view.dice))
        return replace(view, last_trip=None, dice=dice)


def _colours() -> str:
    """Return what cards or dice are spoken like: "2 red, 1 green"."""
    words = "|".join(_NAMED)
    return rf"(?:\d+ )?(?:{words})(?:, (?:and )?(?:\d+ )?(?:{words})| and (?:\d+ )?(?:{words}))*"


def _faces(words: str) -> list[str]:
    """Read cards or dice by their colours, colours together."""
    counts: Counter[str] = Counter()
    for count, word in re.findall(rf"(?:(\d+) )?({'|'.join(_NAMED)})", words):
        counts[_NAMED[word]] += int(count or 1)
    return [face for face in (*COLOURS, "W", BLANK) for _ in range(counts[face])]

"""Nimbly by ear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, ClassVar

from engine.cards import CARD_OF_FACE, mask_of_faces
from engine.chance import Chance
from engine.events import Event, Heard
from engine.games import GAMES
from engine.games.nimbly.state import Deal, Drawn, State, pack
from engine.games.nimbly.turns import BY_CODE, DRAWS
from engine.games.nimbly.view import CARDS_A_MOVE, CardsDrawn, DealStarted
from engine.melds import NINE
from engine.seats import NOBODY, Seat, left_of, round_from
from tests.by_ear.grammar import SCORE, Said, drawn_of, drawn_pattern
from tests.by_ear.memory import Memory, Missed

ROWS = "ABC"
"""The rows of the games that are played here."""

_QUESTIONS = {"row_a": 0, "row_b": 1, "row_c": 2}


class Nimbly(Memory):
    """The rows, who drew what, and the scores."""

    game = "nimbly"
    keys = (
        "nimbly.event.", "nimbly.prompt.", "holding.", "result.won", "nimbly.look.", "deal.scored",
        "hand.until", "nimbly.retired", "ear.draw", "ear.row.only",
        "alt.nimbly.row_empty", "alt.nimbly.drew",
    )  # fmt: skip
    kinds: ClassVar = {
        "points": SCORE,
        "deal.scored points": "@list.gained @list.points",
        "nimbly.event.scored_with_par points": "@list.gained @list.points",
        "alt.nimbly.cards cards": rf"{drawn_pattern()}(?:(?:,| and) {drawn_pattern()})*",
        "row": "[ABC]",
    }
    first = ("score",)

    def __init__(self, names: Sequence[str], own: int) -> None:
        super().__init__(names, own)
        self.seats = len(names)
        self.deals: int | None = None
        self.target: int | None = None
        self.points: tuple[tuple[int, ...], ...] = ()
        self.drawn: list[tuple[Seat, tuple[str, ...]]] = []
        """What the message told: who drew which cards, in their order."""
        self._rows: list[list[str]] = [[], [], []]
        self._last: Said | None = None
        self._held: tuple[int, ...] = ()
        self._asked: list[str] = []
        self._score: tuple[int, list[int]] = (1, [0] * self.seats)
        self._begin(1, Seat(self.seats), (0,) * self.seats)

    def _begin(self, number: int, dealer: Seat, totals: Sequence[int]) -> None:
        self.number, self.dealer, self.totals = number, dealer, tuple(totals)
        self.turn = left_of(dealer, self.seats)
        self.rows: list[list[str]] | None = None
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.last: Drawn | None = None
        self.hand, self.drawn = [], []

    def happened(self, said: Said) -> None:
        match said.key.split("."):
            case ["nimbly", "event", "draws"]:
                cards = drawn_of(said.values["cards"])
                self.drawn.append((self.seat(said.values["name"]), tuple(cards)))
            case ["deal", "scored"] | ["nimbly", "event", "scored_with_par"]:
                self._ended(said)
            case _:
                pass

    def _ended(self, said: Said) -> None:
        points, totals = [0] * self.seats, [0] * self.seats
        for one in self.grammar.each("list.gained", said.values["points"]):
            at = self.seat(one.values["name"]) - 1
            points[at], totals[at] = one.number("points"), one.number("total")
        for one in self.grammar.each("list.points", said.values["points"]):
            at = self.seat(one.values["name"]) - 1
            points[at] = points[at] or one.number("points")
            totals[at] = totals[at] or points[at]
        self._next(tuple(points), totals)

    def _next(self, points: tuple[int, ...], totals: Sequence[int]) -> None:
        self.points = (*self.points, points)
        self._begin(self.number + 1, left_of(self.dealer, self.seats), totals)

    def _after(self, seat: Seat) -> Seat:
        order = round_from(left_of(seat, self.seats), self.seats)
        return next((one for one in order if len(self.hands[one - 1]) < NINE), NOBODY)

    def settled(self, legal: Sequence[str]) -> None:
        if self.rows is None:
            raise Missed("I do not know the rows")
        for seat, cards in self.drawn:
            self._draw(seat, self._rows_of(cards))
        self.drawn = []
        if self.turn != self.own or {*legal} != {*self._offers()}:
            raise Missed("what I may draw does not go with what I heard")

    def _offers(self) -> Iterator[str]:
        rows = self.rows or [[], [], []]
        room = min(CARDS_A_MOVE, NINE - len(self.hands[self.own - 1]))
        for draw in DRAWS:
            needs = [draw.rows.count(row) for row in ROWS]
            is_there = all(len(row) >= need for row, need in zip(rows, needs, strict=True))
            if len(draw.rows) <= room and is_there:
                yield f"draw {draw.rows}"

    def _rows_of(self, cards: Sequence[str]) -> str:
        """Return from which rows these cards can be drawn now."""
        rows = self.rows or [[], [], []]
        for draw in DRAWS:
            ends = [
                card
                for row, letter in zip(rows, ROWS, strict=True)
                for card in row[::-1][: draw.rows.count(letter)]
            ]
            if ends == [*cards]:
                return draw.rows
        raise Missed(f"nobody can have drawn {' '.join(cards)}")

    def _draw(self, seat: Seat, letters: str) -> None:
        if seat != self.turn or self.rows is None:
            raise Missed(f"{self.names[seat - 1]} drew")
        rows = [[*row] for row in self.rows]
        cards = [rows[ROWS.index(letter)].pop() for letter in letters]
        self.rows = rows
        self.hands = [[*hand] for hand in self.hands]
        self.hands[seat - 1] += cards
        held = len(self.hands[seat - 1])
        self.note(CardsDrawn(seat, letters, tuple(cards), held))
        numbers = tuple(CARD_OF_FACE[card] for card in cards)
        self.last, self.turn = Drawn(seat, letters, numbers), self._after(seat)

    def answered(self, question: str, said: Sequence[Said], spoken: str) -> None:
        self._asked.append(question)
        for one in said:
            if question in _QUESTIONS and one.key in {"nimbly.look.end", "alt.nimbly.row_empty"}:
                self._rows = [*self._rows]
                self._rows[_QUESTIONS[question]] = drawn_of(one.values.get("cards", ""))[::-1]
            if one.key == "alt.nimbly.drew":
                self._last = one
        if question == "last_draw":
            held = [0] * self.seats
            for one in self.grammar.each("list.points", spoken):
                held[self.seat(one.values["name"]) - 1] = one.number("points")
            self._held = tuple(held)
        if question == "score":
            self._answered_score(spoken)

    def _answered_score(self, spoken: str) -> None:
        numbers = [0] * self.seats
        for one in self.grammar.each("list.points", spoken):
            numbers[self.seat(one.values["name"]) - 1] = one.number("points")
        for said in self.grammar.each("nimbly.headline", spoken):
            self.deals = said.number("deals")
            self._score = said.number("deal"), numbers
        for said in self.grammar.each("nimbly.headline_open", spoken):
            self.deals, self.target = None, said.number("target")
            self._score = said.number("deal"), numbers

    def lacking(self, _said: Sequence[Said]) -> Sequence[str]:
        self._last, self._asked = None, []
        # Whose hand is another one is in another deal: last draws are made by themselves.
        is_new = {*self.told} != {*self.hands[self.own - 1]}
        return (*(["score"] if is_new else []), *_QUESTIONS, "last_draw")

    def caught_up(self, said: Sequence[Said], legal: Sequence[str]) -> None:
        if "last_draw" not in self._asked:
            raise Missed("not all is asked")
        told = [one for one in said if one.key == "nimbly.event.draws"]
        number, totals = self._score
        if "score" in self._asked and number != self.number:
            before = zip(totals, self.totals, strict=True)
            self._next(tuple(now - then for now, then in before), totals)
        self.drawn = []
        for one in told:
            self.happened(one)
        self._reconstruct()
        self.drawn = []
        self.settled(legal)

    def _reconstruct(self) -> None:
        """Work out who drew what, from the rows as they were and as they are."""
        now, told = [[*row] for row in self._rows], dict(self.drawn)
        whole, held = 3 * self.seats, list(self._held)
        lengths = [whole] * len(ROWS) if self.rows is None else [*map(len, self.rows)]
        gone = [length - len(row) for length, row in zip(lengths, now, strict=True)]
        drawers = self._drawers(held)
        if self.rows is None:
            self.rows = self._guessed(now, gone, drawers, told)
            leader = left_of(self.dealer, self.seats)
            rows = tuple(tuple(row) for row in self.rows)
            self.note(DealStarted(self.number, self.dealer, leader, rows))
        for split in self._splits(drawers, gone, held):
            saved = self.saved()
            if self._follows(drawers, split, told) and self.rows == now:
                return
            self.restore(saved)
        raise Missed("the rows do not go with what I heard")

    def _follows(
        self, drawers: Sequence[Seat], split: Sequence[str], told: dict[Seat, tuple[str, ...]]
    ) -> bool:
        """Let everybody draw so; return whether that is what was told."""
        for seat, letters in zip(drawers, split, strict=True):
            try:
                self._draw(seat, letters)
            except Missed:
                return False
            drawn = tuple(self.hands[seat - 1][-len(letters) :])
            if drawn != told.get(seat, drawn):
                return False
        return True

    def _drawers(self, held: Sequence[int]) -> list[Seat]:
        """Return who has drawn since, in order: nobody twice, for one's own turn has come."""
        found, seat = [], self.turn
        while seat not in (self.own, NOBODY) and seat not in found:
            if held[seat - 1] > len(self.hands[seat - 1]):
                found.append(seat)
            seat = left_of(seat, self.seats)
        return found

    def _splits(
        self, drawers: Sequence[Seat], gone: Sequence[int], held: Sequence[int]
    ) -> Iterator[tuple[str, ...]]:
        """Yield the ways in which these may have drawn what is gone from each row."""
        sizes = [held[seat - 1] - len(self.hands[seat - 1]) for seat in drawers]
        ways = [[draw.rows for draw in DRAWS if len(draw.rows) == size] for size in sizes]
        for split in product(*ways):
            if [sum(one.count(row) for one in split) for row in ROWS] == [*gone]:
                yield split

    def _guessed(
        self, now: list[list[str]], gone: Sequence[int], drawers: Sequence[Seat],
        told: dict[Seat, tuple[str, ...]],
    ) -> list[list[str]]:  # fmt: skip
        """Return the rows as they were: drawn cards lie on them again.

        Cards that nobody told of are made up.
        """
        seen = {card for cards in (*now, *told.values()) for card in cards}
        unseen = [card for card in pack(self.seats) if card not in seen]
        for split in self._splits(drawers, gone, self._held):
            if self._last is not None and drawers and split[-1] != self._last_rows():
                continue
            rows, free = [[*row] for row in now], iter(unseen)
            for seat, letters in reversed([*zip(drawers, split, strict=True)]):
                cards = told.get(seat) or tuple(next(free) for _ in letters)
                for letter, card in reversed([*zip(letters, cards, strict=True)]):
                    rows[ROWS.index(letter)].append(card)
            return rows
        raise Missed("the rows do not go with what I heard")

    def _last_rows(self) -> str:
        """Return the rows of the last draw, as they were answered."""
        assert self._last is not None
        return "".join(
            one.values["row"] * len(drawn_of(one.values["cards"]))
            for one in self.grammar.each("alt.nimbly.cards", self._last.values["cards"])
        )

    def code(self, label: str) -> str | None:
        letters = ""
        for one in self.grammar.each("ear.row.count", label):
            letters += one.values["row"] * one.number()
        code = f"draw {''.join(sorted(letters))}"
        return code if code in BY_CODE else None

    def size(self) -> int:
        return len(self.hands[self.own - 1])

    def knows_hand(self) -> bool:
        self.hand = [*self.hands[self.own - 1]]
        return not self.told or {*self.told} <= {*self.hand}

    def ordered(self, legal: Sequence[str]) -> tuple[str, ...]:
        return tuple(code for code in BY_CODE if code in legal)

    def view(self, legal: Sequence[str]) -> Any:  # noqa: ARG002 - the rows tell what may be drawn
        assert self.rows is not None
        deal = Deal(
            chance=Chance(b""), deals=self.deals, target=self.target, par=False,
            dealer=self.dealer, number=self.number, points=self.points, totals=self.totals,
        )  # fmt: skip
        rows = tuple(tuple(CARD_OF_FACE[card] for card in row) for row in self.rows)
        hands = tuple(mask_of_faces(hand) for hand in self.hands)
        aside = (1 << len(pack(self.seats)) - 9 * self.seats) - 1
        state = State(deal, self.turn, rows, hands, aside, self.last)
        return GAMES["nimbly"].view(state, self.own)

    def moved(self, code: str) -> None:
        self._draw(self.own, code.split()[1])

    def matters(self, heard: Sequence[Heard]) -> list[Event]:
        """Return how each deal began, and who drew what."""
        return [event for _, event in heard if isinstance(event, DealStarted | CardsDrawn)]

    def compared(self, view: Any) -> Any:
        return replace(view, last_deal=None)

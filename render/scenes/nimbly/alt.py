"""The alt texts of Nimbly: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

from engine.games.nimbly.view import ROWS, DealResult, LastDraw, NimblyView
from engine.melds import Nine
from render.alt import AltText, card_name, factors
from render.api import All, Apart
from render.context import shown
from render.scenes.nimbly.parts import painted

_OF_DRAWS, _OF_HAND = 1, 5
"""From which step on it is left out how draws would score, and how a hand does."""

_DEPTHS = (None, None, 10, 8, 6, 5, 4, 3)
"""How many cards of a row are named in each step, the open end first; None for all."""


class NimblyAlt(AltText[NimblyView]):
    """The sentences of Nimbly."""

    asked = "alt.nimbly.turn"

    def now(self) -> list[str]:
        return self.rows()

    def hand(self) -> list[str]:
        hand, own = shown(self.view.hand, "a spectator has no hand"), self.context.own_seat
        return [
            *self.changed(),
            self._may() or self.turn(),
            *self.told(),
            self.words("alt.hand", cards=self.nine(hand, _OF_HAND)),
            *self._prospects(),
            *self.rows(),
            self.seat(own),
            *self.others(),
            self.progress(),
        ]

    def held(self) -> str:
        return self.nine(shown(self.view.hand, "a spectator has no hand"), _OF_HAND)

    def deal(self) -> list[str]:
        result, words = shown(self.view.last_deal, "no deal is finished"), self.words
        lines = [self._deal_line(result, seat) for seat in self.context.ranked]
        par = words("alt.nimbly.par", cards=self.nine(result.par, _OF_HAND)) if result.par else ""
        head = words("alt.deal_over", deal=result.deal)
        return [self.won(), head, *lines, par, words("alt.nimbly")]

    def changed(self) -> list[str]:
        last, result = self.view.last_draw, self.view.last_deal
        if last is not None:
            return [self.won(), self.drew(last)]
        return [self.won() or self.ended(result.deal, result.points) if result else ""]

    def progress(self) -> str:
        view, words = self.view, self.words
        if view.deals is None:
            text = words("alt.nimbly.progress_open", deal=view.deal, target=view.target)
        else:
            text = words("alt.nimbly.progress", deal=view.deal, deals=view.deals)
        return f"{text} {words('alt.nimbly.with_par')}" if view.par else text

    def rows(self) -> list[str]:
        """Say each row from its open end on."""
        return [self._row(row, cards) for row, cards in zip(ROWS, self.view.rows, strict=False)]

    def drawn(self) -> list[str]:
        """Say the last draw, and the rows."""
        return [*self.changed(), *self.rows()]

    def drew(self, last: LastDraw) -> str:
        """Say who drew which cards from which rows."""
        rows = groupby(zip(last.rows, last.cards, strict=True), key=lambda drawn: drawn[0])
        cards = [
            self.words("alt.nimbly.cards", row=row, cards=[self._named(code) for _, code in drawn])
            for row, drawn in rows
        ]
        name = self.context.name(last.seat)
        return self.words("alt.nimbly.drew", name=name, cards=Apart(cards))

    def seat(self, seat: int) -> str:
        return self.words(
            "alt.nimbly.seat",
            name=self.context.name(seat),
            points=self.words("alt.points", n=self.view.scores[seat - 1]),
            held=self.view.hand_counts[seat - 1],
        )

    def marked(self, code: str) -> str:
        """Name a draw by how many cards it takes from each row."""
        rows = code.partition(" ")[2]
        parts = [
            self.words("alt.nimbly.part", count=rows.count(row), row=row)
            for row in ROWS
            if row in rows
        ]
        return self.words("list.all", items=parts)

    def _named(self, code: str) -> str:
        return card_name(code, self.words)

    def _row(self, row: str, cards: tuple[str, ...]) -> str:
        if not cards:
            return self.words("alt.nimbly.row_empty", row=row)
        kept = cards[::-1][: _DEPTHS[self.context.spared]]
        named, more = [self._named(code) for code in kept], len(cards) - len(kept)
        key = "alt.nimbly.row_deep" if more else "alt.nimbly.row"
        return self.words(key, row=row, cards=named, more=more)

    def _may(self) -> str:
        """Say how many cards the seat may draw; "" when it is another's turn."""
        counts = [len(prospect.cards) for prospect in self.view.prospects]
        is_own = self.view.seat in self.view.to_act
        return self.words("alt.nimbly.may", n=max(counts)) if counts and is_own else ""

    def _prospects(self) -> list[str]:
        """Say what each draw would make, those from the same rows together."""
        by_rows: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for drawn, nine in painted(self.view):
            rows = tuple(row for row in ROWS if row in drawn)
            by_rows[rows].append(self._makes([drawn.count(row) for row in rows], nine))
        told = [
            self.words("alt.nimbly.from", rows=All(rows), draws=Apart(draws))
            for rows, draws in by_rows.items()
        ]
        return [self.words("alt.nimbly.prospects"), *told] if told else []

    def _makes(self, counts: list[int], nine: Nine) -> str:
        """Say what so many cards from each row make."""
        is_alike = len(counts) > 1 == max(counts)
        taken = self.words("alt.nimbly.each") if is_alike else All(counts)
        makes = self.words("alt.nimbly.makes", counts=taken, score=nine.meld.score)
        if self.context.spared >= _OF_DRAWS:
            return makes
        return self.words("list.all", items=[makes, factors(nine.meld, self.words)])

    def _deal_line(self, result: DealResult, seat: int) -> str:
        words = self.words
        return words(
            "alt.nimbly.deal_line",
            name=self.context.name(seat),
            hand=self.nine(result.hands[seat - 1], _OF_HAND),
            points=words("alt.points", n=result.points[seat - 1]),
            total=result.totals[seat - 1],
        )

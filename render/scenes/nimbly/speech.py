"""What is said of Nimbly: facts of its state, and the alt texts of its pictures."""

from __future__ import annotations

from itertools import groupby

from engine.games.nimbly.view import CARDS_A_MOVE, ROWS, DealResult, LastDraw, NimblyView
from render.api import All, Apart
from render.context import shown
from render.speech import Speech, begun, card_name, gained_said, lying_said, suits_said

_OF_HAND = 5
"""From which step on it is left out how a hand scores."""

BEST = 6
"""As many draws are told with what they make, the best; of the others only the most."""

MOST = 27
"""As many cards of all rows, those of three players, are told at once."""

_DEPTHS = (None, None, 10, 8, 6, 5, 4, 3)
"""How many cards of a row are named in each step, the open end first; None for all."""


class NimblySpeech(Speech[NimblyView]):
    """The sentences of Nimbly."""

    game = "nimbly"

    @property
    def asked(self) -> str:
        return "nimbly.waiting"

    def now(self) -> list[str]:
        return self.rows(_DEPTHS[self.context.spared])

    def hand(self) -> list[str]:
        shown(self.view.hand, "a spectator has no hand")
        told = self.told()  # It stands where the cards just drawn would.
        return [
            *([] if told else self.changed()),
            self._may() or self.turn(),
            *told,
            self.words("alt.hand", cards=self.held()),
            *self.now(),
            self.progress(),
        ]

    def deal(self) -> list[str]:
        result, words = shown(self.view.last_deal, "no deal is finished"), self.words
        par = words("alt.nimbly.par", cards=self.nine(result.par, _OF_HAND)) if result.par else ""
        head = self.sentence(words("picture.result", deal=result.deal))
        return [self.won(), head, *self.made(), par, self.title()]

    def made(self) -> list[str]:
        result = shown(self.view.last_deal, "no deal is finished")
        return [self._deal_line(result, seat) for seat in self.context.ranked]

    def changed(self) -> list[str]:
        last, result = self.view.last_draw, self.view.last_deal
        if last is not None:
            return [self.won(), self.drew(last)]
        if result is None or self.context.is_over:
            return [self.won()]
        return [self.words("deal.scored", deal=result.deal, points=self.each_has(result.points))]

    def headline(self) -> str:
        view, left = self.view, sum(map(len, self.view.rows))
        if view.deals is None:
            return self.words("nimbly.headline_open", deal=view.deal, target=view.target, n=left)
        return self.words("nimbly.headline", deal=view.deal, deals=view.deals, n=left)

    def progress(self) -> str:
        return " ".join(filter(None, (super().progress(), self._par())))

    def _par(self) -> str:
        """Say what par is, where it is played with."""
        return self.words("nimbly.look.rules_par") if self.view.par else ""

    def holding(self) -> str:
        return suits_said(self.view.hand.cards, self.words) if self.view.hand is not None else ""

    def held(self) -> str:
        return self.nine(self.view.hand, _OF_HAND) if self.view.hand is not None else ""

    def rows(self, depth: int | None = None) -> list[str]:
        """Say each row from its open end on, so many cards of it, or all."""
        lead = "nimbly.look.ends" if depth else "nimbly.look.all"
        told = [self.row(row, depth) for row, _ in zip(ROWS, self.view.rows, strict=False)]
        return [self.words(lead, n=depth or 0), *told]

    def row(self, row: str, depth: int | None = None) -> str:
        """Say the cards of a row from its open end on, so many or all."""
        cards = self.view.rows[ROWS.index(row)]
        if not cards:
            return self.words("alt.nimbly.row_empty", row=row)
        lying = lying_said(cards[::-1][:depth], self.words)
        return self.words("nimbly.look.end", row=row, cards=lying)

    def whole_row(self, row: str) -> str:
        """Say all cards of a row."""
        lead = self.words("nimbly.look.all") if self.view.rows[ROWS.index(row)] else ""
        return f"{lead} {self.row(row)}".lstrip()

    def all_rows(self) -> str:
        """Say each row; of very many cards only those that a draw can reach."""
        is_whole = sum(map(len, self.view.rows)) <= MOST
        return " ".join(self.rows(None if is_whole else CARDS_A_MOVE))

    def draws(self) -> str:
        """Say what the best draws make, and how much the others at most."""
        made = [(each.makes.meld.score, each.code) for each in self.view.prospects if each.makes]
        if not made:
            return self.words("nimbly.look.no_draws")
        best = sorted(made, key=lambda draw: -draw[0])
        told = self.sentence(
            *(self._makes(" ".join(code.partition(" ")[2]), score) for score, code in best[:BEST])
        )
        rest = best[BEST:]
        if not rest:
            return told
        return f"{told} {self.words('nimbly.look.others', n=len(rest), score=rest[0][0])}"

    def drawn(self) -> list[str]:
        """Say the last draw, and the rows."""
        return [*self.changed(), *self.rows()]

    def drew(self, last: LastDraw) -> str:
        """Say who drew which cards from which rows."""
        rows = groupby(zip(last.rows, last.cards, strict=True), key=lambda drawn: drawn[0])
        cards = [
            (row, All(card_name(code, self.words) for _, code in drawn)) for row, drawn in rows
        ]
        told = Apart(self.words("alt.nimbly.cards", row=row, cards=taken) for row, taken in cards)
        name = self.name(last.seat)
        return begun(self.words("alt.nimbly.drew", name=name, cards=told), name)

    def last_draw(self) -> str:
        """Say the cards of the last move, which alone are known (J4), and how many each holds."""
        last = self.view.last_draw
        told = self.words("nimbly.look.no_draw") if last is None else self.drew(last)
        held = self.each_has(self.view.hand_counts)
        return f"{told} {self.words('nimbly.look.held', held=held)}"

    def rules(self) -> str:
        """Say what a turn asks, and what par is where it is played with."""
        return " ".join(filter(None, (self.words("nimbly.look.rules"), self._par())))

    def seat(self, seat: int) -> str:
        return self.line(seat, self.scored(seat), self.in_hand(self.view.hand_counts[seat - 1]))

    def marked(self, code: str) -> str:
        """Name a draw by how many cards it takes from each row."""
        rows = code.partition(" ")[2]
        parts = [
            self.words("alt.nimbly.part", count=rows.count(row), row=row)
            for row in ROWS
            if row in rows
        ]
        return self.words("list.all", items=parts)

    def _may(self) -> str:
        """Ask how many cards to draw; "" when it is another's turn."""
        counts = [len(prospect.cards) for prospect in self.view.prospects]
        is_own = self.view.seat in self.view.to_act
        return self.your_turn("nimbly.prompt.draw", n=max(counts)) if counts and is_own else ""

    def _makes(self, what: object, score: object) -> str:
        return self.words("look.one_makes", what=what, score=score)

    def _deal_line(self, result: DealResult, seat: int) -> str:
        at = seat - 1
        name = self.name(seat)
        made = gained_said(name, result.points[at], result.totals[at], self.words)
        told = begun(self.words("look.sentence", parts=made), name)
        return f"{told} {self.nine(result.hands[at], _OF_HAND)}"

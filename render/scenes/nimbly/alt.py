"""The alt texts of Nimbly: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from engine.games.nimbly.view import ROWS, DealResult, NimblyView
from engine.melds import NINE
from render.alt import AltText, spelled_nine
from render.context import shown
from render.lettering import TIMES
from render.scenes.nimbly.prospects import futures


class NimblyAlt(AltText[NimblyView]):
    """The sentences of Nimbly."""

    asked = "alt.nimbly.turn"

    def table(self) -> list[str]:
        return [self.progress(), self.turn(), *self.rows(), *self.seats(), self._key()]

    def hand(self) -> list[str]:
        hand = shown(self.view.hand, "a spectator has no hand")
        own = self.context.own_seat
        return [
            self.progress(),
            self.words("alt.hand", cards=spelled_nine(hand, self.words)),
            self.words("alt.nimbly.own", points=self._points(own)),
            self._prospects() or self.turn(),
            *self.rows(),
            *(self._other(seat) for seat in self.context.seats if seat != own),
            self._key(),
        ]

    def held(self) -> str:
        return spelled_nine(shown(self.view.hand, "a spectator has no hand"), self.words)

    def deal(self) -> list[str]:
        result, words = shown(self.view.last_deal, "no deal is finished"), self.words
        lines = [self._deal_line(result, seat) for seat in self.context.ranked]
        par = words("alt.nimbly.par", cards=spelled_nine(result.par, words)) if result.par else ""
        head = words("alt.nimbly.result", deal=result.deal)
        return [head, *lines, par, self.won(), self._key()]

    def progress(self) -> str:
        view, words = self.view, self.words
        if view.deals is None:
            text = words("alt.nimbly.progress_open", deal=view.deal, target=view.target)
        else:
            text = words("alt.nimbly.progress", deal=view.deal, deals=view.deals)
        return f"{text} {words('alt.nimbly.with_par')}" if view.par else text

    def rows(self) -> list[str]:
        """Say each row from its covered to its open end, and the last draw."""
        view, words = self.view, self.words
        said = [
            words("alt.nimbly.row", row=row, n=len(cards), cards=" ".join(cards))
            if cards
            else words("alt.nimbly.row_empty", row=row)
            for row, cards in zip(ROWS, view.rows, strict=True)
        ]
        if last := view.last_draw:
            name, cards = self.context.name(last.seat), " ".join(last.cards)
            said.append(words("alt.nimbly.last", name=name, cards=cards))
        return said

    def seat(self, seat: int) -> str:
        view, words = self.view, self.words
        held = view.hand_counts[seat - 1]
        return words(
            "alt.nimbly.seat_house" if self.context.is_house(seat) else "alt.nimbly.seat",
            name=self.context.name(seat),
            points=self._points(seat),
            held=words("alt.held", n=held),
            wanted=NINE - held,
        )

    def _other(self, seat: int) -> str:
        """Say of another seat what the hand's picture says of it."""
        name, held = self.context.name(seat), self.view.hand_counts[seat - 1]
        return self.words("alt.nimbly.other", name=name, held=held, points=self._points(seat))

    def _points(self, seat: int) -> str:
        return self.words("alt.points", n=self.view.scores[seat - 1])

    def _key(self) -> str:
        return self.words("alt.nimbly.key")

    def _prospects(self) -> str:
        """Say what each draw would make; empty when it is another's turn."""
        draws = []
        for rows, nine in futures(self.view):
            factors = TIMES.join(map(str, nine.meld[:3]))
            draws.append(f"{rows} {factors} = {nine.meld.score}")
        return self.words("alt.nimbly.prospects", draws=draws) if draws else ""

    def _deal_line(self, result: DealResult, seat: int) -> str:
        words = self.words
        return words(
            "alt.nimbly.deal_line",
            name=self.context.name(seat),
            hand=spelled_nine(result.hands[seat - 1], words),
            points=words("alt.points", n=result.points[seat - 1]),
            total=result.totals[seat - 1],
        )

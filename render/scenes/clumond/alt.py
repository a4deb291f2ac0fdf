"""The alt texts of Clumond: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.games.clumond.view import Ask, ClumondView, DealResult, Trumps
from render.context import shown
from render.numbers import change, number
from render.scenes.clumond.asks import counts
from render.scenes.clumond.parts import has_chips, is_calling
from render.tricks import TrickAlt, shown_trick


def spelled(hand: Sequence[str]) -> str:
    """Spell a hand, suit after suit.

    >>> spelled(["AC", "KC", "9H", "2H"])
    'AC KC, 9H 2H'
    """
    return ", ".join(" ".join(suit) for _, suit in groupby(hand, key=lambda code: code[1]))


class ClumondAlt(TrickAlt[ClumondView]):
    """The sentences of Clumond."""

    def table(self) -> list[str]:
        return [self.progress(), *self._contract(), self.turn(), *self._tricks(), *self.seats()]

    def hand(self) -> list[str]:
        """Say the hand, what may be played, and what the codes still possible ask for."""
        view, words = self.view, self.words
        hand = shown(view.hand, "a spectator has no hand")
        return [
            self.progress(),
            *self._contract(),
            words("alt.clumond.hand", cards=spelled(hand)),
            self._may(hand) or self.turn(),
            *self._tricks(),
            *self.seats(),
            words("alt.clumond.asks", codes="; ".join(map(self._ask, view.asks)))
            if counts(view)
            else words("alt.clumond.asks_against"),
            words("alt.clumond.key"),
        ]

    def held(self) -> str:
        hand = shown(self.view.hand, "a spectator has no hand")
        return spelled(hand) or self.words("alt.cards.none")

    def deal(self) -> list[str]:
        """Say how a hand was settled."""
        result = shown(self.view.last_deal, "no hand is finished")
        return [
            self.words("alt.clumond.result", deal=result.deal),
            self._called(result.declarer, result.trumps),
            self._verdict(result),
            *(self._deal_line(result, seat) for seat in self.context.ranked),
            self.won(),
            *self._pot(result),
            self.trick(result.trick, is_last=True),
        ]

    def played(self) -> list[str]:
        """Say what is trumps, and the trick."""
        return [*self._contract(), *self._tricks()]

    def progress(self) -> str:
        view, words = self.view, self.words
        if is_calling(view):
            return words("alt.clumond.call", deal=view.deal, deals=view.deals)
        return words(
            "alt.clumond.progress", deal=view.deal, deals=view.deals, trick=view.trick.number
        )

    @property
    def asked(self) -> str:
        return "alt.clumond.to_call" if is_calling(self.view) else "alt.turn.play"

    def seat(self, seat: int) -> str:
        view, words = self.view, self.words
        return words(
            "alt.clumond.seat_house" if self.context.is_house(seat) else "alt.clumond.seat",
            name=self.context.name(seat),
            balance=self._balance(view.scores[seat - 1]),
            tricks=words("alt.clumond.tricks", n=view.tricks[seat - 1]),
            held=words("alt.held", n=view.hand_counts[seat - 1]),
            deals=words("alt.clumond.deals") if seat == view.dealer else "",
        )

    def _contract(self) -> list[str]:
        """Say what was called, what is trumps, and the pot."""
        view, words = self.view, self.words
        sentences = []
        if view.trumps is not None:
            sentences.append(self._called(view.declarer, view.trumps))
        elif is_calling(view) and view.passed:
            sentences.append(words("alt.clumond.passed", names=self.context.names(view.passed)))
        if has_chips(view):
            sentences.append(words("alt.clumond.pot", n=view.pot))
        return sentences

    def _called(self, declarer: int | None, trumps: Trumps) -> str:
        words = self.words
        kind = words(f"picture.clumond.trumps.{trumps.value}")
        if declarer is None:
            return words("alt.clumond.undeclared", trumps=kind)
        return words("alt.clumond.declared", name=self.context.name(declarer), trumps=kind)

    def _tricks(self) -> list[str]:
        """Say the trick, and while it goes on the one before it."""
        view = self.view
        if is_calling(view):
            return []
        trick, is_last = shown_trick(view)
        sentences = [self.trick(trick, is_last=is_last)]
        if view.last_trick is not None and not is_last and not self.context.is_over:
            sentences.append(self.trick(view.last_trick, is_last=True))
        return sentences

    def _balance(self, value: int) -> str:
        if has_chips(self.view):
            return self.words("alt.clumond.balance", balance=number(value))
        return self.words("alt.points", n=value)

    def _may(self, hand: Sequence[str]) -> str:
        """Say what the seat may do: call, any card, some cards, or nothing now."""
        view, words = self.view, self.words
        if not view.legal:
            return ""
        if is_calling(view):
            return words("alt.clumond.may_call")
        cards = [code.split()[1] for code in view.legal]
        if set(cards) == set(hand):
            return words("alt.may.play_any")
        return words("alt.may.play", cards=" ".join(sorted(cards, key=hand.index)))

    def _ask(self, ask: Ask) -> str:
        """Say a code and the tricks it asks for, such as ``2 for 2 or 12 tricks``."""
        if not ask.tricks:
            return self.words("alt.clumond.ask_none", code=ask.code)
        tricks = self.words("alt.clumond.or").join(map(str, ask.tricks))
        return self.words("alt.clumond.ask", code=ask.code, tricks=tricks)

    def _verdict(self, result: DealResult) -> str:
        """Say whether a declarer made it."""
        if result.declarer is None:
            return ""
        failed = result.off[result.declarer - 1]
        return self.words("alt.clumond.failed" if failed else "alt.clumond.made")

    def _deal_line(self, result: DealResult, seat: int) -> str:
        at = seat - 1
        return self.words(
            "alt.clumond.deal_line",
            name=self.context.name(seat),
            left=" ".join(result.left[at]),
            code=result.codes[at],
            tricks=self.words("alt.clumond.tricks", n=result.tricks[at]),
            off=result.off[at],
            paid=result.paid[at],
            took=result.took[at],
            change=change(result.points[at]),
            total=number(result.totals[at]),
        )

    def _pot(self, result: DealResult) -> list[str]:
        """Say what came of the pot (C5, C6, C8)."""
        if not has_chips(self.view):
            return []
        words = self.words
        stays = words(
            "alt.clumond.sum", ante=result.ante, pot=result.pot, paid=sum(result.paid),
            took=sum(result.took), stays=result.stays,
        )  # fmt: skip
        share = words("alt.clumond.share", n=result.share) if self.context.is_over else ""
        return [stays, share]

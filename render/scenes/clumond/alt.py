"""The alt texts of Clumond: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.clumond.view import Ask, ClumondView, DealResult, Trumps
from render.alt import by_suit
from render.api import Apart, OneOf, gain, number, spoken
from render.context import shown
from render.scenes.clumond.asks import counts
from render.scenes.clumond.parts import has_chips, is_calling
from render.tricks import TrickAlt


class ClumondAlt(TrickAlt[ClumondView]):
    """The sentences of Clumond."""

    def table(self) -> list[str]:
        return [
            *self.changed(), self.turn(), *self.now(), *self.seats(), *self._contract(),
            self.progress(),
        ]  # fmt: skip

    def hand(self) -> list[str]:
        """Say the trick, the hand, what may be played, and what the codes still possible need."""
        hand = shown(self.view.hand, "a spectator has no hand")
        return [
            *self.changed(),
            self._may(hand) or self.turn(),
            *self.told(),
            *self.now(),
            self.words("alt.hand", cards=by_suit(hand, self.words)),
            self._asks(),
            *self.seats(),
            *self._contract(),
            self.progress(),
        ]

    def held(self) -> str:
        return by_suit(shown(self.view.hand, "a spectator has no hand"), self.words)

    def deal(self) -> list[str]:
        """Say how a hand was settled."""
        result = shown(self.view.last_deal, "no hand is finished")
        return [
            self.won(),
            *self._end(result),
            *(self._deal_line(result, seat) for seat in self.context.ranked),
            *self._pot(result),
            self.trick(result.trick, is_last=True),
            self.words("alt.clumond"),
        ]

    def played(self) -> list[str]:
        """Say the trick, and what is trumps."""
        return [self.trick(self.view.trick), *self._contract()]

    def begun(self) -> list[str]:
        """Say who has passed or declared; before that how the last hand ended."""
        view, result = self.view, self.view.last_deal
        if view.trumps is not None:
            return [self._called(view.declarer, view.trumps)]
        if view.passed:
            return [self.words("alt.clumond.passed", names=self.context.names(view.passed))]
        if result is None:
            return []
        changes = [
            self.words(
                "alt.clumond.change",
                name=self.context.name(seat), change=gain(result.points[seat - 1], self.words),
            )
            for seat in self.context.seats
        ]  # fmt: skip
        return [*self._end(result), self.words("alt.clumond.changes", changes=changes)]

    def now(self) -> list[str]:
        """Say the trick, and while it goes on the one before it (C9)."""
        view, told = self.view, [*super().now()]
        if view.trick.cards and view.last_trick is not None and not self.context.is_over:
            told.append(self.trick(view.last_trick, is_last=True))
        return told

    def progress(self) -> str:
        view, words = self.view, self.words
        if is_calling(view):
            return words("alt.clumond.call", deal=view.deal, deals=view.deals)
        return words(
            "alt.clumond.progress", deal=view.deal, deals=view.deals, trick=view.trick.number
        )

    @property
    def asked(self) -> str:
        return "alt.clumond.to_call" if is_calling(self.view) else super().asked

    def seat(self, seat: int) -> str:
        view, words = self.view, self.words
        return words(
            "alt.clumond.seat.dealer" if seat == view.dealer else "alt.clumond.seat",
            name=self.context.name(seat),
            balance=self._balance(view.scores[seat - 1]),
            tricks=words("alt.clumond.tricks", n=view.tricks[seat - 1]),
            held=words("alt.held", n=view.hand_counts[seat - 1]),
        )

    def _contract(self) -> list[str]:
        """Say what was called and is trumps, unless that is news, and the pot."""
        view, words = self.view, self.words
        is_news = not view.trick.cards and view.last_trick is None
        called = "" if view.trumps is None or is_news else self._called(view.declarer, view.trumps)
        return [called, words("alt.clumond.pot", n=view.pot) if has_chips(view) else ""]

    def _called(self, declarer: int | None, trumps: Trumps) -> str:
        words = self.words
        kind = words(f"picture.clumond.trumps.{trumps.value}")
        if declarer is None:
            return words("alt.clumond.undeclared", trumps=kind)
        return words("alt.clumond.declared", name=self.context.name(declarer), trumps=kind)

    def _balance(self, value: int) -> str:
        key = "alt.clumond.chips" if has_chips(self.view) else "alt.clumond.points"
        return self.words(key, n=abs(value), balance=spoken(number(value), self.words))

    def _may(self, hand: Sequence[str]) -> str:
        """Say what the seat may do: call, any card, some cards, or nothing now."""
        view, words = self.view, self.words
        if not view.legal:
            return ""
        if is_calling(view):
            return words("alt.clumond.may_call")
        cards = [code.split()[1] for code in view.legal]
        if set(cards) == set(hand):
            return words(self.any_card)
        playable = sorted(cards, key=hand.index)
        return words("alt.may.play", cards=by_suit(playable, words))

    def _asks(self) -> str:
        """Say which codes can still be had, and how many more tricks each of them needs (C4)."""
        if not counts(self.view):
            return self.words("alt.clumond.asks_against")
        asks = Apart(map(self._ask, self.view.asks))
        return self.words("alt.clumond.asks", codes=asks) if asks else ""

    def _ask(self, ask: Ask) -> str:
        """Say a code and the tricks it needs, such as ``code 2, 1 or 11 more``."""
        if not ask.tricks:
            return self.words("alt.clumond.ask_none", code=ask.code)
        return self.words("alt.clumond.ask", code=ask.code, more=OneOf(ask.more))

    def _end(self, result: DealResult) -> list[str]:
        """Say that a hand is over, what was called, and whether a declarer made it."""
        over = self.words("alt.clumond.result", deal=result.deal)
        return [over, self._called(result.declarer, result.trumps), self._verdict(result)]

    def _verdict(self, result: DealResult) -> str:
        if result.declarer is None:
            return ""
        failed = result.off[result.declarer - 1]
        return self.words("alt.clumond.failed" if failed else "alt.clumond.made")

    def _deal_line(self, result: DealResult, seat: int) -> str:
        words, at = self.words, seat - 1
        return words(
            "alt.clumond.deal_line",
            name=self.context.name(seat),
            left=by_suit(result.left[at], words),
            code=result.codes[at],
            tricks=words("alt.clumond.tricks", n=result.tricks[at]),
            off=result.off[at],
            paid=result.paid[at],
            took=result.took[at],
            change=gain(result.points[at], words),
            total=spoken(number(result.totals[at]), words),
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

"""What is said of Clumond: facts of its state, and the alt texts of its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from engine.games.clumond.view import POINTS_MADE, TRICKS, ClumondView, DealResult, Scoring
from render.api import All, OneOf, Words, gain, number, spoken
from render.context import shown
from render.scenes.clumond.parts import counts, has_chips, is_calling, may_call
from render.speech import begun, card_name, only_said, own_first, points_of, suits_said
from render.tricks import TrickSpeech


class ClumondSpeech(TrickSpeech[ClumondView]):
    """The sentences of Clumond."""

    game = "clumond"

    def table(self) -> list[str]:
        return [*super().public(), *self.seats(), *self._contract()]

    def public(self) -> list[str]:
        return [*super().public(), *self._contract()]

    def hand(self) -> list[str]:
        """Say the trick, the hand, what may be played, and what is still possible."""
        shown(self.view.hand, "a spectator has no hand")
        return [
            *self.changed(),
            self.may() or self.turn(),
            *self.told(),
            *self.now(),
            self.words("alt.hand", cards=self.holding()),
            *([self.passing()] if may_call(self.view) else self._aims()),
            *self._contract(),
        ]

    def deal(self) -> list[str]:
        """Say how a hand was settled."""
        result = shown(self.view.last_deal, "no hand is finished")
        order, names = self.context.ranked, self._names()
        lines = result_said(result, self.words, names, order, is_shown=True, told="change")
        return [self.won(), *lines]

    def played(self) -> list[str]:
        """Say the trick, and what is trumps."""
        return [self.trick(self.view.trick), *self._contract()]

    def headline(self) -> str:
        view, words = self.view, self.words
        if is_calling(view):
            return words("clumond.headline.call", deal=view.deal, deals=view.deals)
        trick = view.trick.number
        return words("clumond.headline.play", deal=view.deal, deals=view.deals, trick=trick)

    def begun(self) -> list[str]:
        """Say who has passed or declared; before that how the last hand ended."""
        view, result = self.view, self.view.last_deal
        if view.passed or view.trumps is not None:
            return [self._call()]
        seats = self.context.seats
        return [] if result is None else result_said(result, self.words, self._names(), seats)

    def now(self) -> list[str]:
        """Say the trick, and while it goes on the one before it (C9)."""
        view, told = self.view, [*super().now()]
        if view.trick.cards and view.last_trick is not None and not self.context.is_over:
            told.append(self.trick(view.last_trick, is_last=True))
        return told

    @property
    def asked(self) -> str:
        return "clumond.waiting.call" if is_calling(self.view) else super().asked

    def seat(self, seat: int) -> str:
        view, at = self.view, seat - 1
        deals = is_calling(view) and seat == view.dealer
        return self.line(
            seat,
            self.scored(seat),
            self.words("alt.clumond.tricks", n=view.tricks[at]),
            self.in_hand(view.hand_counts[at]),
            self.words("picture.clumond.deals") if deals else "",
        )

    def score(self, points: int) -> str:
        return score_of(self.view.scoring, points, self.words)

    def holding(self) -> str:
        return suits_said(self.view.hand, self.words)

    def present_trick(self) -> str:
        if is_calling(self.view):
            return self.words("clumond.look.calling")
        return super().present_trick()

    def last_hand(self) -> str:
        """Say how the last hand ended and was paid, with the cards that were left."""
        result = self.view.last_deal
        if result is None:
            return self.words("clumond.look.no_hand")
        order, names = own_first(self.view.seat, result.totals), self._names()
        lines = result_said(result, self.words, names, order, is_shown=True, told="whole")
        told = [*lines, *self._sum(result), self.trick(result.trick, is_last=True)]
        return " ".join(filter(None, told))

    def trumps(self) -> str:
        """Say what was called, or how far the call is (C2)."""
        if self.view.trumps is not None:
            return self._call()
        return " ".join(filter(None, (self.words("clumond.look.calling"), self._call())))

    def tricks(self) -> str:
        """Say how many tricks everybody has won."""
        return self.words("clumond.look.tricks", tricks=self.each_has(self.view.tricks))

    def aims(self) -> str:
        """Say the own tricks, and how many more each code takes that can still be kept (C4)."""
        if not self._may_be_right():
            return self.words(self.aim())
        aims = OneOf(map(self._total, self.totals()))
        return self.words("clumond.look.aims", n=self._own_tricks(), aims=aims)

    def _aims(self) -> list[str]:
        """Say the own tricks, and what is still possible."""
        tricks = self.words("alt.clumond.tricks", n=self._own_tricks())
        return ["" if self._may_be_right() else self.sentence(tricks), self.aims()]

    def undeclared(self) -> int:
        """Return what who is right gets at least, where nobody declares (C5, C7)."""
        view = self.view
        return view.pot // view.seats if has_chips(view) else POINTS_MADE

    def passing(self) -> str:
        """Say what it pays that all pass; what a declaration pays is asked with."""
        scoring = self.view.scoring
        score = score_of(scoring, self.undeclared(), self.words)
        return self.words(f"alt.clumond.pass_{scoring.value}", score=score)

    def totals(self) -> Sequence[int]:
        """Return the numbers of tricks with which a code may be right at the end, in order (C4).

        Of a declarer's code others know nothing, so all that the declarer can still win are in it.
        """
        view = self.view
        if counts(view):
            return sorted(total for ask in view.asks for total in ask.tricks)
        won = view.tricks[shown(view.declarer, "nobody declared") - 1]
        return range(won, won + TRICKS - sum(view.tricks) + 1)

    def _may_be_right(self) -> bool:
        return counts(self.view) and bool(self.totals())

    def _own_tricks(self) -> int:
        return self.view.tricks[self.context.own_seat - 1]

    def _total(self, total: int) -> str:
        """Say a number of tricks, and the code of which it is the second meaning."""
        code = total - _AGAIN
        return str(total) if code < 0 else self.words("clumond.look.aim", n=total, code=code)

    def aim(self) -> str:
        """Return the key of what to play for: an own code, or to stop a declarer (C5, C6)."""
        view = self.view
        if not counts(view):
            return "clumond.aim.against"
        if self.totals():
            return "clumond.aim.own"
        return "clumond.aim.close" if view.declarer is None else "clumond.aim.failed"

    def pot(self) -> str:
        """Say what is in the pot, and the ante (C5)."""
        view = self.view
        if not has_chips(view):
            return self.words("clumond.look.no_pot")
        return self.words("clumond.look.pot", n=view.pot, ante=view.ante)

    def rules(self) -> str:
        """Say what the present phase asks."""
        phase = self.view.phase.value
        scoring = f"_{self.view.scoring.value}" if is_calling(self.view) else ""
        return self.won() or self.words(f"clumond.look.rules.{phase}{scoring}")

    def marked(self, code: str) -> str:
        """Name the card that is played, or the call."""
        verb, _, what = code.partition(" ")
        if verb == "play":
            return card_name(what, self.words)
        return self.words(f"clumond.naming.{what or verb}")

    def call(self) -> str:
        """Return the key of what is asked in the call."""
        call = "first_call" if self.view.deal == 1 else "call"
        return f"clumond.prompt.{call}_{self.view.scoring.value}"

    def following(self) -> list[str]:
        """Return the cards of the hand that follow the suit led."""
        led = "".join(one.card[1] for one in self.view.trick.cards[:1])
        return [card for card in self.view.hand or () if card[1] == led]

    def _call(self) -> str:
        """Say who has declared or passed; "" before."""
        view, words = self.view, self.words
        if view.trumps is None:
            passed = self.context.names(view.passed)
            told = words("alt.clumond.passed", names=passed, n=len(view.passed))
            return told if passed else ""
        if view.declarer is None:
            return words("clumond.event.undeclared")
        kind = words(f"picture.clumond.trumps.{view.trumps.value}")
        name = self.name(view.declarer)
        return begun(words("alt.clumond.declared", name=name, trumps=kind), name)

    def _contract(self) -> list[str]:
        """Say what was called and is trumps, unless that is news, and the pot."""
        view = self.view
        is_news = not view.trick.cards and view.last_trick is None
        pot = self.words("clumond.pot", n=view.pot) if has_chips(view) else ""
        return ["" if view.trumps is None or is_news else self._call(), pot]

    def may(self) -> str:
        """Ask for a call or a card, with those that may be played where some may not."""
        view, follows = self.view, self.following()
        if not view.legal:
            return ""
        if is_calling(view):
            return self.bare(self.words(self.call(), pot=view.pot))
        if follows:
            asked = self.your_turn("clumond.prompt.follow")
            return f"{asked} {only_said(follows, self.words)}"
        return self.your_turn("prompt.play" if view.trick.cards else "prompt.lead")

    def _names(self) -> list[str]:
        return self.context.names(self.context.seats)

    def _sum(self, result: DealResult) -> list[str]:
        """Say what came of the pot (C5, C6, C8)."""
        if not has_chips(self.view):
            return []
        stays = self.words(
            "alt.clumond.sum", ante=result.ante, pot=result.pot, paid=sum(result.paid),
            took=sum(result.took), stays=result.stays,
        )  # fmt: skip
        return [stays, self.words("clumond.shared", n=result.share) if result.share else ""]


def score_of(scoring: Scoring, points: int, words: Words) -> str:
    """Write a score with its unit: points, or chips."""
    if scoring is Scoring.POINTS:
        return points_of(points, words)
    return words("clumond.chips", n=abs(points), chips=number(points))


_AGAIN = 10
"""A code of 0 to 3 means so many tricks more, too (C4)."""

Told: TypeAlias = Literal["taken", "change", "whole"]
"""What is told of the chips of a hand: what was taken, the change, or all there was to pay."""


def result_said(
    result: DealResult, words: Words, names: Sequence[str], order: Iterable[int], *,
    is_shown: bool = False, told: Told = "taken",
) -> list[str]:  # fmt: skip
    """Tell how a hand ended, a line a seat in this order; `is_shown` names the cards left.

    A code is told only where it counts (C4-C6).
    """
    if result.declarer is None:
        lines = [words("clumond.result.undeclared", deal=result.deal)]
    else:
        declarer = names[result.declarer - 1]
        lines = [words("clumond.result.declared", deal=result.deal, name=declarer)]
    for seat in order:
        parts = list(_fate(result, seat, words, told, is_shown=is_shown))
        name = names[seat - 1]
        lines.append(begun(words("list.line", name=name, parts=parts), name))
    if result.stays and not result.share and told == "taken":
        lines.append(words("clumond.pot", n=result.stays))
    return lines


def _fate(
    result: DealResult, seat: int, words: Words, told: Told, *, is_shown: bool
) -> Iterator[str]:
    at = seat - 1
    if result.declarer in (None, seat) or is_shown:
        yield words("clumond.part.code", code=result.codes[at])
        yield words("alt.clumond.tricks", n=result.tricks[at])
    if result.declarer in (None, seat):
        off = result.off[at]
        yield words("clumond.part.off", n=off) if off else words("clumond.part.right")
    if result.paid[at] and told == "whole":
        yield words("clumond.part.pays", n=result.paid[at])
    if result.took[at] and told != "change":
        yield words("clumond.part.takes", n=result.took[at])
    if told != "taken":
        yield gain(result.points[at], words)
    yield words("list.now", total=spoken(number(result.totals[at]), words))
    if is_shown:
        kept = All(card_name(card, words) for card in result.left[at])
        yield words("clumond.part.kept", cards=kept)

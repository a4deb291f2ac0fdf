"""The alt texts of Cloud Nine: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from engine.games.cloud_nine.view import CloudNineView, DealResult, Phase, Played, Trick
from engine.melds import Nine
from render.alt import card_name
from render.api import OneOf
from render.context import shown
from render.scenes.cloud_nine.hand import raised
from render.tricks import TrickAlt

_OF_CLOUDS, _OF_HAND = 1, 2
"""From which step on it is left out how clouds score, and how the hand does."""


class CloudNineAlt(TrickAlt[CloudNineView]):
    """The sentences of Cloud Nine."""

    def table(self) -> list[str]:
        return [
            *self.changed(), self.turn(), *self.now(), *self.seats(), self._stock(), self.progress()
        ]  # fmt: skip

    def hand(self) -> list[str]:
        view, own = self.view, self.context.own_seat
        hand, drawn = shown(view.hand, "a spectator has no hand"), raised(self.context)
        return [
            *self.changed(),
            self.words("alt.cloud_nine.drawn", card=card_name(drawn, self.words)) if drawn else "",
            self._may(hand) or self.turn(),
            *self.told(),
            *self.now(),
            self.words("alt.hand", cards=self.nine(hand, _OF_HAND)),
            self.seat(own),
            *self.others(),
            self._stock(),
            self.progress(),
        ]

    def held(self) -> str:
        return self.nine(shown(self.view.hand, "a spectator has no hand"), _OF_HAND)

    def deal(self) -> list[str]:
        result = shown(self.view.last_deal, "no deal is finished")
        head = self.words("alt.deal_over", deal=result.deal)
        lines = [self._deal_line(result, seat) for seat in self.context.ranked]
        return [self.won(), head, *lines, self.words("alt.cloud_nine")]

    def begun(self) -> list[str]:
        result = self.view.last_deal
        return [] if result is None else [self.ended(result.deal, result.points)]

    def move(self, trick: Trick) -> str:
        """Say the last card that was taken, or else played."""
        taken = [played for played in trick.cards if played.taken_by is not None]
        if not taken:
            return super().move(trick)
        name = self.context.name(shown(taken[-1].taken_by, "not taken"))
        card = card_name(taken[-1].card, self.words)
        return self.words("alt.cloud_nine.took", name=name, card=card)

    def progress(self) -> str:
        view, trick = self.view, self.view.trick.number
        if view.deals is None:
            return self.words(
                "alt.cloud_nine.progress_open",
                deal=view.deal, trick=trick, target=view.target or 0,
            )  # fmt: skip
        return self.words("alt.cloud_nine.progress", deal=view.deal, deals=view.deals, trick=trick)

    @property
    def asked(self) -> str:
        phase = self.view.phase
        return super().asked if phase is Phase.PLAY else f"alt.turn.{phase}"

    def fate(self, trick: Trick, played: Played) -> str:
        """Say who wins or is second, and whose cloud the card went to."""
        role = taken = ""
        if played.seat in trick.ranking:
            place = trick.ranking.index(played.seat) + 1
            role = self.words("alt.trick.wins" if place == 1 else f"picture.role.{place}")
        if played.taken_by is not None:
            taken = self.words("alt.trick.taken", name=self.context.name(played.taken_by))
        return self.words("list.all", items=list(filter(None, (role, taken))))

    def seat(self, seat: int) -> str:
        view, words = self.view, self.words
        return words(
            "alt.cloud_nine.seat",
            name=self.context.name(seat),
            points=words("alt.points", n=view.scores[seat - 1]),
            held=words("alt.held", n=view.hand_counts[seat - 1]),
            cloud=self.nine(view.clouds[seat - 1], _OF_CLOUDS),
        )

    def _stock(self) -> str:
        return self.words("alt.cloud_nine.stock", n=self.view.stock)

    def _may(self, hand: Nine) -> str:
        """Say what the seat may do: any card, some cards, or nothing now."""
        words = self.words
        moves = [move.split() for move in self.view.legal]
        if not moves:
            return ""
        verb = moves[0][0]
        if verb == "second":
            return words("alt.may.second", names=self.context.names([int(who) for _, who in moves]))
        if {code for _, code in moves} == set(hand.cards):
            return words(self.any_card)
        cards = OneOf(card_name(code, words) for _, code in moves)
        return words(f"alt.may.{verb}", cards=cards)

    def _deal_line(self, result: DealResult, seat: int) -> str:
        words, at = self.words, seat - 1
        return words(
            "alt.cloud_nine.deal_line",
            name=self.context.name(seat),
            cloud=self.nine(result.clouds[at], _OF_CLOUDS),
            hand=self.nine(result.hands[at], _OF_HAND),
            points=words("alt.points", n=result.points[at]),
            total=result.totals[at],
        )

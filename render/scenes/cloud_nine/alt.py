"""The alt texts of Cloud Nine: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from engine.games.cloud_nine.view import CloudNineView, DealResult, Played, Trick
from engine.melds import Nine
from render.alt import card_name, spelled_nine
from render.context import shown
from render.scenes.cloud_nine.parts import raised
from render.tricks import TrickAlt


class CloudNineAlt(TrickAlt[CloudNineView]):
    """The sentences of Cloud Nine."""

    def table(self) -> list[str]:
        stock = self.words("alt.cloud_nine.stock", n=self.view.stock)
        return [self.progress(), self.turn(), self.now(), *self.seats(), stock, self._key()]

    def hand(self) -> list[str]:
        view, words = self.view, self.words
        hand, own = shown(view.hand, "a spectator has no hand"), self.context.own_seat
        drawn = raised(self.context)
        points = words("alt.points", n=view.scores[own - 1])
        cloud = spelled_nine(view.clouds[own - 1], words)
        return [
            self.progress(),
            words("alt.hand", cards=spelled_nine(hand, words)),
            words("alt.cloud_nine.drawn", card=drawn) if drawn else "",
            words("alt.cloud_nine.own", points=points, cards=cloud),
            self._may(hand) or self.turn(),
            self.now(),
            *(self.seat(seat) for seat in self.context.seats if seat != own),
            words("alt.cloud_nine.stock", n=view.stock),
            self._key(),
        ]

    def held(self) -> str:
        return spelled_nine(shown(self.view.hand, "a spectator has no hand"), self.words)

    def deal(self) -> list[str]:
        result = shown(self.view.last_deal, "no deal is finished")
        head = self.words("alt.cloud_nine.result", deal=result.deal)
        lines = [self._deal_line(result, seat) for seat in self.context.ranked]
        return [head, *lines, self.won(), self._key()]

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
        return f"alt.turn.{self.view.phase}"

    def fate(self, trick: Trick, played: Played) -> str:
        """Say who wins or is second, and whose cloud the card went to."""
        role = taken = ""
        if played.seat in trick.ranking:
            role = self.words(f"picture.role.{trick.ranking.index(played.seat) + 1}")
        if played.taken_by is not None:
            taken = self.words("alt.trick.taken", name=self.context.name(played.taken_by))
        return self.words("list.all", items=list(filter(None, (role, taken))))

    def seat(self, seat: int) -> str:
        view, words = self.view, self.words
        return words(
            "alt.cloud_nine.seat_house" if self.context.is_house(seat) else "alt.cloud_nine.seat",
            name=self.context.name(seat),
            points=words("alt.points", n=view.scores[seat - 1]),
            held=words("alt.held", n=view.hand_counts[seat - 1]),
            cloud=spelled_nine(view.clouds[seat - 1], words),
        )

    def _key(self) -> str:
        return self.words("alt.cloud_nine.key")

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
            return words("alt.may.play_any")
        cards = [card_name(code, words) for _, code in moves]
        return words(f"alt.may.{verb}", cards=cards)

    def _deal_line(self, result: DealResult, seat: int) -> str:
        words, at = self.words, seat - 1
        return words(
            "alt.cloud_nine.deal_line",
            name=self.context.name(seat),
            cloud=spelled_nine(result.clouds[at], words),
            hand=spelled_nine(result.hands[at], words),
            points=words("alt.points", n=result.points[at]),
            total=result.totals[at],
        )

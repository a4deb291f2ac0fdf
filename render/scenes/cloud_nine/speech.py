"""What is said of Cloud Nine: facts of its state, and the alt texts of its pictures."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import mask_of_faces
from engine.games.cloud_nine.view import CloudNineView, DealResult, Phase, Played, Trick
from engine.melds import Meld, meld
from render.api import OneOf, You
from render.context import shown
from render.speech import begun, card_name, factors, gained_said, suits_said
from render.tricks import TrickSpeech

_OF_CLOUDS, _OF_HAND = 1, 2
"""From which step on it is left out how clouds score, and how the hand does."""


class CloudNineSpeech(TrickSpeech[CloudNineView]):
    """The sentences of Cloud Nine."""

    game = "cloud_nine"

    def table(self) -> list[str]:
        return [*super().public(), *self.seats(), self.stock(), self.progress()]

    def public(self) -> list[str]:
        return [*super().public(), self.stock()]

    def hand(self) -> list[str]:
        # Of two moves compared, the card just drawn seems one.
        own, drawn = self.context.own_seat, self.view.drawn if self.context.told is None else None
        return [
            *self.changed(),
            self.drawn(drawn),
            self.may() or self.turn(),
            *self.told(),
            *self.now(),
            self.words("alt.hand", cards=self.held()),
            self.cloud(own, is_spared=self.context.spared >= _OF_CLOUDS),
            self.stock(),
            self.progress(),
        ]

    def deal(self) -> list[str]:
        result = shown(self.view.last_deal, "no deal is finished")
        head = self.sentence(self.words("picture.result", deal=result.deal))
        return [self.won(), head, *self.made(), self.title()]

    def made(self) -> list[str]:
        result = shown(self.view.last_deal, "no deal is finished")
        return [self.result(result, seat) for seat in self.context.ranked]

    def headline(self) -> str:
        view, trick = self.view, self.view.trick.number
        if view.deals == 1:
            return self.words("cloud_nine.headline_only", trick=trick)
        if view.deals is None:
            return self.words(
                "cloud_nine.headline_open", deal=view.deal, target=view.target, trick=trick
            )  # fmt: skip
        return self.words("cloud_nine.headline", deal=view.deal, deals=view.deals, trick=trick)

    def begun(self) -> list[str]:
        result = self.view.last_deal
        if result is None:
            return []
        points = self.each_has(result.points)
        return [self.words("deal.scored", deal=result.deal, points=points)]

    def move(self, trick: Trick) -> str:
        """Say the last card that was taken, or else played."""
        taken = [played for played in trick.cards if played.taken_by is not None]
        if not taken:
            return super().move(trick)
        name = self.name(shown(taken[-1].taken_by, "not taken"))
        card = card_name(taken[-1].card, self.words)
        return self.words("alt.cloud_nine.took", name=name, card=card)

    @property
    def asked(self) -> str:
        phase = self.view.phase
        return super().asked if phase is Phase.PLAY else f"cloud_nine.waiting.{phase.value}"

    def fates(self, trick: Trick, played: Played) -> Iterable[str]:
        """Say in which place a card came, and what its player took."""
        if played.seat in trick.ranking:
            place = trick.ranking.index(played.seat) + 1
            yield self.words(
                "alt.trick.wins" if place == 1 else f"picture.role.{place}",
                name=self.name(played.seat),
            )
        for other in trick.cards:
            if other.taken_by == played.seat:
                card = card_name(other.card, self.words)
                yield self.words("cloud_nine.look.took", name=self.name(played.seat), card=card)

    def seat(self, seat: int) -> str:
        """Say what a seat has: points, cards in hand, and its cloud."""
        held = self.in_hand(self.view.hand_counts[seat - 1])
        is_spared = self.context.spared >= _OF_CLOUDS
        return f"{self.line(seat, self.scored(seat), held)} {self.cloud(seat, is_spared=is_spared)}"

    def holding(self) -> str:
        return suits_said(self.view.hand.cards, self.words) if self.view.hand is not None else ""

    def held(self) -> str:
        return self.nine(self.view.hand, _OF_HAND) if self.view.hand is not None else ""

    def drawn(self, card: str | None) -> str:
        """Say which card was just drawn."""
        if card is None:
            return ""
        return self.words("cloud_nine.look.drawn", card=card_name(card, self.words))

    def cloud(self, seat: int, *, is_spared: bool = False) -> str:
        """Say a cloud and what it makes, with the factors unless these are spared."""
        nine, name = self.view.clouds[seat - 1], self.name(seat)
        filled, empty = "cloud_nine.look.cloud", "cloud_nine.look.empty_cloud"
        if isinstance(name, You):
            filled, empty = "cloud_nine.look.own_cloud", "cloud_nine.look.no_cloud"
        if not nine.cards:
            return self.words(empty, name=name)
        made = nine.meld.score if is_spared else factors(nine.meld, self.words)
        told = self.words(filled, name=name, made=made)
        return f"{told} {suits_said(nine.cards, self.words)}"

    def clouds(self) -> str:
        """Say the clouds of the others."""
        others = (seat for seat in self.context.seats if seat != self.view.seat)
        return " ".join(self.cloud(seat, is_spared=True) for seat in others)

    def own_hand(self) -> str:
        """Say the hand, what it makes, and the card just drawn."""
        return " ".join(filter(None, (self.held(), self.drawn(self.view.drawn))))

    def stock(self) -> str:
        """Say how many cards are left to draw."""
        return self.words("cloud_nine.look.stock", n=self.view.stock)

    def marked(self, code: str) -> str:
        """Name the card that is played or taken, or the seat that is named second."""
        verb, _, what = code.partition(" ")
        if verb == "second":
            return self.words("cloud_nine.naming", name=self.name(int(what)))
        return card_name(what, self.words)

    def takes(self) -> str:
        """Say what the own cloud makes with each card that may be taken."""
        view, words = self.view, self.words
        if view.phase is not Phase.TAKE or view.seat not in view.to_act:
            return words("cloud_nine.look.no_takes")
        scores = {card: with_card(view, card).score for card in free_cards(view)}
        return self.sentence(
            *(words("look.one_makes", what=card_name(c, words), score=scores[c]) for c in scores)
        )

    def rules(self) -> str:
        """Say what the present phase asks."""
        return self.won() or self.words(f"cloud_nine.look.rules.{self.view.phase.value}")

    def result(self, result: DealResult, seat: int) -> str:
        """Say what a seat made of a deal, with its cards."""
        at = seat - 1
        name = self.name(seat)
        made = gained_said(name, result.points[at], result.totals[at], self.words)
        cloud = self.nine(result.clouds[at], _OF_CLOUDS)
        hand = self.nine(result.hands[at], _OF_HAND)
        return begun(self.words("cloud_nine.result", made=made, cloud=cloud, hand=hand), name)

    def may(self) -> str:
        """Ask for a move, or say nothing now."""
        view = self.view
        if not view.legal:
            return ""
        if view.phase is Phase.TAKE:
            cards = OneOf(card_name(card, self.words) for card in free_cards(view))
            return self.words("cloud_nine.prompt.pick", cards=cards)
        if view.phase is Phase.SECOND:
            return self.bare(self.words("cloud_nine.prompt.second"))
        return self.your_turn("prompt.play" if view.trick.cards else "prompt.lead")


def free_cards(view: CloudNineView) -> tuple[str, ...]:
    """Return the cards of the trick that may still be taken, in the order they were played."""
    return tuple(dict.fromkeys(p.card for p in view.trick.cards if p.taken_by is None))


def with_card(view: CloudNineView, card: str) -> Meld:
    """Return the score of the cloud of the seat to act with one more card."""
    cloud = view.clouds[view.to_act[0] - 1].cards
    return meld(mask_of_faces((*cloud, card)))

"""Cloud Nine by ear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.cards import BIT, CARD_OF_FACE, JOKER, faces_in, mask_of_faces
from engine.chance import Chance
from engine.events import Event, Heard
from engine.game import Step
from engine.games import GAMES
from engine.games.cloud_nine.state import Deal, State, TrickState
from engine.games.cloud_nine.turns import claimants, name_second, next_dealer, play, take
from engine.games.cloud_nine.view import Phase
from engine.melds import NINE, nine_of
from engine.seats import NOBODY, Seat, left_of
from tests.by_ear.grammar import SCORE, Said, card_of, card_pattern
from tests.by_ear.memory import Memory, Missed

SEATS = 3
_STOCK = 54 - SEATS * NINE


class CloudNine(Memory):
    """The deal that is played, the clouds and the scores."""

    game = "cloud_nine"
    keys = (
        "trick.", "cloud_nine.event.", "cloud_nine.prompt.", "cloud_nine.earns", "holding.",
        "cloud_nine.earns_suit", "cloud_nine.earns_joker", "result.won", "cloud_nine.preview",
        "cloud_nine.preview_same", "alt.trick.now", "alt.trick.last", "look.trick.",
        "cloud_nine.look.", "prompt.", "deal.scored",
        "ear.order",
    )  # fmt: skip
    kinds: ClassVar = {"deal.scored points": "@list.gained @list.points", "points": SCORE}
    first = ("score",)

    def __init__(self, names: Sequence[str], own: int) -> None:
        super().__init__(names, own)
        self.deals: int | None = None
        self.target: int | None = None
        self.points: tuple[tuple[int, ...], ...] = ()
        self._before: list[str] | None = None
        self._asked: dict[str, list[Said]] = {}
        self._score: tuple[int, list[int]] = (1, [0] * SEATS)
        self.state = self._begun(1, Seat(SEATS), (0,) * SEATS)

    def _begun(self, number: int, dealer: Seat, totals: Sequence[int]) -> State:
        leader = left_of(dealer, SEATS)
        deal = Deal(
            chance=Chance(b""), deals=self.deals, target=self.target, dealer=dealer,
            number=number, points=self.points, totals=tuple(totals),
        )  # fmt: skip
        self._before, self.hand = None, []
        return State(
            deal, Phase.PLAY, leader, (0,) * SEATS, (0,) * SEATS, (), TrickState(1, leader), None
        )

    def happened(self, said: Said) -> None:
        match said.key.split("."):
            case ["trick", "leads" | "plays"]:
                seat, card = self.seat(said.values["name"]), card_of(said.values["card"])
                self._played(seat, card, leads=self.leads(said))
            case ["prompt", asked] | ["cloud_nine", "prompt", asked]:
                self._asked_to(asked)
            case ["cloud_nine", "event", "takes"]:
                self._took(self.seat(said.values["name"]), card_of(said.values["card"]))
            case ["cloud_nine", "event", "wins_takes"]:
                self._took(self.seat(said.values["name"]), card_of(said.values["card"]))
            case ["cloud_nine", "event", "rest_own"]:
                self._left(card_of(said.values["card"]))
            case ["cloud_nine", "event", "second"]:
                self._named(self.seat(said.values["name"]))
            case ["deal", "scored"]:
                self._ended(said)
            case _:
                pass

    def _left(self, card: str) -> None:
        """Take in what was left for this seat: the other took the other card, named or not."""
        state = self.state
        if state.phase is Phase.SECOND:
            self._named(next(seat for seat in claimants(state) if seat != self.own))
        while self.state.phase is Phase.TAKE and self.state.turn != self.own:
            trick = self.state.trick
            free = [_face(each) for each in set(trick.cards) - set(trick.taken)]
            free.remove(card)
            self._took(self.state.turn, free[0])

    def _asked_to(self, what: str) -> None:
        if what == "pick" and self.state.phase is Phase.SECOND:
            self._named(self.own)  # that is why
        state = self.state
        is_right = {
            "lead": state.phase is Phase.PLAY and not state.trick.cards,
            "play": state.phase is Phase.PLAY and bool(state.trick.cards),
            "pick": state.phase is Phase.TAKE,
        }
        if not is_right.get(what, True):
            raise Missed(f"I am asked to {what}")

    def _played(self, seat: Seat, card: str, *, leads: bool | None) -> None:
        state = self.state
        if state.phase is not Phase.PLAY or state.turn != seat:
            raise Missed(f"{self.names[seat - 1]} played {card}")
        if leads is bool(state.trick.cards):
            raise Missed(f"{self.names[seat - 1]} played {card}")
        number = self._number(card)
        hands = tuple(BIT[number] if at == seat - 1 else 0 for at in range(SEATS))
        self._follow_step(play(state._replace(hands=hands), number))

    def _number(self, card: str) -> int:
        """Return a card that is not on the table yet: there are two jokers."""
        number, seen = CARD_OF_FACE[card], sum(self.state.clouds)
        for one in self.state.trick.cards:
            seen |= BIT[one]
        return number + 1 if number == JOKER and seen & BIT[number] else number

    def _took(self, seat: Seat, card: str) -> None:
        state = self.state
        if state.phase is not Phase.TAKE or state.turn != seat:
            raise Missed(f"{self.names[seat - 1]} took {card}")
        if state.trick.number == NINE and len(state.trick.taken) == 1:
            # How the deal ends depends on hands that nobody has shown: it is told.
            self.state = state._replace(turn=NOBODY)
        else:
            self._follow_step(take(state, CARD_OF_FACE[card]))

    def _named(self, seat: Seat) -> None:
        if self.state.phase is not Phase.SECOND:
            raise Missed(f"{self.names[seat - 1]} is second")
        self._follow_step(name_second(self.state, seat))

    def _ended(self, said: Said) -> None:
        points, totals = [0] * SEATS, [0] * SEATS
        for one in self.grammar.each("list.gained", said.values["points"]):
            at = self.seat(one.values["name"]) - 1
            points[at], totals[at] = one.number("points"), one.number("total")
        self._next(tuple(points), totals)

    def _next(self, points: tuple[int, ...], totals: Sequence[int]) -> None:
        deal = self.state.deal
        self.points = (*self.points, points)
        self.state = self._begun(deal.number + 1, next_dealer(points, deal.dealer), totals)

    def settled(self, legal: Sequence[str]) -> None:
        if self.state.turn != self.own:
            raise Missed("it is not my turn by what I heard")
        if self.state.phase.value != legal[0].split()[0]:
            raise Missed(f"I may {legal[0]}")

    def answered(self, question: str, said: Sequence[Said], spoken: str) -> None:
        self._asked[question] = [*said]
        if question == "score":
            numbers = [0] * SEATS
            for one in self.grammar.each("list.points", spoken):
                numbers[self.seat(one.values["name"]) - 1] = one.number("points")
            self._score = self._progress(spoken), numbers
        if question == self.first[-1] and not self.points:
            self.state = self._begun(1, Seat(SEATS), (0,) * SEATS)

    def _progress(self, spoken: str) -> int:
        """Read which deal it is of how many."""
        for said in self.grammar.each("cloud_nine.headline", spoken):
            self.deals = said.number("deals")
            return said.number("deal")
        for said in self.grammar.each("cloud_nine.headline_open", spoken):
            self.target = said.number("target")
            return said.number("deal")
        self.deals = 1
        return 1

    def lacking(self, said: Sequence[Said]) -> Sequence[str]:
        self._asked = {}
        if any(each.key == "cloud_nine.prompt.pick" for each in said):
            return ("trick", "last_trick")
        is_last = self.state.trick.number == NINE
        return ("score", "last_trick", "trick") if is_last else ("last_trick", "trick")

    def caught_up(self, said: Sequence[Said], legal: Sequence[str]) -> None:
        number, totals = self._score
        if "score" in self._asked and number != self.state.deal.number:
            old = self.state.deal.totals
            self._next(tuple(now - then for now, then in zip(totals, old, strict=True)), totals)
        for question in ("last_trick", "trick"):
            self._follow(self.trick_cards(self._asked.get(question, ())))
        if "trick" not in self._asked:
            self._follow(
                [
                    (self.seat(each.values["name"]), card_of(each.values["card"]), "")
                    for each in said
                    if each.key.startswith("trick.")
                ]
            )
        self.settled(legal)

    def _follow(self, told: Sequence[tuple[Seat, str, str]]) -> None:
        """Follow a trick as far as it goes on from what is known."""
        cards = [card for _, card, _ in told]
        last = self.state.last_trick
        if last is not None and [_face(card) for card in last.cards] == cards:
            return
        known = [_face(card) for card in self.state.trick.cards]
        if cards[: len(known)] != known:
            return
        for seat, card, _ in told[len(known) :]:
            self._played(seat, card, leads=not self.state.trick.cards)
        took, second = self._fates(told)
        while self.state.phase in {Phase.TAKE, Phase.SECOND} and self.state.turn:
            seat = self.state.turn
            if self.state.phase is Phase.SECOND and second:
                self._named(second)
            elif self.state.phase is Phase.TAKE and seat in took:
                self._took(seat, took[seat])
            else:
                break

    def _fates(self, told: Sequence[tuple[Seat, str, str]]) -> tuple[dict[Seat, str], Seat | None]:
        took, second = dict[Seat, str](), None
        for seat, _, fate in told:
            for one in self.grammar.each("cloud_nine.look.took", fate):
                took[seat] = card_of(one.values["card"])
            if self.grammar.each("picture.role.2", fate):
                second = seat
        return took, second

    def _follow_step(self, step: Step) -> None:
        assert isinstance(step.state, State)
        self.state = step.state

    def code(self, label: str) -> str | None:
        for said in self.grammar.each("cloud_nine.button.second", label):
            return f"second {self.seat(said.values['name'])}"
        found = re.search(card_pattern(), label)
        if found is None:
            return None
        verb = "take" if self._takes(label) else "play"
        return f"{verb} {card_of(found[0])}"

    def _takes(self, label: str) -> bool:
        keys = ("cloud_nine.button.take", "cloud_nine.button.take_makes")
        return any(self.grammar.each(key, label) for key in keys)

    def size(self) -> int:
        trick = self.state.trick
        return NINE - (self.own in trick.seats[: len(trick.cards)])

    def ordered(self, legal: Sequence[str]) -> tuple[str, ...]:
        verb = legal[0].split()[0]
        if verb == "second":
            return tuple(f"second {seat}" for seat in claimants(self.state))
        cards = faces_in(mask_of_faces(code.split()[1] for code in legal))
        return tuple(f"{verb} {card}" for card in dict.fromkeys(cards))

    def view(self, legal: Sequence[str]) -> Any:
        state, own = self.state, self.own
        known: Any = GAMES["cloud_nine"].view(state, own)
        counts, trick = [NINE] * SEATS, state.trick
        for seat in trick.seats[: len(trick.cards)]:
            counts[seat - 1] -= 1
        drawn = None
        if state.phase is Phase.PLAY and trick.number > 1 and self._before is not None:
            (drawn,) = Counter(self.hand) - Counter(self._before)
        return replace(
            known, hand=nine_of(mask_of_faces(self.hand)), hand_counts=tuple(counts),
            stock=_STOCK - SEATS * (trick.number - 1), legal=tuple(legal), drawn=drawn,
        )  # fmt: skip

    def moved(self, code: str) -> None:
        verb, what = code.split()
        if verb == "play":
            self._played(self.own, what, leads=not self.state.trick.cards)
            self.hand.remove(what)
            self._before = [*self.hand]
        elif verb == "take":
            self._took(self.own, what)
        else:
            self._named(Seat(int(what)))

    def matters(self, heard: Sequence[Heard]) -> list[Event]:  # noqa: ARG002 - all lies open
        return []

    def compared(self, view: Any) -> Any:
        return replace(view, last_deal=None)


def _face(card: int) -> str:
    return "JK" if card >= JOKER else faces_in(BIT[card])[0]

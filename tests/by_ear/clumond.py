"""Clumond by ear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.cards import CARD_OF_FACE, faces_in, mask_of_faces
from engine.chance import Chance
from engine.events import CardPlayed, Event, Heard
from engine.game import Step
from engine.games import GAMES
from engine.games.clumond.state import HELD, TRUMPS_NUMBER, Deal, State, less_ante
from engine.games.clumond.turns import Declare, Pass, declare, pass_on, play, playable
from engine.games.clumond.view import TRICKS, DealStarted, Declared, Passed, Phase, Scoring, Trumps
from engine.seats import NOBODY, Seat, left_of, round_from
from tests.by_ear.grammar import SCORE, Said, card_of, card_pattern, suit_of, text
from tests.by_ear.memory import Memory, Missed

SEATS = 3
_CARDS = frozenset({"trick.leads", "trick.plays", "clumond.event.wins_leads"})
"""The texts of a card that was played."""
_UNKNOWN = 0


class Clumond(Memory):
    """The hand that is played, the tricks, and the balances."""

    game = "clumond"
    keys = (
        "trick.", "clumond.event.", "clumond.prompt.", "clumond.aim.", "holding.", "result.won",
        "alt.trick.now", "alt.trick.last", "look.trick.", "clumond.look.", "clumond.headline.",
        "clumond.result.", "clumond.pot", "clumond.last_trick", "ear.order", "list.line",
        "prompt.", "alt.clumond.passed", "alt.clumond.declared",
    )  # fmt: skip
    kinds: ClassVar = {
        "verdict": "@clumond.verdict.",
        "clumond.event.settled points": "@list.gained",
        "parts": "@clumond.part. @alt.clumond.tricks @list.now",
        "points": SCORE,
        "tricks": "@list.points",
    }
    first = ("score", "pot")

    def __init__(self, names: Sequence[str], own: int) -> None:
        super().__init__(names, own)
        self.scoring, self.ante, self.deals = Scoring.CHIPS, 0, 0
        self.points: tuple[tuple[int, ...], ...] = ()
        self.state = self._begun(1, Seat(SEATS), (0,) * SEATS)
        self._asked: dict[str, list[Said]] = {}
        self._totals: list[tuple[Seat, int]] = []
        self._score: tuple[int, list[int]] = (1, [])

    def _begun(self, number: int, dealer: Seat, totals: Sequence[int]) -> State:
        """Return a hand that is dealt: `totals` are the balances before its antes."""
        after = less_ante(totals, self.ante)
        deal = Deal(
            chance=Chance(b""), deals=self.deals, dealer=dealer, number=number, totals=after,
            points=self.points, ante=self.ante, scoring=self.scoring,
            pot=-sum(after) if self.scoring is Scoring.CHIPS else 0,
        )  # fmt: skip
        leader = left_of(dealer, SEATS)
        self.hand = []
        self.note(DealStarted(number, dealer, leader, deal.pot, self.ante))
        return State(
            deal, Phase.CALL, leader, (_UNKNOWN,) * SEATS, (0,) * SEATS, NOBODY,
            TRUMPS_NUMBER[Trumps.NONE], 1, leader, (), None,
        )  # fmt: skip

    def happened(self, said: Said) -> None:
        match said.key.split("."):
            case ["trick", "leads" | "plays"]:
                seat, card = self.seat(said.values["name"]), card_of(said.values["card"])
                self._played(seat, card, leads=self.leads(said))
            case ["clumond", "event", "passes"]:
                self._called(self.seat(said.values["name"]), Pass())
            case ["clumond", "event", "declares", trumps]:
                seat = self.seat(said.values["name"])
                self._called(seat, Declare(TRUMPS_NUMBER[Trumps(trumps)]))
            case ["list", "line"]:
                self._ended(said)
            case ["clumond", "event", "wins" | "wins_own" | "wins_leads"]:
                self._won(said)
            case ["prompt", "lead" as asked] | ["clumond", "prompt", "follow" | "void" as asked]:
                if (asked == "lead") is bool(self.state.cards):
                    raise Missed(f"I am asked to {asked}")
            case _:
                pass

    def _called(self, seat: Seat, move: Pass | Declare) -> None:
        state = self.state
        if state.phase is not Phase.CALL or state.turn != seat:
            raise Missed(f"{self.names[seat - 1]} called")
        if isinstance(move, Pass):
            self.note(Passed(seat))
            self._follow_step(pass_on(state))
        else:
            leader = left_of(seat, SEATS)
            self.note(Declared(seat, _trumps(move.trumps), leader))
            self._follow_step(declare(state, move.trumps))

    def _played(self, seat: Seat, card: str, *, leads: bool | None) -> None:
        state = self.state
        if state.phase is not Phase.PLAY or state.turn != seat:
            raise Missed(f"{self.names[seat - 1]} played {card}")
        if leads is bool(state.cards):
            raise Missed(f"{self.names[seat - 1]} played {card}")
        self.note(CardPlayed(seat, card, not state.cards))
        number = CARD_OF_FACE[card]
        if len(state.cards) == SEATS - 1 and state.number == TRICKS:
            # How the hand ends depends on cards that nobody has shown: it is told.
            self.state = state._replace(turn=NOBODY)
        else:
            self._follow_step(play(state, number))

    def _won(self, said: Said) -> None:
        state, seat = self.state, self.seat(said.values.get("name", "you"))
        n = said.number() if said.values.get("n") else 1
        is_over = state.turn == NOBODY  # the thirteenth trick is counted by nobody here
        if not is_over and (state.cards or state.leader != seat or state.tricks[seat - 1] != n):
            raise Missed(said.text)
        if "card" in said.values:
            self._played(seat, card_of(said.values["card"]), leads=True)

    def _ended(self, said: Said) -> None:
        """Take in what somebody has now, and begin the next hand when all have been told."""
        (now,) = self.grammar.each("list.now", said.values["parts"])
        self._totals.append((self.seat(said.values["name"]), now.number("total")))
        if len(self._totals) < SEATS:
            return
        deal, totals = self.state.deal, [total for _, total in sorted(self._totals)]
        self._totals = []
        before = zip(totals, deal.totals, strict=True)
        self.points = (*self.points, tuple(now - then - self.ante for now, then in before))
        if deal.number < self.deals:
            self.state = self._begun(deal.number + 1, left_of(deal.dealer, SEATS), totals)

    def settled(self, legal: Sequence[str]) -> None:
        if self.state.turn != self.own:
            raise Missed("it is not my turn by what I heard")
        if (self.state.phase is Phase.CALL) is not ("pass" in legal):
            raise Missed("I heard no call")
        if self.state.phase is Phase.PLAY and self.knows_hand():
            cards = playable(mask_of_faces(self.hand), self.state.cards)
            if {f"play {card}" for card in faces_in(cards)} != {*legal}:
                raise Missed("what I may play does not go with what I heard")

    def answered(self, question: str, said: Sequence[Said], spoken: str) -> None:
        self._asked[question] = [*said]
        match question:
            case "score":
                (progress,) = self.grammar.each("clumond.headline.", spoken)
                self.deals = progress.number("deals")
                totals = [0] * SEATS
                for one in self.grammar.each("list.points", spoken):
                    totals[self.seat(one.values["name"]) - 1] = one.number("points")
                self._score = progress.number("deal"), totals
            case "pot":
                self._stakes(said)
            case _:
                pass
        if question == self.first[-1]:
            self.state = self._begun(1, Seat(SEATS), (0,) * SEATS)

    def _stakes(self, said: Sequence[Said]) -> None:
        for each in said:
            if each.key == "clumond.look.pot":
                self.ante = each.number("ante")
            if each.key == "clumond.look.no_pot":
                self.scoring = Scoring.POINTS

    def lacking(self, _said: Sequence[Said]) -> Sequence[str]:
        self._asked = {}
        if self.state.phase is Phase.CALL:
            return ("trumps", "last_trick", "trick")
        if self.state.number == TRICKS:
            return ("score", "trumps", "last_trick", "trick")
        return ("last_trick", "trick", "trumps")

    def caught_up(self, said: Sequence[Said], legal: Sequence[str]) -> None:
        if "score" in self._asked:
            self._catch_up_score()
        if self.state.phase is Phase.CALL:
            self._catch_up_calls()
            for each in said:
                if each.key.startswith("clumond.event.") and self.state.turn != self.own:
                    self.happened(each)
        self._catch_up_tricks(said)
        self.settled(legal)

    def _catch_up_score(self) -> None:
        """Take up a new hand if there is one, by what everybody has now."""
        deal, (number, totals) = self.state.deal, self._score
        if number == deal.number:
            return
        before = zip(totals, deal.totals, strict=True)
        self.points = (*self.points, tuple(now - then for now, then in before))
        dealer = left_of(deal.dealer, SEATS)
        self.state = self._begun(number, dealer, [total + self.ante for total in totals])

    def _catch_up_calls(self) -> None:
        for said in self._asked.get("trumps", ()):
            match said.key:
                case "alt.clumond.passed":
                    for seat in map(self.seat, self.grammar.names_of(said.values["names"])):
                        if seat == self.state.turn:
                            self._called(seat, Pass())
                case "alt.clumond.declared":
                    self._declared(said)
                case "clumond.event.undeclared":
                    while self.state.phase is Phase.CALL:
                        self._called(self.state.turn, Pass())
                case _:
                    pass

    def _catch_up_tricks(self, said: Sequence[Said]) -> None:
        told = [
            (self.seat(each.values["name"]), card_of(each.values["card"]))
            for each in said
            if each.key in _CARDS
        ]
        now = self._cards("trick") or told
        heard = self.matters(self.heard)
        known = {event.card for event in heard if isinstance(event, CardPlayed)}
        for seat, card in (*self._cards("last_trick"), *now):
            if card not in known:
                known.add(card)
                self._played(seat, card, leads=not self.state.cards)

    def _declared(self, said: Said) -> None:
        seat = self.seat(said.values["name"])
        while self.state.phase is Phase.CALL and self.state.turn != seat:
            self._called(self.state.turn, Pass())
        self._called(seat, Declare(TRUMPS_NUMBER[_KINDS[said.values["trumps"]]]))

    def _cards(self, question: str) -> list[tuple[Seat, str]]:
        told = self.trick_cards(self._asked.get(question, ()))
        return [(seat, card) for seat, card, _ in told]

    def _follow_step(self, step: Step) -> None:
        assert isinstance(step.state, State)
        self.state = step.state

    def code(self, label: str) -> str | None:
        for key, move in _LABELS.items():
            if self.grammar.each(key, label):
                return move
        for said in self.grammar.each("clumond.button.declare", label):
            return f"declare {suit_of(said.values['suit'])}"
        found = re.search(card_pattern(), label)
        return f"play {card_of(found[0])}" if found else None

    def size(self) -> int:
        return HELD - self.state.number + 1

    def view(self, legal: Sequence[str]) -> Any:
        state, own = self.state, self.own
        hands = [_UNKNOWN] * SEATS
        hands[own - 1] = mask_of_faces(self.hand)
        counts = [self.size()] * SEATS
        for seat in round_from(state.leader, SEATS)[: len(state.cards)]:
            counts[seat - 1] -= 1
        known: Any = GAMES["clumond"].view(state._replace(hands=tuple(hands)), own)
        return replace(known, hand_counts=tuple(counts), legal=self.ordered(legal))

    def ordered(self, legal: Sequence[str]) -> tuple[str, ...]:
        plays = faces_in(mask_of_faces(code.split()[1] for code in legal if "play" in code))
        return tuple(f"play {card}" for card in plays) or tuple(legal)

    def moved(self, code: str) -> None:
        if code == "pass":
            self._called(self.own, Pass())
        elif code.startswith("declare"):
            self._called(self.own, Declare(TRUMPS_NUMBER[Trumps(code.split()[1])]))
        else:
            card = code.split()[1]
            self._played(self.own, card, leads=not self.state.cards)
            self.hand.remove(card)

    def matters(self, heard: Sequence[Heard]) -> list[Event]:
        """Return the calls and the cards of the present hand."""
        kept: list[Event] = []
        for _, event in heard:
            if isinstance(event, DealStarted):
                kept.clear()
            if isinstance(event, CardPlayed | Passed | Declared):
                kept.append(event)
        return kept

    def compared(self, view: Any) -> Any:
        return replace(view, last_deal=None)


def _trumps(number: int) -> Trumps:
    return next(trumps for trumps, at in TRUMPS_NUMBER.items() if at == number)


_LABELS = {"clumond.move.pass": "pass"} | {
    f"clumond.move.declare.{trumps.value}": f"declare {trumps.value}" for trumps in Trumps
}
"""The calls by the keys of their names."""

_KINDS = {text(f"picture.clumond.trumps.{trumps.value}"): trumps for trumps in Trumps}
"""The trumps by how a declaration tells them."""

"""The presenter of Cloud Nine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import assert_never

from bot.presenters.cards import (
    JOKER,
    Answers,
    Names,
    card_emoji,
    card_label,
    card_name,
    card_said,
    gained,
    made,
    name_of,
    play_label,
    text_context,
    with_order,
)
from bot.presenters.presenter import Control, Feat, Presenter, Tone, results_in
from bot.texts import by_ear
from engine.events import CardPlayed, DealScored, DealStarted, Event
from engine.games.cloud_nine.view import (
    CardTaken,
    CloudNineView,
    DealResult,
    Phase,
    SecondNamed,
    TrickRanked,
)
from engine.melds import NINE
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import OneOf, Words, capital
from render.scenes.cloud_nine.speech import CloudNineSpeech, free_cards, with_card
from render.speech import own_first, suits_said

ANSWERS: Answers = MappingProxyType({
    "hand": CloudNineSpeech.own_hand,
    "trick": CloudNineSpeech.present_trick,
    "last_trick": CloudNineSpeech.last_trick,
    "takes": CloudNineSpeech.takes,
    "cloud": lambda speech: speech.cloud(speech.context.own_seat),
    "clouds": CloudNineSpeech.clouds,
    "stock": CloudNineSpeech.stock,
    "rules": CloudNineSpeech.rules,
})  # fmt: skip


_TAUGHT, _TAUGHT_BY_EAR = 3, 1
"""In as many tricks at the beginning of a game people are told what each is about."""

_FITTING = frozenset({"first_back", "first_card", "gets_back", "gets_card", "goes", "leaves"})
"""Reasons that say what a card does for somebody's cloud; without it they are not told."""


class CloudNinePresenter(Presenter[CloudNineView]):
    """Words and controls of Cloud Nine."""

    speech = CloudNineSpeech
    answers = ANSWERS
    often = "last_trick", "hand", "clouds", "score"
    turns_a_deal = 45
    first_game = "deals", 1
    once = CardPlayed, TrickRanked, CardTaken

    def progress(self, view: CloudNineView, say: Words, _names: Names = ()) -> str:
        return say("cloud_nine.progress", headline=self.headline(view, say), n=view.stock)

    def ask(self, view: CloudNineView, say: Words) -> str:
        if view.phase is Phase.PLAY:
            return _earnings(view, say)
        if view.phase is Phase.TAKE:
            return _pick(free_cards(view), say) if by_ear(say) else say("cloud_nine.prompt.take")
        return say("cloud_nine.prompt.second")

    def hand_texts(self, view: CloudNineView, say: Words) -> tuple[str, ...]:
        """Say the hand, or only what is new of it; to who picks a card, what their cloud makes."""
        if view.seat is not None and view.phase is Phase.TAKE:
            cloud = view.clouds[view.seat - 1]
            made = say("cloud_nine.look.own_cloud", made=cloud.meld.score)
            return made if cloud.cards else "", ""
        if view.drawn is None or view.hand is None:
            return self.holding(view, say), ""
        held = suits_said(view.hand.cards, say, drawn=view.drawn)
        return held, say("holding.new", card=card_said(view.drawn, say))

    def nearing(self, view: CloudNineView, say: Words) -> str:
        is_last = view.phase is Phase.PLAY and view.trick.number == NINE
        return say("ear.last_trick") if is_last else ""

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DealStarted(deal=deal, leader=leader):
                return say("cloud_nine.event.deal", deal=deal, name=name_of(names, leader))
            case TrickRanked():
                return self._ranked(event, say, names)
            case CardTaken(seat=seat, card=card, rest=rest):
                key = "cloud_nine.event.rest" if rest else "cloud_nine.event.takes"
                return say(key, name=name_of(names, seat), card=card_said(card, say))
            case SecondNamed(winner=winner, runner_up=seat):
                both = {"winner": name_of(names, winner), "name": name_of(names, seat)}
                return say("cloud_nine.event.second", **both)
            case DealScored(result=result):
                return say(
                    "deal.scored", deal=result.deal,
                    points=gained(result.points, result.totals, names, say),
                )  # fmt: skip
            case _:
                return super().sentence(event, say, names)

    def joins(self, event: Event, then: Event, reader: Seat) -> bool:
        """Tell who won with what they take; what is last taken, in place of what was before it."""
        if not isinstance(then, CardTaken):
            return False
        is_won = isinstance(event, TrickRanked) and event.winner == then.seat
        return is_won or (isinstance(event, CardTaken) and then.rest and then.seat == reader)

    def in_words(
        self, event: Event, then: Event | None, say: Words, names: Names, reader: Seat
    ) -> str | None:
        match event:
            case DealStarted(deal=deal, leader=leader):
                begun = say("cloud_nine.event.deal", deal=deal, name=name_of(names, leader))
                return with_order(begun, leader, names, reader, say) if deal == 1 else begun
            case TrickRanked(winner=winner) if isinstance(then, CardTaken):
                card = card_said(then.card, say)
                return say("cloud_nine.event.wins_takes", name=name_of(names, winner), card=card)
            case TrickRanked(winner=winner, runner_up=second) if winner == reader:
                tie, ranked = "cloud_nine.event.tie_own", "cloud_nine.event.ranked_own"
                return say(tie) if second is None else say(ranked, second=name_of(names, second))
            case DealScored(result=result):
                made = gained(result.points, result.totals, names, say, reader)
                return say("deal.scored", deal=result.deal, points=made)
            case SecondNamed():
                return None  # whoever is asked to pick knows it, and else it follows from that
            case CardTaken() if isinstance(then, CardTaken):
                return self.in_words(then, None, say, names, reader)
            case CardTaken(card=card, rest=True):
                # What nobody picked, the others can tell.
                is_own = event.seat == reader
                return say("cloud_nine.event.rest_own", card=card_said(card, say)) if is_own else ""
            case _:
                return self.sentence(event, say, names)

    def results(self, view: CloudNineView, say: Words, names: Names) -> tuple[str, ...]:
        result = view.last_deal
        if result is None:
            return ()
        speech = CloudNineSpeech(text_context(view, say, names))
        return tuple(speech.result(result, seat) for seat in own_first(view.seat, result.totals))

    def controls(self, view: CloudNineView, say: Words, names: Names) -> tuple[Control, ...]:
        is_open = view.seat is None
        match view.phase:
            case Phase.PLAY:
                held = view.hand.cards if view.hand is not None else ()
                codes = dict.fromkeys(f"play {card}" for card in held)
                return tuple(_play(code, say) for code in codes if code in view.legal)
            case Phase.TAKE:
                takes = [f"take {card}" for card in free_cards(view)]
                return tuple(_take(view, c, say) for c in takes if is_open or c in view.legal)
            case Phase.SECOND:
                claims = _claims(view) if is_open else view.legal
                return tuple(_claim(code, say, names) for code in claims)
            case Phase.OVER:
                return ()
            case _:
                assert_never(view.phase)

    def named(self, _view: CloudNineView, code: str, say: Words, names: Names) -> str:
        verb, _, what = code.partition(" ")
        if verb == "second":
            return say("cloud_nine.naming", name=name_of(names, Seat(int(what))))
        return card_said(what, say)

    def argue(self, reason: Reason, values: Mapping[str, object], say: Words) -> str:
        key = f"{reason.key}_fit" if "fit" in values and reason.key in _FITTING else reason.key
        return say(f"cloud_nine.why.{key}", **values)

    def feats(self, happened: Sequence[Sequence[Event]]) -> Iterator[Feat]:
        for moves, result in results_in(happened):
            for key, nines in (("cloud", result.clouds), ("hand", result.hands)):
                most = max(nine.meld.score for nine in nines)
                for seat, nine in enumerate(nines, start=1):
                    if (meld := nine.meld).score == most:
                        yield Feat(Seat(seat), result.deal, most, meld, moves=moves, kind=key)

    def praise(self, feat: Feat, where: str, name: str, say: Words) -> str:
        return say(
            f"cloud_nine.feat.{feat.kind}", where=where, name=name, made=made(feat.what, say)
        )

    def is_early(self, view: CloudNineView) -> bool:
        return view.trick.number == 1

    def forced(self, view: CloudNineView) -> str | None:
        """Take one of two jokers: whichever it is, everybody knows what goes to the cloud."""
        free = free_cards(view) if view.phase is Phase.TAKE else ()
        return f"take {free[0]}" if len(free) == 1 else None

    def last(self, view: CloudNineView) -> DealResult | None:
        return view.last_deal

    def achieved(
        self, _view: CloudNineView, result: DealResult, index: int, say: Words, _names: Names
    ) -> str:
        return say(
            "cloud_nine.retired", deal=result.deal, points=result.points[index],
            hand=result.hands[index].meld.score, cloud=result.clouds[index].meld.score,
        )  # fmt: skip

    def _ranked(self, event: TrickRanked, say: Words, names: Names) -> str:
        if event.runner_up is None:
            return say("cloud_nine.event.tie", name=name_of(names, event.winner))
        return say(
            "cloud_nine.event.ranked",
            name=name_of(names, event.winner),
            second=name_of(names, event.runner_up),
        )


def _play(code: str, say: Words) -> Control:
    card = code.partition(" ")[2]
    name = say("cloud_nine.move.play", card=card_name(card, say))
    return Control(code, play_label(card, say), name, emoji=card_emoji(card, say))


def _take(view: CloudNineView, code: str, say: Words) -> Control:
    """Offer a card; to the seat to act with what its cloud then scores."""
    card = code.partition(" ")[2]
    name = say("cloud_nine.move.take", card=card_name(card, say))
    label = capital(say("cloud_nine.button.take", card=card_said(card, say)))
    if view.seat is not None:
        score = with_card(view, card).score
        label = say(
            "cloud_nine.button.take_makes", card=capital(card_label(card, say)), score=score
        )
    return Control(code, label, name, Tone.MAIN, emoji=card_emoji(card, say))


def _claims(view: CloudNineView) -> list[str]:
    """Return the spellings of naming either of the two who may be second."""
    winner = view.trick.ranking[0]
    return [f"second {seat}" for seat in range(1, view.seats + 1) if seat != winner]


def _claim(code: str, say: Words, names: Names) -> Control:
    name = name_of(names, Seat(int(code.partition(" ")[2])))
    label = say("cloud_nine.button.second", name=name)
    return Control(code, label, say("cloud_nine.move.second", name=name), Tone.MAIN)


def _pick(cards: Sequence[str], say: Words) -> str:
    """Ask in words for one of the cards that are left of a trick."""
    return say("cloud_nine.prompt.pick", cards=OneOf(card_said(card, say) for card in cards))


def _earnings(view: CloudNineView, say: Words) -> str:
    """Ask for a card, and say in the first tricks what they are about (N1, N2, N5)."""
    cards = [played.card for played in view.trick.cards]
    suit = next((card[1] for card in cards if card != JOKER), None)
    asked = say("prompt.play" if cards else "prompt.lead")
    lines = [say("prompt.your_turn", asked=asked)]
    taught = _TAUGHT_BY_EAR if by_ear(say) else _TAUGHT
    if view.deal > 1 or view.trick.number > taught:
        return lines[0]
    if suit is None:
        lines.append(say("cloud_nine.earns"))
    else:
        lines.append(say("cloud_nine.earns_suit", suit=say(f"cloud_nine.suit.{suit}")))
    if by_ear(say) and (JOKER in cards or (view.hand is not None and JOKER in view.hand.cards)):
        lines.append(say("cloud_nine.earns_joker"))
    return " ".join(lines)

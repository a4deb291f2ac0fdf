"""The presenter of Cloud Nine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    factors,
    gained,
    made,
    name_of,
    nine_said,
    own_first,
    play_label,
    played,
    sentence,
    suits_said,
    with_order,
    with_you,
)
from bot.presenters.presenter import Control, Feat, Presenter, Tone, results_in
from bot.texts import by_ear
from engine.cards import mask_of_faces
from engine.events import CardPlayed, DealScored, DealStarted, Event
from engine.games.cloud_nine.view import (
    CardTaken,
    CloudNineView,
    DealResult,
    Phase,
    Played,
    SecondNamed,
    Trick,
    TrickRanked,
)
from engine.melds import NINE, Meld, meld
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import OneOf, Words, capital, change

# Answers to what players of Cloud Nine ask.


def _hand(view: CloudNineView, say: Words, _names: Names) -> str:
    """Say the hand, what it makes, and the card just drawn."""
    if view.hand is None or not view.hand.cards:
        return ""
    told = nine_said(view.hand, say)
    if view.drawn is None:
        return told
    return f"{told} {say('cloud_nine.look.drawn', card=card_name(view.drawn, say))}"


def _trick(view: CloudNineView, say: Words, names: Names) -> str:
    if not view.trick.cards:
        return say("look.trick.empty", name=name_of(names, view.trick.leader))
    return _told(view.trick, say, names)


def _last_trick(view: CloudNineView, say: Words, names: Names) -> str:
    return say("look.trick.none") if view.last_trick is None else _told(view.last_trick, say, names)


def _told(trick: Trick, say: Words, names: Names) -> str:
    """Say a trick in its order: each card, its place in it, and what its player took."""
    return " ".join(
        played(one, trick.leader, list(_fate(trick, one, say)), say, names) for one in trick.cards
    )


def _fate(trick: Trick, one: Played, say: Words) -> Iterable[str]:
    if one.seat in trick.ranking:
        yield say(f"cloud_nine.look.place.{trick.ranking.index(one.seat) + 1}")
    for other in trick.cards:
        if other.taken_by == one.seat:
            yield say("cloud_nine.look.took", card=card_name(other.card, say))


def _takes(view: CloudNineView, say: Words, _names: Names) -> str:
    """Say what the own cloud makes with each card that may be taken."""
    if view.phase is not Phase.TAKE or view.seat is None or view.seat not in view.to_act:
        return say("cloud_nine.look.no_takes")
    cloud = view.clouds[view.seat - 1].cards
    cards = dict.fromkeys(one.card for one in view.trick.cards if one.taken_by is None)
    scores = {card: meld(mask_of_faces((*cloud, card))).score for card in cards}
    return sentence(
        (say("look.one_makes", what=card_name(c, say), score=scores[c]) for c in scores), say
    )


def _cloud(view: CloudNineView, say: Words, _names: Names) -> str:
    if view.seat is None:
        return ""
    nine = view.clouds[view.seat - 1]
    if not nine.cards:
        return say("cloud_nine.look.no_cloud")
    made = say("cloud_nine.look.own_cloud", made=factors(nine.meld, say))
    return f"{made} {suits_said(nine.cards, say)}"


def _clouds(view: CloudNineView, say: Words, names: Names) -> str:
    """Say the clouds of the others."""
    others = (seat for seat in map(Seat, range(1, view.seats + 1)) if seat != view.seat)
    return " ".join(_cloud_of(view, seat, say, names) for seat in others)


def _cloud_of(view: CloudNineView, seat: Seat, say: Words, names: Names) -> str:
    nine, name = view.clouds[seat - 1], name_of(names, seat)
    if not nine.cards:
        return say("cloud_nine.look.empty_cloud", name=name)
    cards = suits_said(nine.cards, say)
    return say("cloud_nine.look.cloud", name=name, score=nine.meld.score, cards=cards)


def _rules(view: CloudNineView, say: Words, _names: Names) -> str:
    return say(f"cloud_nine.look.rules.{view.phase.value}")


def _stock(view: CloudNineView, say: Words, _names: Names) -> str:
    return say("cloud_nine.look.stock", n=view.stock)


ANSWERS: Answers = MappingProxyType({
    "hand": _hand,
    "trick": _trick,
    "last_trick": _last_trick,
    "takes": _takes,
    "cloud": _cloud,
    "clouds": _clouds,
    "stock": _stock,
    "rules": _rules,
})  # fmt: skip


_TAUGHT, _TAUGHT_BY_EAR = 3, 1
"""In as many tricks at the beginning of a game people are told what each is about."""

_FITTING = frozenset({"first_back", "first_card", "gets_back", "gets_card", "goes", "leaves"})
"""Reasons that say what a card does for somebody's cloud; without it they are not told."""


class CloudNinePresenter(Presenter[CloudNineView]):
    """Words and controls of Cloud Nine."""

    answers = ANSWERS
    often = "last_trick", "hand", "clouds", "score"
    over = "cloud_nine.prompt.over"
    turns_a_deal = 45
    first_game = "deals", 1
    once = CardPlayed, TrickRanked, CardTaken

    def headline(self, view: CloudNineView, say: Words) -> str:
        trick = view.trick.number
        if view.deals == 1:
            return say("cloud_nine.headline_only", trick=trick)
        if view.deals is None:
            return say(
                "cloud_nine.headline_open", deal=view.deal, target=view.target, trick=trick
            )  # fmt: skip
        return say("cloud_nine.headline", deal=view.deal, deals=view.deals, trick=trick)

    def ask(self, view: CloudNineView, say: Words) -> str:
        if view.phase is Phase.PLAY:
            return _earnings(view, say)
        if view.phase is Phase.TAKE:
            if by_ear(say):
                return _pick(_free(view), say)
            return "\n".join((say("cloud_nine.prompt.take"), *_previews(view, say)))
        return say("cloud_nine.prompt.second")

    def note(self, say: Words) -> str:
        return say("cloud_nine.note")

    def holding(self, view: CloudNineView, say: Words) -> str:
        return suits_said(view.hand.cards, say) if view.hand is not None else ""

    def told_hand(self, view: CloudNineView, say: Words) -> tuple[str, ...]:
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

    def turn(self, view: CloudNineView, say: Words, name: str) -> str:
        if view.phase is Phase.PLAY:
            return say("waiting.play" if view.trick.cards else "waiting.lead", name=name)
        return say(f"cloud_nine.waiting.{view.phase.value}", name=name)

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
                    "cloud_nine.event.scored", deal=result.deal,
                    points=gained(result.points, result.totals, names, say),
                )  # fmt: skip
            case _:
                return super().sentence(event, say, names)

    def joins(self, event: Event, then: Event, own: Seat) -> bool:
        """Tell who won with what they take; what is last taken, in place of what was before it."""
        if not isinstance(then, CardTaken):
            return False
        is_won = isinstance(event, TrickRanked) and event.winner == then.seat
        return is_won or (isinstance(event, CardTaken) and then.rest and then.seat == own)

    def heard(
        self, event: Event, then: Event | None, say: Words, names: Names, own: Seat
    ) -> str | None:
        match event:
            case DealStarted(deal=deal, leader=leader):
                begun = say("cloud_nine.event.deal", deal=deal, name=name_of(names, leader))
                return with_order(begun, leader, names, own, say) if deal == 1 else begun
            case TrickRanked(winner=winner) if isinstance(then, CardTaken):
                card = card_said(then.card, say)
                return say("cloud_nine.event.wins_takes", name=name_of(names, winner), card=card)
            case TrickRanked(winner=winner, runner_up=second) if winner == own:
                tie, ranked = "cloud_nine.event.tie_own", "cloud_nine.event.ranked_own"
                return say(tie) if second is None else say(ranked, second=name_of(names, second))
            case DealScored(result=result):
                made = gained(result.points, result.totals, names, say, own)
                return say("cloud_nine.event.scored", deal=result.deal, points=made)
            case SecondNamed():
                return None  # whoever is asked to pick knows it, and else it follows from that
            case CardTaken() if isinstance(then, CardTaken):
                return self.heard(then, None, say, names, own)
            case CardTaken(card=card, rest=True):
                # What nobody picked, the others can tell.
                is_own = event.seat == own
                return say("cloud_nine.event.rest_own", card=card_said(card, say)) if is_own else ""
            case _:
                return self.sentence(event, say, names)

    def results(self, view: CloudNineView, say: Words, names: Names) -> tuple[str, ...]:
        result = view.last_deal
        if result is None:
            return ()
        you, told = with_you(names, view.seat, say), list[str]()
        for at in (seat - 1 for seat in own_first(view.seat, result.totals)):
            points, total = result.points[at], result.totals[at]
            made = say("list.points", name=you[at], points=points)
            if view.deals != 1:
                made = say("list.gained", name=you[at], points=change(points), total=total)
            cloud, hand = nine_said(result.clouds[at], say), nine_said(result.hands[at], say)
            told.append(capital(say("cloud_nine.result", made=made, cloud=cloud, hand=hand)))
        return tuple(told)

    def controls(self, view: CloudNineView, say: Words, names: Names) -> tuple[Control, ...]:
        is_open = view.seat is None
        match view.phase:
            case Phase.PLAY:
                held = view.hand.cards if view.hand is not None else ()
                codes = dict.fromkeys(f"play {card}" for card in held)
                return tuple(_play(code, say) for code in codes if code in view.legal)
            case Phase.TAKE:
                takes = [f"take {card}" for card in _free(view)]
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
                for seat, nine in enumerate(nines, start=1):
                    told = key, nine.meld
                    yield Feat(Seat(seat), result.deal, nine.meld.score, told, moves=moves)

    def praise(self, feat: Feat, where: str, name: str, say: Words) -> str:
        key, nine = feat.what
        return say(f"cloud_nine.feat.{key}", where=where, name=name, made=made(nine, say))

    def is_early(self, view: CloudNineView) -> bool:
        return view.trick.number == 1

    def forced(self, view: CloudNineView) -> str | None:
        """Take one of two jokers: whichever it is, everybody knows what goes to the cloud."""
        free = _free(view) if view.phase is Phase.TAKE else ()
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


def _free(view: CloudNineView) -> tuple[str, ...]:
    """Return the cards of the trick that may still be taken, in the order they were played."""
    return tuple(dict.fromkeys(p.card for p in view.trick.cards if p.taken_by is None))


def _with(view: CloudNineView, card: str) -> Meld:
    """Return the score of the cloud of the seat to act with one more card."""
    cloud = view.clouds[view.to_act[0] - 1].cards
    return meld(mask_of_faces((*cloud, card)))


def _makes(view: CloudNineView) -> set[Meld]:
    """Return all that the cards of the trick make of the cloud of the seat to act."""
    return {_with(view, card) for card in _free(view)}


def _play(code: str, say: Words) -> Control:
    card = code.partition(" ")[2]
    name = say("cloud_nine.move.play", card=card_name(card, say))
    return Control(code, play_label(card, say), capital(name), emoji=card_emoji(card, say))


def _take(view: CloudNineView, code: str, say: Words) -> Control:
    """Offer a card; to the seat to act with what its cloud then scores, where cards differ.

    In words no line says what they make alike.
    """
    card = code.partition(" ")[2]
    name = say("cloud_nine.move.take", card=card_name(card, say))
    label = say("cloud_nine.button.take", card=card_label(card, say))
    if view.seat is not None and (len(_makes(view)) > 1 or by_ear(say)):
        score = _with(view, card).score
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


def _previews(view: CloudNineView, say: Words) -> list[str]:
    """Say of each card of the trick what the cloud would make with it; once if that is the same."""
    same, *different = _makes(view)
    if not different:
        return [say("cloud_nine.preview_same", made=made(same, say))]
    return [
        say("cloud_nine.preview", card=card_label(card, say), made=made(_with(view, card), say))
        for card in _free(view)
    ]


def _earnings(view: CloudNineView, say: Words) -> str:
    """Ask for a card, and say in the first tricks what they are about (N1, N2, N5)."""
    cards = [played.card for played in view.trick.cards]
    suit = next((card[1] for card in cards if card != JOKER), None)
    lines = [say("cloud_nine.prompt.play" if cards else "cloud_nine.prompt.lead")]
    taught = _TAUGHT_BY_EAR if by_ear(say) else _TAUGHT
    if view.deal > 1 or view.trick.number > taught:
        return lines[0]
    if suit is None:
        lines.append(say("cloud_nine.earns"))
    else:
        lines.append(say("cloud_nine.earns_suit", suit=say(f"cloud_nine.suit.{suit}")))
    if JOKER in cards or (view.hand is not None and JOKER in view.hand.cards):
        lines.append(say("cloud_nine.earns_joker"))
    return " ".join(lines)

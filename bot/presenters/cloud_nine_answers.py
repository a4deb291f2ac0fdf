"""Answers to what players of Cloud Nine ask."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from bot.presenters.answering import Answers, factors, nine_said, played, sentence
from bot.presenters.cards import card_name, suits_said
from bot.presenters.naming import Names, name_of
from engine.cards import mask_of_faces
from engine.games.cloud_nine.view import CloudNineView, Phase, Played, Trick
from engine.melds import meld
from engine.seats import Seat
from render.api import Words


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

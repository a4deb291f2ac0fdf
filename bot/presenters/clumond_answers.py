"""Answers to what players of Clumond ask."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from bot.presenters.answering import Answers, named, played
from bot.presenters.naming import Names, each_has, name_of, own_first, with_you
from engine.games.clumond.view import Ask, ClumondView, DealResult, Phase, Scoring, Trick
from engine.seats import Seat
from render.api import OneOf, Words, capital, number, spoken


def _trick(view: ClumondView, say: Words, names: Names) -> str:
    if view.phase is Phase.CALL:
        return say("clumond.look.calling")
    if not view.trick.cards:
        return say("look.trick.empty", name=name_of(names, view.trick.leader))
    return _told(view.trick, say, names)


def _last_trick(view: ClumondView, say: Words, names: Names) -> str:
    return say("look.trick.none") if view.last_trick is None else _told(view.last_trick, say, names)


def _told(trick: Trick, say: Words, names: Names) -> str:
    """Say a trick in its order, and which card has won it."""
    won = [say("clumond.look.won")]
    return " ".join(
        played(one, trick.leader, won if one.seat == trick.winner else [], say, names)
        for one in trick.cards
    )


def hand_said(
    result: DealResult, say: Words, names: Names, own: Seat | None, *, is_shown: bool = False
) -> list[str]:
    """Tell how a hand ended, one's own seat first, a line each; `is_shown` names the cards left.

    A code is told only where it counts (C4-C6).
    """
    names = with_you(names, own, say)
    if result.declarer is None:
        lines = [say("clumond.result.undeclared", deal=result.deal)]
    else:
        name = name_of(names, result.declarer)
        lines = [say("clumond.result.declared", deal=result.deal, name=name)]
    for seat in own_first(own, result.totals):
        parts = list(_fate(result, seat, say, is_shown=is_shown))
        lines.append(capital(say("clumond.result.line", name=name_of(names, seat), parts=parts)))
    if result.stays and not result.share:
        lines.append(say("clumond.pot", n=result.stays))
    return lines


def _fate(result: DealResult, seat: Seat, say: Words, *, is_shown: bool) -> Iterable[str]:
    at = seat - 1
    if result.declarer in (None, seat) or is_shown:
        yield say("clumond.part.code", code=result.codes[at])
        yield say("alt.clumond.tricks", n=result.tricks[at])
    if result.declarer in (None, seat):
        off = result.off[at]
        yield say("clumond.part.off", n=off) if off else say("clumond.part.right")
    if result.took[at]:
        yield say("clumond.part.takes", n=result.took[at])
    yield say("clumond.part.now", total=spoken(number(result.totals[at]), say))
    if is_shown:
        yield say("clumond.part.kept", cards=named(result.left[at], say))


def _last_hand(view: ClumondView, say: Words, names: Names) -> str:
    """Say how the last hand ended, with the cards that were left."""
    result = view.last_deal
    if result is None:
        return say("clumond.look.no_hand")
    return " ".join(hand_said(result, say, names, view.seat, is_shown=True))


def _trumps(view: ClumondView, say: Words, names: Names) -> str:
    """Say what was called, or how far the call is (C2)."""
    if view.trumps is None:
        passed = (say("clumond.event.passes", name=name_of(names, seat)) for seat in view.passed)
        return " ".join([say("clumond.look.calling"), *passed])
    if view.declarer is None:
        return say("clumond.event.undeclared")
    name = name_of(names, view.declarer)
    return say(f"clumond.event.declares.{view.trumps.value}", name=name)


def _tricks(view: ClumondView, say: Words, names: Names) -> str:
    return say("clumond.look.tricks", tricks=each_has(view.tricks, names, say))


def _aims(view: ClumondView, say: Words, _names: Names) -> str:
    """Say how many more tricks each code takes that the hand can still end on (C4)."""
    if view.declarer not in (None, view.seat):
        return say("clumond.look.against")
    if view.seat is None:
        return ""
    reachable, won = [ask for ask in view.asks if ask.more], view.tricks[view.seat - 1]
    if not reachable:
        return say("clumond.look.no_aims")
    if not won:
        return say("clumond.look.codes", codes=[ask.code for ask in reachable])
    return say("clumond.look.aims", n=won, aims=[_aim(ask, say) for ask in reachable])


def _aim(ask: Ask, say: Words) -> str:
    return say("clumond.look.aim", code=ask.code, more=OneOf(ask.more))


def _pot(view: ClumondView, say: Words, _names: Names) -> str:
    if view.scoring is Scoring.POINTS:
        return say("clumond.look.no_pot")
    return say("clumond.look.pot", n=view.pot, ante=view.ante)


def _rules(view: ClumondView, say: Words, _names: Names) -> str:
    if view.phase is Phase.CALL:
        return say(f"clumond.look.rules.call_{view.scoring.value}")
    return say(f"clumond.look.rules.{view.phase.value}")


ANSWERS: Answers = MappingProxyType({
    "trick": _trick,
    "last_trick": _last_trick,
    "last_hand": _last_hand,
    "trumps": _trumps,
    "tricks": _tricks,
    "aims": _aims,
    "pot": _pot,
    "rules": _rules,
})  # fmt: skip

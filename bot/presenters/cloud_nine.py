"""The presenter of Cloud Nine."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.presenters.cards import JOKER, card_label, card_name, card_said
from bot.presenters.naming import gained, name_of, points_of, with_total, won
from bot.presenters.presenter import Control, Names, Tone
from bot.presenters.reasons import amount, made
from engine.cards import mask_of_faces
from engine.events import CardPlayed, DealScored, DealStarted, GameEnded
from engine.games.cloud_nine.view import CardTaken, CloudNineView, Phase, SecondNamed, TrickRanked
from engine.melds import meld
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event
    from engine.melds import Meld
    from engine.players.robot import RankedMove
    from render.api import Words


class CloudNinePresenter:
    """Words and controls of Cloud Nine; every method takes a CloudNineView."""

    def headline(self, view: object, say: Words) -> str:
        seen = _cloud_nine(view)
        deals = (
            say("cloud_nine.target", target=seen.target)
            if seen.deals is None
            else say("cloud_nine.deals", deals=seen.deals)
        )
        return say("cloud_nine.headline", deal=seen.deal, deals=deals, trick=seen.trick.number)

    def prompt(self, view: object, say: Words) -> str:
        seen = _cloud_nine(view)
        if seen.phase is Phase.OVER:
            return say("cloud_nine.prompt.over")
        if seen.seat not in seen.to_act:
            return say("prompt.wait")
        if seen.phase is Phase.PLAY:
            return _earnings(seen, say)
        if seen.phase is Phase.TAKE:
            return "\n".join((say("cloud_nine.prompt.take"), *_previews(seen, say)))
        return say("cloud_nine.prompt.second")

    def note(self, say: Words) -> str:
        return say("cloud_nine.note")

    def waiting(self, view: object, say: Words, names: Names) -> str:
        seen = _cloud_nine(view)
        if not seen.to_act:
            return ""
        name = name_of(names, seen.to_act[0])
        if seen.phase is Phase.PLAY:
            return say("waiting.play" if seen.trick.cards else "waiting.lead", name=name)
        return say(f"cloud_nine.waiting.{seen.phase.value}", name=name)

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DealStarted(deal=deal, leader=leader):
                return say("cloud_nine.event.deal", deal=deal, name=name_of(names, leader))
            case CardPlayed(seat=seat, card=card, leads=leads):
                key = "trick.leads" if leads else "trick.plays"
                return say(key, name=name_of(names, seat), card=card_said(card, say))
            case TrickRanked():
                return self._ranked(event, say, names)
            case CardTaken(seat=seat, card=card, rest=rest):
                key = "cloud_nine.event.rest" if rest else "cloud_nine.event.takes"
                return say(key, name=name_of(names, seat), card=card_said(card, say))
            case SecondNamed(runner_up=seat):
                return say("cloud_nine.event.second", name=name_of(names, seat))
            case DealScored(result=result):
                return say(
                    "cloud_nine.event.scored", deal=result.deal,
                    points=gained(result.points, result.totals, names, say),
                )  # fmt: skip
            case GameEnded(winners=winners):
                return won(winners, names, say)
            case _:
                return None

    def move_name(
        self,
        view: object,  # noqa: ARG002 - other games name a move by what the seat sees
        code: str,
        say: Words,
        names: Names,
    ) -> str:
        verb, what = code.split(" ", 1)
        if verb == "second":
            return say("cloud_nine.move.second", name=name_of(names, Seat(int(what))))
        if verb == "take":
            return say("cloud_nine.move.take", card=card_name(what, say))
        name = say("cloud_nine.move.play", card=card_name(what, say))
        return name[:1].upper() + name[1:]

    def controls(self, view: object, say: Words, names: Names) -> tuple[Control, ...]:
        seen = _cloud_nine(view)
        if seen.phase is Phase.TAKE:
            makes = {f"take {card}": _with(seen, card).score for card in _free(seen)}
            return tuple(_take(code, say, makes[code]) for code in makes if code in seen.legal)
        codes = sorted(seen.legal, key=_hand_order(seen))
        return tuple(self._control(code, say, names) for code in codes)

    def open_controls(self, view: object, say: Words, names: Names) -> tuple[Control, ...]:
        seen = _cloud_nine(view)
        match seen.phase:
            case Phase.PLAY | Phase.OVER:
                return ()
            case Phase.TAKE:
                return tuple(_take(f"take {card}", say) for card in _free(seen))
            case Phase.SECOND:
                claimants = [s for s in range(1, seen.seats + 1) if s != seen.trick.ranking[0]]
                return tuple(self._control(f"second {seat}", say, names) for seat in claimants)
            case _:
                assert_never(seen.phase)

    def reasons(self, view: object, move: RankedMove, say: Words) -> tuple[str, ...]:
        seen = _cloud_nine(view)
        points = say("cloud_nine.reason.points", points=amount(move.points, say))
        if seen.seat is None or seen.hand is None:
            return (points,)
        verb, _, what = move.code.partition(" ")
        hand = list(seen.hand.cards)
        if verb == "take":
            return say("cloud_nine.reason.cloud", made=made(_with(seen, what), say)), points
        if verb == "second":
            return (points,)
        hand.remove(what)
        return say("cloud_nine.reason.hand", made=made(meld(mask_of_faces(hand)), say)), points

    def hand_number(self, view: object) -> int:
        return _cloud_nine(view).deal

    def shows_result(self, view: object) -> bool:
        seen = _cloud_nine(view)
        return seen.last_deal is not None and seen.trick.number == 1

    def ends_deal(self, event: Event) -> bool:
        return isinstance(event, DealScored)

    def forced(self, view: object) -> str | None:
        """Take one of two jokers: whichever it is, everybody knows what goes to the cloud."""
        seen = _cloud_nine(view)
        free = _free(seen) if seen.phase is Phase.TAKE else ()
        return f"take {free[0]}" if len(free) == 1 else None

    def retired(self, view: object, say: Words) -> str:
        seen = _cloud_nine(view)
        if seen.last_deal is None or seen.seat is None:
            return ""
        result, place = seen.last_deal, seen.seat - 1
        told = say(
            "cloud_nine.retired", deal=result.deal, points=result.points[place],
            hand=result.hands[place].meld.score, cloud=result.clouds[place].meld.score,
        )  # fmt: skip
        total = points_of(result.totals[place], say)
        return with_total(told, total, is_over=bool(seen.winners), say=say)

    def score(self, view: object, points: int, say: Words) -> str:  # noqa: ARG002 - always points
        return points_of(points, say)

    def ending(self, view: object, say: Words) -> str:  # noqa: ARG002 - the scores tell it all
        return ""

    def _ranked(self, event: TrickRanked, say: Words, names: Names) -> str:
        if event.runner_up is None:
            return say("cloud_nine.event.tie", name=name_of(names, event.winner))
        return say(
            "cloud_nine.event.ranked",
            name=name_of(names, event.winner),
            second=name_of(names, event.runner_up),
        )

    def _control(self, code: str, say: Words, names: Names) -> Control:
        verb, what = code.split(" ", 1)
        if verb == "play":
            return Control(code, card_label(what, say), Tone.PLAIN)
        label = say("cloud_nine.button.second", name=name_of(names, Seat(int(what))))
        return Control(code, label[:80], Tone.MAIN)


def _cloud_nine(view: object) -> CloudNineView:
    if not isinstance(view, CloudNineView):
        message = f"not a view of Cloud Nine: {type(view).__name__}"
        raise TypeError(message)
    return view


def _free(seen: CloudNineView) -> tuple[str, ...]:
    """Return the cards of the trick that may still be taken, in the order they were played."""
    return tuple(dict.fromkeys(p.card for p in seen.trick.cards if p.taken_by is None))


def _with(seen: CloudNineView, card: str) -> Meld:
    """Return what the cloud of the seat to act would make with one more card."""
    cloud = seen.clouds[seen.to_act[0] - 1].cards
    return meld(mask_of_faces((*cloud, card)))


def _take(code: str, say: Words, score: int | None = None) -> Control:
    """Offer a card of the trick, with what the cloud then scores where that is told."""
    card = card_label(code.partition(" ")[2], say)
    if score is None:
        return Control(code, say("cloud_nine.button.take", card=card), Tone.MAIN)
    return Control(code, say("cloud_nine.button.take_makes", card=card, score=score), Tone.MAIN)


def _previews(seen: CloudNineView, say: Words) -> list[str]:
    """Say of each card of the trick what the cloud would make with it."""
    return [
        say("cloud_nine.preview", card=card_label(card, say), made=made(_with(seen, card), say))
        for card in _free(seen)
    ]


def _earnings(seen: CloudNineView, say: Words) -> str:
    """Ask for a card, and say what the trick is about (N1, N2, N5)."""
    cards = [played.card for played in seen.trick.cards]
    suit = next((card[1] for card in cards if card != JOKER), None)
    lines = [say("cloud_nine.prompt.play" if cards else "cloud_nine.prompt.lead")]
    if suit is None:
        lines.append(say("cloud_nine.earns"))
    else:
        lines.append(say("cloud_nine.earns_suit", suit=say(f"cloud_nine.suit.{suit}")))
    if JOKER in cards or (seen.hand is not None and JOKER in seen.hand.cards):
        lines.append(say("cloud_nine.earns_joker"))
    return " ".join(lines)


def _hand_order(seen: CloudNineView) -> _Order:
    cards = seen.hand.cards if seen.hand is not None else ()
    return _Order(cards)


class _Order:
    """Sorts the codes of plays as the hand's picture sorts its cards; others as they are."""

    def __init__(self, cards: Sequence[str]) -> None:
        self._places = {card: place for place, card in enumerate(cards)}

    def __call__(self, code: str) -> int:
        return self._places.get(code.rpartition(" ")[2], 0)

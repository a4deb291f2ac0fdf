"""The presenter of Thunder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.presenters.cards import name_of
from bot.presenters.presenter import Control, Presenter, card_controls
from tests.games.thunder.scene import ThunderSpeech
from tests.games.thunder.view import BoltsShown, DieThrown, ThunderView, TrickWon

if TYPE_CHECKING:
    from bot.presenters.cards import Names
    from engine.events import Event
    from render.api import Words


class ThunderPresenter(Presenter[ThunderView]):
    """Words and controls of Thunder."""

    speech = ThunderSpeech

    def ask(self, view: ThunderView, say: Words) -> str:
        return say("thunder.ask", die=view.die)

    def controls(self, view: ThunderView, say: Words, _names: Names) -> tuple[Control, ...]:
        return card_controls(view.hand or (), view.legal, say)

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DieThrown(die=die):
                return say("thunder.throws", die=die)
            case TrickWon(seat=seat, points=points):
                return say("thunder.wins", name=name_of(names, seat), n=points)
            case BoltsShown(seat=seat, points=points):
                return say("thunder.bolts", name=name_of(names, seat), n=points)
            case _:
                return super().sentence(event, say, names)

"""The presenter of Hail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.presenters.cards import name_of
from bot.presenters.presenter import Control, Presenter
from tests.games.hail.scene import HailSpeech
from tests.games.hail.view import HailView, Kept, Thrown

if TYPE_CHECKING:
    from bot.presenters.cards import Names
    from engine.events import Event
    from render.api import Words


class HailPresenter(Presenter[HailView]):
    """Words and controls of Hail."""

    speech = HailSpeech

    def ask(self, view: HailView, say: Words) -> str:
        return say("hail.ask", heap=view.heap)

    def controls(self, view: HailView, say: Words, _names: Names) -> tuple[Control, ...]:
        labels = {code: say(f"hail.move.{code}") for code in view.legal}
        return tuple(Control(code, label, label) for code, label in labels.items())

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case Thrown(seat=seat, die=die, heap=heap):
                key = "hail.throws" if heap else "hail.melts"
                return say(key, name=name_of(names, seat), die=die, heap=heap)
            case Kept(seat=seat, points=points):
                return say("hail.keeps", name=name_of(names, seat), n=points)
            case _:
                return super().sentence(event, say, names)

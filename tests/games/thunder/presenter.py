"""The presenter of Thunder."""

from bot.presenters.naming import Names, name_of
from bot.presenters.presenter import Control, Presenter, card_controls
from engine.events import Event
from render.api import Words
from tests.games.thunder.view import ThunderView, TrickWon


class ThunderPresenter(Presenter[ThunderView]):
    """Words and controls of Thunder."""

    def headline(self, view: ThunderView, say: Words) -> str:
        return say("thunder.headline", n=sum(view.scores))

    def ask(self, _view: ThunderView, say: Words) -> str:
        return say("thunder.ask")

    def controls(self, view: ThunderView, say: Words, _names: Names) -> tuple[Control, ...]:
        return card_controls(view.hand or (), view.legal, say)

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        if isinstance(event, TrickWon):
            return say("thunder.wins", name=name_of(names, event.seat), n=event.tricks)
        return super().sentence(event, say, names)

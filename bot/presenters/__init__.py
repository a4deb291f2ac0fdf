"""The presenters of the games: one line a game."""

from bot.presenters.balloon import BalloonPresenter
from bot.presenters.cards import Names
from bot.presenters.cloud_nine import CloudNinePresenter
from bot.presenters.clumond import ClumondPresenter
from bot.presenters.nimbly import NimblyPresenter
from bot.presenters.presenter import AnyPresenter, Control, Presenter, Tone

PRESENTERS: dict[str, AnyPresenter] = {
    "cloud_nine": CloudNinePresenter(),
    "nimbly": NimblyPresenter(),
    "balloon": BalloonPresenter(),
    "clumond": ClumondPresenter(),
}

__all__ = ["PRESENTERS", "AnyPresenter", "Control", "Names", "Presenter", "Tone"]

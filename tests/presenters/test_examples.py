"""What presenters say, by example (`examples/<game>.txt`; see `tests/engine/examples.py`).

says 1: text        the prompt of seat 1 (or of all) has this text; `omits`: it has not
labels 1: a | b     what seat 1 (or all) may press; `codes 1:` the moves behind it
headline: text      so is the game announced; `waiting:` the turn
told: text          one of the sentences of the last move has this text
retired 1: text     what the old hand of seat 1 says has this text
result: shown       whether the last result stays beside the table
forced: draw A      the move that is made for the seat to act, if any
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.presenters import PRESENTERS
from bot.texts import Texts
from engine.events import as_seen_by
from tests.engine.examples import Example, Table, examples, seat_of

SAY = Texts.load().words("en")
NAMES = ("Annie", "Benny", "Carol", "Dora")


class Spoken(Table):
    """A course that a presenter speaks of."""

    verbs = Table.verbs | {
        "says": "says", "omits": "omits", "labels": "labels", "codes": "codes",
        "headline:": "headline", "waiting:": "waiting", "told:": "sentence",
        "retired": "retired", "result:": "result", "forced:": "forced",
    }  # fmt: skip

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.presenter = PRESENTERS[game]

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: len(self.course.view(None).scores)]

    def split(self, text: str) -> tuple[object, str]:
        eyes, _, rest = text.partition(": ")
        return self.course.view(None if eyes == "all" else seat_of(eyes)), rest

    def says(self, text: str) -> None:
        view, said = self.split(text)
        assert said in self.presenter.prompt(view, SAY, self.names)

    def omits(self, text: str) -> None:
        view, said = self.split(text)
        assert said not in self.presenter.prompt(view, SAY, self.names)

    def labels(self, text: str) -> None:
        view, labels = self.split(text)
        controls = self.presenter.controls(view, SAY, self.names)
        assert (" | ".join(control.label for control in controls) or "-") == labels

    def codes(self, text: str) -> None:
        view, codes = self.split(text)
        controls = self.presenter.controls(view, SAY, self.names)
        assert " | ".join(control.code for control in controls) == codes

    def headline(self, text: str) -> None:
        assert self.presenter.headline(self.course.view(None), SAY) == text

    def waiting(self, text: str) -> None:
        assert self.presenter.waiting(self.course.view(None), SAY, self.names) == text

    def sentence(self, text: str) -> None:
        events = as_seen_by(None, self.course.happened[-1])
        told = [str(self.presenter.sentence(event, SAY, self.names)) for event in events]
        assert any(text in sentence for sentence in told), told

    def retired(self, text: str) -> None:
        view, said = self.split(text)
        found = self.presenter.retired(view, SAY, self.names)
        assert said in found if said != "-" else not found

    def result(self, text: str) -> None:
        assert self.presenter.shows_result(self.course.view(None)) == (text == "shown")

    def forced(self, text: str) -> None:
        assert (self.presenter.forced(self.course.view(None)) or "-") == text


EXAMPLES = examples(Path(__file__).parent.glob("examples/*.txt"), lambda file: file.stem)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.game} {one.sentence}")
def test_what_is_said_is_as_the_example_says(example: Example) -> None:
    example.hold(Spoken)


@pytest.mark.parametrize(
    "line", ["says 2: fall", "omits 2: Jump", "labels all: -", "told: Nothing", "result: shown"]
)
def test_an_example_that_is_not_so_would_be_found(line: str) -> None:
    with pytest.raises(AssertionError):
        Example("balloon", "wrong", ("deal RRRRRR, GGGGGG, PPPPPP; rolls YY", line)).hold(Spoken)

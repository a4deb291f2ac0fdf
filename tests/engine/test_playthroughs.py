import pytest

from engine.record import parse_record, replay
from tests.engine.playthroughs import FOLDER, file_of, playthroughs, text_of
from tests.engine.walks import Beginning


@pytest.mark.parametrize("beginning", playthroughs(), ids=lambda b: f"{b.key}-{b.seats}")
def test_a_game_goes_as_its_golden_playthrough(beginning: Beginning) -> None:
    # A change that is meant: python -m tests.engine.playthroughs --write, and read the difference.
    assert text_of(beginning) == file_of(beginning).read_text("utf-8")


@pytest.mark.parametrize("beginning", playthroughs(), ids=lambda b: f"{b.key}-{b.seats}")
def test_a_playthrough_begins_with_its_record(beginning: Beginning) -> None:
    record = parse_record(file_of(beginning).read_text("utf-8").partition("\n==")[0])
    course = replay(record)
    assert course.game.outcome(course.state) is not None


def test_every_golden_file_belongs_to_a_playthrough() -> None:
    kept = {file_of(beginning) for beginning in playthroughs()}
    assert set(FOLDER.iterdir()) == {file for file in kept if file.parent == FOLDER}

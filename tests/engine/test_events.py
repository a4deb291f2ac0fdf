from dataclasses import dataclass

from engine.events import Event, Heard, Secret, as_seen_by
from engine.seats import Seat
from tests.engine.cloud_nine.positions import played, table


@dataclass(frozen=True, slots=True)
class Said(Event):
    what: str


SECRET = Secret((Seat(1), Seat(2)), Said("the card"), Said("a card"))


def test_the_seats_of_a_secret_hear_it_and_all_others_its_twin() -> None:
    heard = {seat: as_seen_by(seat, [SECRET]) for seat in (None, Seat(1), Seat(2), Seat(3))}
    assert [event.what for (event,) in heard.values() if isinstance(event, Said)] == [
        "a card",
        "the card",
        "the card",
        "a card",
    ]


def test_public_facts_are_heard_by_all() -> None:
    assert as_seen_by(None, [Said("a"), Said("b")]) == (Said("a"), Said("b"))


def test_a_course_remembers_after_which_move_a_thing_was_heard() -> None:
    course = played(table("KH"), "1 play KH")
    heard = course.heard(Seat(2))
    assert [what.move for what in heard] == [0, 0, 0, 0, 1]
    assert heard[-1] == Heard(1, course.happened[1][0])

"""Records to take apart, of Cloud Nine, and one of Cloud 9 as long as one likes."""

from __future__ import annotations

from engine.games.balloon.cards import IDENTITIES

HEADER = """\
game: cloud_nine
seats: 3
options: deals=1
seed: 0000000000000000000000000000000000000000000000000000000000000009
players: Annie | Benny | house:random
"""


def record(*moves: str, **headers: str) -> str:
    """Return a record; a header given replaces that of HEADER, an empty one takes it away."""
    lines = dict(line.split(": ", 1) for line in HEADER.splitlines())
    lines |= {key.replace("_", " "): value for key, value in headers.items()}
    written = [f"{key}: {value}" for key, value in lines.items() if value]
    return "\n".join([*written, "", *moves]) + "\n"


SEATS = 3
MISSING = "GPR"
"""The colour that each seat never gets a card of, so that no pilot can pay for two of it."""


def endless_record(trips: int) -> str:
    """Write the record of this many trips, each of two passengers who stay and a fall."""
    rolls = [
        f"roll {trip}: {' '.join(2 * MISSING[_pilot(trip) - 1])}" for trip in range(1, trips + 2)
    ]
    headers = ["game: balloon", f"seats: {SEATS}", f"shuffle 1: {' '.join(_order())}", *rolls]
    return "\n".join([*headers, "", *(_trip(_pilot(trip)) for trip in range(1, trips + 1))]) + "\n"


def _pilot(trip: int) -> int:
    return (trip - 1) % SEATS + 1


def _trip(pilot: int) -> str:
    others = [(pilot + step - 1) % SEATS + 1 for step in range(1, SEATS)]
    return "\n".join([*(f"{seat} stay" for seat in others), f"{pilot} fall"])


def _order() -> list[str]:
    """Return each seat a colour of its own as long as there is one, then yellow and wild cards.

    Six are dealt to each from seat 1 round, then one each from the next pilot round after a fall.
    """
    own = {seat: [card for card in IDENTITIES if card[0] == "RGP"[seat - 1]] for seat in (1, 2, 3)}
    spare = [card for card in IDENTITIES if card[0] in "YW"]
    order: list[str] = []
    while len(order) < len(IDENTITIES):
        place = len(order)
        trip = max(0, place // SEATS - 5)
        seat = (place + trip) % SEATS + 1
        order.append((own[seat] or spare).pop(0))
    return order

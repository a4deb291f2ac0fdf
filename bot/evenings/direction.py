"""What a director does with an evening that goes on: its time, its rounds, its people, points."""

from __future__ import annotations

from bot.clock import Clock
from bot.errors import Refused
from bot.evenings.rows import TURNS, EveningPerson, EveningRow, Ruling
from bot.evenings.rules import RULINGS, WAITS
from bot.evenings.service import Evenings, person_of, places_of
from bot.evenings.store import EveningStore
from bot.match.table.seats import MOST_ROUNDS
from bot.store import Store


class Direction:
    """Directs evenings. Raises Refused and StoreErrors."""

    def __init__(self, store: Store, evenings: Evenings, clock: Clock) -> None:
        self._evening_store = EveningStore(store.database)
        self._evenings = evenings
        self._clock = clock

    async def wait(self, evening: EveningRow) -> None:
        """Give the round that is played more time, or the break. Raises Refused."""
        evening = await self.resume(evening)
        when = await self._evenings.due(evening)
        await self._evening_store.set_clock(evening, max(when or 0.0, self._clock.now()) + WAITS)

    async def skip(self, evening: EveningRow) -> None:
        """End the round that is played, or the break, now. Raises Refused."""
        await self._evening_store.set_clock(await self.resume(evening), self._clock.now())

    async def finish(self, evening: EveningRow) -> None:
        """Have an evening end with the round that is played, or was last. Raises Refused."""
        await self._evening_store.cut_short((await self.resume(evening)).id)
        if evening.next_at is not None:
            totals = (await self._evenings.standing(evening)).totals
            await self._evening_store.end(evening.id, self._clock.now(), places_of(totals))

    async def pause(self, evening: EveningRow) -> None:
        """Have all tables stand still, and the time of the round or break. Raises Refused."""
        await self._evening_store.pause(going_on(evening).id, self._clock.now())

    async def resume(self, evening: EveningRow) -> EveningRow:
        """Return an evening that goes on, and let it. Raises Refused."""
        if going_on(evening).paused is None:
            return evening
        await self._evening_store.resume(evening, self._clock.now())
        return await self._evening_store.get(evening.id) or evening

    async def round(self, evening: EveningRow) -> None:
        """Add a round. Raises Refused."""
        if going_on(evening).rounds >= MOST_ROUNDS:
            raise Refused("refused.evening_rounds", most=MOST_ROUNDS)
        await self._evening_store.set_course(evening.id, evening.rounds + 1, evening.turn)

    async def set_turn(self, evening: EveningRow, turn: str) -> None:
        """Set how long a turn may take from the next round on. Raises Refused."""
        if turn not in TURNS:
            raise Refused("refused.malformed")
        await self._evening_store.set_course(going_on(evening).id, evening.rounds, turn)

    async def share(self, evening: EveningRow, person: EveningPerson) -> None:
        """Let somebody who plays direct it, too. Raises Refused."""
        values = {"hosts": True}
        await self._evening_store.direct(going_on(evening).id, person.user_id, values)

    async def exchange(
        self, evening: EveningRow, person: EveningPerson, other: EveningPerson
    ) -> None:
        """Have two people of a server change places in the next round. Raises Refused.

        It is possible in the break before that round alone.
        """
        if going_on(evening).next_at is None or person == other:
            raise Refused("refused.evening_exchange")
        await self._evening_store.exchange(evening.id, (person.user_id, other.user_id))

    async def rule(
        self, evening: EveningRow, user_id: int, number: int, ruling: Ruling
    ) -> EveningPerson:
        """Rule on a person's points of a round that has begun. Raises Refused."""
        people = await self._evening_store.people(going_on(evening).id)
        one = person_of(people, user_id)
        if one is None or ruling.kind not in RULINGS or not 1 <= number <= evening.round:
            raise Refused("refused.malformed")
        ruled = {"ruled": one.with_ruling(number, ruling)}
        await self._evening_store.direct(evening.id, user_id, ruled)
        return one


def going_on(evening: EveningRow) -> EveningRow:
    """Return an evening with rounds that goes on. Raises Refused for others."""
    if evening.ended is not None or not evening.has_rounds:
        raise Refused("refused.evening_over")
    return evening

"""Who of those that only watch an evening knew who would lead: a point for each right guess. Pure.

Of several who lead together each is right. Who sits down after all is not counted any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.evenings.rows import EveningPerson
from bot.evenings.scoring import totals_of
from bot.evenings.standing import Played, Standing

BEST = 5
"""How many guessers are named."""


def candidates(standing: Standing) -> list[EveningPerson]:
    """Return who may be guessed: everybody who is in, the best placed first."""
    places = {one.user_id: one.place for one in standing.totals}
    return sorted(
        (one for one in standing.people if one.gone is None),
        key=lambda one: (places.get(one.user_id, len(places) + 1), one.user_id),
    )


def best_guessers(standing: Standing) -> list[tuple[str, int]]:
    """Return names and points of the best guessers in the server whose tables come first."""
    people = {one.user_id for one in standing.people}
    leaders = {one.number: leaders_after(standing.played, one.number) for one in standing.played}
    names, points = dict[int, str](), Counter[int]()
    for guess in standing.guesses:
        is_here = guess.guild_id == standing.first.guild_id and guess.user_id not in people
        if is_here and guess.leader_id in leaders.get(guess.round, ()):
            names[guess.user_id] = guess.name
            points[guess.user_id] += 1
    order = sorted(points, key=lambda user: (-points[user], names[user].casefold(), user))
    return [(names[user], points[user]) for user in order[:BEST]]


def leaders_after(played: Sequence[Played], number: int) -> set[int]:
    """Return who led an evening when a round had ended; several where they were equal."""
    totals = totals_of([one.lines for one in played if one.number <= number])
    return {one.user_id for one in totals if one.place == 1}

"""The version of the house players of each game: raised with every change of what they answer.

Games that many play against the same house players, such as the daily, keep the version that they
began with; so it is raised, too, when the bot asks them there with other seeds.
`tests/engine/players/golden.json` has answers of every version.

>>> sorted(PLAYERS_VERSION)
['balloon', 'cloud_nine', 'clumond', 'nimbly']
"""

from __future__ import annotations

from collections.abc import Mapping

PLAYERS_VERSION: Mapping[str, int] = {
    "balloon": 3,
    "cloud_nine": 3,
    "clumond": 3,
    "nimbly": 3,
}
"""By game. Answers are alike only if the question, its seed and this version are."""

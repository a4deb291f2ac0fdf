"""The tables. The migrations build the same; a test compares the two.

Times are seconds since the epoch, ids of Discord 64-bit integers, JSON stands in text columns.
"""

from bot.store.schema.matches import *  # noqa: F403 - so that a table has one place  # noqa: F403
from bot.store.schema.people import *  # noqa: F403  # noqa: F403

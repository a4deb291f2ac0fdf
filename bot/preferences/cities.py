"""Cities by the time zone they lie in, as people write them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zoneinfo import available_timezones

from babel.dates import get_timezone_location

from bot.texts import Texts
from bot.texts.folding import folded

_LISTED = Path(__file__).with_name("cities.txt")


@cache
def cities() -> dict[str, str]:
    """Return the zones of cities by their names, folded: in all our languages, and as listed.

    Read once a process, which takes a second; in a thread, where others wait.
    """
    found: dict[str, str] = {}
    zones = [name for name in sorted(available_timezones()) if "/" in name and name[:4] != "Etc/"]
    # Of zones with one city that comes last which is named after it: London, not Belfast.
    zones.sort(key=lambda zone: _own(zone) == _city(zone, "en"))
    for language in Texts.load().languages.values():
        found |= {_city(zone, language.locale): zone for zone in zones}
    for line in _LISTED.read_text("utf-8").splitlines():
        zone, _, named = line.partition(": ")
        if not line.startswith("#"):
            found |= {folded(city.strip()): zone for city in named.split(",")}
    return found


def _own(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ").casefold()


def _city(zone: str, language: str) -> str:
    return folded(get_timezone_location(zone, locale=language, return_city=True))

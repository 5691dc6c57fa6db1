"""The names of a request as they are read: each once, and only with the wordings that something in it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property

from gateway.entities.wordings import (
    MR,
    MRS,
    NAMED,
    ParsedName,
    ReadForm,
    Way,
    Wording,
    WordingKind,
    Words,
    flat,
    parsed,
    words_of_handles,
)
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

    def core(self, entity_type: EntityType, surface: str) -> Words:
        """Returns the core of a name."""
        return self._name((entity_type, surface)).core

    def of(self, entity_type: EntityType, surface: str) -> ReadForm:
        """Returns the core and the wordings of a name."""
        form = entity_type, surface
        reading = self._read.get(form)
        if reading is None:
            name = self._name(form)
            reading = self._read[form] = ReadForm(name.core, tuple(self._wordings(entity_type, name)))
        return reading

    def _name(self, form: Form) -> ParsedName:
        name = self._parsed.get(form)
        if name is None:
            name = self._parsed[form] = parsed(*form)
        return name

    def _wordings(self, entity_type: EntityType, name: ParsedName) -> list[Wording]:
        ways = name.ways() if self._counts_all else self._that_count(name)
        return [Wording(entity_type, kind, words) for kind, words in ways]

    def _that_count(self, name: ParsedName) -> Iterable[Way]:
        if self._is_alone(name):
            return [(WordingKind.FULL, name.core)]
        cores, kept, handles = self._cores, self._kept, self._handles
        return [way for way in name.ways() if way[1] in cores or kept.issuperset(way[1]) or handles.issuperset(way[1])]

    def _is_alone(self, name: ParsedName) -> bool:
        """Whether nothing may mean a person's name but the name itself, as most of a long list; False if in doubt.

        No other name is a part of it, has the same words or an initial, and no text or handle has any of its words.
        """
        return (
            len(name.parts) > 1
            and name.core in self._cores
            and len(name.core) <= self._fewest_words
            and flat((name.parts[-1], *name.parts[:-1])) not in self._cores
            and self._lone_words.isdisjoint(name.core)
            and self._lone_words.isdisjoint(_pieces(name.parts))
        )

    @cached_property
    def _fewest_words(self) -> int:
        """The fewest words of a name of several; none if one of these has an initial, or a title that counts."""
        several = [core for core in self._cores if len(core) > 1]
        if any(len(word) == 1 or word in (MR, MRS) for core in several for word in core):
            return 0
        return min(map(len, several), default=0)

    @cached_property
    def _lone_words(self) -> frozenset[str]:
        """The words of the texts and handles, and the names of one word."""
        return frozenset({*self._kept, *self._handles, *(core[0] for core in self._cores if len(core) == 1)})


def _pieces(parts: Sequence[Words]) -> set[str]:
    """Returns words of which every way to write a name of several parts has one at least."""
    joined = [*map("".join, parts)]
    first, last = joined[0], joined[-1]
    found = {*joined, *flat(parts), first[0]}
    found |= {first + last, last + first, first[0] + last, last + first[0], first + last[0]}
    return found | {"".join(joined), "".join([part[0][0] for part in parts])} if len(parts) > 2 else found

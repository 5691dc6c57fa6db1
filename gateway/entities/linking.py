"""Which names mean the same, as far as that is certain: names are linked, never guessed at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from gateway.entities.wordings import ReadForm, Wording, WordingKind, Words, read, spelled
from gateway.types import EntityType

Name = tuple[EntityType, Words]

_WRITTEN_OUT: Final = (
    WordingKind.FULL,
    WordingKind.PART,
    WordingKind.TITLED,
    WordingKind.INITIALS,
    WordingKind.ACRONYM,
)
_MANY: Final = 4  # a wording of so many names is anybody's: no more of them are kept


class Linking:
    """The names of a request, learnt message by message, and which of them are one entity's.

    Names with the same core are one. A shorter name ("Lee", "A. Lee") belongs to the one entity that it is a wording
    of; a longer one ("Ann Lee") to the one entity that is known by a wording of it ("Lee") and by no other full name.
    Where there are two, as with Ann Lee and Bob Lee, it belongs to neither and is an entity of its own.

    A name is linked by what is known at the end of the message that brings it, the longest names of a message first,
    and its link never changes: so whatever comes later, an earlier name keeps its entity.

    >>> linking = Linking()
    >>> _ = linking.learn([(EntityType.NAME, "Lee"), (EntityType.NAME, "Ann Lee")])
    >>> _ = linking.learn([(EntityType.NAME, "Bob Lee"), (EntityType.NAME, "B. Lee")])
    >>> [" ".join(linking.root(EntityType.NAME, name) or ()) for name in ("Lee", "Ann Lee", "B. Lee")]
    ['ann lee', 'ann lee', 'bob lee']
    """

    def __init__(self) -> None:
        self._readings: dict[tuple[EntityType, str], ReadForm] = {}
        self._roots: dict[Name, Words] = {}
        self._fullest: dict[Name, Words] = {}  # of a root, the longest core of two words or more
        self._owners: dict[Wording, list[Words]] = {}

    def root(self, entity_type: EntityType, surface: str) -> Words | None:
        """What all linked names have in common; None for what is not learnt, or of a type without wordings."""
        name = self._name(entity_type, surface)
        return self._root(name) if name in self._roots else None

    def read(self, entity_type: EntityType, surface: str) -> ReadForm:
        """What a name says, found out once."""
        written = entity_type, surface
        reading = self._readings.get(written)
        if reading is None:
            reading = self._readings[written] = read(entity_type, surface)
        return reading

    def learn(self, names: Iterable[tuple[EntityType, str]]) -> list[Wording]:
        """Makes the names of one message known; returns the wordings by which somebody is known from now on."""
        fresh = self._fresh(names)
        owned: list[Wording] = []
        own: list[tuple[Name, Sequence[Wording]]] = []
        for name, ways in fresh:
            root = self._only(spelled(*name, certain=True))
            self._roots[name] = name[1] if root is None else root
            if root is None:
                own.append((name, ways))
            owned += self._register(self._roots[name], ways)
        self._link_to_shorter(own, {name for name, _ in fresh})
        for name, _ in fresh:
            if len(name[1]) > 1:
                self._fullest.setdefault((name[0], self._root(name)), name[1])
        return owned

    def adopt(self, entity_type: EntityType, surface: str, accepted: Sequence[Wording]) -> None:
        """Makes a form known that stands in a text and is one of these wordings: nothing further follows from it."""
        name = self._name(entity_type, surface)
        if name not in self._roots:
            self._roots[name] = self._only(accepted) or name[1]

    def is_owned(self, wording: Wording) -> bool:
        """Whether somebody is known who may be meant by this wording."""
        return wording in self._owners

    def owners(self, wording: Wording) -> tuple[Words, ...] | None:
        """The roots of all who may be meant by this wording; None if they are too many to be told."""
        owners = self._owners.get(wording, [])
        return None if len(owners) >= _MANY else tuple(self._root((wording.entity_type, owner)) for owner in owners)

    def _root(self, name: Name) -> Words:
        """The root of a learnt name: that of the longer name that it was linked to, where that has another."""
        return self._roots[name[0], self._roots[name]]

    def _name(self, entity_type: EntityType, surface: str) -> Name:
        return entity_type, self.read(entity_type, surface).core

    def _fresh(self, names: Iterable[tuple[EntityType, str]]) -> list[tuple[Name, Sequence[Wording]]]:
        """The names that are not known yet, each with the ways to write it, the longest first."""
        fresh: dict[Name, Sequence[Wording]] = {}
        for entity_type, surface in names:
            name = self._name(entity_type, surface)
            if name[1] and name not in self._roots and name not in fresh:
                fresh[name] = self.read(entity_type, surface).wordings
        return sorted(fresh.items(), key=lambda each: (-len(each[0][1]), -sum(map(len, each[0][1]))))

    def _only(self, ways: Iterable[Wording]) -> Words | None:
        """The one root that these wordings belong to; None if there is none, or more than one."""
        only: Words | None = None
        for wording in ways:
            for owner in self._owners.get(wording, ()):
                root = self._root((wording.entity_type, owner))
                if only is not None and root != only:
                    return None
                only = root
        return only

    def _register(self, root: Words, ways: Iterable[Wording]) -> list[Wording]:
        owned = []
        for wording in ways:
            owners = self._owners.get(wording)
            if owners is None:
                self._owners[wording] = [root]
                owned.append(wording)
            elif len(owners) < _MANY and root not in owners:
                owners.append(root)
        return owned

    def _link_to_shorter(self, own: Iterable[tuple[Name, Sequence[Wording]]], fresh: set[Name]) -> None:
        """Links a full name to the one entity that it makes longer, unless two names of the message would."""
        if len(fresh) == len(self._roots):
            return
        wanted: defaultdict[Name, list[Name]] = defaultdict(list)
        for name, ways in own:
            shorter = {(name[0], wording.words) for wording in ways if wording.kind in _WRITTEN_OUT} - fresh
            roots = {self._root(each) for each in shorter if each in self._roots}
            if len(roots) == 1:
                entity = name[0], roots.pop()
                if entity not in self._fullest or (name[0], self._fullest[entity]) in shorter:
                    wanted[entity].append(name)
        for entity, longer in wanted.items():
            if len(longer) == 1:
                self._roots[longer[0]] = entity[1]
                self._fullest[entity] = longer[0][1]

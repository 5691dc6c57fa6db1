"""Which names belong to one entity: names are linked only where that is certain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from gateway.entities.readings import Readings
from gateway.entities.wordings import Wording, WordingKind, Words, spelled
from gateway.types import EntityType

Name = tuple[EntityType, Words]

_WRITTEN_OUT: Final = (
    WordingKind.FULL,
    WordingKind.PART,
    WordingKind.TITLED,
    WordingKind.INITIALS,
    WordingKind.ACRONYM,
)
_MANY: Final = 4  # a wording of this many names tells nothing: no more owners are kept


class Linking:
    """The names of a request, learned message by message, and the entities that they belong to.

    Names with the same core are one. A shorter name ("Lee", "A. Lee") belongs to the one entity that it is a wording
    of; a longer one ("Ann Lee") to the one entity that is known by a wording of it ("Lee") and by no other full name.
    If there are two such entities, as with Ann Lee and Bob Lee, the name is a new entity.

    A name is linked by what is known at the end of its message, the longest names of the message first. The link never
    changes, so later messages leave an earlier name with its entity.

    >>> linking = Linking()
    >>> _ = linking.learn([(EntityType.NAME, "Lee"), (EntityType.NAME, "Ann Lee")])
    >>> _ = linking.learn([(EntityType.NAME, "Bob Lee"), (EntityType.NAME, "B. Lee")])
    >>> [" ".join(linking.root(EntityType.NAME, name) or ()) for name in ("Lee", "Ann Lee", "B. Lee")]
    ['ann lee', 'ann lee', 'bob lee']
    """

    def __init__(self, readings: Readings | None = None) -> None:
        """``readings`` are those of the request; wordings that they leave out are never asked for."""
        self._readings = readings or Readings()
        self._roots: dict[Name, Words] = {}
        self._fullest: dict[Name, Words] = {}  # of a root, the longest core of two words or more
        self._owners: dict[Wording, list[Words]] = {}
        self._owned: set[Words] = set()  # the words of all wordings that have an owner

    def root(self, entity_type: EntityType, surface: str) -> Words | None:
        """Returns the core that all linked names share; None for an unknown name, or a type without wordings."""
        name = self._name(entity_type, surface)
        return self._root(name) if name in self._roots else None

    def learn(self, names: Iterable[tuple[EntityType, str]]) -> list[Wording]:
        """Learns the names of one message; returns the wordings that have an owner from now on."""
        fresh = self._fresh(names)
        if not fresh:
            return []
        owned: list[Wording] = []
        own: list[tuple[Name, Sequence[Wording]]] = []
        for name, wordings in fresh:
            root = self._only_root(spelled(*name, certain=True)) if name[1] in self._owned else None
            self._roots[name] = name[1] if root is None else root
            if root is None:
                own.append((name, wordings))
            owned += self._register(self._roots[name], wordings)
        self._link_to_shorter(own, {name for name, _ in fresh})
        for name, _ in fresh:
            if len(name[1]) > 1:
                self._fullest.setdefault((name[0], self._root(name)), name[1])
        return owned

    def adopt(self, entity_type: EntityType, surface: str, accepted: Sequence[Wording]) -> None:
        """Links a form that a text mentions to the owner of these wordings; it adds no wordings of its own."""
        name = self._name(entity_type, surface)
        if name not in self._roots:
            self._roots[name] = self._only_root(accepted) or name[1]

    def is_owned(self, wording: Wording) -> bool:
        """Whether a known name may be meant by this wording."""
        return wording in self._owners

    def owners(self, wording: Wording) -> tuple[Words, ...] | None:
        """Returns the roots of all names that this wording may mean; None if there are too many to track."""
        owners = self._owners.get(wording, [])
        return None if len(owners) >= _MANY else tuple(self._root((wording.entity_type, owner)) for owner in owners)

    def _root(self, name: Name) -> Words:
        """Returns the root of a learned name: if it was linked to a longer name, that name's root."""
        return self._roots[name[0], self._roots[name]]

    def _name(self, entity_type: EntityType, surface: str) -> Name:
        return entity_type, self._readings.core(entity_type, surface)

    def _fresh(self, names: Iterable[tuple[EntityType, str]]) -> list[tuple[Name, Sequence[Wording]]]:
        """Returns the names that are not known yet, each with its wordings, the longest first."""
        fresh: dict[Name, Sequence[Wording]] = {}
        for entity_type, surface in names:
            name = self._name(entity_type, surface)
            if name[1] and name not in self._roots and name not in fresh:
                fresh[name] = self._readings.of(entity_type, surface).wordings
        return sorted(fresh.items(), key=_longest_first) if len(fresh) > 1 else [*fresh.items()]

    def _only_root(self, wordings: Iterable[Wording]) -> Words | None:
        """Returns the one root that these wordings belong to; None if there is none, or more than one."""
        only: Words | None = None
        for wording in wordings:
            for owner in self._owners.get(wording, ()):
                root = self._root((wording.entity_type, owner))
                if only is not None and root != only:
                    return None
                only = root
        return only

    def _register(self, root: Words, wordings: Iterable[Wording]) -> list[Wording]:
        owned = []
        for wording in wordings:
            owners = self._owners.get(wording)
            if owners is None:
                self._owners[wording] = [root]
                self._owned.add(wording.words)
                owned.append(wording)
            elif len(owners) < _MANY and root not in owners:
                owners.append(root)
        return owned

    def _link_to_shorter(self, own: Iterable[tuple[Name, Sequence[Wording]]], fresh: set[Name]) -> None:
        """Links a full name to the one entity whose name it extends, unless two names of the message would."""
        if len(fresh) == len(self._roots):
            return
        wanted: defaultdict[Name, list[Name]] = defaultdict(list)
        for name, wordings in own:
            shorter = {(name[0], wording.words) for wording in wordings if wording.kind in _WRITTEN_OUT} - fresh
            roots = {self._root(each) for each in shorter if each in self._roots}
            if len(roots) == 1:
                entity = name[0], roots.pop()
                if entity not in self._fullest or (name[0], self._fullest[entity]) in shorter:
                    wanted[entity].append(name)
        for entity, longer in wanted.items():
            if len(longer) == 1:
                self._roots[longer[0]] = entity[1]
                self._fullest[entity] = longer[0][1]


def _longest_first(fresh: tuple[Name, object]) -> tuple[int, int]:
    words = fresh[0][1]
    return -len(words), -len("".join(words))

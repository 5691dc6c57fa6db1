"""Which surface forms belong to one entity, and which placeholder each form gets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

from gateway.entities.linking import Linking
from gateway.entities.mentions import MentionedForm
from gateway.entities.placeholders import Placeholder
from gateway.entities.readings import Readings
from gateway.entities.recurring import FORMS
from gateway.entities.wordings import NAMED, Wording, Words, meant
from gateway.types import Entity, EntityType, Original

Key = tuple[EntityType, int]
Link = tuple[EntityType, tuple[Key, ...] | None]

_EXACT = frozenset({EntityType.URL, EntityType.KEYS})
_COMPACT = frozenset(
    {
        EntityType.PHONE_NUMBER,
        EntityType.CREDIT_CARD,
        EntityType.IBAN,
        EntityType.BANK_ACCOUNT,
        EntityType.ID_NUMBER,
        EntityType.SSN,
        EntityType.PASSPORT,
        EntityType.DRIVER_LICENSE,
    }
)
# Only the context tells these types apart, so a value that is found as both is one entity.
_SAME = {EntityType.BUSINESS_ADDRESS: EntityType.ADDRESS}
_ALONE = {each: frozenset({each}) for each in EntityType}
_WORD = re.compile(r"[^\W_]+")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def canonical(entity_type: EntityType, surface: str) -> str:
    """Returns what all surface forms of one entity have in common.

    Numbers that people group in different ways are compared by letters and digits, addresses by words, without dots and
    commas. A URL or a key is compared exactly; everything else without case and with single spaces. Nothing is guessed:
    a phone number with a country code is another number.

    >>> canonical(EntityType.CREDIT_CARD, "4111-1111 1111 1111")
    '4111111111111111'
    >>> canonical(EntityType.ADDRESS, "12 Elm St., Leeds"), canonical(EntityType.NAME, "Ann  LEE")
    ('12 elm st leeds', 'ann lee')
    """
    if entity_type in _EXACT:
        return surface
    if entity_type in _COMPACT:
        return "".join(filter(str.isalnum, surface)).casefold()
    words = _WORD.findall(surface) if _SAME.get(entity_type, entity_type) is EntityType.ADDRESS else ()
    return " ".join(words or surface.split()).casefold()


class Entities:
    """The entities of one request, numbered per type in the order in which they become known.

    Every surface form is a variant with its own placeholder, so two distinct forms never share one. ``Linking`` says
    which names belong to one entity, ``canonical`` which other forms do; another wording of a form belongs to the
    form's entity. A value that is found as an ADDRESS and as a BUSINESS_ADDRESS is one entity, numbered as the type
    found first; ``found_as`` gives both types. A form that is a JSON number is two forms, the string and the number:
    both get their variant when either becomes known, so the order in which they are found does not matter.
    """

    def __init__(self, readings: Readings | None = None) -> None:
        """``readings`` are those of the request's names; None if they are not known before they are added."""
        self._linking = Linking(readings)
        self._last: Counter[EntityType] = Counter()
        self._reserved: set[Key] = set()
        self._keys: dict[tuple[EntityType, str | Words], Key] = {}
        self._found_as: dict[Key, frozenset[EntityType]] = {}
        self._variants: Counter[Key] = Counter()
        self._placeholders: dict[tuple[EntityType, Original], Placeholder] = {}
        self._always_redacted: set[Key] = set()
        self._owners: dict[Wording, Key] = {}

    def reserve(self, placeholder: Placeholder) -> bool:
        """Reserves a placeholder's number for the user's own text; returns False if an entity already has it."""
        owner = (placeholder.entity_type, placeholder.number)
        if placeholder.number > self._last[placeholder.entity_type]:
            self._reserved.add(owner)
        return owner in self._reserved

    def learn(self, names: Iterable[tuple[EntityType, str]]) -> list[Wording]:
        """Links the names of one message before they are added; returns the wordings that now have an owner."""
        return self._linking.learn(names)

    def own(self, entity_type: EntityType, original: Original, wordings: Iterable[Wording]) -> list[Wording]:
        """Makes the entity of a known form the owner of these wordings; returns those that had no owner before."""
        key = self.placeholder(entity_type, original)[:2]
        fresh = [wording for wording in wordings if wording not in self._owners]
        self._owners.update(dict.fromkeys(fresh, key))
        return fresh

    def declare(self, entity_type: EntityType, forms: Iterable[str]) -> None:
        """Adds one new entity with these surface forms, even if they look like those of another entity."""
        same = _SAME.get(entity_type, entity_type)
        key = entity_type, self._next(entity_type)
        self._find_as(entity_type, key)
        for form in forms:
            self._keys.setdefault((same, self._value(entity_type, form)), key)
            self._add_variant(entity_type, Original(form), key)

    def add(self, entity_type: EntityType, original: Original) -> Placeholder:
        """Adds a surface form, to the entity that it belongs to or to a new one; returns its placeholder."""
        placeholder = self._add(entity_type, original)
        if _JSON_NUMBER.fullmatch(original.text):
            self._add(entity_type, Original(original.text, not original.is_number))
        return placeholder

    def is_owned(self, wording: Wording) -> bool:
        """Whether a known entity may be meant by this wording."""
        return wording in self._owners or self._linking.is_owned(wording)

    def add_mention(self, mention: MentionedForm) -> None:
        """Adds the form of a mention if it may mean a known entity and is not part of a longer mention that may."""
        owned = [wording for wording in mention.wordings if self.is_owned(wording)]
        if not owned or any(map(self.is_owned, mention.within)):
            return
        names = [wording for wording in owned if wording.kind not in FORMS]
        if not names:
            self._add_variant(owned[0].entity_type, Original(mention.surface), self._owners[owned[0]])
            return
        entity_type = names[0].entity_type
        wordings = [wording for wording in names if wording.entity_type is entity_type]
        self._linking.adopt(entity_type, mention.surface, wordings)
        self.add(entity_type, Original(mention.surface))

    def always_redact(self, entity_type: EntityType, original: Original) -> None:
        """Marks the entity of a known form as one that every plan redacts."""
        self._always_redacted.add(self.placeholder(entity_type, original)[:2])

    @property
    def always_redacted(self) -> Set[Key]:
        """The entities that every plan redacts: they are on the deny list, or overlap one of the user's literals."""
        return self._always_redacted

    def placeholder(self, entity_type: EntityType, original: Original) -> Placeholder:
        """Returns the placeholder of a known surface form."""
        return self._placeholders[_SAME.get(entity_type, entity_type), original]

    def last_variant(self, key: Key) -> int:
        """Returns how many surface forms of an entity are known."""
        return self._variants[key]

    def found_as(self, key: Key) -> frozenset[EntityType]:
        """Returns the types that an entity was found as."""
        return self._found_as[key]

    def all(self) -> Mapping[Key, Entity]:
        """Returns every entity by type and number, in the order in which they became known, with its surface forms."""
        forms: dict[Key, list[str]] = {}
        for (_, original), placeholder in self._placeholders.items():
            texts = forms.setdefault(placeholder[:2], [])
            if not original.is_number:
                texts.append(original.text)
        return {key: Entity(*key, tuple(texts)) for key, texts in forms.items()}

    def known(self) -> Iterator[tuple[Original, Placeholder]]:
        """Yields every surface form with its placeholder, in the order in which they became known."""
        return ((original, placeholder) for (_, original), placeholder in self._placeholders.items())

    def linked(self, entity: Entity) -> Iterator[Link]:
        """Yields, for each name that the forms of an entity spell or may mean, its type and its owners.

        So an e-mail is linked to the person whose name it spells, and "Lee" to Ann Lee and to Bob Lee. The owners are
        None if there are too many to track.
        """
        for wording in dict.fromkeys(each for form in entity.forms for each in meant(entity.entity_type, form)):
            if self.is_owned(wording):
                owners = self._linking.owners(wording)
                keys = None if owners is None else tuple(self._keys[wording.entity_type, owner] for owner in owners)
                yield wording.entity_type, keys

    def _add(self, entity_type: EntityType, original: Original) -> Placeholder:
        same = _SAME.get(entity_type, entity_type)
        known = self._placeholders.get((same, original))
        if known is None:
            value = self._value(entity_type, original.text)
            key = self._keys.get((same, value)) or (entity_type, self._next(entity_type))
            self._keys[same, value] = key
            known = self._add_variant(entity_type, original, key)
        self._find_as(entity_type, known[:2])
        return known

    def _find_as(self, entity_type: EntityType, key: Key) -> None:
        types = self._found_as.get(key)
        if types is None:
            self._found_as[key] = _ALONE[entity_type]
        elif entity_type not in types:
            self._found_as[key] = types | {entity_type}

    def _value(self, entity_type: EntityType, surface: str) -> str | Words:
        """Returns what the forms of one entity have in common."""
        root = self._linking.root(entity_type, surface) if entity_type in NAMED else None
        return root or canonical(entity_type, surface)

    def _add_variant(self, entity_type: EntityType, original: Original, key: Key) -> Placeholder:
        form = _SAME.get(entity_type, entity_type), original
        known = self._placeholders.get(form)
        if known is None:
            self._variants[key] = variant = self._variants.get(key, 0) + 1
            known = self._placeholders[form] = Placeholder(*key, variant)
        return known

    def _next(self, entity_type: EntityType) -> int:
        self._last[entity_type] += 1
        while (entity_type, self._last[entity_type]) in self._reserved:
            self._last[entity_type] += 1
        return self._last[entity_type]

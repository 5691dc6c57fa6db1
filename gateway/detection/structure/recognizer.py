"""The recognizer that reads a text in every format and yields the values whose labels say what they are."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.overlap import resolve
from gateway.detection.structure.field import Format
from gateway.detection.structure.formats import (
    aligned,
    assignments,
    bank_messages,
    cards,
    chat,
    code,
    commands,
    delimited,
    distinguished_names,
    dumps,
    genealogy,
    json,
    latex,
    logins,
    markup,
    network_devices,
    notes,
    pairs,
    pasted_forms,
    secret_lists,
    segments,
    sql,
    travel_documents,
    yaml,
)
from gateway.detection.structure.judging import RECOGNIZER, judged
from gateway.detection.structure.meanings import known
from gateway.types import EntityType, Span

FORMATS: Final[tuple[Format, ...]] = (
    travel_documents.read,
    segments.read,
    bank_messages.read,
    genealogy.read,
    json.read,
    yaml.read,
    notes.read,
    assignments.read,
    delimited.read,
    aligned.read,
    markup.read,
    sql.read,
    code.read,
    secret_lists.read,
    pairs.read,
    commands.read,
    network_devices.read,
    distinguished_names.read,
    dumps.read,
    logins.read,
    cards.read,
    chat.read,
    latex.read,
    pasted_forms.read,
)

_WORDS: Final = "|".join(map(re.escape, (*commands.WITHOUT_OPTION, *network_devices.SPEAKS)))
_SIGN: Final = re.compile(rf"[\n=:：؛；|~\t\"'`<{{\\;&,→⇒]|  | [-–—]|->|{_WORDS}")  # what no format does without


class Structure:
    """Finds values by their labels.

    >>> [span.entity_type.value for span in Structure().find('{"password": "hunter2!", "dob": "1 May"}, max_tokens=5')]
    ['KEYS', 'BIRTH_DATE']
    """

    name: Final = RECOGNIZER
    entity_types: Final = frozenset(EntityType)
    has_checksum: Final = False

    def find(self, text: str) -> tuple[Span, ...]:
        """Returns the spans in a text, disjoint and in order."""
        if not _SIGN.search(text):
            return ()
        claims: list[Span] = []
        taken: set[int] = set()
        for read in FORMATS:
            fields = [*known(read(text), text)]
            found = [*judged(fields, text, taken)] if fields else []
            claims += found
            taken.update(span.start for span in found)
        return resolve(claims, text) if claims else ()

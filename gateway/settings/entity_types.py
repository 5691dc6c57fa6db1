"""The names of entity types in a configuration."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

from pydantic import AfterValidator, PlainValidator

from gateway.types import EntityType


def entity_type(name: object) -> EntityType:
    """Returns the type with this name; raises ValueError that suggests the name probably meant.

    >>> entity_type("IBAN").name
    'IBAN'
    """
    if not isinstance(name, str) or name not in set(EntityType):
        close = get_close_matches(str(name).upper(), list(EntityType), n=1)
        known = f"did you mean {close[0]}?" if close else f"known are {', '.join(EntityType)}"
        raise ValueError(f"no entity type of that name; {known}")
    return EntityType(name)


def _key(name: str) -> str:
    return name if name == "*" else entity_type(name).value


KnownEntityType = Annotated[EntityType, PlainValidator(entity_type)]
"""An entity type by its name."""

EntityTypeKey = Annotated[str, AfterValidator(_key)]
"""A key that stands for an entity type, or ``"*"`` for all of them."""

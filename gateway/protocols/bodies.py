"""Checks a request body against its shape, finds its texts and replaces them.

All three are the same walk over the same table, so everything that passes the check is found and can be replaced.
"""

from __future__ import annotations

from collections.abc import Mapping

from gateway.errors import Uninspectable
from gateway.protocols.shapes import Object
from gateway.protocols.walk import Walk
from gateway.types import JsonObject, JsonValue, Leaf, LeafKind

_MOST_PATH_CHARACTERS = 2**25  # about a million leaves, some hundred MiB of memory


def check(shape: Object, body: JsonValue, refuse: frozenset[str]) -> None:
    """Raises BadRequest if the body does not have the shape, PolicyBlocked if it holds what ``refuse`` names.

    >>> from gateway.protocols.shapes import Number
    >>> check(Object({"n": Number()}), {"n": "many"}, frozenset())
    Traceback (most recent call last):
    gateway.errors.BadRequest: `n` must be a number.
    """
    shape.walk(body, "", Walk(None, refuse))


def leaves(shape: Object, body: JsonObject) -> tuple[Leaf, ...]:
    """Returns all places in the body that can hold text, in document order; raises Uninspectable for millions of them.

    >>> from gateway.protocols.shapes import TEXT, ListOf
    >>> [leaf.path for leaf in leaves(Object({"stop": ListOf(TEXT)}), {"stop": ["a", '{"b": 1}']})]
    ['stop[0]', 'stop[1]#/b/~key', 'stop[1]#/b']
    """
    found: list[Leaf] = []
    characters = 0

    def visit(path: str, kind: LeafKind, text: str, message: int | None) -> str:
        nonlocal characters
        characters += len(path)
        if characters > _MOST_PATH_CHARACTERS:
            raise Uninspectable(
                "The body holds too many pieces of JSON to be inspected; send them in several requests."
            )
        found.append(Leaf(path, kind, text, message))
        return text

    shape.walk(body, "", Walk(visit))
    return tuple(found)


def rebuild(shape: Object, body: JsonObject, replacements: Mapping[str, str]) -> JsonObject:
    """Returns a new body with the leaves at the given paths replaced; all else keeps its value and order.

    A number becomes the given string, a key is renamed in its place. Raises ValueError if a path is not a leaf of the
    body, because its text would otherwise be sent unreplaced.

    >>> from gateway.protocols.shapes import TEXT, Number
    >>> rebuild(Object({"stop": TEXT, "n": Number()}), {"stop": "Marie", "n": 1}, {"stop": "[NAME1]"})
    {'stop': '[NAME1]', 'n': 1}
    """
    remaining = dict(replacements)

    def visit(path: str, kind: LeafKind, text: str, message: int | None) -> str:
        return remaining.pop(path, text)

    rebuilt = shape.walk(body, "", Walk(visit))
    if remaining:
        raise ValueError(f"{len(remaining)} replacements name a place that is no leaf of the body")
    return rebuilt

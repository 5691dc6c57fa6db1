"""Names for places in a body: each place has one path, and no two places share one.

A path holds the keys of the user's JSON, so it may hold a user's text: it may be shown to that user, but never logged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import orjson

from gateway.errors import Uninspectable

_LONGEST_PATH = 4096


def dotted(path: str, key: str | int) -> str:
    """The path of a member or item below ``path``, as JavaScript would write it; Uninspectable if it gets too long.

    >>> dotted(dotted(dotted("", "messages"), 0), "content"), dotted("metadata", "a.b")
    ('messages[0].content', 'metadata["a.b"]')
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not key.isidentifier():
        return _bounded(f"{path}[{orjson.dumps(key).decode()}]")
    return _bounded(f"{path}.{key}" if path else key)


def pointer(path: str, key: str | int) -> str:
    """The JSON pointer (RFC 6901) of a member or item below ``path``; Uninspectable if it gets too long.

    >>> pointer("", "a/b~c"), pointer("/list", 0)
    ('/a~1b~0c', '/list/0')
    """
    if isinstance(key, int):
        return f"{path}/{key}"
    return _bounded(f"{path}/{key.replace('~', '~0').replace('/', '~1')}")


def _bounded(path: str) -> str:
    # One huge key above a million items would otherwise be copied a million times.
    if len(path) > _LONGEST_PATH:
        raise Uninspectable("The JSON holds keys that are too long, or nested too deep, to be inspected.")
    return path


@dataclass(frozen=True, slots=True)
class PathStyle:
    """How paths go on: to a child, to the key of a member itself, and into a string that holds JSON.

    The marks stand where no child's path can: an odd key is quoted in a dotted path, and ``~`` is escaped in a pointer.
    """

    child: Callable[[str, str | int], str]
    key_mark: str
    json_mark: str


DOTTED = PathStyle(dotted, ".~key", "#")
POINTER = PathStyle(pointer, "/~key", "/~json")

"""Names for places in a body: each place has one path, and no two places share one.

A path holds the keys of the user's JSON, so it may hold a user's text: it may be shown to that user, but never logged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import orjson


def dotted(path: str, key: str | int) -> str:
    """The path of a member or item below ``path``, as JavaScript would write it.

    >>> dotted(dotted(dotted("", "messages"), 0), "content"), dotted("metadata", "a.b")
    ('messages[0].content', 'metadata["a.b"]')
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not key.isidentifier():
        return f"{path}[{orjson.dumps(key).decode()}]"
    return f"{path}.{key}" if path else key


def pointer(path: str, key: str | int) -> str:
    """The JSON pointer (RFC 6901) of a member or item below ``path``.

    >>> pointer("", "a/b~c"), pointer("/list", 0)
    ('/a~1b~0c', '/list/0')
    """
    return f"{path}/{key}" if isinstance(key, int) else f"{path}/{key.replace('~', '~0').replace('/', '~1')}"


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

"""Paths that name the places in a body: one path per place, no path twice.

A path contains keys of the user's JSON, so it may contain the user's text: show it to that user only, never log it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import orjson

from gateway.errors import Uninspectable

_LONGEST_PATH = 4096


def dotted(path: str, key: str | int) -> str:
    """Returns the path of a member or item of ``path``, as in JavaScript; raises Uninspectable if it is too long.

    >>> dotted(dotted(dotted("", "messages"), 0), "content"), dotted("metadata", "a.b")
    ('messages[0].content', 'metadata["a.b"]')
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not key.isidentifier():
        return _bounded(f"{path}[{orjson.dumps(key).decode()}]")
    return _bounded(f"{path}.{key}" if path else key)


def pointer(path: str, key: str | int) -> str:
    """Returns the JSON pointer (RFC 6901) of a member or item of ``path``; raises Uninspectable if it is too long.

    >>> pointer("", "a/b~c"), pointer("/list", 0)
    ('/a~1b~0c', '/list/0')
    """
    if isinstance(key, int):
        return f"{path}/{key}"
    if "~" in key or "/" in key:
        key = key.replace("~", "~0").replace("/", "~1")
    return _bounded(f"{path}/{key}")


def _bounded(path: str) -> str:
    # Without a limit, a huge key of an object with a million items would be copied a million times.
    if len(path) > _LONGEST_PATH:
        raise Uninspectable("The JSON holds keys that are too long, or nested too deep, to be inspected.")
    return path


@dataclass(frozen=True, slots=True)
class PathStyle:
    """How a path continues: to a child, to a member's own key, or into a string that contains JSON.

    No child's path can contain the marks: unusual keys are quoted in a dotted path, and ``~`` is escaped in a pointer.
    """

    child: Callable[[str, str | int], str]
    key_mark: str
    json_mark: str


DOTTED = PathStyle(dotted, ".~key", "#")
POINTER = PathStyle(pointer, "/~key", "/~json")

"""Compiled expressions that can be kept: ``re`` needs seconds for all that detection searches with, at every start.

Python has no way to keep them (measured with CPython 3.11), but ``re`` compiles in two steps: from an expression to its
code, which are numbers, and from these to the pattern. The first takes the time, so its result is kept. The second
checks the code, so a wrong one is an error and reads no foreign memory.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import hashlib
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap
from re import _compiler, _parser  # type: ignore[attr-defined]
from typing import Final, NamedTuple

import orjson

from gateway.detection.store import Store

_FORM: Final = "a line of JSON for each"  # what is kept in another form has another name


class Expression(NamedTuple):
    """What is compiled, and how."""

    expression: str
    flags: int = 0


class Code(NamedTuple):
    """What ``re`` makes of an expression; ``names`` are its groups by name."""

    flags: int
    numbers: Sequence[int]
    groups: int
    names: Mapping[str, int]


# A process has the same expressions in many detectors. None is ever changed or removed.
_KNOWN: Final[dict[Expression, re.Pattern[str]]] = {}


def compiled(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Returns the same as ``re.compile``, at once if the expression has been learnt.

    >>> compiled("[a-z]+").findall("ab, c")
    ['ab', 'c']
    """
    return _KNOWN.get(Expression(expression, flags)) or re.compile(expression, flags)


def learn(expressions: Iterable[Expression], store: Store | None = None) -> None:
    """Compiles the expressions that are not known yet, or takes their codes from the store, which they join if new."""
    new = tuple(dict.fromkeys(each for each in expressions if each not in _KNOWN))
    if new:
        patterns = _kept(new, store) if store else starmap(re.compile, new)
        _KNOWN.update(zip(new, patterns, strict=True))


def _kept(expressions: Sequence[Expression], store: Store) -> list[re.Pattern[str]]:
    try:
        lines = store.kept(_name_of(expressions), lambda: b"\n".join(map(_line, expressions))).splitlines()
        return [_pattern(each, Code(*orjson.loads(line))) for each, line in zip(expressions, lines, strict=True)]
    except (AttributeError, OverflowError, RuntimeError, TypeError, ValueError):
        return [*starmap(re.compile, expressions)]


def _line(expression: Expression) -> bytes:
    """Returns an expression's code as bytes: all codes at once would be millions of numbers in memory."""
    return orjson.dumps(tuple(_code(expression)))


def _code(expression: Expression) -> Code:
    parsed = _parser.parse(*expression)
    numbers = _compiler._code(parsed, expression.flags)
    state = parsed.state
    return Code(expression.flags | state.flags, numbers, state.groups - 1, state.groupdict)


def _pattern(expression: Expression, code: Code) -> re.Pattern[str]:
    by_number = {number: name for name, number in code.names.items()}
    names = tuple(map(by_number.get, range(code.groups + 1)))
    pattern: re.Pattern[str] = _sre.compile(
        expression.expression, code.flags, code.numbers, code.groups, code.names, names
    )
    return pattern


def _name_of(expressions: Sequence[Expression]) -> str:
    """Returns a name for the codes of these expressions, as this build of Python makes them, in this form."""
    stated = (_FORM, sys.version, *expressions)
    return hashlib.sha256(repr(stated).encode("utf-8", "surrogatepass")).hexdigest()

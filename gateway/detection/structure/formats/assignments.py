"""Lines ``label = value``: ``.env``, shell ``export``, INI, TOML, Java properties, ``ENV`` of a Dockerfile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written, unquoted

_LINE: Final = re.compile(
    r"\n[ \t>]*+(?:\[{1,2}+(?P<section>[\w. \"'-]{1,64}+)\]{1,2}+[ \t]*+(?=[\n;#]|\Z)"
    r"|(?:(?:[-*#;]|//|export|set|setx|declare(?: -\w+)?|local|readonly|ENV|ARG|SET)[ \t]++|\$env:)*+"
    r"""["']?(?P<label>[^\W\d][\w.$-]{0,63}+)["']?(?P<joint>[ \t]*+\??=(?![=>~])[ \t]*+)(?P<value>[^\n]++))"""
)


def read(text: str) -> Iterator[Field]:
    r"""Yields the value of each line's label; a section is the label around them.

    >>> text = "export API_KEY=9f86\n[user]\nname = Ann Lee"
    >>> [(".".join((*each.parents, each.label)), text[each.start : each.end]) for each in read(text)]
    [('API_KEY', '9f86'), ('user.name', 'Ann Lee')]
    """
    if "=" not in text:
        return
    section: tuple[str, ...] = ()
    group, done = 0, 0
    lines = f"\n{text}"
    for line in _LINE.finditer(lines):
        if lines.find("\n\n", done, line.start() + 1) >= 0:
            group += 1
        done = line.end()
        if line["section"]:
            section, group = tuple(line["section"].split(".")), group + 1
            continue
        start, end = unquoted(lines, *line.span("value"))
        yield Field(line["label"], start - 1, end - 1, _written(line, bool(section)), section, group)


def _written(line: re.Match[str], in_section: bool) -> Written:
    """Returns how the value is written: with spaces around the sign it may be code, unless there are sections."""
    if line["value"][0] in "\"'":
        return Written.QUOTED
    is_code = (" " in line["joint"] and not in_section) or line["value"].rstrip()[-1:] in ",;{("
    return Written.BARE if is_code else Written.PLAIN

"""Parses strict YAML into a document that knows the line of each value.

Strict means: one document, no duplicate keys, no anchors, no tags, and only the scalars of YAML 1.2's core schema, so
``no`` and ``2024-01-01`` stay text.
"""

from __future__ import annotations

import re

import yaml

from gateway.settings.document import Document, is_text
from gateway.settings.mistakes import Mistake, Path, SettingsError, place
from gateway.types import JsonObject, JsonValue

MAX_DEPTH = 20


def parse(text: str) -> Document:
    """Returns the document in a YAML text, with mistakes in single places; raises SettingsError if it is unreadable.

    >>> document = parse("edge: {listen: 127.0.0.1:8080}\\nmetrics:\\n  listen: 127.0.0.1:9464")
    >>> document.section("metrics"), document.line(("metrics", "listen"))
    ({'listen': '127.0.0.1:9464'}, 3)
    """
    root = _compose(text)
    if root is None:
        return Document()
    if not isinstance(root, yaml.MappingNode):
        raise SettingsError([Mistake(_line(root), "", "the file must hold a mapping of sections, such as `edge:`")])
    reading = _Reading()
    value = reading.mapping(root, ())
    return Document(value, reading.lines, tuple(reading.mistakes))


_TAG = "tag:yaml.org,2002:"
_SCALARS: tuple[tuple[str, str, str], ...] = (
    ("null", r"(?:~|null|Null|NULL|)\Z", "~nN"),
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)\Z", "tTfF"),
    ("int", r"[-+]?[0-9]{1,18}\Z", "-+0123456789"),
    ("float", r"[-+]?(?:[0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})(?:[eE][-+]?[0-9]{1,2})?\Z", "-+.0123456789"),
)


class _Loader(yaml.SafeLoader):
    """Composes nodes; refuses aliases and deep nesting."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's own name
    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise _Refused("anchors and aliases are not supported: write the value out", event)
        if self.depth == MAX_DEPTH:
            raise _Refused(f"nested deeper than {MAX_DEPTH} levels", event)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


for _name, _pattern, _first in _SCALARS:
    _Loader.add_implicit_resolver(_TAG + _name, re.compile(_pattern), [*_first, *([""] if _name == "null" else [])])


class _Refused(Exception):
    def __init__(self, message: str, event: yaml.Event) -> None:
        super().__init__(message)
        self.line = event.start_mark.line + 1 if event.start_mark else None


def _compose(text: str) -> yaml.Node | None:
    """Returns the root of the only document. PyYAML's messages may quote the file, so they are not repeated."""
    try:
        return _Loader(text).get_single_node()
    except _Refused as refused:
        mistake = Mistake(refused.line, "", str(refused))
    except yaml.reader.ReaderError as error:
        mistake = Mistake(text.count("\n", 0, error.position) + 1, "", "holds a character that YAML does not allow")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        mistake = Mistake(None if mark is None else mark.line + 1, "", _explained(error))
    raise SettingsError([mistake])


def _explained(error: yaml.MarkedYAMLError) -> str:
    if "single document" in (error.context or ""):
        return "a second document starts here: one file holds one document"
    if "\\t" in (error.problem or ""):
        return "a tab may not indent in YAML: use spaces"
    return "not readable as YAML: look for a missing colon, quote, bracket or indentation here or just above"


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1


class _Reading:
    """Turns nodes into plain values and records their lines and mistakes."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {(): 1}
        self.mistakes: list[Mistake] = []

    def mapping(self, node: yaml.MappingNode, path: Path) -> JsonObject:
        value: JsonObject = {}
        for key_node, value_node in node.value:
            key = (*path, str(key_node.value))
            if not isinstance(key_node, yaml.ScalarNode) or not is_text(key_node.value):
                self._mistake(key_node, path, "a key must be plain text")
            elif key in self.lines:
                self._mistake(key_node, key, f"written twice, first on line {self.lines[key]}")
            else:
                value[key_node.value] = self._value(value_node, key, key_node)
        return value

    def _value(self, node: yaml.Node, path: Path, start: yaml.Node) -> JsonValue:
        self.lines[path] = _line(start)
        if not _has_plain_tag(node):
            self._mistake(node, path, "tags such as `!!binary` are not supported")
            return None
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self._value(item, (*path, index), item) for index, item in enumerate(node.value)]
        return self._scalar(node, path)

    def _scalar(self, node: yaml.Node, path: Path) -> JsonValue:
        try:
            if is_text(node.value):
                return _plain(node.value, node.tag.removeprefix(_TAG))
            self._mistake(node, path, "holds half a character (a lone surrogate)")
        except ValueError:
            self._mistake(node, path, "not readable as the kind of value that its tag claims")
        return None

    def _mistake(self, node: yaml.Node, path: Path, message: str) -> None:
        self.mistakes.append(Mistake(_line(node), place(path), message))


def _has_plain_tag(node: yaml.Node) -> bool:
    return node.tag.removeprefix(_TAG) in {"map", "seq", "str", "null", "bool", "int", "float"}


def _plain(text: str, kind: str) -> JsonValue:
    match kind:
        case "null":
            return None
        case "bool":
            return text.lower() == "true"
        case "int":
            return int(text)
        case "float":
            return float(text)
        case _:
            return text

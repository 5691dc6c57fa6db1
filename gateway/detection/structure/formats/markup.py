"""XML and HTML: elements, attributes that name them or what is in them, tables, definition lists, forms.

No entity is ever expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written
from gateway.detection.structure.vocabulary import meaning

_TAG: Final = re.compile(
    r"<(?P<close>/?+)(?P<tag>[A-Za-z_][\w:.-]{0,63}+)(?P<attributes>[^<>]{0,2000}+)>"
    r"\s*+(?:<!\[CDATA\[(?P<data>[^\]<]*+)|(?P<text>(?:[^<\n]|\n(?!\n))*+))"
)
_NAMED: Final = re.compile(
    r"""(?i)\b(?:(?:friendly)?name|key|id|field|itemprop|property)\s?=\s?["'](?P<label>[^"'<>]{1,64}+)["']"""
)
_CELLS: Final = frozenset({"td", "th"})
_VOID: Final = frozenset({"br", "hr", "img", "input", "meta", "link"})
_NO_BEGINNING: Final = "\"'`})]"  # a stand-in in code, ``"<user>:<password>"``, is no element
_DEEPEST: Final = 64
_LONGEST_CAPTION: Final = 64


def read(text: str) -> Iterator[Field]:
    """Yields the texts of elements; cells have the label of their column, or of the cell, term or caption before them.

    >>> text = '<user><name>Ann Lee</name></user><b>PIN:</b> 1234 <tr><th>Name<th>Age<tr><td>Bo<td>7'
    >>> [(".".join((*each.parents, each.label)), text[each.start : each.end]) for each in read(text)]
    [('user.name', 'Ann Lee'), ('PIN', '1234 '), ('Name', 'Bo'), ('Age', '7')]
    """
    if "<" not in text or ">" not in text:
        return
    reader = _Reader()
    for tag in _TAG.finditer(text):
        start, end = tag.span("data" if tag["data"] is not None else "text")
        label = reader.label(tag, text[start:end] if end - start <= _LONGEST_CAPTION else "", is_text=start < end)
        if label and start < end and text[start] not in _NO_BEGINNING:
            yield Field(label, start, end, Written.PLAIN, reader.parents, reader.group)


class _Reader:
    """What is known of the place: the elements and captions around it, the row and the columns of a table."""

    def __init__(self) -> None:
        self.parents: tuple[str, ...] = ()
        self.group = 0
        self._given: tuple[str, ...] = ()
        self._columns: list[str] = []
        self._headers: list[str] = []
        self._cell = 0
        self._caption = ""

    def label(self, tag: re.Match[str], said: str, *, is_text: bool) -> str:
        """Returns the label of the text after a tag."""
        name = tag["tag"].rpartition(":")[2]
        if tag["close"]:
            self._leave(name)
            return self._captioned(said, is_text)
        if name.lower() == "tr":
            return self._new_row()
        if name.lower() in _CELLS:
            return self._in_cell(name.lower(), said, is_text)
        named = (each["label"] for each in _NAMED.finditer(tag["attributes"]))
        given = next((each for each in named if meaning(each)), "")
        if not is_text and name.lower() not in _VOID and not tag["attributes"].endswith("/"):
            self._enter(name, given)
        own = given or name
        return own if meaning(own) else self._of_parent(is_text) or self._captioned(said, is_text)

    def _of_parent(self, is_text: bool) -> str:
        """Returns the label that the attribute of the element around a text gives it; "" if none does."""
        return self._given[-1] if is_text and self._given else ""

    def _enter(self, name: str, given: str) -> None:
        if len(self.parents) < _DEEPEST:
            self.parents, self._given = (*self.parents, name), (*self._given, given)
            self.group += 1

    def _leave(self, name: str) -> None:
        if name in self.parents[-1:]:
            self.parents, self._given = self.parents[:-1], self._given[:-1]
            self.group += 1

    def _captioned(self, said: str, is_text: bool) -> str:
        """Returns the caption before a text, or else keeps the text if it may be one."""
        if not is_text:
            return ""
        caption, self._caption = self._caption, ""
        if not caption and meaning(said.strip(" :*\n")):
            self._caption = said.strip(" :*\n")
        return caption

    def _new_row(self) -> str:
        if self._headers:
            self._columns, self._headers = self._headers, []
        self.group, self._cell, self._caption = self.group + 1, 0, ""
        return ""

    def _in_cell(self, name: str, said: str, is_text: bool) -> str:
        at, self._cell = self._cell, self._cell + 1
        if name == "th":
            self._headers.append(said.strip())
            self._caption = said.strip()
            return ""
        if self._headers:  # a header in front of its value, not above it
            self._headers = []
            self._columns = []
            return self._captioned(said, is_text=True)
        return self._columns[at] if at < len(self._columns) else self._captioned(said, is_text)

"""Objects as programs print them: ``print_r``, ``var_dump`` and ``serialize`` of PHP, ``%+v`` of Go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field

_PRINTED: Final = re.compile(
    r"\[(?P<label>[^\W\d][^\]\[\"\n:]{0,63}+)(?::[^\]\n]{0,100}+)?\] => (?P<value>[^\n]{1,400}+)"
)
_DUMPED: Final = re.compile(
    r"\[\"(?P<label>[^\"\n]{1,64}+)\"[^\]\n]{0,100}+\]=>\s{1,16}+"
    r"(?:string\(\d{1,9}+\) \"(?P<string>[^\"]{1,400}+)\"|(?:int|float)\((?P<number>[^)\n]{1,40}+)\))"
)
_SERIALIZED: Final = re.compile(
    r"s:\d{1,9}+:\"(?P<label>[^\"\n]{1,64}+)\";(?:s:\d{1,9}+:\"(?P<string>[^\"]{1,400}+)\"|[id]:(?P<number>[^;\n]{1,40}+));"
)
_GO: Final = re.compile(r"(?<=[{ ])(?P<label>[A-Z]\w{0,63}+):(?P<value>(?:[^\s{}:\"&]| (?![A-Z]\w{0,63}+:))++)(?=[ }])")
_FORMATS: Final = (("] => ", _PRINTED), ("]=>", _DUMPED), ("s:", _SERIALIZED), ("{", _GO))


def read(text: str) -> Iterator[Field]:
    r"""Yields the values of the members of objects.

    >>> text = '[login] => bo_k\n["pin"]=>\n  string(4) "4471" s:3:"dob";s:10:"1990-01-02"; {Name:Ann Lee Pin:12}'
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('login', 'bo_k'), ('pin', '4471'), ('dob', '1990-01-02'), ('Name', 'Ann Lee'), ('Pin', '12')]
    """
    for sign, member in _FORMATS:
        if sign in text:
            for each in member.finditer(text):
                yield Field(each["label"], *each.span(each.lastgroup or "value"))

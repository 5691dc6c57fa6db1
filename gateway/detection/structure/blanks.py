"""Values that say nothing: null, a type, a placeholder of any kind, an expression."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = frozenset(
    {
        "null", "none", "nil", "n/a", "na", "nan", "true", "false", "yes", "no", "on", "off", "undefined", "unknown",
        "anonymous", "default", "tbd", "todo", "required", "optional", "empty", "str", "string", "text", "varchar",
        "char", "int", "integer", "bigint", "number", "numeric", "float", "double", "decimal", "bool", "boolean",
        "bytes", "any", "object", "array", "list", "dict", "map", "date", "datetime", "timestamp", "uuid", "email",
        "hidden", "masked", "redacted", "removed", "secret", "example", "dummy", "placeholder", "changeme", "change-me",
        "change_me", "replaceme", "replace-me", "replace_me", "file", "env", "environment", "this", "self", "new",
    }
)  # fmt: skip
# "Type your name" and "yourPassword", not "type 2 diabetes", "Theo Lind" or "myDogRex99".
_SAMPLE: Final = re.compile(
    r"(?![Tt]ype [\dI])"
    r"(?i:your|enter|insert|my|put|add|type|choose|pick|example|sample|test|fake|dummy|some|the)"
    r"(?:(?:[-_ ]|(?<=[a-z])(?=[A-Z]))[^\d]*(?:[-_ ]?0{0,3}1(?:2(?:3(?:4(?:5(?:6)?)?)?)?)?)?"
    r"|(?<=[rR])[-_ ].*)",
    re.DOTALL,
)
_STAND_INS: Final = "*x•.·#_-?X…~ \u2022"
_ELSEWHERE: Final = (
    "os.", "process.", "env.", "getenv", "import.meta", "config.", "config[", "settings.", "secrets.", "vault:", "ssm:",
    "$", ":param",
)  # fmt: skip
_VARIABLE: Final = re.compile(
    r"<.*>|%\w+%|%[(\w)]*[sd]|\{.*\}|\[[\w. -]*\]|@\w+@|:\w+|[&*]\w+|.*\.\.\.|[A-Z]\w*\[.*|sha\d{1,3}[:-].*|\W+"
    r"|\w+\([\d, ]*\)|!{1,2}[A-Za-z]+(?:[.:]\w+)*\s.*"
    r"|[A-Z][A-Za-z]*(?:Str|String|Type|Var|Text|Field|Bytes|Value|Password|Secret|Token|Key|Credentials?)"
)
_CODE: Final = re.compile(
    r"\w\(|->|=>|\w\[|^\w+\)| =(?: |$)|==|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w{2,})+$|::|\\|\bNone\b|\breturn\b|\bself\.|\[\d"
)
_SIGN_OF_CODE: Final = re.compile(r"\(|\)|\[|>|=|\.|:|\\|None|return")  # what no code does without


def is_blank(value: str) -> bool:
    """Returns whether a value says nothing: null, a type, a placeholder of any kind.

    >>> [is_blank(each) for each in ("null", "<your key>", "${VAR}", "***", "{{ token }}", "!Ref Key", "!hunter2")]
    [True, True, True, True, True, True, False]
    """
    value = value[:200]
    word = value.casefold().rstrip("?;")
    if word in _WORDS or not value.strip(_STAND_INS):
        return True
    if _SAMPLE.fullmatch(value):
        return True
    if word.startswith(_ELSEWHERE):
        return value[0] != "$" or value[1:2] in "{(" or value[1:].isidentifier()
    return _VARIABLE.fullmatch(value) is not None


def is_code(value: str) -> bool:
    """Returns whether an unquoted value is more likely an expression, a type or a pattern.

    >>> [is_code(each) for each in ("get_name()", "Any) -> Any:", "self.name", "Ann Lee (home)", "12 Elm St")]
    [True, True, True, False, False]
    """
    return _SIGN_OF_CODE.search(value) is not None and _CODE.search(value) is not None

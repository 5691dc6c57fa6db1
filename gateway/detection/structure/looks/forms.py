"""Expressions and words that more than one kind of value is told by."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.characters import VOWEL_SIGNS

DIGITS: Final = re.compile(r"\d")
LETTERS: Final = re.compile(r"[^\W\d_]")
CODE: Final = re.compile(
    r".*[(\[{]|.*[\])}]$|[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+$|.*(?:=>|==|&&|\|\|)"
    r"|(?:await|new|return|not|if|lambda) "
)
WORDS_OF_CODE: Final = re.compile(
    r"_\w+|[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|[a-z]+|[A-Z][a-z]+|[A-Z]+(?:_[A-Z]+)*"
)
UNIT: Final = re.compile(r"\d+(?:\.\d+)?(?:ms|s|m|h|d|kb|mb|gb|px|%|em|rem)")
TWO_CAPITALS: Final = re.compile(r"[^\W\d_a-z]\S*(?: \S+)*? [^\W\d_a-z]\S+")
# A name in Chinese, Japanese or Korean; longer runs are sentences.
EASTERN: Final = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")
NO_NAMES: Final = frozenset(  # names of months that people have, too, are not among them
    {
        "root", "admin", "administrator", "guest", "system", "default", "user", "users", "username", "nobody",
        "daemon", "www-data", "postgres", "mysql", "redis", "ubuntu", "node", "bot", "test", "tester", "testuser",
        "app", "api", "service", "server", "client", "public", "private", "assistant", "developer", "tool",
        "function", "model", "anonymous", "me", "you", "all", "everyone", "here", "now", "today", "yesterday",
        "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january",
        "february", "july", "september", "october", "november", "december", "left", "right", "top",
        "bottom", "start", "end", "open", "closed", "active", "inactive", "pending", "done", "error", "info",
        "debug", "warning", "warn", "critical", "ok", "success", "failed", "main", "master", "origin", "upstream",
        "local", "localhost", "production", "staging", "development", "prod", "dev", "demo", "sa", "docker",
        "jenkins", "ec2-user", "git", "github", "runner", "runneradmin", "vagrant", "oracle", "apache", "nginx",
        "hadoop", "spark", "elastic", "kafka", "name", "title", "value", "key", "type", "id", "index",
    }
)  # fmt: skip
_SIGNS: Final = re.compile(f"[{VOWEL_SIGNS}]+")


def without_signs(value: str) -> str:
    """Returns a value without vowel signs, which are no letters to an expression.

    >>> without_signs("प्रिया"), without_signs("Ann")
    ('परय', 'Ann')
    """
    return value if value.isascii() else _SIGNS.sub("", value)

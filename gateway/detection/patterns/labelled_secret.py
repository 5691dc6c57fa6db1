"""Keys and tokens of unknown make: characters that look drawn at random, soon after a word for a secret.

A digest, commit, fingerprint, id or address that comes between the word and the value makes it none; nor is the key of
a table or a cache a secret.
"""

import re
from typing import Final

from gateway.detection.entropy import looks_random
from gateway.detection.recognizer import Pattern, whole_if
from gateway.detection.words import somewhere
from gateway.types import EntityType

_WORDS: Final = (
    "key|token|secret|credential|credentials|passphrase|password|schlüssel|clé|clave|chiave|sleutel|chave|klucz|ключ"
    "|токен|jeton|密钥|密鑰|令牌|キー|トークン|kulcs|anahtar"
)
_TABLES: Final = (
    "(?<!public )(?<!primary )(?<!foreign )(?<!cache )(?<!object )(?<!partition )(?<!sort )(?<!row )(?<!dict )"
    "(?<![pP]ublic)(?<!public_)(?<!primary_)(?<!foreign_)(?<!cache_)(?<!object_)(?<!partition_)(?<!sort_)"
    "(?<!hot)(?<!mon)(?<!tur)(?<!don)(?<!joc)(?<!host )(?<!s3 )"
)
_OTHERS: Final = (
    "sha-?[0-9]|h1:|md5|digest|hash|commit|checksum|integrity|fingerprint|etag|revision|uuid|guid|build|version|\\bid\\b"
    "|[_-]id\\b|https?:|\\bimage|@"
)
_UNBROKEN: Final = re.compile("[A-Za-z0-9+/]{16}")
_TRAILING: Final = re.compile("[.=-]+$")


def _is_secret(candidate: str) -> bool:
    value = _TRAILING.sub("", candidate)
    return bool(_UNBROKEN.search(value)) and looks_random(value)


PATTERNS: Final = (
    Pattern(
        name="labelled_secret",
        entity_type=EntityType.KEYS,
        expression="(?<![A-Za-z0-9_/+.@-])(?P<value>[A-Za-z0-9_/+~.-]{16,}+={0,2}+)(?![A-Za-z0-9(@:])",
        score=0.75,
        judge=whole_if(_is_secret),
        context=f"(?={_WORDS}){_TABLES}(?:{_WORDS})s?(?![a-z])(?:(?!{_OTHERS})[\\s\\S]){{0,30}}$",
        hint=somewhere(_WORDS),
        prefilter=f"(?:{somewhere(_WORDS)})(?:[^a]|a){{0,32}}[A-Za-z0-9_/+~.-]{{16}}",
    ),
)

"""Values after a word for secret: ``password=…``, ``"api_key": "…"``, ``password is …``, ``Bearer …``.

A value counts if it looks secret and is not the start of a call or an index (``token = encode(…)``), nor the next label
(``data: password: …``, ``env: API_KEY=…``).
"""

from typing import Final

from gateway.detection.entropy import looks_secret
from gateway.detection.recognizer import Pattern, whole_if
from gateway.detection.words import somewhere
from gateway.types import EntityType

_WORDS: Final = (
    "(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[_ -]?(?:access[_ -]?)?key)?|token|api[_ -]?key|access[_ -]?key"
    "|auth[_ -]?key|account[_ -]?key|private[_ -]?key|credentials?)"
)
_ANNOUNCED: Final = somewhere("password|passwd|passphrase|passcode|pwd|secret|token|key|credential|credentials")
_QUOTE: Final = "[\"'`]{0,2}+"
_NO_LABEL: Final = "(?![A-Za-z_][A-Za-z0-9_.-]{0,63}+(?:=(?![=\\s\"'`]|$)|:\\s))"
_VALUE: Final = f"\\s{{0,4}}+{_QUOTE}{_NO_LABEL}(?P<value>[^\\s\"'`,;()\\[\\]{{}}<>]{{6,}}+)(?![(\\[])"

PATTERNS: Final = (
    Pattern(
        name="secret_assignment",
        entity_type=EntityType.KEYS,
        expression=f"[:=](?<!:[:=])[=>]?+{_VALUE}",
        score=0.8,
        judge=whole_if(looks_secret),
        context=f"{_WORDS}[\"'`\\])]{{0,2}}+\\s{{0,4}}+[:=]{{1,2}}+>?\\s{{0,4}}+{_QUOTE}$",
        prefilter=f"(?:{_ANNOUNCED})[^A-Za-z0-9_]{{0,6}}[:=]",
    ),
    Pattern(
        name="secret_statement",
        entity_type=EntityType.KEYS,
        expression=f" is(?: now)?:?{_VALUE}",
        score=0.7,
        judge=whole_if(looks_secret),
        context=f"{_WORDS}[\"'`]? is(?: now)?:?\\s{{0,4}}+{_QUOTE}$",
        prefilter=f"(?:{_ANNOUNCED})[\"'`]? is",
    ),
    Pattern(
        name="bearer_token",
        entity_type=EntityType.KEYS,
        expression="earer\\s{1,3}+(?P<value>[A-Za-z0-9._~+/=-]{12,}+)",
        score=0.85,
        judge=whole_if(looks_secret),
        prefilter="earer[^A-Za-z0-9]{1,3}[A-Za-z0-9._~+/=-]{12}",
    ),
    Pattern(
        name="basic_credentials",
        entity_type=EntityType.KEYS,
        expression="asic (?P<value>[A-Za-z0-9+/=]{8,}+)",
        score=0.85,
        judge=whole_if(looks_secret),
        context="authorization\\W{1,4}basic $",
        prefilter="asic [A-Za-z0-9+/=]{8}",
    ),
)

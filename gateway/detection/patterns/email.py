"""E-mail addresses (RFC 5321, internationalized by RFC 6531), also with a URL-encoded at sign.

In scripts without spaces a sentence continues right beside an address. So letters of these scripts belong to an address
only if they touch its at sign, or a dot, dash, plus or underscore in it. A host without a dot counts if it is
``localhost`` or if the local part has a dot, dash, plus or underscore. Local parts do not include ``= / ? |``: these
are usually the end of the text before the address.
"""

from typing import Final

from gateway.detection.characters import SPACED_LETTERS as SPACED
from gateway.detection.characters import UNSPACED_LETTERS as UNSPACED
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_SYMBOLS: Final = ".%+'’&!#$*^~{}`\\-"
_LOCAL: Final = f"[{SPACED}_{_SYMBOLS}]"
_LOCAL_OF_ANY: Final = f"[{SPACED}{UNSPACED}_{_SYMBOLS}]"
_USER: Final = f"[{SPACED}_]{_LOCAL}*+"
_USER_UNSPACED: Final = f"(?:{_LOCAL}*+[{UNSPACED}]++)++(?:[._+-]{_LOCAL}*+)?+"
_START: Final = f"(?<!{_LOCAL})[{_SYMBOLS}]*+"
_ENCODED_AT: Final = "%(?:25)*+40"
_USER_ENCODED: Final = f"[{SPACED}{UNSPACED}_](?:(?!{_ENCODED_AT}){_LOCAL_OF_ANY})*+"


def _domain(letters: str) -> str:
    label = f"[{letters}_]++(?:-++[{letters}_]++)*+"
    return f"(?:{label}\\.)+(?!\\d)[{letters}]{{2,}}+(?:-++[{letters}]++)*+"


def _joined(address: str) -> str:
    """Returns an expression for one address, or several joined by symbols without a word boundary between them."""
    return f"{address}(?:[_{_SYMBOLS}]++{address})*+"


# A domain name in one script, one in any scripts, or an IPv4 address; not the file name in icon@2x.png.
_HOST: Final = (
    f"(?!\\dx\\.(?:png|jpe?g|gif|svg|webp)\\b)(?:{_domain(SPACED)}(?!\\.[{UNSPACED}])|{_domain(SPACED + UNSPACED)}"
    "|\\[?\\d{1,3}(?:\\.\\d{1,3}){3})"
)

PATTERNS: Final = (
    Pattern(
        name="email",
        entity_type=EntityType.EMAIL,
        expression=f"{_START}(?P<value>{_joined(f'{_USER}@{_HOST}(?:@{_HOST})*+')})",
        score=0.95,
        prefilter="@",
    ),
    Pattern(
        name="email_unspaced",
        entity_type=EntityType.EMAIL,
        expression=f"(?<!{_LOCAL_OF_ANY})[{_SYMBOLS}]*+(?P<value>{_joined(f'{_USER_UNSPACED}@{_HOST}')})",
        score=0.9,
        prefilter="@",
    ),
    Pattern(
        name="email_quoted",
        entity_type=EntityType.EMAIL,
        expression=f'"[^"@\\n]{{1,64}}+"@{_HOST}',
        score=0.9,
        prefilter='"@',
    ),
    Pattern(
        name="email_encoded",
        entity_type=EntityType.EMAIL,
        expression=f"(?<!{_LOCAL_OF_ANY})[{_SYMBOLS}]*+(?P<value>{_joined(f'{_USER_ENCODED}{_ENCODED_AT}{_HOST}')})",
        score=0.9,
        prefilter="%(?:25)*40",
    ),
    Pattern(
        name="email_local_host",
        entity_type=EntityType.EMAIL,
        expression=(
            f"{_START}(?P<value>(?:[{SPACED}]++(?:[._+-]++[{SPACED}]++)++@[{SPACED}]++(?:-++[{SPACED}]++)*+"
            f"|[{SPACED}_]{_LOCAL}*+@localhost)(?!\\.?[{SPACED}_(]))"
        ),
        score=0.6,
        prefilter=f"@[{SPACED}]",
    ),
)

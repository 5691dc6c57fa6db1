"""URLs with a scheme, with ``www.``, and bare domain names.

A bare domain counts if its top-level domain is common and not also a file type or an attribute in source code
(``os.path``, ``foo.py``, ``df.info()``). With a path after it, many more top-level domains count. Letters of any script
belong to a URL, because paths are often copied unencoded; punctuation of any script ends it.
"""

from typing import Final

from gateway.detection.links import link
from gateway.detection.recognizer import Extent, Pattern
from gateway.types import EntityType

_ENDS: Final = '\\s<>"`|\\\\，。、；：！？）】」』》“”’…'
_REST: Final = f"[^{_ENDS}]"
_SCHEME: Final = "A-Za-z0-9+.\\-"
_TOP_LEVEL: Final = (
    "com|org|net|edu|gov|mil|biz|COM|ORG|NET|uk|de|fr|nl|eu|ch|se|dk|cz|jp|cn|ru|br|au|ca|nz|pt|kr|ie|hu"
    "|internal|corp|lan"
)
_TOP_LEVEL_BEFORE_PATH: Final = "io|ai|co|me|tv|us|in|it|es|pl|be|at|fi|no|dev|app|info|ly|gg|to|cc|xyz|site|online"

_LABELS: Final = "[A-Za-z0-9_](?<![A-Za-z0-9_.@/\\\\-][A-Za-z0-9_])[A-Za-z0-9_-]*+\\.(?:[A-Za-z0-9_-]++\\.)*"

# What stands before the names of settings in Kubernetes: nobody's address.
_OF_KUBERNETES: Final = (".kubernetes.io", ".k8s.io")


def _bare_link(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a URL without a scheme; none for the name of a setting in Kubernetes.

    >>> _bare_link("x.example.com/a."), _bare_link("app.kubernetes.io/name")
    (((0, 15),), ())
    """
    host = candidate.partition("/")[0].lower()
    return () if f".{host}".endswith(_OF_KUBERNETES) else link(candidate)


PATTERNS: Final = (
    Pattern(
        name="url",
        entity_type=EntityType.URL,
        expression=(
            f"(?<![{_SCHEME}])[0-9+.-]*+(?P<value>[A-Za-z][{_SCHEME}]*+:(?://|\\\\/\\\\/){_REST}++(?:\\\\/{_REST}*+)*+)"
        ),
        score=0.95,
        judge=link,
        prefilter=":\\\\?/",
    ),
    Pattern(
        name="url_www",
        entity_type=EntityType.URL,
        expression=f"[wW]{{3}}[0-9]?\\.{_REST}++",
        score=0.9,
        judge=link,
        prefilter="[wW]{3}[0-9]?\\.",
    ),
    Pattern(
        name="domain",
        entity_type=EntityType.URL,
        expression=(
            f"{_LABELS}(?:(?:{_TOP_LEVEL})(?![A-Za-z0-9_(-]|\\.\\w)(?::\\d++)?+(?:[/?#]{_REST}*+)?+"
            f"|(?:{_TOP_LEVEL_BEFORE_PATH})(?::\\d++)?+/{_REST}*+)"
        ),
        score=0.6,
        judge=_bare_link,
        prefilter=f"\\.(?:{_TOP_LEVEL}|(?:{_TOP_LEVEL_BEFORE_PATH})[:/])",
    ),
)

"""User names in the paths of home folders; the rest of the path stays, because it says less."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_NOBODY: Final = (
    "(?!(?i:shared|public|default|all users|runner|ubuntu|root|user|users|username|your[_-]?(?:user)?name|name"
    "|you|me|admin|app|node|vscode)[/\\\\])"
)

PATTERNS: Final = (
    Pattern(
        name="home_folder",
        entity_type=EntityType.USERNAME,
        expression=(
            f"(?<![\\w.-])(?:/[a-z])?/(?:home|Users)/{_NOBODY}(?P<value>[A-Za-z0-9_][\\w.-]{{0,40}}"
            f"(?: [A-Z][\\w.-]{{0,30}})?)(?=/)"
        ),
        score=0.75,
        prefilter="/(?:home|Users)/[A-Za-z0-9_]",
    ),
    Pattern(
        name="home_folder_windows",
        entity_type=EntityType.USERNAME,
        expression=(
            f"(?<!\\w)[A-Za-z]:[\\\\/]{{1,2}}Users[\\\\/]{{1,2}}{_NOBODY}"
            f'(?P<value>[^\\s\\\\/:*?"<>|][^\\\\/:*?"<>|\\n]{{0,40}}+)(?=[\\\\/])'
        ),
        score=0.8,
        prefilter=":[\\\\/]{1,2}Users[\\\\/]",
    ),
)

"""Moments as programs write them: in access logs, in mails and commits, with their time zone."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_DAY: Final = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTH: Final = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_YEAR: Final = "(?:19|20)[0-9]{2}"
_CLOCK: Final = "[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?"
_ZONE: Final = "[+-][01][0-9]:?[0-5][0-9]|[A-Z]{3,4}"
_OF_LOGS: Final = f"[0-3]?[0-9]/{_MONTH}/{_YEAR}:{_CLOCK}"  # the common log format
_OF_COMMITS: Final = f"{_DAY} {_MONTH} [ 0-3]?[0-9] {_CLOCK} (?:(?:{_ZONE}) )?{_YEAR}"  # asctime of C
_OF_MAILS: Final = f"{_DAY}, [0-3]?[0-9] {_MONTH} {_YEAR} {_CLOCK}"  # RFC 5322, section 3.3
_ANY: Final = f"{_OF_LOGS}|{_OF_COMMITS}|{_OF_MAILS}"

PATTERNS: Final = (
    Pattern(
        name="date_of_programs",
        entity_type=EntityType.TIME,
        expression=f"(?<!\\w)(?:{_ANY})(?: (?:{_ZONE}))?(?!\\w)",
        score=0.9,
        prefilter=_ANY,
    ),
)

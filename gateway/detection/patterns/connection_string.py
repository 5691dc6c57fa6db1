"""Connection strings with credentials, including the host.

``scheme://user:password@host/…``, Oracle's ``user/password@//host``, and ``Server=…;Password=…;`` of ADO.NET, ODBC,
JDBC and Azure, whose keys may stand in any order.
"""

import re
from typing import Final

from gateway.detection.links import link
from gateway.detection.recognizer import Pattern, whole_if
from gateway.detection.words import somewhere
from gateway.types import EntityType

_SECRETS: Final = somewhere("password|pwd|accountkey|sharedaccesskey|sharedaccesssignature|sharedsecret")
_SECRET: Final = re.compile(f"(?:{_SECRETS})\\s?=[^;]")


def _has_secret(pairs: str) -> bool:
    return _SECRET.search(pairs) is not None


_FIRST: Final = (
    "data source|server|driver|provider|host(?:name)?|addr(?:ess)?|endpoint|defaultendpointsprotocol|accountname"
    "|accountendpoint|initial catalog|database|dsn|port|user(?: ?id|name)?|uid|password|pwd"
    "|jdbc:[a-z]{3,12}:[^;\\s]{3,100}"
)
_PAIR: Final = "[A-Za-z][A-Za-z _-]{1,30}=[^;=\\n\"'`<>]{0,200}+=*+"

PATTERNS: Final = (
    Pattern(
        name="connection_string",
        entity_type=EntityType.KEYS,
        expression=(
            "(?<![A-Za-z0-9+.-])[0-9+.-]*+"
            '(?P<value>[A-Za-z][A-Za-z0-9+.-]*+://[^\\s/:@"<>`]*+:[^\\s/@"<>`]++@[^\\s"<>`|，。、；）】」』》”]*+)'
        ),
        score=0.95,
        judge=link,
        prefilter="://[^ /@]*@",
    ),
    Pattern(
        name="connection_string_oracle",
        entity_type=EntityType.KEYS,
        expression=(
            "(?<![A-Za-z0-9_./:-])(?:jdbc:oracle:[a-z0-9]{2,5}:)?(?P<value>[A-Za-z][A-Za-z0-9_$#]{1,30}/[^\\s/@\"'`<>]{3,40}@"
            "(?://)?[A-Za-z0-9.-]{2,80}(?::[0-9]{2,5})?(?:[/:][A-Za-z0-9_.$-]{1,60})?)"
        ),
        score=0.85,
        context="sqlplus|sqlldr|\\bimpdp|\\bexpdp|oracle|\\bjdbc",
        prefilter="/[^ /@]{3,40}@",
    ),
    Pattern(
        name="connection_string_of_pairs",
        entity_type=EntityType.KEYS,
        expression=f"(?<![A-Za-z0-9_;-])(?i:{_FIRST})(?:=[^;=\\n\"'`<>]{{0,200}}+=*+)?(?:;\\s?{_PAIR})++",
        score=0.9,
        judge=whole_if(_has_secret),
        prefilter=f"(?:{_SECRETS}) ?=[^;=\"'`<>]{{1,100}};|;[ A-Za-z_-]{{0,20}}(?:{_SECRETS}) ?=[^;]",
    ),
)

"""IPv4 and IPv6 addresses. Four numbers of at most 255 count as an address, even if they may be a version."""

from typing import Final

from gateway.detection.checksums import ipv6_addresses, is_ipv4
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="ipv4",
        entity_type=EntityType.IP_ADDRESS,
        expression="[0-9](?<![0-9][0-9])(?<![0-9]\\.[0-9])[0-9]{0,2}(?:\\.[0-9]{1,3}){3}(?![0-9]|\\.[0-9])",
        score=0.9,
        judge=whole_if(is_ipv4),
        prefilter="[0-9]\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]",
    ),
    Pattern(
        name="ipv6",
        entity_type=EntityType.IP_ADDRESS,
        expression=(
            "(?:[0-9A-Fa-f](?<![0-9A-Fa-f:.][0-9A-Fa-f])[0-9A-Fa-f]{0,3}:|[0-9](?<=[A-Fa-f][0-9])[0-9A-Fa-f]{0,3}:|:(?<![0-9A-Za-z:.]:):)[0-9A-Fa-f:.]++"
            "(?![0-9A-Fa-f])"
        ),
        score=0.9,
        judge=ipv6_addresses,
        prefilter=":[0-9A-Fa-f.]*:",
    ),
)

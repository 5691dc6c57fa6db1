"""Employers and institutions to their sector."""

from __future__ import annotations

import re
from typing import Final

_SECTORS: Final = {
    "a university": "univ university universität universidad université università polytechnic",
    "a college": "college",
    "a school": "school high-school elementary academy kindergarten gymnasium",
    "a hospital": "hospital clinic klinik medical infirmary krankenhaus hôpital",
    "a bank": "bank banking bancorp banco banque sparkasse",
    "an insurer": "insurance assurance versicherung mutual",
    "a law firm": "llp law attorneys solicitors",
    "a church or religious community": "church parish temple mosque synagogue diocese ministries",
    "a public authority": "department ministry agency bureau dept county council commission court police dhhs fbi irs",
    "a club or association": "club association society union league federation foundation trust committee alliance",
    "a restaurant or hotel": "restaurant hotel café cafe inn resort bistro",
    "a laboratory or research institute": "lab laboratory labs institute research",
    "a newspaper or broadcaster": "times news tribune radio tv broadcasting herald gazette press",
    "an airline": "airlines airways air",
    "a company": "inc inc. corp corporation company co ltd limited llc gmbh ag plc sa srl bv nv oy ab group holdings "
    "technologies systems solutions software motors industries partners consulting services",
}
_SECTOR_OF: Final = {word: sector for sector, words in reversed(_SECTORS.items()) for word in words.split()}
_WORD: Final = re.compile(r"[^\W_]+")


def organisation(surface: str) -> str:
    """Returns the sector that a word of the name tells, else "an organisation".

    >>> organisation("Guilford College"), organisation("Acme GmbH"), organisation("Cintas")
    ('a college', 'a company', 'an organisation')
    """
    known = [_SECTOR_OF[word] for word in _WORD.findall(surface.casefold()) if word in _SECTOR_OF]
    # A bank that is an Inc. is a bank: more specific sectors come first.
    return min(known, key=list(_SECTORS).index, default="an organisation")

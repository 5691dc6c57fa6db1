"""Streets without a word for street, which are known by the words before them, and homes known by their units."""

from __future__ import annotations

from typing import Final

from gateway.detection.address_parts import CAPITALISED
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_WORD: Final = r"[A-Z][a-z'’]{1,20}"
_PLACES: Final = (
    "Bank|Rise|Bend|Hill|View|Vale|Grove|Parade|Pde|Green|Meadows?|Fields?|Croft|Orchard|Wharf|Quay|Cross|Gate|End|Chase"
    "|Drove|Glen|Heights|Ridge|Run|Path|Point|Cove|Cres|Esplanade|Nagar|Colony|Marg|Vihar|Layout|Enclave|Park|Side|Wynd"
    "|Brae|Brow|Garth|Hollow|Knoll|Lea|Mount|Oval|Paddocks?|Pines|Rd|Spinney|Strand|Villas|Wood|Woods|Yard"
)
_LIVING: Final = (
    r"\b(?:addresse?s?|live[sd]?|living|reside[sd]?|deliver(?:ed|y)?|shipp?(?:ed|ing)?|post|send|sent|rent(?:s|ed|ing)?|moved?"
    r"|home|house|flat|grew up|collect|stay(?:s|ed|ing)?|from|born|parcel|bill|tenants?|next door)\b[^.!?\n]{0,24}$|\n$"
)
_HOMES: Final = (
    r"(?:[hH]ouse|[pP]lot|[dD]oor|[vV]illa|[sS]hop|[qQ]uarter|[qQ]tr) (?:[nN]o\.?|[nN]umber)"
    r"|[fF]lat(?: [nN]o\.?| [nN]umber)?|[hHdD]\.? ?[nN]o\.?|[gG]ali(?: [nN]o\.?)?"
)
_AREAS: Final = (
    r"(?:[sS]ector|[bB]lock|[wW]ard|[pP]hase|[gG]ali|[cC]ross|[mM]ain|[sS]treet|[fF]loor|[rR]oad|[tT]ower|[wW]ing|[pP]ocket"
    r"|[sS]tage|[bB]uzzer|[iI]ntercom)(?: [nN]o\.?)?"
)
_NUMBER: Final = r"[0-9A-Z](?<=[0-9A-Z])[0-9]{0,4}(?:[-/][0-9A-Z]{1,4}){0,3}[A-Za-z]?(?!\w)"
_GERMAN: Final = (
    "(?:Am|Im|An der|An den|Auf der|Auf dem|In der|In den|Zum|Zur|Unter den|Unter der|Hinter der|Vor dem|Beim)"
)
_GERMAN_LIVING: Final = (
    r"(?:wohn|adresse|anschrift|gemeldet|liefer|schick|abgeben|ferienhaus|haus|umzug|umgezogen|gezogen|post an|mieter"
    r"|kund|patient|zuhause|straße|abholen|rechnung)[^.!?\n]{0,28}$"
)

_GERMAN_TIMES: Final = (
    "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Montag|Dienstag|Mittwoch|Donnerstag"
    "|Freitag|Samstag|Sonntag|Ende|Anfang|Tag|Jahre?|Monat|Kapitel|Abschnitt|Schritt|Alter|Durchschnitt|Schnitt|Sommer|Winter"
    "|Herbst|Frühjahr|Beispiel|Haus|Zimmer|Raum|Fall|Test|Artikel"
)

PATTERNS: Final = (
    Pattern(
        name="street_by_place",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"[0-9](?<![\w.,$£€/-].)[0-9]{{0,3}}[a-z]? (?:(?:{_WORD} ){{1,3}}(?:{_PLACES})|The {_WORD})(?![\w-])"
            r"(?=[,.;:!?)\n]|$| (?:and|in|is|near|which|where|with|since|for|by|until|to|has|was)\b)"
        ),
        score=0.7,
        prefilter=f"[0-9a-z] (?:The [A-Z]|[A-Z][A-Za-z' ’]{{2,60}} (?:{_PLACES}))",
        context=_LIVING,
    ),
    Pattern(
        name="street_german_told",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"(?<!\w){_GERMAN} (?!(?:{_GERMAN_TIMES})\b){CAPITALISED}(?: {CAPITALISED})? [0-9]{{1,3}} ?[a-z]?(?!\w)"
            r"(?=[,;)\n]|\.?$|\.\s| (?:in|und|bei|ist|mit|gemeldet|abgeben|zu|an|hat|wurde|steht)\b)"
        ),
        score=0.7,
        prefilter=rf"{_GERMAN} [A-ZÄÖÜ]",
        context=_GERMAN_LIVING,
    ),
    Pattern(
        name="home_by_units",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"(?<!\w)(?:(?:{_HOMES}) ?{_NUMBER}|[aA]pt\.? [0-9]{{1,4}}[A-Za-z]?), ?(?:{_AREAS}|{_HOMES}) ?{_NUMBER}"
        ),
        score=0.75,
        prefilter=rf"[0-9A-Za-z], ?(?:{_AREAS}|{_HOMES}) ?[0-9A-Z]",
    ),
    Pattern(
        name="home_in_hamlet",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"(?<!\w)(?:[lL]ieu-?dit|[lL]otissement|[hH]ameau|[uU]rb\.|[uU]rbanización|[cC]ontrada|[pP]raceta)"
            rf" (?:(?:[dD]e |[lL][aeo]s? |[dD][aeo]s? |[dD]u |[lL]['’]){{0,2}}){CAPITALISED}(?: {CAPITALISED}){{0,2}}"
            r"(?:,? (?:n[º°.]* ?)?[0-9]{1,4}(?!\w))?"
        ),
        score=0.7,
        prefilter="[lL]ieu-?dit |[lL]otissement |[hH]ameau |[uU]rb\\. |[uU]rbanización |[cC]ontrada |[pP]raceta ",
    ),
    Pattern(
        name="street_numbered",
        entity_type=EntityType.ADDRESS,
        expression=(
            r"(?<!\w)(?:[cC]arrera|[cC]alle|[cC]ra|[cC]ll?|[kK]ra?|[dD]iagonal|[tT]ransversal|[aA]v(?:enida)?)\.?"
            r" [0-9]{1,3} ?[A-Z]?(?: [sS]ur)? ?(?:#|[nN]o\.?|[nN]°|[nN]º) ?[0-9]{1,3} ?[A-Z]? ?- ?[0-9]{1,3}(?!\w)"
        ),
        score=0.85,
        prefilter="[0-9A-Zr] ?(?:#|[nN]o\\.?|[nN]°|[nN]º) ?[0-9]{1,3} ?[A-Z]? ?- ?[0-9]",
    ),
)

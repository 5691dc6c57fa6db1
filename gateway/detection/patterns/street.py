"""Street addresses in the usual forms of English, German, Dutch, French, Spanish, Italian, Portuguese and Polish."""

from typing import Final

from gateway.detection.patterns.postcode import STATES
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_WAYS: Final = (
    "[sS]treet|St|[aA]venue|Ave?|[rR]oad|Rd|[bB]oulevard|Blvd|[lL]ane|Ln|[dD]rive|Dr|[cC]ourt|Ct|Place|Pl"
    "|[sS]quare|Sq|[tT]errace|Ter"
    "|Way|[pP]arkway|Pkwy|[cC]ircle|Cir|[hH]ighway|Hwy|Trail|Trl|Close|[cC]rescent|Gardens|Common|Row|Mews|Loop"
    "|Plaza|Alley|Walk"
    "|Expressway|Turnpike|Broadway|STREET|AVENUE|ROAD|DRIVE|LANE|AVE|RD|BLVD"
)
_SIDE: Final = "(?:[NSEW]{1,2}\\.?|[nN]orth(?:east|west)?|[sS]outh(?:east|west)?|[eE]ast|[wW]est)"
_NAME: Final = "(?:[A-ZÀ-Ý][\\w'’.-]{0,20}|[0-9]{1,3}(?:st|nd|rd|th))"
_UNIT: Final = (
    "(?:,? {0,2}\\n? ?(?:(?:[aA]pt|[sS]te|[aA]partment|[sS]uite|[uU]nit|[fF]loor|[rR]oom|Bldg)\\.?|#) ?#? ?"
    "(?:[A-Z](?![a-z])-?)?[0-9]{0,5}[A-Z]?(?<=[A-Z0-9])(?![a-z]))"
)
_CITY: Final = f"(?:,\\s?{_NAME}(?: {_NAME}){{0,2}}(?=[,.?!\\n]|$| [A-Z]{{2}}\\b))"
_ARTICLES: Final = (
    "(?:(?:de|du|des|la|le|les|los|las|del|da|do|dos|das|di|della|dei|degli|delle|von|van|der|den) |[ldLD]['’]"
    "|dell['’]){0,3}"
)
_WORD: Final = "[A-ZÀ-ÝŁŚŻŹĆ][\\w'’.-]{0,24}"
_FRENCH: Final = (
    "[rR]ue|[aA]venue|[bB]oulevard|[pP]lace|[cC]hemin|[aA]llée|[iI]mpasse|[qQ]uai|[rR]oute|[cC]ours|[sS]quare"
    "|[rR]uelle|[sS]entier|[fF]aubourg|[fF]bg|[pP]assage|[eE]splanade|[bB]d|[bB]ld|[aA]v\\.|[rR]\\.|[cC]ité|[mM]ontée|[vV]enelle"
)
_SOUTHERN: Final = (
    "[C]alle|[C]/|[A]venida|[A]vda\\.?|[A]v\\.|[P]aseo|[P]laza|[C]amino|[C]arrera|[V]ia|[V]iale|[P]iazza|[C]orso"
    "|[L]argo|[V]icolo|[R]ua|[R]\\.|[P]raça|[T]ravessa|[E]strada|[A]lameda|[u]l\\.|[a]l\\.|[p]l\\.|[o]s\\."
    "|[c]alle|[cC]/\\.|[c]/|[a]venida|[a]vda\\.?|[p]aseo|[rR]onda|[v]iale|[p]iazza|[v]icolo|[r]ua|[t]ravessa|[a]lameda|[bB]eco"
    "|[aA]leja|[aA]lei|[uU]lic[aąyę]|[pP]lacu|[oO]siedl[eu]|[pP]rolongación|[jJ]r\\."
)

PATTERNS: Final = (
    Pattern(
        name="street_english",
        entity_type=EntityType.ADDRESS,
        expression=(
            f"[0-9](?<![\\w.,$/-].)[0-9]{{0,5}}(?:-[0-9]{{1,4}}|[A-Za-z])?,? (?:{_SIDE} )?"
            f"(?:(?:{_NAME} ){{1,4}}(?:{_WAYS})|[a-z]{{3,12}} (?:Street|Avenue|Road|Boulevard|Drive|Lane))\\b\\.?"
            f"(?: {_SIDE}(?!\\w))?{_UNIT}?{_CITY}?(?:,? (?:{STATES})[ ,]{{1,3}}[0-9]{{5}}(?:-[0-9]{{4}})?"
            "(?!\\d))?"
        ),
        score=0.85,
        prefilter=f" (?:{_WAYS})",
    ),
    Pattern(
        name="street_germanic",
        entity_type=EntityType.ADDRESS,
        expression=(
            "(?<!\\w)(?:[A-ZÄÖÜ][a-zäöüßé]{1,20}[ -]){0,2}"
            "(?:[A-ZÄÖÜ][a-zäöüß]{1,24}(?:straße|strasse|str\\.|weg|platz|allee|gasse|ufer|damm|straat|laan"
            "|plein|gracht|kade|dijk|singel)"
            "|(?<=[a-zß][ -])(?:Straße|Str\\.|Weg|Platz|Allee)) [0-9]{1,4} ?[a-z]?"
            "(?:[/-](?:[0-9]{1,4}|[IVX]{1,4})){0,2}(?![\\w])"
        ),
        score=0.85,
        prefilter=(
            "(?:stra(?:ß|ss)e|str\\.|weg|platz|allee|gasse|ufer|damm|straat|laan|plein|gracht|kade|dijk|singel"
            "|Straße|Str\\.|Weg|Platz|Allee) [0-9]"
        ),
    ),
    Pattern(
        name="street_french",
        entity_type=EntityType.ADDRESS,
        expression=(
            f"[0-9](?<![\\w.-].)[0-9]{{0,3}}(?: ?(?:bis|ter))?,? (?:{_FRENCH}) {_ARTICLES}{_WORD}(?:[ -]{_WORD}){{0,3}}"
            f"(?:,? [0-9]{{5}}(?!\\d))?"
        ),
        score=0.85,
        prefilter=f"[0-9](?: ?(?:bis|ter))?,? (?:{_FRENCH}) ",
    ),
    Pattern(
        name="street_number_last",
        entity_type=EntityType.ADDRESS,
        expression=(
            f"{with_initials_first(_SOUTHERN)} ?{_ARTICLES}{_WORD}(?: {_ARTICLES}{_WORD}){{0,3}},? "
            f"(?:n[º°.]* ?|#)?[0-9]{{1,5}}(?:[A-Za-z]|/[0-9]{{1,4}})?(?![\\w])"
        ),
        score=0.8,
        prefilter=f"(?:{_SOUTHERN}) ?[A-Za-zÀ-ſ]",
    ),
    Pattern(
        name="street_unit",
        entity_type=EntityType.ADDRESS,
        expression=(
            "(?<!\\w)(?:(?:Apt|Ste|Apartment|Suite)\\.? ?#? ?[A-Z]?[0-9]{1,5}[A-Z]?|P\\.? ?O\\.? Box [0-9]{1,6}"
            "|Unit [0-9]{1,5} Box [0-9]{1,5}"
            "|Postfach [0-9 ]{2,8}|BP [0-9]{2,6})(?![\\w])"
        ),
        score=0.7,
        prefilter=(
            "(?:Apt|Ste|Apartment|Suite)\\.? ?#? ?[A-Z]?[0-9]|O\\.? Box [0-9]|Unit [0-9]{1,5} Box|Postfach [0-9]"
            "|BP [0-9]"
        ),
    ),
)

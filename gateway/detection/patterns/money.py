"""Amounts of money and incomes, in figures."""

import re
from typing import Final

from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

AMOUNT: Final = "amount"
BARE: Final = 0.5  # the score of an amount that no word says is somebody's
_FIGURE: Final = "[0-9]{1,3}(?:[,.' \u00a0\u202f][0-9]{3}){1,4}(?:[.,][0-9]{1,2})?|[0-9]+(?:[.,][0-9]{1,2})?"
_MORE: Final = " ?(?:[kK]\\b|[mM]\\b|bn\\b|thousand|million|billion|trillion|Mio\\.?|Mrd\\.?)"
_SIGNS: Final = "[$€£¥₹₽₩₪₺฿₦₴₫₱₵₸₾₡₲]"
_CODES: Final = (
    "USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|PLN|SEK|NOK|DKK|BRL|MXN|ZAR|KRW|SGD|HKD|NZD|CZK|RMB|TRY|RUB|UAH|HUF|RON|BGN|ILS"
    "|AED|SAR|QAR|KWD|EGP|MAD|NGN|KES|GHS|PKR|BDT|LKR|THB|IDR|MYR|PHP|VND|TWD|COP|ARS|CLP|PEN"
)
_BEFORE: Final = f"(?:US|A|C|NZ|HK|R)?{_SIGNS}|{_CODES}|R[sM]\\.?|KSh|Kshs?\\.?"
_UNITS: Final = (
    "(?:US )?[dD]ollars?|[eE]uros?|[pP]ounds? sterling|[bB]ucks|[rR]upees|[yY]en\\b|[yY]uan\\b|[pP]esos|[rR]eais"
    "|[zZ]łotych|zł\\b"
    "|[fF]rancs?|[kK]ronor|[kK]roner|[cC]ents|[rR]and\\b|[nN]aira|[qQ]uid\\b|[gG]rand\\b|[lL]akhs?\\b|[cC]rores?\\b|TL\\b"
    "|lira\\b|lucas\\b|pavos\\b"
    "|kr\\b|Kč|Ft\\b|lei\\b|złote\\b|шекел|тенге"
)
_RANGE: Final = f"(?:{_FIGURE})(?:{_MORE})?(?: ?[-–] ?| (?:to|and|or|bis|und|auf|à|et|a|y|e|tot|en|do|i) )"
_AMOUNT: Final = (
    f"(?:{_BEFORE}) ?(?:{_FIGURE})(?:{_MORE})?"
    f"|(?:{_RANGE})?(?:{_FIGURE})(?:{_MORE})?(?: ?(?:[€£₽₩₪₺₴₫]|\\$)| (?:{_CODES}|{_UNITS}))"
)
_AMOUNT_SHAPE: Final = (
    f"{_SIGNS} ?[0-9]|(?:{_CODES}|R[sM]\\.?|KSh|Kshs?\\.?) ?[0-9]|[0-9] ?[€£₽₩₪₺$₴₫]"
    f"|[0-9](?:[ kKmM]|bn|thousand|million|billion|trillion|Mio\\.?|Mrd\\.?)*(?:{_CODES}|{_UNITS})".replace("\\b", "")
)
_CENTS: Final = "(?: and [0-9]{1,2} cents)?"
_PERIOD: Final = (
    "(?: ?(?:/|per|an?|every|pro|par|por|al) ?(?:hour|hr|h|day|week|month|mo|year|yr|annum|Monat|Jahr|mois|an"
    "|mes|año)\\b| annually| yearly| p\\.?a\\.)"
)
_EARNS: Final = (
    "salar(?:y|ies)|\\bincome|\\bearn|\\bwages?\\b|\\bpaycheck|\\b(?:i|we|he|she) makes?\\b|\\bmaking\\b"
    "|\\bgehalt|einkommen|verdien"
    "|salaire|revenus?\\b|salario|sueldo|\\bgano\\b|stipendio|guadagn|salaris|salário|\\bganho\\b|zarabia|pensj"
)
_BILLIONS: Final = re.compile(r"\b(?:bn|billion|trillion|Mrd)\b|[0-9]bn\b")


def _may_be_somebodys(amount: str) -> bool:
    """Returns whether a person may own or owe an amount: billions are a company's or a state's.

    >>> _may_be_somebodys("$41.3 billion"), _may_be_somebodys("$41.30")
    (False, True)
    """
    return not _BILLIONS.search(amount)


PATTERNS: Final = (
    Pattern(
        name=AMOUNT,
        entity_type=EntityType.FINANCIAL_INFORMATION,
        expression=f"(?<![\\w$.,\\\\{{])(?:{_AMOUNT}){_CENTS}(?![\\w$}}])",
        score=BARE,
        judge=whole_if(_may_be_somebodys),
        prefilter=_AMOUNT_SHAPE,
        raises="balance|\\bdebts?\\b|\\bowe|\\bloan|mortgage|savings|\\brent\\b|transfer",
    ),
    Pattern(
        name="income_rate",
        entity_type=EntityType.INCOME,
        expression=f"(?<![\\w$.,\\\\{{])(?:{_AMOUNT}){_PERIOD}",
        score=0.55,
        prefilter=_AMOUNT_SHAPE,
        raises=_EARNS,
        lowers="\\brent|\\bcosts?\\b|\\bprices?|subscription|\\bfee",
    ),
    Pattern(
        name="income",
        entity_type=EntityType.INCOME,
        expression=f"(?<![\\w$.,\\\\{{])(?:{_AMOUNT}|[0-9]{{2,3}}(?:[kK]\\b|,?000))(?![\\w$}}])(?:{_PERIOD})?",
        score=0.8,
        prefilter=f"{_AMOUNT_SHAPE}|[0-9]{{2}}[kK]|[0-9],?000",
        lowers="\\bnet\\b|interest|operating|quarter|compan",
        context=_EARNS,
    ),
)

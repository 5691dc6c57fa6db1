"""Parts of expressions for what stands beside a condition or a medicine and says how bad, where or how much."""

from typing import Final

_HOW: Final = (
    "chronic|acute|severe|mild|moderate|recurrent|recurring|bilateral|left|right|lower|upper|suspected|early|advanced"
    "|metastatic|unstable|seasonal|congenital|degenerative|generali[sz]ed|major|clinical|untreated|poorly controlled"
    "|high-functioning|type [12]|stage [1-4]|triple-negative|chronische[rsn]?|akute[rsn]?|schwere[rsn]?|leichte[rsn]?"
    "|rezidivierende[rsn]?|beidseitige[rsn]?|linksseitige[rsn]?|rechtsseitige[rsn]?|mittelgradige[rsn]?"
    "|posttraumatische[rsn]?|ernstige|zware|lichte"
)
_WHICH: Final = "(?:type|typ|typu|tipo|tip|stage|stade|stadium|grade|grad|estadio|stadio) ?[0-9IV]{1,3}[ab]?"
_CHRONIC: Final = (
    "chroniques?|sévères?|aigu[eë]?s?|légères?|modérées?|crónic[ao]s?|agud[ao]s?|graves?|severi?|sever[ao]s?|croni?c[aiohe]{1,2}"
    "|acut[aeoi]|crônic[ao]s?|przewlekł[aye]|ciężk[aie]{1,2}|rhumatoïde|reumatoide|gestacional|gestazionale"
)
_DOSE: Final = (
    "[0-9]{1,4}(?:[.,][0-9]{1,2})? ?(?:mg|mcg|µg|ml|g|IE|UI|IU|units?)(?!\\w)"
    "(?: (?:daily|once daily|twice daily|nightly|weekly|od|bd|tds|täglich|par jour|al día|al giorno|per dag|por dia"
    "|dziennie)(?!\\w))?"
)
_WHERE: Final = "(?:in|of) (?:(?:the|his|her|my|their|one|both) )?(?:(?:left|right|lower|upper) )?[a-z]{3,12}"
BEFORE: Final = f"(?:(?:{_HOW}) ){{1,2}}"
BEHIND: Final = f"(?: (?:{_WHICH}|{_CHRONIC})(?!\\w))?(?: {_DOSE})?(?: {_WHERE}(?!\\w))?"

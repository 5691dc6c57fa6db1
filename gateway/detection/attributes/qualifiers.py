"""Parts of expressions for what stands beside a condition or a medicine and says how bad, where or how much."""

from typing import Final

from gateway.detection.attributes.english_health.grammar import LASTS, OFTEN

_HOW: Final = (
    "chronic|acute|severe|mild|moderate|recurrent|recurring|bilateral|left|right|lower|upper|suspected|early|advanced"
    "|really bad|very bad|bad|crippling|debilitating|extreme|constant|ongoing|quite bad|nearly|almost|partially|partly"
    "|profoundly|completely|totally|borderline|doubly|double|newly diagnosed|terminal"
    "|metastatic|unstable|seasonal|congenital|degenerative|generali[sz]ed|major|clinical|untreated|poorly controlled"
    "|high-functioning|type [12]|stage [1-4]|triple-negative|chronische[rsn]?|akute[rsn]?|schwere[rsn]?|leichte[rsn]?"
    "|rezidivierende[rsn]?|beidseitige[rsn]?|linksseitige[rsn]?|rechtsseitige[rsn]?|mittelgradige[rsn]?"
    "|posttraumatische[rsn]?|ernstige|zware|lichte"
)
_WHICH: Final = "(?:type|typ|typu|tipo|tip|stage|stade|stadium|grade|grad|estadio|stadio) ?[0-9IV]{1,3}[ab]?"
_CHRONIC: Final = (
    "chroniques?|sévères?|aigu[eë]?s?|légères?|modérées?|crónic[ao]s?|agud[ao]s?|graves?|severi?|sever[ao]s?"
    "|croni?c[aiohe]{1,2}"
    "|acut[aeoi]|crônic[ao]s?|przewlekł[aye]|ciężk[aie]{1,2}|rhumatoïde|reumatoide|gestacional|gestazionale"
)
_DOSE: Final = (
    "[0-9]{1,4}(?:[.,][0-9]{1,2})? ?(?:mg|mcg|µg|ml|g|IE|UI|IU|units?)(?!\\w)"
    "(?: (?:daily|once daily|twice daily|nightly|weekly|od|bd|tds|täglich|par jour|al día|al giorno|per dag|por dia"
    "|dziennie)(?!\\w))?"
)
_WHERE: Final = "(?:in|of) (?:(?:the|his|her|my|their|one|both) )?(?:(?:left|right|lower|upper) )?[a-z]{3,12}"
_SIDE: Final = (
    "(?:on (?:the|his|her|my) )?(?:left|right|both)(?: side| ear| eye| leg| arm| hip| knee| hand| foot| sides)?"
)
_COURSE: Final = (
    ", (?:undetectable|(?:well|poorly|badly|diet|insulin)[ -]controlled|in remission|untreated|inoperable|metastatic"
    "|terminal|stable|unstable|ongoing|worsening|late[- ]onset|relapsing|newly diagnosed|both sides)"
)
_WORSE: Final = (
    "(?:(?: has| have| is| are)? (?:flared up|flaring up|come back|came back|got(?:ten)? worse|getting worse))"
)
_SINCE: Final = (
    "(?:(?:he|she|i|we|they) (?:was|were) [a-z]{2,12}|(?:the|a|his|her|my) [a-z]{3,14}|birth|childhood|infancy)(?!\\w)"
)
BEFORE: Final = f"(?:(?:{_HOW}) ){{1,2}}"
BEHIND: Final = (
    f"(?: (?:{_WHICH}|{_CHRONIC})(?!\\w))?(?: {_DOSE})?(?: {_WHERE}(?!\\w))?(?: {_SIDE}(?!\\w))?(?: (?:{OFTEN}"
    f"|{LASTS}))?"
    f"(?:{_WORSE}(?!\\w))?(?:{_COURSE}(?!\\w))?(?: (?:since|after|before|from) {_SINCE})?"
)

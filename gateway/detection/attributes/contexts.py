"""Words that say that a sentence is about a person, as parts of expressions; each begins and ends with a word."""

from __future__ import annotations

from typing import Final

I_AM: Final = "(?:\\b[iI](?:['’]m| am| was)|\\b(?:[sS]?[hH]e|[wW]ho)(?:['’]s| is| was)|\\b[wW]e(?:['’]re| are))"
KIN: Final = (
    "(?:wife|husband|spouse|partner|girlfriend|boyfriend|mother|father|mom|mum|dad|daughter|son|child|kid|sister"
    "|brother"
    "|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew|parents|family|friend|roommate|boss"
    "|neighbor)"
)
THEY_ARE: Final = f"(?:{I_AM}|\\b(?:[mM]y|[hH]is|[hH]er|[oO]ur|[tT]heir) {KIN}(?:['’]s| is| was| are| were))"
DEGREE: Final = "(?: (?:a|an|the|very|also|now|still|openly|both|just|currently|not|only|actually|happily|recently))?"
AGED: Final = "[0-9](?:[ -](?:years?|yrs?|months?|weeks?|days?)[ -]old| ?[yY]/?[oO])"
HUMAN: Final = "(?:man|woman|male|female|boy|girl|guy|lady|person|gentleman|kid|teenager|teen|adult)"

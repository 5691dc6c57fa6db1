"""Parts of expressions for words that say that a sentence is about a person; each begins and ends with a word.

``I_AM`` and ``THEY_ARE`` are alternatives for ``with_initials_first``, and more alternatives may be added to them.
"""

from __future__ import annotations

from typing import Final

_IS: Final = "(?:['’]s| is| was)"
I_AM: Final = f"[iI](?:['’]m| am| was)|[sS][hH]e{_IS}|[hH]e{_IS}|[wW]ho{_IS}|[wW]e(?:['’]re| are)"
KIN: Final = (
    "(?:wife|husband|spouse|partner|girlfriend|boyfriend|mother|father|mom|mum|dad|daughter|son|child|kid|sister"
    "|brother"
    "|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew|parents|family|friend|roommate|boss"
    "|neighbor)"
)
_KIN_ARE: Final = f" {KIN}(?:['’]s| is| was| are| were)"
THEY_ARE: Final = f"{I_AM}|[mM]y{_KIN_ARE}|[hH](?:is|er){_KIN_ARE}|[oO]ur{_KIN_ARE}|[tT]heir{_KIN_ARE}"
DEGREE: Final = "(?: (?:a|an|the|very|also|now|still|openly|both|just|currently|not|only|actually|happily|recently))?"
AGED: Final = "[0-9](?:[ -](?:years?|yrs?|months?|weeks?|days?)[ -]old| ?[yY]/?[oO])"
HUMAN: Final = "(?:man|woman|male|female|boy|girl|guy|lady|person|gentleman|kid|teenager|teen|adult)"

"""English words for numbers, days, parts of a day, seasons and feasts; patterns read them in any case."""

from typing import Final

_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
TENS: Final = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_UP_TO_NINETEEN: Final = f"{_ONES}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_BELOW_HUNDRED: Final = f"(?:{TENS})(?:[ -](?:{_ONES}))?|{_UP_TO_NINETEEN}"
CARDINALS: Final = f"(?:a|one) hundred(?: and (?:{_UP_TO_NINETEEN}))?|{_BELOW_HUNDRED}"
OF_CLOCK: Final = f"{_ONES}|ten|eleven|twelve"

_FIRST_TO_NINTH: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
ORDINALS: Final = (
    f"(?:twenty|thirty)[ -](?:{_FIRST_TO_NINTH})|{_FIRST_TO_NINTH}|tenth|eleventh|twelfth|thirteenth|fourteenth"
    "|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth"
)
HIGHER_ORDINALS: Final = (
    f"(?:forty|fifty|sixty|seventy|eighty|ninety)-(?:{_FIRST_TO_NINTH})|fortieth|fiftieth|sixtieth|seventieth|eightieth"
    "|ninetieth|hundredth"
)
NUMBERED: Final = "[0-3]?[0-9](?:st|nd|rd|th)"

MONTHS: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)
WEEKDAYS: Final = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
SHORT_WEEKDAYS: Final = "mon|tues|tue|weds|wed|thurs|thur|thu|fri|sat|sun"
DAYS: Final = f"(?:{WEEKDAYS}|(?:{SHORT_WEEKDAYS})\\.?)"
NEAR_DAYS: Final = "today|tomorrow|tmrw|tmr|yesterday|tonight"
PARTS_OF_DAY: Final = (
    "mornings?|morn|afternoons?|arvo|evenings?|eve|nights?|nite|lunch-?time|tea-?time|dinner-?time"
    "|supper-?time|bed-?time"
    "|breakfast-?time|noon|midday|midnight|dawn|dusk|sunset|sunrise|am|pm"
)
SEASONS: Final = (
    "spring|springtime|summer|summertime|autumn|fall|winter|wintertime|michaelmas term|hilary term|trinity term"
)
FEASTS: Final = (
    "christmas(?: eve| day)?|xmas(?: eve| day)?|crimbo|new year(?:['’]?s)?(?: eve| day)?|hogmanay|boxing day|easter"
    "(?: sunday| monday| saturday)?|good friday|palm sunday|ash wednesday|maundy thursday|shrove tuesday"
    "|pancake day|lent"
    "|orthodox easter|pascha|pentecost|whitsun|advent|michaelmas|halloween|bonfire night|guy fawkes"
    "|thanksgiving|labou?r day|memorial day|presidents['’]? day"
    "|independence day|fourth of july|4th of july|veterans['’]? day|columbus day|martin luther king day"
    "|mlk day|juneteenth|anzac day"
    "|australia day|melbourne cup day|canada day|republic day|heritage day|valentine['’]?s(?: day)?|mother['’]?s day"
    "|mothering sunday|father['’]?s day|st\\.? patrick['’]?s day|paddy['’]?s day|burns night|may day|(?:may"
    "|august|spring|summer) bank holiday"
    "|ramadan|ramzan|eid(?: al-? ?(?:fitr|adha))?|bakrid|muharram|ashura|diwali|deepavali|holi|dussehra"
    "|navratri|durga puja|ganesh chaturthi"
    "|raksha bandhan|onam|pongal|lohri|vaisakhi|baisakhi|karva chauth|janmashtami|passover|pesach"
    "|rosh hashanah?|yom kippur|sukkot|hanukkah"
    "|chanukah|purim|shavuot|nowruz|vesak|chinese new year|lunar new year|kwanzaa|all saints['’]? day"
    "|all souls['’]? day"
)

COUNTS: Final = f"{CARDINALS}|an?|a couple of|couple|a few|few|several|some|many"
COUNTED: Final = (
    "(?:mins?|minutes?|hrs?|hours?|days?|nights?|wks?|weeks?|weekends?|fortnights?|mos?|mths?|months?|yrs?"
    "|years?|decades?"
    "|summers?|winters?|springs?|autumns?|christmas(?:es)?|easters?|ramadans?|diwalis?|birthdays?)"
)
UNITS: Final = "week|weekend|month|year|term|semester|quarter|fortnight|night"

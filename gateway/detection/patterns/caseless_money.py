"""Somebody's money in Arabic, Bengali, Hebrew and Hindi, in words and figures: pay, rent, debts, what was paid or lost.

An amount counts where words beside it say that somebody earns, owes, pays, saves or lost it; a price does not.
"""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.patterns.caseless_words import ATTACHED, CURRENCIES, DIGIT, FIGURE, LARGE, LETTER, NUMBERS
from gateway.detection.recognizer import Extent, Pattern
from gateway.types import EntityType

_ARABIC: Final = (
    "راتب|رواتب|معاش|مرتب|[أا]جر(?:تي|ه|ها|ة)|دخل(?:ي|ه|ها|نا)|قبض|[أا]قبض|يقبض|استلف|سلف|تدين|استد(?:ن"
    "|ا)ت|اقترض|قرض|قروض"
    "|دين|ديون|مديون|حو[ّ]?لت|[يتنب]حو[ّ]?ل|تحويل|دفع|دافع|ندفع|يدفع|تدفع|[أا]دفع|قسط|[أا]قساط|[إا]يجار"
    "|[أا]جار|عربون|وف[ّ]?ر|رصيد|حساب|نفقة"
    "|مهر|مؤخر|غرامة|تعويض|باخد|بياخد|بتاخد|يتقاضى|تتقاضى|[أا]تقاضى|سحب|سرق|خسر|ميراث|ورثت|فلوس|مصاري"
    "|خصم|عنده|عندها"
    "|[يأت]كسب|بكسب|مكسب|مستحقات|مكافأة|بدل|تأمين الشقة|علي[هّ]|يطلبني|يطالبني|رهن|كفالة|تحويشة|حوالة|شيك"
)
_HEBREW: Final = (
    "שכר|הלוו|משכורת|מרוויח|משתכר|הלווא|חייב|חוב|שילמ|משלמ|לשלם|משכנתא|קצב|מקבל|פיצוי|מענק|ירוש|חסכ|העבר"
    "|להעביר|הפקד|משכתי"
    "|דמי|פנסי|מזונות|קנס|מקדמה|פיקדון|פקדון|יתר|מינוס|החזר|לווית|גנב|ירד|תמורת|הכנס|בונוס|תלוש|הפסד"
    "|השקע|ערבות|נשאר"
)
_HINDI: Final = (
    "तनख|सैलरी|सेलरी|वेतन|पगार|पेंशन|किराय|कर्ज|क़र्ज|उधार|लोन|किस्त|क़िस्त|किश्त|फीस|फ़ीस|जमा|दहेज"
    "|बकाया|खाते|कमा|आमदनी|मुआवज"
    "|पैकेज|बचत|भेजे|दिए|दिये|लिए थे|लिए हैं|महीने के|ठग|एडवांस|पेशगी|नुकसान|जुर्माना|मज़दूरी|मजदूरी"
    "|गिरवी|बीमा|लौटा|ब्याज|चुका|जेवर"
)
_BENGALI: Final = (
    "বেতন|মাইনে|ভাড়া|ভাড়া|ঋণ|ধার|দেনা|পাওনা|পাই|কিস্তি|জমা|যৌতুক|বকেয়া|বকেয়া|পেনশন|আয় |আয় |রোজগার"
    "|উপার্জন|অ্যাকাউন্ট|একাউন্ট"
    "|বিকাশ|লোন|জরিমানা|কাবিন|দেনমোহর|পাঠা|দিয়েছি|দিয়েছি|দিছি|নিয়েছি|নিয়েছি|চুরি|ক্ষতি|সঞ্চয়|সঞ্চয়"
    "|বোনাস|অগ্রিম|মাসে|মজুরি|নিয়ে পালি|ফেরত"
)
_EARNED: Final = (
    "راتب|معاش|مرتب|[أا]قبض|يقبض|باخد|بياخد|بتاخد|[يتأا]تقاضى|دخل(?:ي|ه|ها)|[يأت]كسب|بكسب|שכר עבודה|השכר"
    "|משכורת|מרוויח"
    "|משתכר|קצב|פנסי|तनख|सैलरी|सेलरी|वेतन|पगार|पेंशन|कमा|आमदनी|मज़दूरी|मजदूरी|বেতন|মাইনে|আয়|আয়|রোজগার"
    "|উপার্জন|পেনশন|মজুরি"
)
_BEHIND: Final = (
    "راتب|دين |شهري|في الشهر|بالشهر|كل شهر|مقدم|عربون|لم ير|ما ردّ?ها|ברוטו|נטו|לחודש|בחודש|לשעה|הלוואה"
    "|חוב|ועד|(?:का|के|की) (?:क[़]?र्ज|लोन|उधार|बकाया"
    "|बचत|पैकेज|गहने|दहेज)|उधार|क[़]?र्ज|सैलरी|तनख|वेतन|किराया|पेंशन|माँगे|मांगे|मिलते|मिलती|मिलता"
    "|कमा(?:ता|ती|ते)|बकाया|जमा किए|दिए थे|लिए थे"
    "|लौटा|ठग|महीना|एडवांस|पेशगी|गिरवी|ঋণ|দেনা|ধার|পাওনা|পাব|বেতন|আয় |আয় |লোন|নিয়ে পালি|নিয়ে পালি|ফেরত|চেয়েছে|চেয়েছে"
    "|চায়|জমা|কিস্তি|ভাড়া দি|ভাড়া দি"
)
_FROM_TO: Final = f"(?= ?(?:إلى|الى|لـ?|ל-?|से|থেকে|עד|–|-) ?(?:{FIGURE}) ?(?:{CURRENCIES}))"
_AMOUNT: Final = (
    f"(?<![\\d.,/:])(?<!\\d-)(?<!{LETTER}){ATTACHED}(?P<value>(?:(?:{FIGURE})(?: ?(?:{LARGE}))?|(?:{NUMBERS}))"
    f"(?: ?(?:و|ו)?(?:{NUMBERS})){{0,7}}(?: ?(?:{CURRENCIES}))?(?: (?:ونص|ونصف|וחצי|ברוטו|נטו|शुद्ध|मासिक))?)"
    f"(?!{LETTER}|[%٪]|[.,:/-]?\\d)"
)
_UNIT: Final = re.compile(f"{CURRENCIES}|{LARGE}|सौ")
_NOTHING: Final = ("ألف", "الف", "אלף", "हज़ार", "हजार", "लाख", "লাখ", "হাজার")  # alone they count nothing


def _counted(candidate: str) -> tuple[Extent, ...]:
    """Returns the whole candidate if it has a currency, or a thousand or more in words."""
    return ((0, len(candidate)),) if candidate not in _NOTHING and _UNIT.search(candidate) else ()


_PREFILTER: Final = f"{CURRENCIES}|{LARGE}"
_OWN: Final = f"(?<!{LETTER})(?:[وفبلس]{{0,2}}(?:ال)?(?:{_ARABIC})|[ובלמהכש]{{0,3}}(?:{_HEBREW})|{_HINDI}|{_BENGALI})"


def _amount(name: str, entity_type: EntityType, score: float, context: str = "", behind: str = "") -> Pattern:
    expression = f"{_AMOUNT}(?=[^.!?؟।\\n]{{0,24}}(?:{behind}))" if behind else _AMOUNT
    return Pattern(name, entity_type, expression, score, judge=_counted, prefilter=_PREFILTER, context=context)


PATTERNS: Final = (
    _amount(
        "income_in_caseless_scripts",
        EntityType.INCOME,
        0.8,
        f"(?<!{LETTER})(?:[وفبل]{{0,2}}(?:ال)?|[ובלמהכש]{{0,3}})(?:{_EARNED})[^.!?؟।\\n]{{0,30}}$",
    ),
    _amount("money_in_caseless_scripts", EntityType.FINANCIAL_INFORMATION, 0.7, f"{_OWN}[^.!?؟।\\n]{{0,36}}$"),
    _amount("money_before_words_for_it", EntityType.FINANCIAL_INFORMATION, 0.7, behind=_BEHIND),
    Pattern(
        name="money_from_to",
        entity_type=EntityType.FINANCIAL_INFORMATION,
        expression=f"(?<![\\d.,/:])(?<!\\d-)(?:{FIGURE})(?![.,]?\\d){_FROM_TO}",
        score=0.7,
        prefilter=CURRENCIES,
        context=f"{_OWN}[^.!?؟।\\n]{{0,36}}$",
    ),
    Pattern(
        name="money_without_unit",
        entity_type=EntityType.FINANCIAL_INFORMATION,
        expression=f"(?<![\\d.,/:])(?<!\\d-){DIGIT}{{1,3}}(?:,{DIGIT}{{2,3}}){{1,3}}(?!{LETTER}|[.,]?\\d)",
        score=0.6,
        prefilter=f"[\u0590-\u0dff][^\\n]{{0,40}}{DIGIT},{DIGIT}{DIGIT}",
        context=f"{_OWN}[^.!?؟।\\d\\n]{{0,12}}$",
    ),
)

"""Times in words in Hindi and Bengali: "14 तारीख की रात", "সকাল নটায়"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gateway.detection.patterns.times_of_languages import LETTER
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_DIGIT: Final = "[0-9٠-٩०-९০-৯]"
_DAY: Final = f"{_DIGIT}{{1,2}}"
_YEAR: Final = f"{_DIGIT}{{4}}"
_CLOCK: Final = f"{_DAY}(?:[:.]{_DIGIT}{{2}})?"
_HINDI_MONTH: Final = "(?:जनवरी|फ़रवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|सितम्बर|अक्टूबर|अक्तूबर|नवंबर|नवम्बर|दिसंबर|दिसम्बर)"
_HINDI_DAY: Final = "(?:सोमवार|मंगलवार|बुधवार|गुरुवार|गुरूवार|बृहस्पतिवार|वीरवार|शुक्रवार|शनिवार|रविवार|इतवार|आज|कल|परसों)"
_HINDI_PART: Final = "(?:सुबह-सुबह|सुबह|सवेरे|दोपहर|शाम|रात|आधी रात|तड़के|भोर)"
_HINDI_NUMBER: Final = f"(?:एक|दो|तीन|चार|पाँच|पांच|छह|छः|छे|सात|आठ|नौ|दस|ग्यारह|बारह|डेढ़|ढाई|{_CLOCK})"
_HINDI_HOUR: Final = f"(?:(?:करीब|क़रीब|लगभग|तकरीबन) )?(?:(?:साढ़े|सवा|पौने) )?{_HINDI_NUMBER} (?:बजे|बजकर)"
_HINDI_FEAST: Final = (
    "(?:दिवाली|दीवाली|दीपावली|होली|ईद|बकरीद|राखी|रक्षाबंधन|दशहरा|दशहरे|नवरात्रि|नवरात्र|करवा चौथ|क्रिसमस|छठ"
    "|लोहड़ी|पोंगल|मकर संक्रांति|रमज़ान|रमजान)"
)
_HINDI: Final = (
    f"{_HINDI_MONTH}(?: {_YEAR})? (?:के|की) (?:अंत|आखिर|आख़िर|शुरू|शुरुआत|शुरूआत|मध्य|बीच)(?: में| से"
    f"| तक)?|{_YEAR} (?:के|की) (?:अंत|शुरू|शुरुआत|मध्य)(?: में)?",
    f"{_YEAR} (?:की|के) (?:गर्मियों|सर्दियों|गर्मी|सर्दी|बरसात|बारिश)(?: में)?|(?:पिछली|पिछले|अगली|अगले"
    f"|बीती|गत) (?:गर्मियों|सर्दियों|गर्मी|सर्दी|बरसात|{_HINDI_FEAST}|{_HINDI_DAY}"
    "|हफ़्ते|हफ्ते|महीने|साल)(?: में| पर| को)?",
    f"{_HINDI_DAY}(?: को| की)?(?: {_HINDI_PART})(?: {_HINDI_HOUR})?|{_HINDI_DAY}(?: को)? {_HINDI_HOUR}",
    f"{_HINDI_PART} (?:के )?{_HINDI_HOUR}|{_HINDI_HOUR}",
    f"{_DAY} तारीख़?(?: (?:की|को))?(?: {_HINDI_PART})?(?: {_HINDI_HOUR})?",
    f"{_DAY} से {_DAY} {_HINDI_MONTH}(?: {_YEAR})?|{_DAY} {_HINDI_MONTH}(?: {_YEAR})? (?:की {_HINDI_PART}"
    f"|को {_HINDI_PART})(?: {_HINDI_HOUR})?",
    f"(?:करीब |लगभग )?(?:{_HINDI_NUMBER}|कुछ|कई) (?:दिन|हफ़्ते|हफ्ते|सप्ताह|महीने|साल|वर्ष|बरस|घंटे) (?:पहले|पूर्व)",
    f"(?:पहली|दूसरी|तीसरी|चौथी|पाँचवीं|दसवीं|पंद्रह|बीस|पच्चीस|तीस|इकतीस) {_HINDI_MONTH}",
    f"(?:पिछली |इस |अगली )?{_HINDI_FEAST} (?:पर|के दिन|की रात|से पहले|के बाद|तक)",
)
_YA: Final = "(?:\u09df|\u09af\u09bc)"
_BENGALI_CASE: Final = f"(?:{_YA}|ে|তে|র|ের|য়ে)?"
_BENGALI_MONTH: Final = (
    f"(?:জানু{_YA}ারি|জানু{_YA}ারী|ফেব্রু{_YA}ারি|ফেব্রু{_YA}ারী|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর"
    f"|অক্টোবর|নভেম্বর|ডিসেম্বর|বৈশাখ|জ্যৈষ্ঠ|আষাঢ়|শ্রাবণ|ভাদ্র|আশ্বিন|কার্তিক"
    "|অগ্রহায়ণ|পৌষ|মাঘ|ফাল্গুন|চৈত্র)"
)
_BENGALI_DAY: Final = f"(?:সোমবার|মঙ্গলবার|বুধবার|বৃহস্পতিবার|শুক্রবার|শনিবার|রবিবার|আজ|কাল|গতকাল|আগামীকাল|পরশু){_BENGALI_CASE}"
_BENGALI_PART: Final = f"(?:সকাল|দুপুর|বিকাল|বিকেল|সন্ধ্যা|সন্ধ্যে|রাত|ভোর){_BENGALI_CASE}"
_BENGALI_HOUR: Final = (
    f"(?:(?:আনুমানিক|প্রায়|প্রা{_YA}|ঠিক) )?(?:(?:সাড়ে|সা\u09a1\u09bcে|সওয়া|পৌনে) )?(?:{_CLOCK} ?|একটা|দুটো"
    f"|দুইটা|তিনটে|তিন|চার|পাঁচ|ছয়|ছ|সাত|আট|নয়|ন|দশ|এগারো|বারো|দেড়|আড়াই)"
    f"(?:টা{_YA}?|টে{_YA}?|টার|টের|ঘটিকা{_YA}?)?(?: (?:দিকে|সময়|নাগাদ))?"
)
_BENGALI: Final = (
    f"{_BENGALI_MONTH}(?:ের|র)? (?:{_YEAR} )?(?:এর )?(?:শেষে|শেষ দিকে|শুরুতে|প্রথমে|মাঝামাঝি)"
    f"|{_YEAR} সালের (?:শেষে|শুরুতে|মাঝামাঝি|গ্রীষ্মে?|শীতে?|বর্ষা{_YA}?|{_BENGALI_MONTH}ে?)",
    f"(?:গত|আগামী) (?:শীতে|গ্রীষ্মে|বর্ষা{_YA}|ঈদে|পূজা{_YA}|{_BENGALI_DAY}|সপ্তাহে|মাসে|বছর)",
    f"{_BENGALI_DAY} {_BENGALI_PART}(?: {_BENGALI_HOUR})?|{_BENGALI_PART} {_BENGALI_HOUR}",
    f"{_DAY}(?:/{_DAY})? ?তারিখে?র?(?:(?: আনুমানিক)? {_BENGALI_PART})?(?: ?{_BENGALI_HOUR})?",
    f"{_DAY} (?:থেকে|হতে) {_DAY} {_BENGALI_MONTH}"
    f"|{_DAY} {_BENGALI_MONTH} {_BENGALI_PART}(?: {_BENGALI_HOUR})?|(?:প{_YA}লা|পহেলা) {_BENGALI_MONTH}",
    f"(?:{_DAY}|এক|দুই|তিন|চার|পাঁচ|ছয়|সাত|আট|নয়|দশ|কয়েক) (?:দিন|সপ্তাহ|মাস|বছর|ঘণ্টা) (?:আগে|পূর্বে)",
    "(?:ঈদ|ঈদুল (?:ফিতর|আজহা)|দুর্গাপূজা|পূজা|পুজো|পহেলা বৈশাখ|বড়দিন)(?:ের|র)? (?:দিন|আগে|পরে|রাতে|সময়)",
)


def _times(language: str, phrases: Sequence[str], before: str = "") -> Iterator[Pattern]:
    """Yields the patterns of a language; there are two, because of the longest expression that Hyperscan takes."""
    for name, own in (("in_words", phrases[::2]), ("phrase", phrases[1::2])):
        core = "|".join(own)
        yield Pattern(
            name=f"time_{name}_{language}",
            entity_type=EntityType.TIME,
            expression=f"(?<!{LETTER}){before}(?:{core})(?!{LETTER}|[.:/]?{_DIGIT})",
            score=0.6,
            prefilter=core,
            languages=(language,),
        )


PATTERNS: Final = (
    *_times("hi", _HINDI),
    *_times("bn", _BENGALI),
)

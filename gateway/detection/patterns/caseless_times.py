"""Times of day and ages in Arabic, Bengali, Hebrew and Hindi, in words and figures: "الساعة سبعة ونص", "सुबह नौ बजे"."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.caseless_words import ARABIC, BENGALI, DIGIT, HEBREW, HINDI, LETTER, spelled
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_START: Final = f"(?<!{LETTER})(?<!{DIGIT})"
_END: Final = f"(?!{LETTER}|{DIGIT})"
_CLOCK: Final = f"{DIGIT}{{1,2}}(?:[:.]{DIGIT}{{2}})?"

_ARABIC_DAY: Final = (
    "(?:يوم )?(?:(?:ال)?(?:[أا]حد|حد|[إا]?[تث]نين|[إا]ثنين|[تث]لا[تث](?:اء|ا)?|[أا]ربعا?ء?|خميس|جمع[ةه]|سبت))"
    "|بكر[اةه]|غد[ًا]{0,2}|[أإا]مبارح|مبارح|[أا]مس|اليوم|النهارد[هة]|البارح[ةه]|بعد بكر[اةه]|بعد غد"
)
_ARABIC_AGO: Final = "الماضي|الفائت|السابق|القادم|المقبل|الجاي|اللي فات|اللي راح|اللي جاي|الجايه|الجاية"
_ARABIC_PART: Final = (
    "صباح[ًا]{0,2}|الصبح|مساءً?|المسا|ظهر[ًا]{0,2}|الظهر|الضهر|عصر[ًا]{0,2}|العصر|المغرب|العشاء?|بالليل"
    "|ليل[ًا]{1,2}|الليل"
    "|الفجر|فجر[ًا]{1,2}|العصري[ةه]|المغربي[ةه]|(?:بعد|قبل) (?:الظهر|الضهر|العصر|المغرب|العشاء?|الفجر"
    "|صلاة [اأإآء-ي]{3,8})"
)
_ARABIC_HOUR: Final = (
    f"(?:ال(?:واحد[ةه]|ثاني[ةه]|ثالث[ةه]|رابع[ةه]|خامس[ةه]|سادس[ةه]|سابع[ةه]|ثامن[ةه]|تاسع[ةه]|عاشر[ةه]"
    f"|حادي[ةه] عشر[ةه]?|ثاني[ةه] عشر[ةه]?)|{ARABIC}|{_CLOCK})"
)
_ARABIC_REST: Final = (
    "(?: (?:و(?:ال)?(?:نصف?|ربع|ثلث|تلت|خمس[ةه]?|عشر[ةه]?)|[إا]لا (?:ال)?(?:ربع|ثلث|تلت|خمس[ةه]?|عشر[ةه]?)))?"
)
_ARABIC_TIME: Final = (
    f"(?:(?:{_ARABIC_DAY}) )?(?:ع?الساع[ةه]|الساعه) {_ARABIC_HOUR}{_ARABIC_REST}(?: (?:{_ARABIC_PART}))?"
    f"|(?:{_ARABIC_DAY})(?: (?:{_ARABIC_AGO}))? (?:{_ARABIC_PART})"
    f"|(?:بعد|قبل) (?:العصر|المغرب|العشاء?|الفجر|صلاة [اأإآء-ي]{{3,8}})"
)
_HEBREW_DAY: Final = '(?:ה?יום )?(?:ראשון|שני|שלישי|רביעי|חמישי|שישי|שבת)|ה?יום|מחר|מחרתיים|אתמול|שלשום|מוצ"ש|מוצאי שבת'
_HEBREW_PART: Final = 'בבוקר|בצהריים|בצהרים|אחר הצהריים|אחרי הצהריים|אחה["״]צ|לפנות בוקר|בערב|בלילה|לפנות ערב'
_HEBREW_HOUR: Final = f"(?:(?:{HEBREW})(?: עשרה)?|{_CLOCK})(?: (?:וחצי|ורבע|ועשרה|ועשרים|וחמישה|פחות רבע))?"
_HEBREW_TIME: Final = (
    f"(?:[בלהו]?(?:{_HEBREW_DAY}) )?[במלו]?-?(?:שעה )?{_HEBREW_HOUR} (?:{_HEBREW_PART})"
    f"|[בלהו]?(?:{_HEBREW_DAY}) (?:ב-?(?:שעה )?{_HEBREW_HOUR}|{_HEBREW_PART})|ב?שעה {_HEBREW_HOUR}"
)
_HINDI_DAY: Final = (
    f"(?:{spelled('कल परसों आज सोमवार मंगलवार बुधवार गुरुवार बृहस्पतिवार शुक्रवार शनिवार रविवार इतवार')})(?: को| की)?"
    f"|{DIGIT}{{1,2}} (?:तारीख|तारीख़)(?: को| की)?"
)
_HINDI_PART: Final = "(?:सुबह|सवेरे|दोपहर|शाम|रात|तड़के|भोर)(?: को| के| में)?"
_HINDI_TIME: Final = (
    f"(?:(?:{_HINDI_DAY}) )?(?:{_HINDI_PART} )?(?:(?:करीब|क़रीब|लगभग|तकरीबन) )?"
    f"(?:(?:साढ़े|साढ़े|सवा|पौने) )?(?:{HINDI}|{_CLOCK}) बजे(?: (?:सुबह|शाम|रात|दोपहर))?"
)
_YA: Final = "(?:\u09df|\u09af\u09bc)"
_BENGALI_DAY: Final = (
    f"(?:(?:শনি|রবি|সোম|মঙ্গল|বুধ|বৃহস্পতি|শুক্র)বার(?:ে|ের)?|আজ|আজকে|কাল|কালকে|গতকাল|আগামীকাল|পরশু"
    f"|{DIGIT}{{1,2}}/{DIGIT}{{1,2}}(?:/{DIGIT}{{2,4}})?)"
    "(?: তারিখ(?:ে|ের)?)?"
)
_BENGALI_PART: Final = f"(?:সকাল|ভোর|দুপুর|বিকাল|বিকেল|সন্ধ্যা|সন্ধে|রাত)(?:বেলা|ে|ের|{_YA}|র)?"
_BENGALI_HOUR: Final = (
    f"(?:(?:আনুমানিক|প্রা{_YA}|ঠিক) )?(?:(?:{spelled('সাড়ে সোয়া পৌনে')}) )?(?:{BENGALI}|ন"
    f"|{_CLOCK}) ?ট[াে](?:{_YA}|র)?"
    f"(?: (?:দিকে|নাগাদ|সম{_YA}))?"
)
_BENGALI_TIME: Final = (
    f"(?:{_BENGALI_DAY} )?{_BENGALI_PART} {_BENGALI_HOUR}|{_BENGALI_DAY} {_BENGALI_HOUR}|(?:{BENGALI}|{_CLOCK}) ?টা{_YA}"
)
_ARABIC_YEARS: Final = "سنوات|سن[ةه]|سنين|[أا]عوام|عام[ًا]{0,2}|شهور|[أا]شهر"
_ARABIC_AGE: Final = f"(?:{ARABIC})(?: و(?:{ARABIC}))?(?: (?:{_ARABIC_YEARS}))(?: ونصف?)?|(?:{ARABIC}) و(?:{ARABIC})"
_ARABIC_WHO: Final = (
    "(?:[أا]?مي|[أا]بوي|[أا]بي|والد(?:ي|تي|ه|ها|ته|تها)|زوج(?:ي|تي|ها|ته)|جوزي|مرتي|[أا]بن(?:ي|ه|ها|تي"
    "|ته|تها)|بنت(?:ي|ه|ها)|ولد(?:ي|ه)|[أا]خ(?:ي|وي|تي|ته|تها)"
    "|جد(?:ي|تي|ته|ها|تها)|ست(?:ي|ه)|سيدي|ماما|بابا|طفل(?:ي|تي)?|رجل|شاب|امرأة|مريض[ةه]?)"
)
_ARABIC_SAID: Final = "عمر(?:ه|ها|ي|ك|و)|العمر|يبلغ|تبلغ|[أا]بلغ|بعمر|سنّ?(?:ه|ها|ي)"


def _time(language: str, expression: str, prefilter: str) -> Pattern:
    return Pattern(
        f"clock_{language}",
        EntityType.TIME,
        f"{_START}(?:{expression}){_END}",
        0.7,
        prefilter=prefilter,
        languages=(language,),
    )


def _age(language: str, number: int, expression: str, prefilter: str) -> Pattern:
    return Pattern(
        f"age_told_{language}_{number}",
        EntityType.AGE,
        f"{_START}{expression}{_END}",
        0.7,
        prefilter=prefilter,
        languages=(language,),
    )


PATTERNS: Final = (
    _time(
        "ar",
        f"[وفبلع]?(?P<value>{_ARABIC_TIME})",
        "الساع|(?:بعد|قبل) |الصبح|صباح|مسا|ظهر|الضهر|العصر|المغرب|ليل",
    ),
    _time("he", _HEBREW_TIME, f"{_HEBREW_PART}|שעה|יום|מחר|אתמול|שלשום"),
    _time("hi", _HINDI_TIME, " बजे"),
    _time("bn", _BENGALI_TIME, "সকাল|ভোর|দুপুর|বিকাল|বিকেল|সন্ধ্যা|সন্ধে|রাত|ট[াে]"),
    _age(
        "ar",
        1,
        f"(?:{_ARABIC_SAID})(?: (?:الآن|هلق|حاليا|حوالي|نحو|هلأ|دلوقتي))?[ :]{{1,2}}(?P<value>{_ARABIC_AGE})",
        _ARABIC_SAID,
    ),
    _age("ar", 2, f"[وفل]?{_ARABIC_WHO} (?P<value>{_ARABIC_AGE})", f"{_ARABIC_WHO} "),
    _age(
        "he", 1, "[וש]?(?:בן|בת|בגיל) (?P<value>(?:שנה|שנתיים)(?: וחצי| ו(?:חודש|חודשיים|רבע))?)", "(?:בן|בת|בגיל) שנ"
    ),
    _age("hi", 1, f"(?:उम्र|आयु)(?: है| लगभग| करीब|:)? (?P<value>(?:{HINDI})(?: (?:साल|वर्ष|बरस))?)", "उम्र|आयु"),
    _age(
        "hi",
        2,
        f"(?P<value>(?:{HINDI}|{DIGIT}{{1,3}}) (?:साल|वर्ष|बरस|महीने) (?:का|की|के))"
        "(?= (?:हूँ|हूं|हैं|है|थी|था|थे|हो |बेटा|बेटी|बच्चा|बच्ची|लड़|लड़|महिला|आदमी|औरत))",
        "(?:साल|वर्ष|बरस|महीने) (?:का|की|के)",
    ),
    _age(
        "bn", 1, f"ব{_YA}স (?:এখন |প্রা{_YA} )?(?P<value>(?:{BENGALI})(?: (?:{BENGALI}))?(?: (?:বছর|মাস))?)", f"ব{_YA}স "
    ),
    _age(
        "bn",
        2,
        f"(?P<value>(?:{BENGALI}|{DIGIT}{{1,3}}) (?:বছর|মাস)ের)"
        f"(?= (?:মে{_YA}ে|ছেলে|শিশু|বাচ্চা|ছাত্র|ছাত্রী|তরুণ|যুবক|মহিলা|পুরুষ|রোগী|এক))",
        "(?:বছর|মাস)ের",
    ),
)
